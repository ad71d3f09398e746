package dev.handheld

import android.Manifest
import android.content.BroadcastReceiver
import android.content.ComponentName
import android.content.Context
import android.content.Intent
import android.content.IntentFilter
import android.os.Looper
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config

class ConfigReceiverTest : WithCore() {
    /** As `am broadcast` does: ordered, and it wants to know what came of it. */
    private fun broadcast(action: String, extras: Intent.() -> Unit = {}): Pair<Int, String?> {
        var result: Pair<Int, String?>? = null
        val last = object : BroadcastReceiver() {
            override fun onReceive(context: Context, intent: Intent) {
                result = resultCode to resultData
            }
        }
        val intent = Intent(application, ConfigReceiver::class.java).setAction(action).apply(extras)
        application.sendOrderedBroadcast(intent, null, last, null, 0, null, null)
        await("the broadcast's result") {
            result != null
        }
        return result!!
    }

    @Test
    fun `START and STOP start and stop the service`() {
        assertEquals(0 to "OK", broadcast(ConfigReceiver.START))
        assertEquals(ServerService::class.java.name, shadowOf(application).nextStartedService.component?.className)
        assertEquals(0 to "OK", broadcast(ConfigReceiver.STOP))
        assertEquals(ServerService::class.java.name, shadowOf(application).nextStoppedService.component?.className)
    }

    /** Robolectric forgets what the manifest's receivers demand, so this one is registered again with it. */
    @Test
    @Config(sdk = [35])
    fun `who does not hold what the manifest demands is not heard`() {
        val here = ComponentName(application, ConfigReceiver::class.java)
        val demanded = application.packageManager.getReceiverInfo(here, 0).permission
        assertEquals(Manifest.permission.DUMP, demanded)
        shadowOf(application).registeredReceivers.map { it.broadcastReceiver }.filterIsInstance<ConfigReceiver>()
            .forEach(application::unregisterReceiver)
        val filter = IntentFilter(ConfigReceiver.START)
        application.registerReceiver(ConfigReceiver(), filter, demanded, null, Context.RECEIVER_EXPORTED)

        application.sendBroadcast(Intent(ConfigReceiver.START))
        shadowOf(Looper.getMainLooper()).idle()
        assertNull(shadowOf(application).nextStartedService)

        shadowOf(application).grantPermissions(Manifest.permission.DUMP)
        application.sendBroadcast(Intent(ConfigReceiver.START))
        shadowOf(Looper.getMainLooper()).idle()
        assertEquals(ServerService::class.java.name, shadowOf(application).nextStartedService.component?.className)
    }

    @Test
    fun `settings for a stopped server start it with them`() {
        assertEquals(0 to "OK", broadcast(ConfigReceiver.CONFIGURE) { putExtra("settings", """{"port": 9000}""") })
        assertEquals("""{"port":9000}""", shadowOf(application).nextStartedService.getStringExtra("settings"))
    }

    @Test
    fun `settings for a running server are applied, and what is wrong with them comes back`() {
        ServerStatus.state = RUNNING
        core.answers = { _, _ -> """{"error": {"code": "invalid_arguments", "message": "port: nine is not a number"}}""" }
        val result = broadcast(ConfigReceiver.CONFIGURE) { putExtra("settings", """{"port": "nine"}""") }
        assertEquals(1 to "port: nine is not a number", result)
        ServerStatus.state = ServerState.Stopped
    }

    @Test
    fun `settings that are no JSON are refused`() {
        val (code, why) = broadcast(ConfigReceiver.CONFIGURE) { putExtra("settings", "port=9000") }
        assertEquals(1, code)
        assertTrue(why!!.startsWith("The settings are not a JSON object"))
        assertNull(shadowOf(application).nextStartedService)
    }

    @Test
    fun `switches are turned on and off`() {
        broadcast(ConfigReceiver.CONFIGURE) { putExtra("start_on_boot", true) }
        assertTrue(Switch.START_ON_BOOT.isOn(application))
        assertFalse(Switch.OFFER_TOOLS.isOn(application))
        broadcast(ConfigReceiver.CONFIGURE) { putExtra("start_on_boot", false) }
        assertFalse(Switch.START_ON_BOOT.isOn(application))
        assertNull(shadowOf(application).nextStartedService)
    }

    @Test
    fun `what we offer goes into the settings, where the next start finds it`() {
        broadcast(ConfigReceiver.CONFIGURE) { putExtra("offer_tools", true) }
        assertEquals("""{"offer":{"provider":true}}""", shadowOf(application).nextStartedService.getStringExtra("settings"))
        broadcast(ConfigReceiver.CONFIGURE) {
            putExtra("settings", """{"port": 9000, "offer": {"callers": {}}}""").putExtra("offer_mobile_mcp", false)
        }
        val started = JSONObject(shadowOf(application).nextStartedService.getStringExtra("settings")!!)
        assertEquals("""{"port":9000,"offer":{"callers":{},"mobile_mcp":false}}""", started.toString())
    }

    @Test
    fun `what we offer is changed in a running server`() {
        ServerStatus.state = RUNNING
        var changed = JSONObject()
        core.answers = { _, params ->
            changed = params.getJSONObject("settings")
            """{"result": {"ok": true, "address": "http://127.0.0.1:8080/mcp"}}"""
        }
        assertEquals(0 to "OK", broadcast(ConfigReceiver.CONFIGURE) { putExtra("offer_mobile_mcp", true) })
        assertEquals("""{"offer":{"mobile_mcp":true}}""", changed.toString())
        ServerStatus.state = ServerState.Stopped
    }

    @Test
    fun `an unknown action is refused`() {
        assertEquals(1 to "Unknown action: dev.handheld.DANCE", broadcast("dev.handheld.DANCE"))
    }
}

package dev.handheld.faults

import android.content.ComponentName
import android.content.Context
import android.content.ContextWrapper
import android.content.Intent
import android.os.TransactionTooLargeException
import dev.handheld.Bridge
import dev.handheld.hub.WithApps
import dev.handheld.hub.apps.OtherApps
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Test

/** More than Android carries between two apps: the caller is told that it is too much, and the next call works. */
class TooLargeTest : WithApps() {
    private val told = "Too large: Android carries about half a megabyte between two apps at one time"
    private val hostile = OtherApps.authorityOf(OtherApps.HOSTILE)
    private val bridge = Bridge(application)

    private fun misbehave(how: String) =
        String(bridge.executeProviderTool(hostile, "misbehave", JSONObject().put("how", how).toString(), 30_000))

    @Test
    fun `a provider's arguments or answer`() {
        assertEquals(told, refused("action_failed") { misbehave("too large") })
        assertEquals("as you said: now", JSONObject(ask { misbehave("now") }).getString("tool_result"))
    }

    @Test
    fun `a provider that dies is another story`() {
        assertEquals("$hostile stopped while it was asked", refused("action_failed") { misbehave("dies") })
        assertEquals("as you said: now", JSONObject(ask { misbehave("now") }).getString("tool_result"))
    }

    @Test
    fun `a service's request`() {
        class Narrow(base: Context) : ContextWrapper(base) {
            override fun getApplicationContext() = this

            override fun startForegroundService(service: Intent): ComponentName? =
                throw RuntimeException(TransactionTooLargeException("data parcel size 1048748 bytes"))
        }
        val narrow = Bridge(Narrow(application))
        assertEquals(told, refused("action_failed") { narrow.callService(OtherApps.DOCUMENT, "x", "1", "{}", 30_000) })
    }
}

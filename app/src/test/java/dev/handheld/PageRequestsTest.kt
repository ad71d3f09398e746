package dev.handheld

import android.Manifest
import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.provider.Settings
import android.view.View
import android.webkit.JavascriptInterface
import android.webkit.WebView
import dev.handheld.phone.SimCards
import org.json.JSONObject
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.Robolectric
import org.robolectric.Shadows.shadowOf
import org.robolectric.shadows.ShadowToast
import java.io.ByteArrayOutputStream
import java.io.File
import java.io.IOException
import java.io.OutputStream

class PageRequestsTest : WithCore() {
    private val controller = Robolectric.buildActivity(MainActivity::class.java).setup()
    private val screen = controller.get()
    private val page: WebView = screen.findViewById(R.id.page)!!
    private val place = Uri.parse("content://com.example.files/history")

    @After
    fun leave() {
        controller.pause().stop().destroy()
    }

    /** As the page's script does. */
    private fun ask(name: String, value: String = ""): JSONObject {
        val requests = shadowOf(page).getJavascriptInterface("HandheldApp") as PageRequests
        return JSONObject(requests.ask(name, value))
    }

    private fun choose(result: Int, data: Intent?) {
        val asked = shadowOf(screen).nextStartedActivityForResult
        assertEquals(Intent.ACTION_CREATE_DOCUMENT, asked.intent.action)
        shadowOf(screen).receiveResult(asked.intent, result, data)
    }

    private fun waiting() = File(screen.cacheDir, "handheld-history.jsonl")

    @Test
    fun `the page has one method, and it knows a few names only`() {
        val methods = PageRequests::class.java.methods.filter { it.isAnnotationPresent(JavascriptInterface::class.java) }
        assertEquals(listOf("ask"), methods.map { it.name })
        for (name in listOf("", "exec", "OPEN", "android.settings.SETTINGS")) {
            assertEquals("The page may not ask for this: $name", ask(name).getString("error"))
        }
        assertNull(shadowOf(screen).nextStartedActivity)
    }

    @Test
    fun `starting with the phone is told and changed`() {
        assertFalse(ask("start_on_boot").getBoolean("result"))
        assertTrue(ask("start_on_boot", "true").getBoolean("result"))
        assertTrue(Switch.START_ON_BOOT.isOn(application))
        assertTrue(ask("start_on_boot").getBoolean("result"))
        assertFalse(ask("start_on_boot", "false").getBoolean("result"))
        assertFalse(Switch.START_ON_BOOT.isOn(application))
    }

    @Test
    fun `what Android asks for in a dialog is asked in one, the rest opens its page`() {
        SimCards.insert(application)
        ask("allow", "sms")
        val asked = shadowOf(screen).lastRequestedPermission.requestedPermissions
        assertEquals(listOf(Manifest.permission.SEND_SMS, Manifest.permission.READ_PHONE_STATE), asked.toList())
        ask("allow", "accessibility")
        assertEquals(Settings.ACTION_ACCESSIBILITY_SETTINGS, shadowOf(screen).nextStartedActivity.action)
        assertEquals("Unknown permission: root", ask("allow", "root").getString("error"))
    }

    @Test
    fun `the history goes where the person says and nothing is left of it here`() {
        val written = ByteArrayOutputStream()
        shadowOf(screen.contentResolver).registerOutputStream(place, written)
        ask("save_history", "{}\n{}\n")
        assertEquals("{}\n{}\n", waiting().readText())
        choose(Activity.RESULT_OK, Intent().setData(place))
        await("the file") { !waiting().exists() }
        assertEquals("{}\n{}\n", written.toString())
    }

    @Test
    fun `who does not want it after all leaves nothing`() {
        ask("save_history", "{}\n")
        choose(Activity.RESULT_CANCELED, null)
        await("the end") { !waiting().exists() }
        assertNull(ShadowToast.getLatestToast())
    }

    @Test
    fun `a place that cannot be written is told`() {
        val full = object : OutputStream() {
            override fun write(byte: Int) = throw IOException("No space left on device")
        }
        shadowOf(screen.contentResolver).registerOutputStream(place, full)
        ask("save_history", "{}\n")
        choose(Activity.RESULT_OK, Intent().setData(place))
        await("the reason") { ShadowToast.getLatestToast() != null }
        assertEquals("No space left on device", ShadowToast.getTextOfLatestToast())
    }

    @Test
    fun `a page whose session ended gets a new link`() {
        var links = 0
        core.answers = { method, _ ->
            if (method == "page") """{"result": {"url": "http://127.0.0.1:9000/#open=${++links}"}}""" else """{"result": {}}"""
        }
        ServerStatus.state = RUNNING
        await("the page") { page.visibility == View.VISIBLE }
        ask("open")
        await("another link") { shadowOf(page).lastLoadedUrl == "http://127.0.0.1:9000/#open=2" }
        ServerStatus.state = ServerState.Stopped
    }
}

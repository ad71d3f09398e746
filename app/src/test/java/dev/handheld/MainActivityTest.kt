package dev.handheld

import android.content.ClipboardManager
import android.content.Intent
import android.provider.Settings
import android.view.View
import android.widget.Button
import android.widget.CompoundButton
import android.widget.LinearLayout
import android.widget.TextView
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.Robolectric
import org.robolectric.Shadows.shadowOf

class MainActivityTest : WithCore() {
    private val controller = Robolectric.buildActivity(MainActivity::class.java).setup()
    private val screen = controller.get()

    @After
    fun leave() {
        controller.pause().stop().destroy()
    }

    private fun <T : View> part(id: Int): T = screen.findViewById(id)!!

    private fun state() = part<TextView>(R.id.state).text.toString()

    private fun change(state: ServerState) {
        ServerStatus.state = state
        await("the screen") { state() == state.text(screen) }
    }

    private fun rows() = part<LinearLayout>(R.id.permissions).let { list -> (0 until list.childCount).map(list::getChildAt) }

    private fun row(title: Int) = rows().first { it.findViewById<TextView>(R.id.title)!!.text == screen.getString(title) }

    @Test
    fun `it shows what the server does`() {
        assertEquals("Stopped", state())
        change(ServerState.Starting)
        assertFalse(part<Button>(R.id.start).isEnabled)
        change(RUNNING)
        assertEquals("Listening on http://127.0.0.1:8080/mcp", state())
        assertEquals("Stop", part<Button>(R.id.start).text)
        change(ServerState.Failed("no reason"))
        assertEquals("Could not start: no reason", state())
        assertEquals("Start", part<Button>(R.id.start).text)
        change(ServerState.Stopped)
    }

    @Test
    fun `the button starts and stops`() {
        part<Button>(R.id.start).performClick()
        assertEquals(ServerService::class.java.name, shadowOf(application).nextStartedService.component?.className)
        change(RUNNING)
        part<Button>(R.id.start).performClick()
        assertEquals(ServerService::class.java.name, shadowOf(application).nextStoppedService.component?.className)
        change(ServerState.Stopped)
    }

    @Test
    fun `address and token are copied, the token as a secret`() {
        val clipboard = application.systemService<ClipboardManager>()
        assertFalse(part<View>(R.id.copy_token).isEnabled)
        change(RUNNING)
        part<Button>(R.id.copy_address).performClick()
        assertEquals("http://127.0.0.1:8080/mcp", clipboard.primaryClip!!.getItemAt(0).text)
        core.answers = { _, _ -> """{"result": {"running": true, "token": "secret"}}""" }
        part<Button>(R.id.copy_token).performClick()
        await("the token") {
            clipboard.primaryClip!!.getItemAt(0).text == "secret"
        }
        assertTrue(clipboard.primaryClipDescription!!.extras.getBoolean("android.content.extra.IS_SENSITIVE"))
        change(ServerState.Stopped)
    }

    @Test
    fun `starting with the phone is a switch`() {
        part<CompoundButton>(R.id.start_on_boot).isChecked = true
        assertTrue(Switch.START_ON_BOOT.isOn(application))
        part<CompoundButton>(R.id.start_on_boot).isChecked = false
        assertFalse(Switch.START_ON_BOOT.isOn(application))
    }

    @Test
    fun `every permission has a row, and what is missing a way to it`() {
        val accessibility = row(R.string.accessibility)
        assertEquals(View.GONE, accessibility.findViewById<View>(R.id.granted)!!.visibility)
        accessibility.findViewById<Button>(R.id.allow)!!.performClick()
        assertEquals(Settings.ACTION_ACCESSIBILITY_SETTINGS, shadowOf(screen).nextStartedActivity.action)
        row(R.string.storage).findViewById<Button>(R.id.allow)!!.performClick()
        val picker: Intent = shadowOf(screen).nextStartedActivity
        assertEquals(StorageGrantActivity::class.java.name, picker.component?.className)
    }

    @Test
    fun `the control page opens with a link of the core and goes with the server`() {
        core.answers = { method, _ ->
            if (method == "page") """{"result": {"url": "http://127.0.0.1:9000/#open=key"}}""" else """{"result": {}}"""
        }
        val page = part<android.webkit.WebView>(R.id.page)
        assertEquals(View.GONE, page.visibility)
        change(RUNNING)
        await("the page") {
            page.visibility == View.VISIBLE
        }
        assertEquals("http://127.0.0.1:9000/#open=key", shadowOf(page).lastLoadedUrl)
        assertFalse(page.settings.allowFileAccess)
        change(ServerState.Failed("no reason"))
        assertEquals(View.GONE, page.visibility)
        change(ServerState.Stopped)
    }
}

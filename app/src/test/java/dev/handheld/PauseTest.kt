package dev.handheld

import android.app.NotificationManager
import android.content.Intent
import android.service.quicksettings.Tile
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.Robolectric
import org.robolectric.Shadows.shadowOf

/** Pause from the notification and from the quick settings. */
class PauseTest : WithCore() {
    private val paused = RUNNING.copy(paused = true)

    private fun buttons() = shadowOf(application.systemService<NotificationManager>())
        .allNotifications.last().actions.map { it.title.toString() }

    /** The notification follows the state, on whatever thread that changed. */
    private fun awaitButtons(vararg titles: String) = await("the buttons ${titles.toList()}") { buttons() == titles.toList() }

    private fun answerPause() {
        core.answers = { method, params ->
            if (method == "pause") """{"result": {"paused": ${params.getBoolean("on")}}}""" else """{"result": {}}"""
        }
    }

    @Test
    fun `the notification pauses and resumes`() {
        answerPause()
        ServerService.start(application)
        val service = obey()
        awaitState(RUNNING)
        awaitButtons("Pause", "Stop")
        service.withIntent(Intent(ServerService.PAUSE)).startCommand(0, 2)
        awaitState(paused)
        awaitButtons("Resume", "Stop")
        service.withIntent(Intent(ServerService.RESUME)).startCommand(0, 3)
        awaitState(RUNNING)
        awaitButtons("Pause", "Stop")
    }

    @Test
    fun `a pause on the page shows in the notification`() {
        ServerService.start(application)
        obey()
        awaitState(RUNNING)
        Bridge(application).showPaused(true)
        awaitState(paused)
        awaitButtons("Resume", "Stop")
    }

    @Test
    fun `a server that starts paused says so`() {
        core.startAnswer = """{"ok": true, "port": 8080, "address": "http://127.0.0.1:8080/mcp", "paused": true}"""
        ServerService.start(application)
        obey()
        awaitState(paused)
        assertEquals("Paused: agents can neither act nor look", ServerStatus.state.text(application))
    }

    @Test
    fun `the tile shows what the server does and pauses it`() {
        answerPause()
        val tile = Robolectric.buildService(PauseTile::class.java).create().get()
        tile.onStartListening()
        await("the tile") { idle() && tile.qsTile.state == Tile.STATE_UNAVAILABLE }
        ServerStatus.state = RUNNING
        await("the lit tile") { idle() && tile.qsTile.state == Tile.STATE_ACTIVE }
        tile.onClick()
        awaitState(paused)
        await("the dark tile") { idle() && tile.qsTile.state == Tile.STATE_INACTIVE }
        assertTrue(tile.qsTile.contentDescription.toString().contains("Paused"))
        tile.onStopListening()
        ServerStatus.state = ServerState.Stopped
    }

    private fun idle(): Boolean {
        shadowOf(android.os.Looper.getMainLooper()).idle()
        return true
    }
}

package dev.handheld.faults

import android.app.ForegroundServiceStartNotAllowedException
import android.app.Notification
import android.app.NotificationManager
import android.app.Service
import android.content.ComponentCallbacks2
import android.os.Build
import dev.handheld.ServerNotification
import dev.handheld.ServerService
import dev.handheld.ServerState
import dev.handheld.ServerStatus
import dev.handheld.WithCore
import dev.handheld.systemService
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.Robolectric
import org.robolectric.Shadows.shadowOf

/** Memory runs low: Android warns, then kills the process, then starts the service again with nothing but itself. */
class RestartTest : WithCore() {
    private fun restarted() = Robolectric.buildService(ServerService::class.java).create()

    @Test
    fun `after a kill the server starts with the settings on disk and in the state it was left in`() {
        core.startAnswer = """{"ok": true, "port": 8080, "address": "http://127.0.0.1:8080/mcp", "paused": true}"""
        val service = restarted()
        assertEquals(Service.START_STICKY, service.get().onStartCommand(null, 0, 1))
        awaitState(RUNNING.copy(paused = true))
        assertEquals("start {}", core.calls.single())
        service.destroy()
        awaitState(ServerState.Stopped)
    }

    @Test
    fun `a kill while it started, and another, end in one running server`() {
        repeat(3) {
            val service = restarted()
            service.get().onStartCommand(null, 0, 1)
            service.get().onStartCommand(null, 0, 2)
            awaitState(RUNNING)
            service.destroy()
            awaitState(ServerState.Stopped)
        }
        assertEquals(List(3) { listOf("start {}", "stop") }.flatten(), core.calls)
    }

    @Test
    fun `where Android does not let it into the foreground again it ends, and the notification says what to do`() {
        val service = restarted()
        val refusal = "startForeground() not allowed due to mAllowStartForeground false"
        shadowOf(service.get()).setThrowInStartForeground(
            if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) {
                ForegroundServiceStartNotAllowedException(refusal)
            } else {
                IllegalStateException(refusal)
            },
        )
        assertEquals("it is not tried for ever", Service.START_NOT_STICKY, service.get().onStartCommand(null, 0, 1))
        assertTrue(shadowOf(service.get()).isStoppedBySelf)
        val shown = shadowOf(application.systemService<NotificationManager>()).getNotification(ServerNotification.ID)
        assertTrue("open Handheld once" in shown.extras.getCharSequence(Notification.EXTRA_TEXT)!!)
        service.destroy()
        assertEquals(emptyList<String>(), core.calls)
        ServerService.start(application)
        obey()
        awaitState(RUNNING)
    }

    @Test
    fun `warnings of low memory change nothing`() {
        ServerService.start(application)
        val service = obey().get()
        awaitState(RUNNING)
        for (level in listOf(
            ComponentCallbacks2.TRIM_MEMORY_UI_HIDDEN, ComponentCallbacks2.TRIM_MEMORY_RUNNING_CRITICAL,
            ComponentCallbacks2.TRIM_MEMORY_COMPLETE,
        )) {
            service.onTrimMemory(level)
            application.onTrimMemory(level)
        }
        service.onLowMemory()
        assertEquals(RUNNING, ServerStatus.state)
        assertEquals(listOf("start {}"), core.calls)
    }
}

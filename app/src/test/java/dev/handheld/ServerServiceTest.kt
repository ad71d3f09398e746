package dev.handheld

import android.app.Notification
import android.app.NotificationManager
import android.content.Intent
import android.content.pm.ServiceInfo
import android.os.Build
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNull
import org.junit.Test
import org.robolectric.Robolectric
import org.robolectric.Shadows.shadowOf
import java.util.concurrent.CopyOnWriteArrayList

class ServerServiceTest : WithCore() {
    /** The notification follows the state, on whatever thread that changed. */
    private fun awaitText(wanted: String) = await("the notification '$wanted'") {
        val shown = shadowOf(application.systemService<NotificationManager>()).allNotifications.last()
        shown.extras.getCharSequence(Notification.EXTRA_TEXT).toString() == wanted
    }

    @Test
    fun `starting starts the core and says where it listens`() {
        ServerService.start(application)
        val service = obey().get()
        awaitState(RUNNING)
        assertEquals(listOf("start {}"), core.calls)
        val shown = shadowOf(service).lastForegroundNotification
        assertEquals(Notification.FLAG_ONGOING_EVENT, shown.flags and Notification.FLAG_ONGOING_EVENT)
        awaitText("Listening on http://127.0.0.1:8080/mcp")
    }

    @Test
    fun `it is in the foreground in the way its Android wants`() {
        ServerService.start(application)
        val service = obey().get()
        assertEquals(ServerNotification.ID, shadowOf(service).lastForegroundNotificationId)
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE) {
            assertEquals(ServiceInfo.FOREGROUND_SERVICE_TYPE_SPECIAL_USE, service.foregroundServiceType)
        }
    }

    @Test
    fun `settings go along with the start`() {
        ServerService.start(application, """{"port": 9000}""")
        obey()
        awaitState(RUNNING)
        assertEquals(9000, JSONObject(core.calls.single().removePrefix("start ")).getJSONObject("settings").getInt("port"))
    }

    @Test
    fun `a core that cannot start is shown with its reason`() {
        core.startAnswer = """{"ok": false, "reason": "Port 8080 is already in use"}"""
        ServerService.start(application)
        obey()
        awaitState(ServerState.Failed("Port 8080 is already in use"))
        awaitText("Could not start: Port 8080 is already in use")
    }

    @Test
    fun `a core that answers nonsense has failed`() {
        core.startAnswer = "nonsense"
        ServerService.start(application)
        obey()
        await("failure") { ServerStatus.state is ServerState.Failed }
    }

    @Test
    fun `a second start does not start a second server`() {
        ServerService.start(application)
        val service = obey()
        awaitState(RUNNING)
        service.startCommand(0, 2)
        core.calls.clear()
        ServerService.configure(application, JSONObject()) {}
        await("configure") { core.calls == listOf("configure") }
    }

    @Test
    fun `the notification's button stops the server and the service`() {
        ServerService.start(application)
        val service = obey()
        awaitState(RUNNING)
        val button = shadowOf(service.get()).lastForegroundNotification.actions.single()
        assertEquals("Stop", button.title)
        button.actionIntent.send()
        val intent = shadowOf(application).nextStartedService
        assertEquals(ServerService.STOP, intent.action)
        service.get().onStartCommand(intent, 0, 3)
        awaitState(ServerState.Stopped)
        assertEquals("stop", core.calls.last())
        await("the end of the service") { shadowOf(service.get()).isStoppedBySelf }
    }

    @Test
    fun `Android starts it again after it had to kill it`() {
        val service = Robolectric.buildService(ServerService::class.java).create().get()
        assertEquals(android.app.Service.START_STICKY, service.onStartCommand(null, 0, 1))
        awaitState(RUNNING)
        service.onDestroy()
        awaitState(ServerState.Stopped)
    }

    @Test
    fun `a running server gets new settings, and what is wrong with them is told`() {
        ServerService.start(application)
        obey()
        awaitState(RUNNING)
        core.answers = { _, params ->
            if (params.getJSONObject("settings").has("port")) {
                """{"result": {"ok": true, "port": 9, "address": "http://127.0.0.1:9/mcp"}}"""
            } else {
                """{"error": {"code": "invalid_arguments", "message": "'prot' is not a setting"}}"""
            }
        }
        val told = CopyOnWriteArrayList<String?>()
        ServerService.configure(application, JSONObject("""{"port": 9}""")) { told += it }
        ServerService.configure(application, JSONObject("""{"prot": 9}""")) { told += it }
        await("both answers") { told.size == 2 }
        assertEquals(listOf(null, "'prot' is not a setting"), told)
        assertEquals(ServerState.Running("http://127.0.0.1:9/mcp"), ServerStatus.state)
    }

    @Test
    fun `nothing can bind it`() {
        val service = Robolectric.buildService(ServerService::class.java).create()
        assertNull(service.get().onBind(Intent()))
        service.destroy()
    }
}

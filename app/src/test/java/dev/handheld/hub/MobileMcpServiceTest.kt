package dev.handheld.hub

import android.app.PendingIntent
import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import android.content.IntentFilter
import android.content.pm.ServiceInfo
import android.os.Build
import android.os.Bundle
import android.os.Handler
import android.os.Looper
import android.os.Message
import android.os.Messenger
import dev.handheld.Cores
import dev.handheld.FakeCore
import dev.handheld.MobileMcpService
import dev.handheld.hub.apps.OtherApps
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Before
import org.junit.Test
import org.robolectric.Robolectric
import org.robolectric.Shadows.shadowOf
import org.robolectric.shadows.ShadowBinder
import java.util.concurrent.CopyOnWriteArrayList

/** An agent in another app asks us: every request has one reply. */
class MobileMcpServiceTest : WithApps() {
    private val core = FakeCore()
    private val controller = Robolectric.buildService(MobileMcpService::class.java).create()
    private val service = controller.get()
    private val replies = CopyOnWriteArrayList<Bundle>()
    private val asked = CopyOnWriteArrayList<JSONObject>()

    @Before
    fun useCore() {
        Cores.use(core)
        apps.install(OtherApps.AGENT, "Agent")
        answering { """{"result": {"extras": {"response": "to ${it.getJSONObject("extras").optString("request")}"}}}""" }
        val inbox = object : BroadcastReceiver() {
            override fun onReceive(context: Context, intent: Intent) {
                replies += intent.extras!!
            }
        }
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) {
            application.registerReceiver(inbox, IntentFilter(REPLY), Context.RECEIVER_EXPORTED)
        } else {
            application.registerReceiver(inbox, IntentFilter(REPLY))
        }
    }

    private fun answering(answer: (JSONObject) -> String) {
        core.answers = { _, params ->
            asked += params
            answer(params)
        }
    }

    private fun callback(code: Int = 0): PendingIntent {
        val open = if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) PendingIntent.FLAG_MUTABLE else 0
        val callback = PendingIntent.getBroadcast(application, code, Intent(REPLY), open)
        shadowOf(callback).setCreatorPackage(OtherApps.AGENT)
        return callback
    }

    private fun send(request: String, id: Int = 1) =
        service.onStartCommand(Intent().putExtra("request", request).putExtra("mcp_callback", callback(id)), 0, id)

    private fun awaitReplies(count: Int) = run("$count replies") { replies.size >= count }

    private fun single(): Bundle {
        awaitReplies(1)
        run("the end of the service") { shadowOf(service).isStoppedBySelf }
        return replies.single()
    }

    @Test
    fun `a request by Intent is answered once, for the app that made the PendingIntent`() {
        send("a")
        assertEquals("to a", single().getString("response"))
        assertEquals(listOf(OtherApps.AGENT), callers())
    }

    private fun callers() = asked.single().getJSONArray("callers").let { all -> (0 until all.length()).map(all::getString) }

    @Test
    fun `it is in the foreground in the way its Android wants, until it has answered`() {
        send("a")
        assertTrue(shadowOf(service).lastForegroundNotification != null)
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE) {
            assertEquals(ServiceInfo.FOREGROUND_SERVICE_TYPE_SPECIAL_USE, service.foregroundServiceType)
        }
        single()
    }

    @Test
    fun `where Android does not let it into the foreground it answers nevertheless`() {
        shadowOf(service).setThrowInStartForeground(IllegalStateException("startForeground() not allowed"))
        send("a")
        assertEquals("to a", single().getString("response"))
    }

    @Test
    fun `a core that fails in any way is a failure that the agent hears of`() {
        val ways: List<(JSONObject) -> String> = listOf(
            { "nonsense" }, { """{"result": {}}""" }, { """{"error": {"code": "x", "message": "no"}}""" },
            { throw IllegalStateException("Python is gone") },
        )
        ways.forEachIndexed { i, way ->
            answering(way)
            send("a", i)
            awaitReplies(i + 1)
            assertEquals("failure", JSONObject(replies[i].getString("response")!!).getString("status"))
        }
        assertEquals(ways.size, replies.size)
    }

    @Test
    fun `who leaves no way to reply is not served, and does no harm`() {
        service.onStartCommand(Intent().putExtra("request", "a"), 0, 1)
        service.onStartCommand(Intent().putExtra("request", "a").putExtra("mcp_callback", Intent()), 0, 2)
        service.onStartCommand(null, 0, 3)
        run("the end of the service") { shadowOf(service).isStoppedBySelf }
        assertEquals(0, asked.size)
    }

    @Test
    fun `an agent that took its PendingIntent back does no harm`() {
        val cancelled = callback().also { it.cancel() }
        service.onStartCommand(Intent().putExtra("request", "a").putExtra("mcp_callback", cancelled), 0, 1)
        run("the end of the service") { shadowOf(service).isStoppedBySelf }
        assertEquals(0, replies.size)
    }

    private fun messenger() = Messenger(service.onBind(Intent()))

    private fun message(what: Int, request: String, inbox: Messenger?) = Message.obtain(null, what).apply {
        data = Bundle().apply { putString("request", request) }
        replyTo = inbox
    }

    private fun inbox() = Messenger(
        Handler(Looper.getMainLooper()) {
            assertEquals(2, it.what)
            replies += it.data
            true
        },
    )

    @Test
    fun `a request by message is answered once, for the app whose user sent it`() {
        ShadowBinder.setCallingUid(application.packageManager.getPackageUid(OtherApps.AGENT, 0))
        messenger().send(message(1, "a", inbox()))
        awaitReplies(1)
        assertEquals("to a", replies.single().getString("response"))
        assertEquals(listOf(OtherApps.AGENT), callers())
    }

    @Test
    fun `the core hears of every app that shares the user of the sender`() {
        val user = application.packageManager.getPackageUid(OtherApps.AGENT, 0)
        shadowOf(application.packageManager).setPackagesForUid(user, OtherApps.AGENT, OtherApps.HOSTILE)
        ShadowBinder.setCallingUid(user)
        messenger().send(message(1, "a", inbox()))
        awaitReplies(1)
        assertEquals(listOf(OtherApps.AGENT, OtherApps.HOSTILE), callers())
    }

    @Test
    fun `a failure of the core itself has the request's id, in the form it was asked in`() {
        answering { throw IllegalStateException("Python is gone") }
        val wrapped = """{"mobile-mcp-request": {"version": "1.0", "request": {"id": "w-1"}}}"""
        val asked = listOf(
            mapOf("mobile-mcp-request" to wrapped),
            mapOf("request" to """{"id": 7}"""),
            mapOf("request" to "{", "mcp_request_id" to "x-1"),
            mapOf("mobile-mcp-request" to wrapped, "request" to """{"id": "w-1"}"""),
        )
        asked.forEachIndexed { i, extras ->
            val intent = Intent().putExtra("mcp_callback", callback(i))
            extras.forEach { (name, text) -> intent.putExtra(name, text) }
            service.onStartCommand(intent, 0, i)
            awaitReplies(i + 1)
        }
        fun plain(i: Int) = JSONObject(replies[i].getString("response")!!)
        fun wrapped(i: Int) = JSONObject(replies[i].getString("mobile-mcp-response")!!)
            .getJSONObject("mobile-mcp-response").getJSONObject("response")
        assertEquals("w-1", wrapped(0).getString("id"))
        assertEquals("The core failed: Python is gone", wrapped(0).getString("message"))
        assertEquals(replies[0].getString("mobile-mcp-response"), replies[0].getString("response"))
        assertEquals(7, plain(1).getInt("id"))
        assertEquals("x-1", plain(2).getString("id"))
        assertEquals("failure", plain(3).getString("status"))
        assertEquals("w-1", wrapped(3).getString("id"))
        assertEquals(listOf("w-1", "7", "x-1", "w-1"), replies.map { it.getString("mcp_request_id") })
    }

    @Test
    fun `messages of another kind, or from nowhere, do no harm`() {
        messenger().send(message(9, "a", inbox()))
        messenger().send(message(1, "b", null))
        messenger().send(message(1, "c", inbox()))
        awaitReplies(1)
        assertEquals("to c", replies.single().getString("response"))
    }

    @Test
    fun `a message to a service that has ended is answered, and does no harm`() {
        val kept = messenger()
        controller.destroy()
        kept.send(message(1, "a", inbox()))
        awaitReplies(1)
        assertEquals("to a", replies.single().getString("response"))
    }

    @Test
    fun `200 requests at once have one reply each`() {
        for (i in 0 until 100) send("intent $i", i)
        for (i in 0 until 100) messenger().send(message(1, "message $i", inbox()))
        awaitReplies(200)
        settle()
        val expected = (0 until 100).flatMap { listOf("to intent $it", "to message $it") }.toSet()
        assertEquals(expected, replies.map { it.getString("response") }.toSet())
        assertEquals(200, replies.size)
        run("the end of the service") { shadowOf(service).isStoppedBySelf }
    }

    private companion object {
        const val REPLY = "com.example.agent.REPLY"
    }
}

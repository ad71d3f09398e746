package dev.handheld.hub

import android.content.ComponentName
import android.content.Context
import android.content.ContextWrapper
import android.content.Intent
import dev.handheld.BridgeException
import dev.handheld.ResultReceiver
import dev.handheld.hub.apps.Descriptors
import dev.handheld.hub.apps.DocumentService
import dev.handheld.hub.apps.NoStarts
import dev.handheld.hub.apps.OtherApps
import dev.handheld.hub.apps.Outbox
import dev.handheld.hub.apps.ReferenceService
import dev.handheld.shims.Intents
import org.json.JSONArray
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Before
import org.junit.Test
import org.robolectric.Shadows.shadowOf
import org.robolectric.util.ReflectionHelpers
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.FutureTask
import kotlin.random.Random

class IntentsTest : WithApps() {
    private val intents = Intents(application)
    private val inBackground = Intents(NoStarts(application, setOf(OtherApps.BOUND, OtherApps.DOCUMENT)))
    private val waiting = ReflectionHelpers.getStaticField<ConcurrentHashMap<*, *>>(ResultReceiver::class.java, "waiting")

    @Before
    fun countFromNothing() = ResultReceiver.dropped.set(0)

    private fun found(): Map<String, JSONObject> {
        val found = JSONArray(intents.services())
        return (0 until found.length()).map(found::getJSONObject).associateBy { it.getString("package") }
    }

    private fun request(id: String, text: String, how: String): String {
        val args = JSONObject().put("text", text).put("how", how)
        val inner = JSONObject().put("id", id).put("capability", JSONObject().put("id", "say").put("args", args))
        val wrapped = JSONObject().put("mobile-mcp-request", JSONObject().put("version", "1.0").put("request", inner))
        val bare = JSONObject().put("id", id).put("capability", JSONObject().put("id", "say").put("input", args.toString()))
        return JSONObject()
            .put("mobile-mcp-request", wrapped.toString())
            .put("request", bare.toString())
            .put("mcp_request_id", id)
            .toString()
    }

    private fun say(to: String, id: String, how: String = "now", timeoutMs: Int = 30_000, by: Intents = intents): JSONObject {
        val service = mapOf(
            OtherApps.DOCUMENT to DocumentService::class.java, OtherApps.REFERENCE to ReferenceService::class.java,
        )[to]?.name ?: "dev.handheld.hub.apps.BoundService"
        return JSONObject(by.call(to, service, id, request(id, "text of $id", how), timeoutMs))
    }

    private fun saidIn(reply: JSONObject): String {
        if (reply.has("response")) {
            return JSONObject(reply.getString("response")).getJSONObject("capability").getJSONObject("output").getString("said")
        }
        val wrapped = JSONObject(reply.getString("mobile-mcp-response")).getJSONObject("mobile-mcp-response")
        val capability = wrapped.getJSONObject("response").getJSONObject("capability")
        return capability.getJSONArray("output").getJSONObject(0).getString("value")
    }

    @Test
    fun `finds services with what their meta-data and their own resources say`() {
        val found = found()
        assertEquals(setOf(OtherApps.DOCUMENT, OtherApps.REFERENCE, OtherApps.BOUND), found.keys)
        val document = found.getValue(OtherApps.DOCUMENT)
        assertEquals(DocumentService::class.java.name, document.getString("service"))
        assertEquals("Document", document.getString("name"))
        assertEquals("Says what it hears", document.getString("description"))
        val root = document.getJSONObject("descriptor")
        assertEquals("mobile-mcp-capabilities", root.getString("tag"))
        assertEquals("1.0", root.getJSONObject("attributes").getString("version"))
        val capability = root.getJSONArray("children").getJSONObject(0)
        assertEquals("say", capability.getJSONObject("attributes").getString("id"))
        val inputs = capability.getJSONArray("children").getJSONObject(0).getJSONArray("children")
        assertEquals("text", inputs.getJSONObject(0).getJSONObject("attributes").getString("name"))
        assertEquals("true", inputs.getJSONObject(0).getJSONObject("attributes").getString("required"))
        val reference = found.getValue(OtherApps.REFERENCE).getJSONObject("descriptor")
        assertFalse(reference.getJSONObject("attributes").has("version"))
    }

    @Test
    fun `an app whose descriptor cannot be read is found with its problem, and the others with none`() {
        apps.installService(OtherApps.HOSTILE, "Hostile", ReferenceService::class.java, resources = null)
        val found = found()
        assertTrue(found.getValue(OtherApps.HOSTILE).isNull("descriptor"))
        assertTrue(found.getValue(OtherApps.HOSTILE).getString("problem").isNotEmpty())
        assertFalse(found.getValue(OtherApps.DOCUMENT).has("problem"))
    }

    @Test
    fun `texts of a descriptor that are references are read in the app's own resources`() {
        val said = """<capability id="@string/id" description="@string/what"/>"""
        val descriptor = "<mobile-mcp-capabilities>$said</mobile-mcp-capabilities>"
        val resources = Descriptors.link(OtherApps.HOSTILE, descriptor, mapOf("id" to "say", "what" to "Sagt es"))
        apps.installService(OtherApps.HOSTILE, "Hostile", ReferenceService::class.java, resources)
        val capability = found().getValue(OtherApps.HOSTILE).getJSONObject("descriptor").getJSONArray("children").getJSONObject(0)
        assertEquals("say", capability.getJSONObject("attributes").getString("id"))
        assertEquals("Sagt es", capability.getJSONObject("attributes").getString("description"))
    }

    @Test
    fun `a descriptor that is too deep or too large is a problem of its app alone`() {
        val deep = "<mobile-mcp-capabilities>" + "<a>".repeat(40) + "</a>".repeat(40) + "</mobile-mcp-capabilities>"
        val large = "<mobile-mcp-capabilities>" + "<a/>".repeat(10_001) + "</mobile-mcp-capabilities>"
        for (descriptor in listOf(deep, large)) {
            val resources = Descriptors.link(OtherApps.HOSTILE, descriptor)
            apps.installService(OtherApps.HOSTILE, "Hostile", ReferenceService::class.java, resources)
            val found = found()
            assertEquals("The descriptor is too large", found.getValue(OtherApps.HOSTILE).getString("problem"))
            assertFalse(found.getValue(OtherApps.REFERENCE).has("problem"))
        }
    }

    @Test
    fun `a service is asked by an Intent in both forms and replies in its own`() {
        assertEquals("text of a", saidIn(ask { say(OtherApps.DOCUMENT, "a") }))
        val reply = ask { say(OtherApps.REFERENCE, "b") }
        assertEquals("text of b", saidIn(reply))
        assertEquals("only texts cross", setOf("mcp_request_id", "response"), reply.keys().asSequence().toSet())
    }

    @Test
    fun `a service that may not be started is bound`() {
        val before = shadowOf(application).boundServiceConnections.size
        assertEquals("text of c", saidIn(ask { say(OtherApps.BOUND, "c", by = inBackground) }))
        assertEquals("nothing stays bound", before, shadowOf(application).boundServiceConnections.size)
    }

    @Test
    fun `a service that can be neither started nor bound is a failure with a reason`() {
        val component = ComponentName(OtherApps.DOCUMENT, DocumentService::class.java.name)
        shadowOf(application).declareComponentUnbindable(component)
        val message = refused("action_failed") { say(OtherApps.DOCUMENT, "d", by = inBackground) }
        assertEquals("${component.flattenToString()} cannot be bound", message)
    }

    @Test
    fun `a bound service that does not reply is given up in time, and its late reply is counted`() {
        val late = begin { say(OtherApps.BOUND, "e", "late", timeoutMs = 100, by = inBackground) }
        run("the request to arrive") { Outbox.replies.isNotEmpty() }
        run("the end of the wait") { late.isDone }
        assertEquals("timed_out", codeOf(late))
        Outbox.take().forEach { it.send() }
        settle()
        assertEquals(1, ResultReceiver.dropped.get())
    }

    @Test
    fun `a bound service that replies twice is heard once, and the second reply is counted`() {
        assertEquals("text of f", saidIn(ask { say(OtherApps.BOUND, "f", "twice", by = inBackground) }))
        settle()
        assertEquals(1, ResultReceiver.dropped.get())
    }

    @Test
    fun `a service that does not exist is a failure`() {
        class Nobody(base: Context) : ContextWrapper(base) {
            override fun startForegroundService(service: Intent): ComponentName? = null
        }
        assertEquals(
            "No such service: ${OtherApps.BOUND}/dev.handheld.hub.apps.BoundService",
            refused("action_failed") { say(OtherApps.BOUND, "g", by = Intents(Nobody(application))) },
        )
    }

    @Test
    fun `a service behind a permission is a missing permission`() {
        class Guarded(base: Context) : ContextWrapper(base) {
            override fun startForegroundService(service: Intent) = throw SecurityException("not exported")
        }
        val message = refused("permission_denied") { say(OtherApps.BOUND, "h", by = Intents(Guarded(application))) }
        assertTrue(message, "not exported" in message)
    }

    @Test
    fun `no reply is a time-out, a second one is dropped and counted`() {
        val message = refused("timed_out") { say(OtherApps.REFERENCE, "i", "lost", 50) }
        assertEquals("${OtherApps.REFERENCE} did not reply within 50 ms", message)
        assertEquals("text of j", saidIn(ask { say(OtherApps.REFERENCE, "j", "twice") }))
        settle()
        assertEquals(1, ResultReceiver.dropped.get())
        assertEquals(0, waiting.size)
    }

    /** All requests are under way before the first reply goes out; then these go out in any order, some twice, some too late. */
    @Test
    fun `200 calls at once each get their own answer or a time-out, and nothing is left`() {
        val random = Random(5)
        val services = listOf(OtherApps.DOCUMENT, OtherApps.REFERENCE, OtherApps.BOUND)
        val kinds = listOf("now", "now", "twice", "lost", "late")
        val plan = List(200) { Triple("call-$it", services[it % 3], kinds[it / 3 % 5]) }.shuffled(random)
        val by = Intents(NoStarts(application, setOf(OtherApps.BOUND)))
        val calls = plan.map { (id, service, how) ->
            val timeoutMs = if (how == "lost" || how == "late") 2_000 else 60_000
            begin { say(service, id, how, timeoutMs, by) }
        }
        val expected = plan.count { it.third != "lost" } + plan.count { it.third == "twice" }
        val replies = ArrayList<Outbox.Reply>()
        run("all requests") {
            replies += Outbox.take()
            replies.size == expected
        }
        val isInVain = { i: Int -> plan[i].third == "lost" || plan[i].third == "late" }
        run("the end of all calls in vain") { calls.indices.all { !isInVain(it) || calls[it].isDone } }
        replies.shuffled(random).forEach { it.send() }
        run("all calls") { calls.all { it.isDone } }
        plan.forEachIndexed { i, (id, _, _) ->
            if (isInVain(i)) assertEquals("timed_out", codeOf(calls[i])) else assertEquals("text of $id", saidIn(calls[i].get()))
        }
        assertEquals(plan.count { it.third == "twice" || it.third == "late" }, ResultReceiver.dropped.get())
        assertEquals(0, waiting.size)
        assertEquals(0, shadowOf(application).boundServiceConnections.size)
    }

    private fun codeOf(call: FutureTask<*>) = (runCatching { answer(call) }.exceptionOrNull() as BridgeException).code
}

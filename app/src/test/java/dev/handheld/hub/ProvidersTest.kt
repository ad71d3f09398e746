package dev.handheld.hub

import dev.handheld.BridgeException
import dev.handheld.hub.apps.HostileProvider
import dev.handheld.hub.apps.OtherApps
import dev.handheld.shims.Providers
import org.json.JSONArray
import org.json.JSONObject
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Test
import java.util.concurrent.CountDownLatch

class ProvidersTest : WithApps() {
    private val providers = Providers(application)
    private val weather = OtherApps.authorityOf(OtherApps.WEATHER)
    private val toolbox = OtherApps.authorityOf(OtherApps.TOOLBOX)
    private val hostile = OtherApps.authorityOf(OtherApps.HOSTILE)

    @After
    fun letSlowOnesGo() = HostileProvider.released.countDown()

    private fun misbehave(how: String, timeoutMs: Int = 10_000) =
        providers.execute(hostile, "misbehave", JSONObject().put("how", how).toString(), timeoutMs)

    @Test
    fun `finds providers by the document's filter and by the public host's, and not our own`() {
        val found = JSONArray(providers.find())
        val seen = (0 until found.length()).map(found::getJSONObject).associate { it.getString("package") to it }
        assertEquals(setOf(OtherApps.WEATHER, OtherApps.TOOLBOX, OtherApps.HOSTILE), seen.keys)
        assertEquals(weather, seen.getValue(OtherApps.WEATHER).getString("authority"))
        assertEquals("Toolbox", seen.getValue(OtherApps.TOOLBOX).getString("app"))
    }

    @Test
    fun `an app that was removed is not found any more`() {
        apps.remove(OtherApps.WEATHER)
        assertFalse(OtherApps.WEATHER in providers.find())
    }

    @Test
    fun `reads what a provider in the document's form says of its tool`() {
        val info = JSONObject(ask { providers.info(weather, 10_000) })
        assertTrue(info.getBoolean("success"))
        assertEquals("get_weather", info.getString("tool_name"))
        assertEquals("city", info.getJSONArray("tool_input_required").getString(0))
        assertTrue(JSONObject(info.getString("tool_input_schema")).has("days"))
    }

    @Test
    fun `reads what a provider in the public host's form says of its tools`() {
        val info = JSONObject(ask { providers.info(toolbox, 10_000) })
        assertEquals(2, JSONObject(info.getString("tool")).getJSONObject("tools").length())
    }

    @Test
    fun `executes a tool with a map of texts`() {
        val answer = JSONObject(ask { providers.execute(weather, "get_weather", """{"city": "Oslo", "days": "3"}""", 10_000) })
        assertEquals("Sunny in Oslo for 3 days", answer.getString("tool_result"))
        val other = JSONObject(ask { providers.execute(toolbox, "reverse", """{"text": "abc"}""", 10_000) })
        assertEquals("cba", other.getString("tool_result"))
    }

    @Test
    fun `a failure that the tool tells is passed on as it is`() {
        val answer = JSONObject(ask { providers.execute(weather, "get_weather", """{"city": "Atlantis"}""", 10_000) })
        assertFalse(answer.getBoolean("success"))
        assertEquals("No such city: Atlantis", answer.getString("error_message"))
    }

    @Test
    fun `no Bundle is a failure with a reason`() {
        assertEquals("$hostile gave no answer", refused("action_failed") { misbehave("null") })
    }

    @Test
    fun `an exception is a failure that says what the provider said`() {
        assertEquals("$hostile failed: I do not feel like it", refused("action_failed") { misbehave("exception") })
    }

    @Test
    fun `a provider that does not let us call it is a missing permission`() {
        assertTrue("wants a permission" in refused("permission_denied") { misbehave("security") })
    }

    @Test
    fun `an unknown provider is a failure with a reason`() {
        val message = refused("action_failed") { providers.info("com.example.none", 10_000) }
        assertEquals("No such provider: com.example.none", message)
    }

    @Test
    fun `a slow provider is given up in time and delays nobody`() {
        HostileProvider.released = CountDownLatch(1)
        val slow = List(20) { begin { misbehave("slow", 60_000) } }
        assertEquals("$hostile did not answer within 50 ms", refused("timed_out") { misbehave("slow", 50) })
        val other = JSONObject(ask { providers.execute(toolbox, "upper", """{"text": "cba"}""", 10_000) })
        assertEquals("CBA", other.getString("tool_result"))
        assertFalse(slow.any { it.isDone })
        HostileProvider.released.countDown()
        slow.forEach { assertEquals("at last", JSONObject(answer(it)).getString("tool_result")) }
    }

    @Test
    fun `values of any type cross or are left out`() {
        val answer = JSONObject(ask { misbehave("types") })
        assertEquals(1.5, answer.getDouble("tool_result"), 0.0)
        assertEquals(JSONArray(listOf("a", "b")).toString(), answer.getJSONArray("names").toString())
        assertEquals(setOf("success", "tool_result", "names"), answer.keys().asSequence().toSet())
        assertEquals(0, JSONObject(ask { misbehave("empty") }).length())
    }

    @Test
    fun `200 calls, 25 at once, each get their own answer`() {
        for (round in 0 until 8) {
            val calls = List(25) { begin { providers.execute(toolbox, "upper", """{"text": "n$round.$it"}""", 30_000) } }
            calls.forEachIndexed { i, call -> assertEquals("N$round.$i", JSONObject(answer(call)).getString("tool_result")) }
        }
    }

    @Test
    fun `a provider that never comes back keeps only so many threads, and is asked again when it does`() {
        HostileProvider.released = CountDownLatch(1)
        val told = generateSequence { runCatching { misbehave("deaf", 5) }.exceptionOrNull() as BridgeException }
        assertEquals("$hostile is still busy with earlier calls", told.first { it.code != "timed_out" }.message)
        val other = JSONObject(ask { providers.execute(toolbox, "upper", """{"text": "cba"}""", 10_000) })
        assertEquals("CBA", other.getString("tool_result"))
        HostileProvider.released.countDown()
        run("the provider to come back") { runCatching { misbehave("now") }.isSuccess }
    }
}

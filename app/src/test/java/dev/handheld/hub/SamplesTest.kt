package dev.handheld.hub

import com.example.converter.ConverterTools
import com.example.timer.TimerMcpService
import dev.handheld.hub.apps.Descriptors
import dev.handheld.shims.Intents
import dev.handheld.shims.Providers
import org.json.JSONArray
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.Robolectric
import org.robolectric.Shadows.shadowOf
import java.io.File

/** The samples that developers copy (samples/), at work: what they offer is found, and answers. */
class SamplesTest : WithApps() {
    private fun convert(tool: String, arguments: String) =
        JSONObject(ask { Providers(application).execute(CONVERTER, tool, arguments, 30_000) })

    private fun installConverter(caller: String) {
        val provider = Robolectric.buildContentProvider(ConverterTools::class.java).create(CONVERTER).get()
        shadowOf(provider).setCallingPackage(caller)
    }

    @Test
    fun `the provider describes its tools and runs them`() {
        installConverter("dev.handheld")
        val info = JSONObject(ask { Providers(application).info(CONVERTER, 30_000) })
        assertEquals("convert_units", info.getString("tool_name"))
        val listed = JSONObject(info.getString("tool")).getJSONObject("tools").keys().asSequence().toSet()
        assertEquals(setOf("convert_units", "list_units"), listed)
        val answer = convert("convert_units", """{"value": "2.5", "from": "km"}""")
        assertEquals("2500.0 m", answer.getString("tool_result"))
        assertEquals("m, km, ft, mi", convert("list_units", "{}").getString("tool_result"))
    }

    @Test
    fun `the provider says what is wrong with a call`() {
        installConverter("dev.handheld")
        for ((tool, arguments) in listOf("convert_units" to """{"value": "many"}""", "cook" to "{}")) {
            val answer = convert(tool, arguments)
            assertFalse(answer.getBoolean("success"))
            assertTrue(answer.getString("error_message").isNotEmpty())
        }
        installConverter("com.example.stranger")
        assertTrue("may not use" in convert("list_units", "{}").getString("error_message"))
    }

    private fun time(id: String, capability: String, args: JSONObject, document: Boolean): JSONObject {
        val said = JSONObject().put("id", capability)
        if (document) said.put("args", args) else said.put("input", args.toString())
        val inner = JSONObject().put("id", id).put("capability", said)
        val outer = JSONObject().put(REQUEST, JSONObject().put("version", "1.0").put("request", inner))
        val extras = if (document) JSONObject().put(REQUEST, "$outer") else JSONObject().put("request", "$inner")
        val reply = JSONObject(ask { Intents(application).call(TIMER, TimerMcpService::class.java.name, id, "$extras", 30_000) })
        val response = JSONObject(reply.getString("response"))
        return if (document) response.getJSONObject("mobile-mcp-response").getJSONObject("response") else response
    }

    @Test
    fun `the service is found with its descriptor and answers in both forms`() {
        val descriptor = File("../samples/mobile-mcp/res/xml/mcp_capabilities.xml").readText()
        apps.installService(TIMER, "Timer", TimerMcpService::class.java, Descriptors.link(TIMER, descriptor))
        val services = JSONArray(Intents(application).services())
        val found = (0 until services.length()).map(services::getJSONObject).single { it.getString("package") == TIMER }
        assertEquals(2, found.getJSONObject("descriptor").getJSONArray("children").length())
        val started = time("a", "start_timer", JSONObject().put("seconds", 60).put("label", "Tea"), document = true)
        assertEquals("a success", "${started.getString("id")} ${started.getString("status")}")
        val listed = time("b", "list_timers", JSONObject(), document = false)
        assertTrue("Tea" in listed.getJSONObject("capability").getJSONObject("output").getString("labels"))
        val refused = time("c", "start_timer", JSONObject().put("seconds", 0), document = true)
        assertEquals("c failure", "${refused.getString("id")} ${refused.getString("status")}")
    }

    private companion object {
        const val CONVERTER = "com.example.converter.authorities.McpProvider"
        const val TIMER = "com.example.timer"
        const val REQUEST = "mobile-mcp-request"
    }
}

package dev.handheld

import androidx.test.platform.app.InstrumentationRegistry
import dev.handheld.shims.Intents
import dev.handheld.shims.Providers
import org.json.JSONArray
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNotNull
import org.junit.Rule
import org.junit.Test
import java.util.UUID

/** Another app's tools, over both protocols. */
class NeighbourTest {
    @get:Rule
    val app = RunningApp()

    private val other = InstrumentationRegistry.getInstrumentation().context.packageName

    @Test
    fun a_provider_is_found_asked_and_called() {
        val providers = Providers(app.context)
        assertNotNull(JSONArray(providers.find()).find { it.getString("authority") == AUTHORITY })

        val info = JSONObject(providers.info(AUTHORITY, LIMIT_MS))
        assertEquals("echo", info.getString("tool_name"))

        val arguments = JSONObject().put("text", "hello").toString()
        val answer = JSONObject(providers.execute(AUTHORITY, "echo", arguments, LIMIT_MS))
        assertEquals("echo: hello", answer.getString("tool_result"))
    }

    @Test
    fun a_mobile_mcp_service_is_found_and_replies() {
        val intents = Intents(app.context)
        val found = checkNotNull(JSONArray(intents.services()).find { it.getString("package") == other })
        assertEquals("Echo", found.getString("name"))
        assertEquals("mobile-mcp-capabilities", found.getJSONObject("descriptor").getString("tag"))

        val request = JSONObject().put("request", "what is said").toString()
        val reply = intents.call(other, found.getString("service"), UUID.randomUUID().toString(), request, LIMIT_MS)
        assertEquals("what is said", JSONObject(reply).getString("response"))
    }

    private fun JSONArray.find(wanted: (JSONObject) -> Boolean) = (0 until length()).map(::getJSONObject).find(wanted)

    private companion object {
        const val AUTHORITY = "dev.handheld.neighbour.authorities.McpProvider"
        const val LIMIT_MS = 10_000
    }
}

package dev.handheld

import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Rule
import org.junit.Test

/** The server in the real app, with the real Python, over loopback. */
class ServerTest {
    @get:Rule
    val app = RunningApp()

    @Test
    fun a_client_shakes_hands_and_finds_the_tools() {
        val hello = JSONObject()
            .put("protocolVersion", "2025-11-25")
            .put("capabilities", JSONObject())
            .put("clientInfo", JSONObject().put("name", "connectedCheck").put("version", "1"))
        assertEquals("2025-11-25", app.client.request("initialize", hello).getString("protocolVersion"))

        val tools = app.client.request("tools/list").getJSONArray("tools")
        val names = (0 until tools.length()).map { tools.getJSONObject(it).getString("name") }
        assertTrue(names.toString(), "android_get_screen_state" in names)
    }

    @Test
    fun without_the_token_nothing_is_served() {
        val address = (ServerStatus.state as ServerState.Running).address
        val ping = JSONObject().put("jsonrpc", "2.0").put("id", 1).put("method", "ping")
        assertEquals(401, McpClient(address, token = null).post(ping).responseCode)
    }
}

package dev.handheld

import org.json.JSONObject
import java.net.HttpURLConnection
import java.net.URL

/** As much of an MCP client as the tests need. */
class McpClient(private val address: String, private val token: String?) {
    private var id = 0

    fun request(method: String, params: JSONObject = JSONObject()): JSONObject {
        val message = JSONObject().put("jsonrpc", "2.0").put("id", ++id).put("method", method).put("params", params)
        val connection = post(message)
        check(connection.responseCode == 200) { "HTTP ${connection.responseCode}" }
        return JSONObject(connection.inputStream.bufferedReader().use { it.readText() }).getJSONObject("result")
    }

    /** The result of a tool that must succeed. */
    fun call(tool: String, vararg arguments: Pair<String, Any>): JSONObject {
        val params = JSONObject().put("name", tool).put("arguments", JSONObject(arguments.toMap()))
        val result = request("tools/call", params)
        check(!result.optBoolean("isError")) { result.toString() }
        return result
    }

    fun text(tool: String, vararg arguments: Pair<String, Any>): String =
        call(tool, *arguments).getJSONArray("content").getJSONObject(0).getString("text")

    fun post(message: JSONObject): HttpURLConnection {
        val connection = URL(address).openConnection() as HttpURLConnection
        connection.requestMethod = "POST"
        connection.doOutput = true
        connection.setRequestProperty("Content-Type", "application/json")
        connection.setRequestProperty("Accept", "application/json, text/event-stream")
        token?.let { connection.setRequestProperty("Authorization", "Bearer $it") }
        connection.outputStream.use { it.write(message.toString().toByteArray()) }
        return connection
    }
}

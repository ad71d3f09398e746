package dev.handheld

import org.json.JSONException
import org.json.JSONObject

/** The reply to a Mobile MCP request when the core itself has none: in the form it was asked in, with its id where that shows. */
object FailedReply {
    fun to(request: JSONObject, message: String): JSONObject {
        val id = id(request)
        val failure = JSONObject().put("id", id).put("status", "failure").put("message", message)
        val reply = JSONObject().put("mcp_request_id", id?.toString()).put("response", failure.toString())
        if (!request.has(REQUEST)) return reply
        val wrapped = JSONObject().put(RESPONSE, JSONObject().put("version", "1.0").put("response", failure)).toString()
        return reply.put(RESPONSE, wrapped).apply { if (!request.has("request")) put("response", wrapped) }
    }

    private fun id(request: JSONObject): Any? =
        inside(request, REQUEST)?.optJSONObject(REQUEST)?.optJSONObject("request")?.opt("id")
            ?: inside(request, "request")?.opt("id")
            ?: request.opt("mcp_request_id")

    private fun inside(request: JSONObject, extra: String) = try {
        JSONObject(request.optString(extra))
    } catch (_: JSONException) {
        null
    }

    private const val REQUEST = "mobile-mcp-request"
    private const val RESPONSE = "mobile-mcp-response"
}

package dev.handheld

import org.json.JSONException
import org.json.JSONObject

/** Asks the core one thing; what it refuses, and a failure of its own, is a [BridgeException] with code and message. */
fun Core.ask(method: String, params: JSONObject = JSONObject()): JSONObject {
    val request = JSONObject().put("method", method).put("params", params)
    val answer = try {
        JSONObject(handle(request.toString()))
    } catch (e: JSONException) {
        throw BridgeException("action_failed", "The core gave no proper answer: ${e.message}")
    } catch (e: RuntimeException) {
        throw BridgeException("action_failed", "The core failed: ${e.message ?: e}")
    } catch (e: LinkageError) {
        throw BridgeException("action_failed", "Python cannot be loaded: ${e.message}")
    }
    val error = answer.optJSONObject("error") ?: return answer.optJSONObject("result") ?: JSONObject()
    throw BridgeException(error.optString("code", "action_failed"), error.optString("message", "The core refused"))
}

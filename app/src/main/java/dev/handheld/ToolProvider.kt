package dev.handheld

import android.content.ContentProvider
import android.content.ContentValues
import android.database.Cursor
import android.net.Uri
import android.os.Bundle
import org.json.JSONArray
import org.json.JSONObject

/** Our tools for other apps' hosts of tools. Who may call what, the core decides; off until [Switch.OFFER_TOOLS]. */
class ToolProvider : ContentProvider() {
    override fun onCreate() = true

    override fun getType(uri: Uri) = "application/vnd.mcp.tool"

    override fun call(method: String, arg: String?, extras: Bundle?): Bundle = try {
        val params = JSONObject().put("caller", callingPackage)
        when (method) {
            "get_tool_info" -> bundle(core().ask("tool_info", params))
            "execute_tool" -> bundle(core().ask("execute_tool", params.withCall(extras)))
            else -> failure("Unknown method: $method")
        }
    } catch (e: BridgeException) {
        failure(e.message)
    } catch (e: Exception) {
        // The extras are another app's: unpacking them can fail in any way.
        failure("The request cannot be read: ${e.message}")
    }

    private fun core() = Cores.of(checkNotNull(context))

    private fun JSONObject.withCall(extras: Bundle?): JSONObject {
        val name = extras?.getString("tool_name") ?: throw BridgeException("invalid_arguments", "Tool name not specified")

        @Suppress("DEPRECATION") // the typed form is Android 13's
        val arguments = extras.getSerializable("tool_arguments") as? Map<*, *>
            ?: throw BridgeException("invalid_arguments", "Invalid arguments")
        return put("tool_name", name).put("tool_arguments", JSONObject(arguments))
    }

    private fun bundle(answer: JSONObject) = Bundle().apply {
        putBoolean("success", true)
        for (key in answer.keys()) {
            when (val value = answer.get(key)) {
                is JSONArray -> putStringArray(key, Array(value.length()) { value.getString(it) })
                else -> putString(key, value.toString())
            }
        }
    }

    private fun failure(message: String?) = Bundle().apply {
        putBoolean("success", false)
        putString("error_message", message)
    }

    override fun query(
        uri: Uri,
        projection: Array<out String>?,
        selection: String?,
        selectionArgs: Array<out String>?,
        sortOrder: String?,
    ): Cursor? = null

    override fun insert(uri: Uri, values: ContentValues?): Uri? = null

    override fun delete(uri: Uri, selection: String?, selectionArgs: Array<out String>?) = 0

    override fun update(uri: Uri, values: ContentValues?, selection: String?, selectionArgs: Array<out String>?) = 0
}

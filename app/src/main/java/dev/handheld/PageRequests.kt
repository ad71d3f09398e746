package dev.handheld

import android.content.Context
import android.webkit.JavascriptInterface
import dev.handheld.shims.Permissions
import org.json.JSONObject

/**
 * What the control page may ask of Android while it is in the app: these names, and nothing else. The page calls it on a thread
 * of the WebView and gets `{"result": …}` or `{"error": why}`.
 */
class PageRequests(private val context: Context, private val screen: Screen) {
    /** What only the app's screen can do. */
    interface Screen {
        fun allow(permission: Permission)

        fun saveHistory(lines: String)

        fun openPage()
    }

    @JavascriptInterface
    fun ask(name: String, value: String): String = try {
        JSONObject().put("result", answer(name, value)).toString()
    } catch (e: BridgeException) {
        JSONObject().put("error", e.message).toString()
    }

    private fun answer(name: String, value: String): Boolean {
        when (name) {
            "start_on_boot" -> return startOnBoot(value)
            "allow" -> screen.allow(permission(value))
            "save_history" -> screen.saveHistory(value)
            "open" -> screen.openPage()
            else -> throw BridgeException("invalid_arguments", "The page may not ask for this: $name")
        }
        return true
    }

    /** Without a value it only says how it is. */
    private fun startOnBoot(value: String): Boolean {
        if (value.isNotEmpty()) Switch.START_ON_BOOT.set(context, value == "true")
        return Switch.START_ON_BOOT.isOn(context)
    }

    private fun permission(name: String) = Permissions(context).all().find { it.name == name }
        ?: throw BridgeException("invalid_arguments", "Unknown permission: $name")
}

package dev.handheld

import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import org.json.JSONException
import org.json.JSONObject

/**
 * Set-up from a computer: `adb shell am broadcast -n dev.handheld/.ConfigReceiver -a dev.handheld.START`, likewise STOP, and
 * CONFIGURE with `--es settings '{"port": 9000}'`, `--ez start_on_boot true`, `--ez offer_tools true` and
 * `--ez offer_mobile_mcp true` (the settings' `offer`, in short). Settings for a stopped server start it.
 * Only adb and the system hold the permission that the manifest demands. The broadcast's result says what happened.
 */
class ConfigReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) {
        val wantsResult = isOrderedBroadcast // as `am broadcast` does; it can be asked only before goAsync
        val result = goAsync()
        val finish = { problem: String? ->
            if (wantsResult) result.setResult(if (problem == null) 0 else 1, problem ?: "OK", null)
            result.finish()
        }
        try {
            apply(context, intent, finish)
        } catch (e: JSONException) {
            finish("The settings are not a JSON object: ${e.message}")
        } catch (_: IllegalStateException) {
            // Since Android 12 an app in the background may not start a foreground service, unless it is exempt.
            finish(context.getString(R.string.start_refused))
        }
    }

    private fun apply(context: Context, intent: Intent, finish: (String?) -> Unit) {
        when (intent.action) {
            START -> ServerService.start(context)
            STOP -> ServerService.stop(context)
            CONFIGURE -> return configure(context, intent, finish)
            else -> return finish("Unknown action: ${intent.action}")
        }
        finish(null)
    }

    private fun configure(context: Context, intent: Intent, finish: (String?) -> Unit) {
        val settings = settings(intent)
        if (intent.hasExtra(BOOT)) Switch.START_ON_BOOT.set(context, intent.getBooleanExtra(BOOT, false))
        if (settings.length() == 0) return finish(null)
        if (ServerStatus.state is ServerState.Running) return ServerService.configure(context, settings, finish)
        ServerService.start(context, settings.toString())
        finish(null)
    }

    /** The settings alone say what we offer: the core turns its components on and off by them at every start. */
    private fun settings(intent: Intent): JSONObject {
        val settings = JSONObject(intent.getStringExtra("settings") ?: "{}")
        for ((extra, name) in OFFERS) {
            if (!intent.hasExtra(extra)) continue
            val offer = settings.optJSONObject("offer") ?: JSONObject().also { settings.put("offer", it) }
            offer.put(name, intent.getBooleanExtra(extra, false))
        }
        return settings
    }

    companion object {
        const val START = "dev.handheld.START"
        const val STOP = "dev.handheld.STOP"
        const val CONFIGURE = "dev.handheld.CONFIGURE"
        private const val BOOT = "start_on_boot"
        private val OFFERS = mapOf("offer_tools" to "provider", "offer_mobile_mcp" to "mobile_mcp")
    }
}

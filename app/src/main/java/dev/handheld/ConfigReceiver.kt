package dev.handheld

import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import org.json.JSONException
import org.json.JSONObject

/**
 * Set-up from a computer: `adb shell am broadcast -n dev.handheld/.ConfigReceiver -a dev.handheld.START`, likewise STOP, and
 * CONFIGURE with `--es settings '{"port": 9000}'` and `--ez start_on_boot true` (any [Switch] in lower case).
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
            finish("Android does not let the server start now: open Handheld once, or exempt it from battery optimisation")
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
        val settings = intent.getStringExtra("settings")?.let(::JSONObject)
        for (switch in Switch.entries) {
            val extra = switch.name.lowercase()
            if (intent.hasExtra(extra)) switch.set(context, intent.getBooleanExtra(extra, false))
        }
        if (settings == null) return finish(null)
        if (ServerStatus.state is ServerState.Running) return ServerService.configure(context, settings, finish)
        ServerService.start(context, settings.toString())
        finish(null)
    }

    companion object {
        const val START = "dev.handheld.START"
        const val STOP = "dev.handheld.STOP"
        const val CONFIGURE = "dev.handheld.CONFIGURE"
    }
}

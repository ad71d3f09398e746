package com.example.timer

import android.app.Notification
import android.app.NotificationChannel
import android.app.NotificationManager
import android.app.PendingIntent
import android.app.Service
import android.content.Intent
import android.os.IBinder
import org.json.JSONArray
import org.json.JSONException
import org.json.JSONObject

/** Tools for AI agents on this phone: a request comes as an extra of an Intent, the reply goes through its PendingIntent. */
class TimerMcpService : Service() {
    private class Request(val id: String, val capability: String, val args: JSONObject)

    override fun onBind(intent: Intent?): IBinder? = null

    override fun onStartCommand(intent: Intent?, flags: Int, startId: Int): Int {
        showForAMoment()
        @Suppress("DEPRECATION") // the typed form is Android 13's
        val callback = intent?.getParcelableExtra<PendingIntent>("mcp_callback")
        if (intent != null && callback != null) reply(intent, callback)
        stopForeground(STOP_FOREGROUND_REMOVE)
        stopSelf(startId)
        return START_NOT_STICKY
    }

    /** Who made the PendingIntent is who asks; that cannot be forged. */
    private fun reply(intent: Intent, callback: PendingIntent) {
        val document = intent.hasExtra(REQUEST)
        var id: String? = intent.getStringExtra(REQUEST_ID)
        val response = JSONObject()
        try {
            val request = read(intent)
            id = request.id
            require(callback.creatorPackage in AGENTS) { "${callback.creatorPackage} may not use these tools" }
            val output = run(request)
            val outputs: Any = if (document) asList(output) else output
            response.put("capability", JSONObject().put("id", request.capability).put("output", outputs)).put("status", "success")
        } catch (e: IllegalArgumentException) {
            response.put("status", "failure").put("message", e.message)
        } catch (e: JSONException) {
            response.put("status", "failure").put("message", "The request cannot be read: ${e.message}")
        }
        response.put("id", id)
        val packed = if (document) wrapped(response) else response
        val back = Intent().putExtra(REQUEST_ID, id).putExtra("response", packed.toString())
        if (document) back.putExtra(RESPONSE, packed.toString())
        try {
            callback.send(this, 0, back)
        } catch (_: PendingIntent.CanceledException) {
            // Nobody waits any more.
        }
    }

    /** The document's form, or the reference apps', whose input is JSON packed in a text. */
    private fun read(intent: Intent): Request {
        val packed = intent.getStringExtra(REQUEST)
        if (packed != null) {
            val outer = JSONObject(packed).getJSONObject(REQUEST)
            require(outer.optString("version") == "1.0") { "Version 1.0 is supported, not ${outer.optString("version")}" }
            val request = outer.getJSONObject("request")
            val capability = request.getJSONObject("capability")
            return Request(request.getString("id"), capability.getString("id"), capability.optJSONObject("args") ?: JSONObject())
        }
        val bare = intent.getStringExtra("request") ?: throw IllegalArgumentException("The extra $REQUEST is missing")
        val request = JSONObject(bare)
        val capability = request.getJSONObject("capability")
        val input = capability.optString("input").ifEmpty { "{}" }
        return Request(request.getString("id"), capability.getString("id"), JSONObject(input))
    }

    /** What the capabilities do. */
    private fun run(request: Request): JSONObject = when (request.capability) {
        "start_timer" -> {
            val seconds = request.args.optInt("seconds", 0)
            require(seconds in 1..86400) { "'seconds' has to be a whole number from 1 to 86400" }
            val label = request.args.optString("label", "Timer")
            val endsAt = System.currentTimeMillis() + seconds * 1000L
            timers.add(label to endsAt)
            JSONObject().put("label", label).put("ends_at_ms", endsAt)
        }
        "list_timers" -> {
            val running = timers.filter { it.second > System.currentTimeMillis() }
            JSONObject().put("labels", JSONArray(running.map { it.first }))
        }
        else -> throw IllegalArgumentException("Unknown capability: ${request.capability}")
    }

    private fun asList(output: JSONObject) = JSONArray().apply {
        for (name in output.keys()) {
            val value = output.get(name)
            put(JSONObject().put("name", name).put("type", typeOf(value)).put("value", value))
        }
    }

    private fun typeOf(value: Any) = when (value) {
        is Int, is Long -> "integer"
        is Boolean -> "boolean"
        is JSONArray -> "array"
        else -> "string"
    }

    private fun wrapped(response: JSONObject) =
        JSONObject().put(RESPONSE, JSONObject().put("version", "1.0").put("response", response))

    private fun showForAMoment() {
        val manager = checkNotNull(getSystemService(NotificationManager::class.java))
        manager.createNotificationChannel(NotificationChannel(CHANNEL, "Agents", NotificationManager.IMPORTANCE_LOW))
        val shown = Notification.Builder(this, CHANNEL)
            .setSmallIcon(android.R.drawable.ic_popup_reminder)
            .setContentTitle("An agent uses the timer")
        startForeground(1, shown.build())
    }

    private companion object {
        const val REQUEST = "mobile-mcp-request"
        const val RESPONSE = "mobile-mcp-response"
        const val REQUEST_ID = "mcp_request_id"
        const val CHANNEL = "agents"
        val AGENTS = setOf("dev.handheld")
        val timers = mutableListOf<Pair<String, Long>>()
    }
}

package dev.handheld.hub.apps

import android.app.PendingIntent
import android.app.Service
import android.content.Intent
import android.os.Bundle
import android.os.Handler
import android.os.IBinder
import android.os.Looper
import android.os.Message
import android.os.Messenger
import org.json.JSONArray
import org.json.JSONObject
import java.util.concurrent.ConcurrentLinkedQueue

/** Replies that the services here have ready; nothing goes out before the test says so. */
object Outbox {
    class Reply(val how: String, val send: () -> Unit)

    val replies = ConcurrentLinkedQueue<Reply>()

    /** Takes those that are ready out of the box. */
    fun take(): List<Reply> = generateSequence { replies.poll() }.toList()
}

private fun callback(intent: Intent): PendingIntent {
    @Suppress("DEPRECATION")
    return intent.getParcelableExtra("mcp_callback")!!
}

/** A Mobile MCP service in the form of the document. */
class DocumentService : Service() {
    override fun onBind(intent: Intent): IBinder? = null

    override fun onStartCommand(intent: Intent, flags: Int, startId: Int): Int {
        val wrapped = JSONObject(intent.getStringExtra(REQUEST)!!).getJSONObject(REQUEST)
        check(wrapped.getString("version") == "1.0")
        val request = wrapped.getJSONObject("request")
        val args = request.getJSONObject("capability").getJSONObject("args")
        val said = JSONObject().put("name", "said").put("type", "string").put("value", args.getString("text"))
        val capability = JSONObject().put("id", "say").put("output", JSONArray().put(said))
        val response = JSONObject().put("id", request.get("id")).put("capability", capability).put("status", "success")
        val reply = JSONObject().put(RESPONSE, JSONObject().put("version", "1.0").put("response", response))
        val extras = Bundle().apply { putString(RESPONSE, reply.toString()) }
        post(args.optString("how")) { callback(intent).send(this, 0, Intent().putExtras(extras)) }
        return START_NOT_STICKY
    }

    private companion object {
        const val REQUEST = "mobile-mcp-request"
        const val RESPONSE = "mobile-mcp-response"
    }
}

/** A Mobile MCP service as the reference apps are. */
class ReferenceService : Service() {
    override fun onBind(intent: Intent): IBinder? = null

    override fun onStartCommand(intent: Intent, flags: Int, startId: Int): Int {
        val request = JSONObject(intent.getStringExtra("request")!!)
        val reply = referenceReply(request)
        post(howOf(request)) { callback(intent).send(this, 0, Intent().putExtras(reply)) }
        return START_NOT_STICKY
    }
}

/** A service that answers nobody but those who bind it. */
class BoundService : Service() {
    private val inbox = Messenger(Handler(Looper.getMainLooper(), ::onMessage))

    override fun onBind(intent: Intent): IBinder = inbox.binder

    private fun onMessage(message: Message): Boolean {
        if (message.what != 1) return false
        val request = JSONObject(message.data.getString("request")!!)
        val replyTo = message.replyTo
        post(howOf(request)) { replyTo.send(Message.obtain(null, 2).apply { data = referenceReply(request) }) }
        return true
    }
}

private fun inputOf(request: JSONObject) = JSONObject(request.getJSONObject("capability").getString("input"))

private fun howOf(request: JSONObject) = inputOf(request).optString("how")

private fun referenceReply(request: JSONObject): Bundle {
    val input = inputOf(request)
    val id = if (input.optString("how") == "mixed_up") "another request's" else request.getString("id")
    val output = JSONObject().put("said", input.getString("text"))
    val capability = JSONObject().put("id", "say").put("output", output)
    val response = JSONObject().put("id", id).put("status", "success").put("message", "").put("capability", capability)
    return Bundle().apply {
        putString("mcp_request_id", id)
        putString("response", response.toString())
        putInt("number", 7)
    }
}

private fun post(how: String, send: () -> Unit) {
    if (how == "lost") return
    Outbox.replies += Outbox.Reply(how, send)
    if (how == "twice") Outbox.replies += Outbox.Reply(how, send)
}

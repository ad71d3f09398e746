package dev.handheld

import android.app.PendingIntent
import android.app.Service
import android.content.Intent
import android.os.Bundle
import android.os.Handler
import android.os.IBinder
import android.os.Looper
import android.os.Message
import android.os.Messenger
import android.os.RemoteException
import org.json.JSONArray
import org.json.JSONObject
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger

/**
 * Our tools as a Mobile MCP service, off until [Switch.OFFER_MOBILE_MCP]. Requests come as extras of an Intent, with a
 * PendingIntent for the reply, or as messages; the core reads the one and writes the other, for every caller it allows.
 */
class MobileMcpService : Service() {
    /** Never shut down: who kept our Messenger can send to it after the end of the service. Idle threads end by themselves. */
    private val workers = Executors.newCachedThreadPool()
    private val running = AtomicInteger()

    @Volatile private var lastStart = 0
    private val messenger by lazy { Messenger(Handler(Looper.getMainLooper(), ::onMessage)) }

    override fun onBind(intent: Intent): IBinder = messenger.binder

    override fun onStartCommand(intent: Intent?, flags: Int, startId: Int): Int {
        running.incrementAndGet()
        lastStart = startId
        // Whoever started us with startForegroundService is owed this; after startService Android may refuse it.
        goIntoForeground(NOTIFICATION, ServerNotification(this).ofText(getString(R.string.mobile_mcp_answering)))
        workers.execute {
            try {
                if (intent != null) serve(intent)
            } finally {
                if (running.decrementAndGet() == 0) stopSelf(lastStart)
            }
        }
        return START_NOT_STICKY
    }

    private fun onMessage(message: Message): Boolean {
        val replyTo = message.replyTo
        if (message.what != REQUEST || replyTo == null) return false
        val callers = packageManager.getPackagesForUid(message.sendingUid).orEmpty().toList()
        val request = message.data
        workers.execute {
            val reply = Message.obtain(null, REPLY).apply { data = answer(callers, request) }
            try {
                replyTo.send(reply)
            } catch (_: RemoteException) {
                // The caller is gone, and with it whoever wanted the answer.
            }
        }
        return true
    }

    private fun serve(intent: Intent) {
        val callback = callback(intent) ?: return
        try {
            callback.send(this, 0, Intent().putExtras(answer(listOfNotNull(callback.creatorPackage), intent.extras)))
        } catch (_: PendingIntent.CanceledException) {
            // As above.
        }
    }

    /** Extras are another app's, and can fail to unpack in any way; who leaves no way to reply gets none. */
    private fun callback(intent: Intent): PendingIntent? = try {
        @Suppress("DEPRECATION") // the typed form is Android 13's
        intent.getParcelableExtra(CALLBACK)
    } catch (_: RuntimeException) {
        null
    }

    /** Every request has an answer, even where it cannot be read or the core itself fails. */
    private fun answer(callers: List<String>, request: Bundle?): Bundle {
        var asked = JSONObject()
        val extras = try {
            asked = texts(request)
            val params = JSONObject().put("callers", JSONArray(callers)).put("extras", asked)
            Cores.of(this).ask("mobile_mcp", params).getJSONObject("extras")
        } catch (e: Exception) {
            FailedReply.to(asked, e.message ?: e.toString())
        }
        return Bundle().apply { for (key in extras.keys()) putString(key, extras.getString(key)) }
    }

    private fun texts(extras: Bundle?): JSONObject {
        val found = JSONObject()
        for (key in extras?.keySet().orEmpty()) extras?.getString(key)?.let { found.put(key, it) }
        return found
    }

    private companion object {
        const val CALLBACK = "mcp_callback"
        const val REQUEST = 1
        const val REPLY = 2
        const val NOTIFICATION = 2
    }
}

package dev.handheld

import android.app.PendingIntent
import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import android.net.Uri
import android.os.Build
import android.os.Bundle
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger

/** Receives the replies of Mobile MCP services. Not exported: only the PendingIntents made here reach it. */
class ResultReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) {
        // The call is named by the address, which the replying app cannot change; the extras are all its own.
        val reply = intent.data?.lastPathSegment?.let(waiting::remove)
        if (reply == null) dropped.incrementAndGet() else reply.complete(intent.extras ?: Bundle.EMPTY)
    }

    companion object {
        private val waiting = ConcurrentHashMap<String, CompletableFuture<Bundle>>()

        /** Replies that came late, twice or for no call. */
        val dropped = AtomicInteger()

        /** The reply to come for [call], a name used once. */
        fun expect(call: String): CompletableFuture<Bundle> = CompletableFuture<Bundle>().also { waiting[call] = it }

        fun forget(call: String) {
            waiting.remove(call)
        }

        /** What the service sends its reply with: open for extras only. It works twice, so that we see who does. */
        fun callback(context: Context, call: String): PendingIntent {
            val intent = Intent(context, ResultReceiver::class.java).setData(Uri.parse("handheld://reply/${Uri.encode(call)}"))
            val open = if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) PendingIntent.FLAG_MUTABLE else 0
            return PendingIntent.getBroadcast(context, 0, intent, open)
        }
    }
}

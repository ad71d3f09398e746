package dev.handheld

import android.app.PendingIntent
import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import java.util.concurrent.atomic.AtomicInteger
import kotlin.random.Random

/** Hears from the radio what became of each part of a message. Not exported: only our own PendingIntents reach it. */
class SmsSender : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) {
        waiting[intent.getIntExtra(PART, -1)]?.complete(resultCode)
    }

    /** A message on its way. */
    class Sending(val intents: ArrayList<PendingIntent>, private val parts: Map<Int, CompletableFuture<Int>>) {
        /** The radio's result for each part. */
        fun results(): List<Int> = try {
            CompletableFuture.allOf(*parts.values.toTypedArray()).get(LIMIT_S, TimeUnit.SECONDS)
            parts.values.map { it.join() }
        } catch (_: TimeoutException) {
            throw BridgeException("timed_out", "The phone did not say within $LIMIT_S s whether the SMS was sent")
        }

        fun forget() = parts.keys.forEach(waiting::remove)
    }

    companion object {
        private const val PART = "part"
        private const val LIMIT_S = 60L
        private val waiting = ConcurrentHashMap<Int, CompletableFuture<Int>>()

        /** From anywhere, so that a late result for an earlier process finds nobody. */
        private val next = AtomicInteger(Random.nextInt())

        /** Prepares to hear of a message of so many parts. */
        fun expect(context: Context, count: Int): Sending {
            val parts = (1..count).associate { next.incrementAndGet() to CompletableFuture<Int>() }
            waiting.putAll(parts)
            return Sending(parts.keys.mapTo(ArrayList()) { callback(context, it) }, parts)
        }

        private fun callback(context: Context, part: Int): PendingIntent {
            val intent = Intent(context, SmsSender::class.java).putExtra(PART, part)
            return PendingIntent.getBroadcast(
                context, part, intent, PendingIntent.FLAG_IMMUTABLE or PendingIntent.FLAG_ONE_SHOT,
            )
        }
    }
}

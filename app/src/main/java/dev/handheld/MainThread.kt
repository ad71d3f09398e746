package dev.handheld

import android.os.Handler
import android.os.Looper
import java.util.concurrent.ExecutionException
import java.util.concurrent.FutureTask
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException

/** Runs what Android wants on the main thread, and does not wait for it for ever. */
object MainThread {
    private const val LIMIT_MS = 5_000L
    private val handler = Handler(Looper.getMainLooper())

    fun <T> run(block: () -> T): T {
        if (Looper.myLooper() == Looper.getMainLooper()) return block()
        val task = FutureTask(block)
        handler.post(task)
        try {
            return task.get(LIMIT_MS, TimeUnit.MILLISECONDS)
        } catch (e: ExecutionException) {
            throw e.cause ?: e
        } catch (_: TimeoutException) {
            task.cancel(false)
            handler.removeCallbacks(task)
            throw BridgeException("timed_out", "The app's main thread did not answer within $LIMIT_MS ms")
        }
    }
}

package dev.handheld

import android.content.Context
import android.os.PowerManager

/** Keeps the processor awake while a call uses the phone, and a little longer, as calls come in rows. */
class Awake(context: Context) {
    private val lock = context.systemService<PowerManager>()
        .newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "handheld:call")
        .apply { setReferenceCounted(false) }
    private var running = 0

    fun <T> during(call: () -> T): T {
        begin()
        try {
            return call()
        } finally {
            end()
        }
    }

    @Synchronized
    private fun begin() {
        running++
        lock.acquire(LONGEST_MS)
    }

    @Synchronized
    private fun end() {
        running--
        if (running == 0) lock.acquire(LINGER_MS)
    }

    private companion object {
        /** No call of the bridge takes longer: a lock must end even if a call never does. */
        const val LONGEST_MS = 120_000L

        /** The longest pause a tool makes between two calls is the slowest typing. */
        const val LINGER_MS = 10_000L
    }
}

package dev.handheld

import android.os.SystemClock

/** Asks again until there is an answer: another process is at work, and it tells nobody when it is done. */
fun <T : Any> eventually(what: String, limitMs: Long = 30_000, look: () -> T?): T {
    val deadline = SystemClock.uptimeMillis() + limitMs
    while (SystemClock.uptimeMillis() < deadline) {
        look()?.let { return it }
        SystemClock.sleep(100)
    }
    throw AssertionError("Not within $limitMs ms: $what")
}

package dev.handheld

import android.os.TransactionTooLargeException

/** What two apps tell each other at one time must fit into a buffer; Android says so with one of its least telling exceptions. */
fun <T> sayingTooLarge(call: () -> T): T = try {
    call()
} catch (e: Exception) {
    if (e !is TransactionTooLargeException && e.cause !is TransactionTooLargeException) throw e
    throw BridgeException("action_failed", "Too large: Android carries about half a megabyte between two apps at one time")
}

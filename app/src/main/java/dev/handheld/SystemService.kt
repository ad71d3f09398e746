package dev.handheld

import android.content.Context

/** A system service that every phone has. */
inline fun <reified T : Any> Context.systemService(): T = checkNotNull(getSystemService(T::class.java))

package dev.handheld

import android.content.Context

/** The one core of this process: Python cannot be started twice. */
object Cores {
    @Volatile private var core: Core? = null

    @Synchronized
    fun of(context: Context): Core = core ?: ChaquopyCore(context.applicationContext).also { core = it }

    /** Puts another core in its place, where there is no Chaquopy. */
    @Synchronized
    fun use(other: Core) {
        core = other
    }
}

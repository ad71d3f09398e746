package dev.handheld

import android.content.Context

/** What the server is doing. */
sealed class ServerState {
    /** In words for the notification and the screen. */
    abstract fun text(context: Context): String

    data object Stopped : ServerState() {
        override fun text(context: Context) = context.getString(R.string.state_stopped)
    }

    data object Starting : ServerState() {
        override fun text(context: Context) = context.getString(R.string.state_starting)
    }

    data class Running(val address: String, val paused: Boolean = false) : ServerState() {
        override fun text(context: Context): String =
            if (paused) context.getString(R.string.state_paused) else context.getString(R.string.state_running, address)
    }

    data class Failed(val reason: String) : ServerState() {
        override fun text(context: Context) = context.getString(R.string.state_failed, reason)
    }
}

package dev.handheld

import java.util.concurrent.CopyOnWriteArraySet

/** The state of the one server of this process, for whoever shows it. */
object ServerStatus {
    private val watchers = CopyOnWriteArraySet<(ServerState) -> Unit>()

    @Volatile
    var state: ServerState = ServerState.Stopped
        set(value) {
            field = value
            watchers.forEach { it(value) }
        }

    /** The person paused or resumed, wherever they did it. */
    fun showPaused(on: Boolean) {
        val running = state as? ServerState.Running ?: return
        if (running.paused != on) state = running.copy(paused = on)
    }

    /** Calls [watcher] now and at every change, on the thread that changes it. */
    fun watch(watcher: (ServerState) -> Unit) {
        watchers.add(watcher)
        watcher(state)
    }

    fun leave(watcher: (ServerState) -> Unit) {
        watchers.remove(watcher)
    }
}

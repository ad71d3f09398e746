package dev.handheld

import android.os.Build
import android.os.Handler
import android.os.Looper
import android.service.quicksettings.Tile
import android.service.quicksettings.TileService

/** The tile in the quick settings: lit while agents may act, and a touch pauses them all. */
class PauseTile : TileService() {
    private val main = Handler(Looper.getMainLooper())
    private val watcher: (ServerState) -> Unit = { state -> main.post { show(state) } }

    override fun onStartListening() = ServerStatus.watch(watcher)

    override fun onStopListening() = ServerStatus.leave(watcher)

    override fun onClick() {
        val running = ServerStatus.state as? ServerState.Running ?: return
        ServerService.pause(this, !running.paused)
    }

    private fun show(state: ServerState) {
        val tile = qsTile ?: return
        val running = state as? ServerState.Running
        tile.state = when {
            running == null -> Tile.STATE_UNAVAILABLE
            running.paused -> Tile.STATE_INACTIVE
            else -> Tile.STATE_ACTIVE
        }
        val said = getString(
            when {
                running == null -> R.string.state_stopped
                running.paused -> R.string.tile_paused
                else -> R.string.tile_running
            },
        )
        tile.label = getString(R.string.app_name)
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q) tile.subtitle = said
        tile.contentDescription = "${getString(R.string.app_name)}: $said"
        tile.updateTile()
    }
}

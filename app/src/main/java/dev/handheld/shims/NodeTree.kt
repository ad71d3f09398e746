package dev.handheld.shims

import android.accessibilityservice.AccessibilityService
import android.os.Bundle
import android.view.accessibility.AccessibilityNodeInfo
import dev.handheld.BridgeException
import dev.handheld.Foreground
import dev.handheld.Privacy
import dev.handheld.ScreenSize
import dev.handheld.Snapshot

/**
 * Snapshots of the screen in the JSON form of screen/tree.py, and the live nodes behind the last few of them.
 *
 * Old nodes are dropped, not recycled: recycling puts them into a pool, and an act still under way would then press another.
 */
class NodeTree(private val privacy: Privacy) {
    private val snapshots = ArrayDeque<Snapshot>()
    private var last = 0

    fun snapshot(service: AccessibilityService, size: ScreenSize, foreground: Foreground): ByteArray {
        val snapshot = Snapshot(nextNumber(), privacy)
        val windows = privacy.windows(service)
        windows.forEach { if (it.hidden) snapshot.addHidden(it.info) else snapshot.add(it.info, it.root) }
        val degraded = windows.isEmpty()
        if (degraded) service.rootInActiveWindow?.let { snapshot.addRoot(it, privacy.apps.isPrivate(it.packageName)) }
        keep(snapshot)
        return snapshot.json(size, privacy.told(foreground), degraded)
    }

    /** The live node, if it still is what the snapshot said. */
    fun live(snapshot: Int, index: Int): AccessibilityNodeInfo {
        val kept = find(snapshot) ?: throw stale("Snapshot $snapshot is no longer kept")
        val node = kept.nodes.getOrNull(index)
            ?: throw BridgeException("invalid_arguments", "Snapshot $snapshot has no node $index")
        if (!node.refresh()) throw stale("The element is gone")
        if (!kept.describes(index, node)) throw stale("The element shows something else now")
        privacy.require(node.packageName, "The action was")
        return node
    }

    fun click(snapshot: Int, index: Int) = perform(snapshot, index, AccessibilityNodeInfo.ACTION_CLICK, "click")

    fun longClick(snapshot: Int, index: Int) =
        perform(snapshot, index, AccessibilityNodeInfo.ACTION_LONG_CLICK, "long click")

    fun scroll(snapshot: Int, index: Int, forward: Boolean): Boolean {
        val action =
            if (forward) AccessibilityNodeInfo.ACTION_SCROLL_FORWARD else AccessibilityNodeInfo.ACTION_SCROLL_BACKWARD
        return live(snapshot, index).performAction(action, Bundle())
    }

    private fun perform(snapshot: Int, index: Int, action: Int, name: String) {
        if (!live(snapshot, index).performAction(action)) {
            throw BridgeException("action_failed", "The element did not take the $name")
        }
    }

    @Synchronized
    private fun nextNumber() = ++last

    @Synchronized
    private fun keep(snapshot: Snapshot) {
        snapshots.addLast(snapshot)
        while (snapshots.size > KEPT) snapshots.removeFirst()
    }

    @Synchronized
    private fun find(number: Int) = snapshots.find { it.number == number }

    private fun stale(message: String) = BridgeException("stale_node", message)

    private companion object {
        const val KEPT = 3
    }
}

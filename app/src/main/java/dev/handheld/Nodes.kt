package dev.handheld

import android.view.accessibility.AccessibilityNodeInfo

/** A tree that never ends is a fault in an app; without a limit it would be one in ours. */
const val MOST_NODES = 50_000

/** Itself and what is below it, as long as [visit] wants to go below. Without recursion: web pages nest deeper than a stack. */
fun AccessibilityNodeInfo.walk(visit: (AccessibilityNodeInfo) -> Boolean) {
    val waiting = ArrayDeque<AccessibilityNodeInfo>()
    waiting.addLast(this)
    var seen = 0
    while (waiting.isNotEmpty() && seen++ < MOST_NODES) {
        val node = waiting.removeLast()
        if (!visit(node)) continue
        for (i in node.childCount - 1 downTo 0) waiting.addLast(node.getChild(i) ?: continue)
    }
}

package dev.handheld

import android.graphics.Rect
import android.view.accessibility.AccessibilityNodeInfo
import android.view.accessibility.AccessibilityWindowInfo

/** One screen being written down: its windows and nodes as rows of numbers, each string once, and the live nodes beside. */
class Snapshot(val number: Int, private val privacy: Privacy) {
    val nodes = ArrayList<AccessibilityNodeInfo>()

    private val strings = ArrayList<String?>().apply { add(null) }
    private val places = HashMap<String, Int>()
    private val windowRows = JsonBytes(1024)
    private val nodeRows = JsonBytes()
    private var said = IntArray(SAID * 256)
    private val bounds = Rect()
    private var windows = 0

    fun add(window: AccessibilityWindowInfo, root: AccessibilityNodeInfo?) {
        val first = nodes.size
        root?.let(::addNodes)
        writeWindow(window.id, typeName(window.type), root?.packageName, window.title, window.layer, window.isFocused, first)
    }

    /** Of a window that agents may not see, only that it is there. */
    fun addHidden(window: AccessibilityWindowInfo) =
        writeWindow(window.id, typeName(window.type), HIDDEN_PACKAGE, HIDDEN_TITLE, window.layer, window.isFocused, nodes.size)

    /** The active window's root, where Android gave no windows. */
    fun addRoot(root: AccessibilityNodeInfo, hidden: Boolean) {
        if (!hidden) addNodes(root)
        val packageName = if (hidden) HIDDEN_PACKAGE else root.packageName
        writeWindow(root.windowId, "APPLICATION", packageName, if (hidden) HIDDEN_TITLE else null, 0, true, 0)
    }

    /** Whether the node still is what its row says. */
    fun describes(index: Int, node: AccessibilityNodeInfo): Boolean {
        val at = index * SAID
        return strings[said[at]] == node.className.text() &&
            strings[said[at + 1]] == node.text.text() &&
            strings[said[at + 2]] == node.contentDescription.text() &&
            strings[said[at + 3]] == node.viewIdResourceName
    }

    fun json(size: ScreenSize, foreground: Foreground, degraded: Boolean): ByteArray {
        val out = JsonBytes(64 * 1024)
        out.raw("{\"snapshot\":").number(number)
        out.raw(",\"display\":[").number(size.width).raw(",").number(size.height).raw(",").number(size.density)
        out.raw(",").string(size.orientation)
        out.raw("],\"foreground\":[").string(foreground.packageName).raw(",").string(foreground.activity)
        out.raw("],\"degraded\":").raw(degraded.toString())
        out.raw(",\"strings\":[")
        strings.forEachIndexed { i, text ->
            if (i > 0) out.raw(",")
            out.string(text)
        }
        out.raw("],\"windows\":[").append(windowRows)
        out.raw("],\"nodes\":[").append(nodeRows)
        return out.raw("]}").toByteArray()
    }

    /** Parents before children, without recursion: web pages nest deeper than a thread's stack. */
    private fun addNodes(root: AccessibilityNodeInfo) {
        val waiting = ArrayDeque<AccessibilityNodeInfo>()
        val parents = ArrayDeque<Int>()
        waiting.addLast(root)
        parents.addLast(-1)
        val host = privacy.apps.isHost(root.packageName)
        while (waiting.isNotEmpty() && nodes.size < MOST_NODES) {
            val node = waiting.removeLast()
            val parent = parents.removeLast()
            if (host && privacy.apps.isShownBy(node)) continue
            val place = nodes.size
            writeNode(node, parent)
            for (i in node.childCount - 1 downTo 0) {
                waiting.addLast(node.getChild(i) ?: continue)
                parents.addLast(place)
            }
        }
    }

    private fun writeNode(node: AccessibilityNodeInfo, parent: Int) {
        val at = nodes.size * SAID
        if (at + SAID > said.size) said = said.copyOf(said.size * 2)
        said[at] = place(node.className.text())
        said[at + 1] = place(node.text.text())
        said[at + 2] = place(node.contentDescription.text())
        said[at + 3] = place(node.viewIdResourceName)
        node.getBoundsInScreen(bounds)
        if (nodes.isNotEmpty()) nodeRows.raw(",")
        nodeRows.row(
            parent, said[at], said[at + 1], said[at + 2], said[at + 3],
            bounds.left, bounds.top, bounds.right, bounds.bottom, flags(node),
        )
        nodes.add(node)
    }

    private fun writeWindow(
        id: Int,
        type: String,
        packageName: CharSequence?,
        title: CharSequence?,
        layer: Int,
        focused: Boolean,
        first: Int,
    ) {
        if (windows++ > 0) windowRows.raw(",")
        windowRows.row(
            id, place(type), place(packageName.text()), place(title.text()), layer, if (focused) 1 else 0,
            first, nodes.size - first,
        )
    }

    private fun place(text: String?): Int {
        if (text == null) return 0
        return places.getOrPut(text) {
            strings.add(text)
            strings.size - 1
        }
    }

    private fun CharSequence?.text(): String? = this?.toString()

    /** The bits of screen/tree.py. */
    private fun flags(node: AccessibilityNodeInfo): Int {
        var flags = 0
        if (node.isVisibleToUser) flags = flags or 1
        if (node.isClickable) flags = flags or 2
        if (node.isLongClickable) flags = flags or 4
        if (node.isFocusable) flags = flags or 8
        if (node.isScrollable) flags = flags or 16
        if (node.isEditable) flags = flags or 32
        if (node.isEnabled) flags = flags or 64
        if (node.isCheckable) flags = flags or 128
        if (node.isChecked) flags = flags or 256
        if (node.isSelected) flags = flags or 512
        if (node.isFocused) flags = flags or 1024
        if (node.isPassword) flags = flags or 2048
        if (node.isShowingHintText) flags = flags or 4096
        return if (privacy.passwords.isOne(node)) flags or 2048 else flags
    }

    private fun typeName(type: Int) = when (type) {
        AccessibilityWindowInfo.TYPE_APPLICATION -> "APPLICATION"
        AccessibilityWindowInfo.TYPE_INPUT_METHOD -> "INPUT_METHOD"
        AccessibilityWindowInfo.TYPE_ACCESSIBILITY_OVERLAY -> "ACCESSIBILITY_OVERLAY"
        AccessibilityWindowInfo.TYPE_SPLIT_SCREEN_DIVIDER -> "SPLIT_SCREEN_DIVIDER"
        AccessibilityWindowInfo.TYPE_MAGNIFICATION_OVERLAY -> "MAGNIFICATION_OVERLAY"
        else -> "SYSTEM"
    }

    private companion object {
        /** Strings kept a node: class, text, description, resource id. */
        const val SAID = 4

        /** As screen/tree.py has them. */
        val HIDDEN_PACKAGE = Foreground.PRIVATE.packageName
        const val HIDDEN_TITLE = "private app, hidden"
    }
}

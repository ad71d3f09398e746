package dev.handheld.phone

import android.graphics.Rect
import org.json.JSONArray
import org.json.JSONObject

/** A snapshot, read back as screen/tree.py documents it. */
class Seen(json: ByteArray) {
    class Window(
        val id: Int, val type: String?, val packageName: String?, val title: String?, val focused: Boolean, val nodes: List<Node>,
    )

    class Node(
        val index: Int, val parent: Int, val className: String?, val text: String?, val description: String?, val id: String?,
        val bounds: Rect, val flags: Int,
    ) {
        fun has(flag: Int) = flags and flag != 0
    }

    val raw = JSONObject(String(json))
    val snapshot = raw.getInt("snapshot")
    val degraded = raw.getBoolean("degraded")
    val strings = raw.getJSONArray("strings")
    val nodes = rows("nodes").mapIndexed { index, row ->
        val bounds = Rect(row.getInt(5), row.getInt(6), row.getInt(7), row.getInt(8))
        Node(index, row.getInt(0), text(row, 1), text(row, 2), text(row, 3), text(row, 4), bounds, row.getInt(9))
    }
    val windows = rows("windows").map { row ->
        val first = row.getInt(6)
        Window(
            row.getInt(0), text(row, 1), text(row, 2), text(row, 3), row.getInt(5) == 1,
            nodes.subList(first, first + row.getInt(7)),
        )
    }

    /** The only node with that text, description or resource id. */
    fun node(name: String) = nodes.single { it.text == name || it.description == name || it.id == name }

    fun has(text: String) = nodes.any { it.text == text }

    private fun rows(name: String) = raw.getJSONArray(name).let { rows -> (0 until rows.length()).map(rows::getJSONArray) }

    private fun text(row: JSONArray, column: Int): String? =
        row.getInt(column).let { if (strings.isNull(it)) null else strings.getString(it) }

    companion object {
        const val VISIBLE = 1
        const val CLICKABLE = 2
        const val LONG_CLICKABLE = 4
        const val FOCUSABLE = 8
        const val SCROLLABLE = 16
        const val EDITABLE = 32
        const val ENABLED = 64
        const val FOCUSED = 1024
        const val PASSWORD = 2048
    }
}

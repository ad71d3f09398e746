package dev.handheld.typing

import org.json.JSONObject

/** What a text field holds, and its selection in UTF-16 units. */
data class FieldText(val text: String, val selectionStart: Int, val selectionEnd: Int, val password: Boolean) {
    fun json(): String = JSONObject()
        .put("text", text)
        .put("selection_start", selectionStart)
        .put("selection_end", selectionEnd)
        .put("password", password)
        .toString()
}

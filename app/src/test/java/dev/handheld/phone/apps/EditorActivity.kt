package dev.handheld.phone.apps

import android.os.Bundle
import android.text.InputType
import android.view.inputmethod.EditorInfo
import android.widget.EditText
import android.widget.LinearLayout
import android.widget.TextView

/** A search field, a note of many lines, and a password. */
class EditorActivity : AppActivity() {
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val status = TextView(this).apply { id = android.R.id.text1 }
        val search = EditText(this).apply {
            id = android.R.id.text2
            hint = "Search"
            inputType = InputType.TYPE_CLASS_TEXT
            imeOptions = EditorInfo.IME_ACTION_SEARCH
            setOnEditorActionListener { view, action, _ ->
                status.text = if (action == EditorInfo.IME_ACTION_SEARCH) "Searched for ${view.text}" else "Action $action"
                true
            }
        }
        val note = EditText(this).apply {
            id = android.R.id.edit
            contentDescription = "Note"
            inputType = InputType.TYPE_CLASS_TEXT or InputType.TYPE_TEXT_FLAG_MULTI_LINE
            minLines = 3
        }
        val password = EditText(this).apply {
            id = android.R.id.input
            hint = "Password"
            inputType = InputType.TYPE_CLASS_TEXT or InputType.TYPE_TEXT_VARIATION_PASSWORD
        }
        setContentView(
            LinearLayout(this).apply {
                orientation = LinearLayout.VERTICAL
                isFocusableInTouchMode = true
                listOf(status, search, note, password).forEach(::addView)
            },
        )
    }
}

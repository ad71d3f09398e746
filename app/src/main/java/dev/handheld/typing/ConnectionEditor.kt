package dev.handheld.typing

import android.accessibilityservice.InputMethod.AccessibilityInputConnection
import android.annotation.TargetApi
import android.os.Build
import android.os.SystemClock
import android.view.KeyEvent
import android.view.inputmethod.EditorInfo
import dev.handheld.BridgeException
import dev.handheld.Passwords

/** Edits as a keyboard does, through the service's input connection (Android 13 and later). */
@TargetApi(Build.VERSION_CODES.TIRAMISU)
class ConnectionEditor(private val connection: AccessibilityInputConnection, private val info: EditorInfo) : Editor {
    override val packageName: CharSequence? get() = info.packageName

    override fun read(): FieldText {
        val around = connection.getSurroundingText(MOST_CHARS, MOST_CHARS, 0)
            ?: throw BridgeException("action_failed", "The text field does not answer: its input connection is lost")
        if (around.offset > 0) {
            throw BridgeException("unsupported", "The text field holds more than $MOST_CHARS characters")
        }
        return FieldText(around.text.toString(), around.selectionStart, around.selectionEnd, Passwords.isPassword(info.inputType))
    }

    override fun select(start: Int, end: Int) = connection.setSelection(start, end)

    override fun commit(text: String) = connection.commitText(text, 1, null)

    override fun enter() {
        val action = if (info.actionLabel != null) info.actionId else info.imeOptions and EditorInfo.IME_MASK_ACTION
        val newLine = info.imeOptions and EditorInfo.IME_FLAG_NO_ENTER_ACTION != 0
        if (!newLine && action > EditorInfo.IME_ACTION_NONE) {
            connection.performEditorAction(action)
            return
        }
        val now = SystemClock.uptimeMillis()
        connection.sendKeyEvent(KeyEvent(now, now, KeyEvent.ACTION_DOWN, KeyEvent.KEYCODE_ENTER, 0))
        connection.sendKeyEvent(KeyEvent(now, now, KeyEvent.ACTION_UP, KeyEvent.KEYCODE_ENTER, 0))
    }

    private companion object {
        /** Each way from the cursor: what fits well into one binder transaction. */
        const val MOST_CHARS = 100_000
    }
}

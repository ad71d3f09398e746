package dev.handheld.typing

import android.os.Build
import android.os.Bundle
import android.view.accessibility.AccessibilityNodeInfo
import dev.handheld.BridgeException
import dev.handheld.Passwords

/** Edits through the actions of the field's node: the way before Android 13. */
class NodeEditor(val node: AccessibilityNodeInfo, private val passwords: Passwords) : Editor {
    override val packageName: CharSequence? get() = node.packageName

    /** What we put into a password field: its node shows only dots. */
    private var secret: String? = null

    override fun read(): FieldText {
        if (!node.refresh()) throw failed("The text field is gone")
        val shown = if (node.isShowingHintText) "" else node.text?.toString() ?: ""
        val text = if (node.isPassword && secret?.length == shown.length) secret!! else shown
        val start = node.textSelectionStart
        val end = node.textSelectionEnd
        val hidden = passwords.isOne(node)
        if (start < 0 || end < 0) return FieldText(text, text.length, text.length, hidden)
        return FieldText(text, minOf(start, end), maxOf(start, end), hidden)
    }

    override fun select(start: Int, end: Int) {
        val arguments = Bundle()
        arguments.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_START_INT, start)
        arguments.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_END_INT, end)
        if (node.performAction(AccessibilityNodeInfo.ACTION_SET_SELECTION, arguments)) return
        // Android also says no where the selection is this one already.
        val now = read()
        if (now.selectionStart != start || now.selectionEnd != end) throw failed("The text field did not take the selection")
    }

    override fun commit(text: String) {
        val field = read()
        requireKnown(field)
        val after = field.text.replaceRange(field.selectionStart, field.selectionEnd, text)
        val arguments = Bundle()
        arguments.putCharSequence(AccessibilityNodeInfo.ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE, after)
        perform(AccessibilityNodeInfo.ACTION_SET_TEXT, arguments, "text")
        if (node.isPassword) secret = after
        // Setting the text leaves the cursor where the app likes.
        val cursor = field.selectionStart + text.length
        if (after.isNotEmpty()) select(cursor, cursor)
    }

    override fun enter() {
        when {
            // Android's own Enter is the key of the action, and puts no new line into a text.
            node.isMultiLine -> commit("\n")
            Build.VERSION.SDK_INT >= Build.VERSION_CODES.R ->
                perform(AccessibilityNodeInfo.AccessibilityAction.ACTION_IME_ENTER.id, Bundle(), "Enter key")
            else -> throw BridgeException("unsupported", "Pressing ENTER in this field needs Android 11 or later")
        }
    }

    /** The dots of a password that someone else typed must not be written back as if they were the password. */
    private fun requireKnown(field: FieldText) {
        val replacesAll = field.selectionStart == 0 && field.selectionEnd == field.text.length
        if (!node.isPassword || replacesAll || field.text == secret) return
        throw BridgeException("unsupported", "This password can only be cleared and typed anew before Android 13")
    }

    private fun perform(action: Int, arguments: Bundle, what: String) {
        if (!node.performAction(action, arguments)) throw failed("The text field did not take the $what")
    }

    private fun failed(message: String) = BridgeException("action_failed", message)
}

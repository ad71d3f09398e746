package dev.handheld.shims

import android.accessibilityservice.AccessibilityService
import android.icu.text.BreakIterator
import android.os.Build
import android.text.InputType
import android.view.accessibility.AccessibilityNodeInfo
import dev.handheld.BridgeException
import dev.handheld.MainThread
import dev.handheld.Privacy
import dev.handheld.typing.ConnectionEditor
import dev.handheld.typing.Editor
import dev.handheld.typing.FieldText
import dev.handheld.typing.NodeEditor

/** Typing into the field in focus. */
class TextInput(private val privacy: Privacy) {
    @Volatile private var last: NodeEditor? = null

    /** Clicks the node and waits until what we would type goes into it. */
    fun focus(service: AccessibilityService, node: AccessibilityNodeInfo): String {
        if (!node.isEditable) throw notReady("the element is not editable")
        if (!node.performAction(AccessibilityNodeInfo.ACTION_CLICK)) node.performAction(AccessibilityNodeInfo.ACTION_FOCUS)
        val ours = NodeEditor(node, privacy.passwords)
        last = ours
        val deadline = System.nanoTime() + LIMIT_MS * 1_000_000
        while (System.nanoTime() < deadline) {
            val field = ready(service, ours)
            if (field != null) return field.json()
            Thread.sleep(PAUSE_MS)
        }
        if (node.refresh() && node.isFocused) find(service)?.let { return allowed(it).read().json() }
        throw notReady("the element did not take the focus")
    }

    fun read(service: AccessibilityService): String = editor(service).read().json()

    fun select(service: AccessibilityService, start: Int, end: Int) = editor(service).select(start, end)

    fun commit(service: AccessibilityService, text: String) = editor(service).commit(text)

    fun press(service: AccessibilityService, key: String) {
        val editor = editor(service)
        when (key) {
            "ENTER" -> editor.enter()
            "DEL" -> deleteLast(editor)
            "TAB" -> append(editor, "\t")
            "SPACE" -> append(editor, " ")
            else -> throw BridgeException("invalid_arguments", "Unknown key: $key")
        }
    }

    private fun append(editor: Editor, text: String) {
        val end = editor.read().text.length
        editor.select(end, end)
        editor.commit(text)
    }

    private fun deleteLast(editor: Editor) {
        val text = editor.read().text
        if (text.isEmpty()) return
        val characters = BreakIterator.getCharacterInstance().apply { setText(text) }
        editor.select(characters.preceding(text.length), text.length)
        editor.commit("")
    }

    /** The field, once it has the focus and the connection is its own and not still that of the field before. */
    private fun ready(service: AccessibilityService, ours: NodeEditor): FieldText? {
        if (!ours.node.refresh() || !ours.node.isFocused) return null
        val shown = ours.read()
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU) return shown
        val field = connection(service)?.takeUnless { privacy.apps.isPrivate(it.packageName) }?.read() ?: return null
        val same = if (ours.node.isPassword) field.text.length == shown.text.length else field.text == shown.text
        return field.takeIf { same }
    }

    private fun notReady(why: String) = BridgeException("action_failed", "Input connection not ready: $why")

    private fun editor(service: AccessibilityService) = find(service)?.let(::allowed)
        ?: throw BridgeException("element_not_found", "No focused element found: click a text field first")

    /** The field in focus may be another than a moment ago, and of another app. */
    private fun allowed(editor: Editor) = editor.also { privacy.require(it.packageName, "Typing was") }

    private fun find(service: AccessibilityService): Editor? = connection(service) ?: focusedNode(service)

    private fun connection(service: AccessibilityService): Editor? {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU) return null
        return MainThread.run {
            val input = service.inputMethod?.takeIf { it.currentInputStarted }
            val info = input?.currentInputEditorInfo?.takeIf { it.inputType != InputType.TYPE_NULL }
            input?.currentInputConnection?.let { connection -> info?.let { ConnectionEditor(connection, it) } }
        }
    }

    private fun focusedNode(service: AccessibilityService): Editor? {
        last?.takeIf { it.node.refresh() && it.node.isFocused }?.let { return it }
        val node = service.findFocus(AccessibilityNodeInfo.FOCUS_INPUT)?.takeIf { it.isEditable } ?: return null
        return NodeEditor(node, privacy.passwords).also { last = it }
    }

    private companion object {
        const val LIMIT_MS = 3_000L
        const val PAUSE_MS = 25L
    }
}

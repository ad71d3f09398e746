package dev.handheld

import android.text.InputType
import android.view.accessibility.AccessibilityNodeInfo

/**
 * Which fields hold a password. A field that shows its password in the clear is none for Android any more, but its input type may
 * still say so, and where that does not, it is remembered: once a password field, always one.
 */
class Passwords {
    private val known = LinkedHashSet<AccessibilityNodeInfo>()

    fun isOne(node: AccessibilityNodeInfo): Boolean {
        if (!node.isPassword && !node.isEditable) return false
        val now = node.isPassword || isPassword(node.inputType)
        return synchronized(known) {
            if (now) remember(node)
            now || node in known
        }
    }

    /** Nodes are equal where they stand for the same view of the same window, whatever it shows. */
    private fun remember(node: AccessibilityNodeInfo) {
        known.remove(node)
        known.add(node)
        if (known.size > MOST) known.remove(known.first())
    }

    companion object {
        private const val MOST = 100
        private const val KIND = InputType.TYPE_MASK_CLASS or InputType.TYPE_MASK_VARIATION
        private val KINDS = setOf(
            InputType.TYPE_CLASS_TEXT or InputType.TYPE_TEXT_VARIATION_PASSWORD,
            InputType.TYPE_CLASS_TEXT or InputType.TYPE_TEXT_VARIATION_WEB_PASSWORD,
            InputType.TYPE_CLASS_TEXT or InputType.TYPE_TEXT_VARIATION_VISIBLE_PASSWORD,
            InputType.TYPE_CLASS_NUMBER or InputType.TYPE_NUMBER_VARIATION_PASSWORD,
        )

        fun isPassword(inputType: Int) = inputType and KIND in KINDS
    }
}

package dev.handheld.phone.shadows

import android.view.KeyEvent
import android.view.inputmethod.SurroundingText
import android.view.inputmethod.TextAttribute
import dev.handheld.phone.Phone
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements

/** The way from a service's input connection to the input connection of the field in focus. */
@Implements(
    className = "com.android.internal.inputmethod.RemoteAccessibilityInputConnection",
    minSdk = 33,
    isInAndroidSdk = false,
)
class FieldConnection {
    @Implementation
    fun commitText(text: CharSequence, newCursorPosition: Int, attribute: TextAttribute?) {
        Phone.current.field { it.commitText(text, newCursorPosition) }
    }

    @Implementation
    fun getSurroundingText(before: Int, after: Int, flags: Int): SurroundingText? =
        Phone.current.field { it.getSurroundingText(before, after, flags) }

    @Implementation
    fun setSelection(start: Int, end: Int) {
        Phone.current.field { it.setSelection(start, end) }
    }

    @Implementation
    fun performEditorAction(action: Int) {
        Phone.current.field { it.performEditorAction(action) }
    }

    @Implementation
    fun sendKeyEvent(event: KeyEvent) {
        Phone.current.key(event)
    }

    @Implementation
    fun deleteSurroundingText(before: Int, after: Int) {
        Phone.current.field { it.deleteSurroundingText(before, after) }
    }
}

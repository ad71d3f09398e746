package dev.handheld.phone

import android.accessibilityservice.AccessibilityService
import android.os.Build
import android.view.View
import android.view.inputmethod.EditorInfo
import android.view.inputmethod.InputConnection
import org.robolectric.Shadows.shadowOf
import org.robolectric.util.ReflectionHelpers

/** The input method manager: whoever has the focus and takes text gives the service its input connection. */
class Keyboard {
    var connection: InputConnection? = null
        private set

    private var field: View? = null

    fun follow(focused: View?, service: AccessibilityService?) {
        val now = focused?.takeIf { it.onCheckIsTextEditor() }
        if (now === field || service == null) return
        field = now
        connection = null
        if (now == null) return finish(service)
        val info = EditorInfo()
        info.packageName = now.context.packageName
        connection = now.onCreateInputConnection(info)
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) shadowOf(service).startInput(info)
    }

    private fun finish(service: AccessibilityService) {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU) return
        service.inputMethod?.let { ReflectionHelpers.callInstanceMethod<Unit>(it, "doFinishInput") }
    }
}

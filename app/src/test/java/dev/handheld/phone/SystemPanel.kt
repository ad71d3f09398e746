package dev.handheld.phone

import android.accessibilityservice.AccessibilityService
import android.content.Context
import android.view.KeyEvent
import android.view.WindowManager
import android.widget.Button
import dev.handheld.systemService

/** The notification shade and its like: a window of the system above all apps, which the back key closes. */
class SystemPanel(private val context: Context) {
    fun toggle(globalAction: Int) {
        val manager = context.systemService<WindowManager>()
        val panel = Button(context)
        panel.text = TITLES[globalAction] ?: return
        panel.isFocusableInTouchMode = true
        panel.setOnKeyListener { _, key, event ->
            if (key == KeyEvent.KEYCODE_BACK && event.action == KeyEvent.ACTION_UP) manager.removeViewImmediate(panel)
            key == KeyEvent.KEYCODE_BACK
        }
        val place = WindowManager.LayoutParams(
            WindowManager.LayoutParams.MATCH_PARENT, PANEL_PX, WindowManager.LayoutParams.TYPE_APPLICATION_OVERLAY, 0, 0,
        )
        place.gravity = android.view.Gravity.TOP
        place.title = panel.text
        manager.addView(panel, place)
        panel.requestFocus()
    }

    private companion object {
        const val PANEL_PX = 600
        val TITLES = mapOf(
            AccessibilityService.GLOBAL_ACTION_NOTIFICATIONS to "Notifications",
            AccessibilityService.GLOBAL_ACTION_QUICK_SETTINGS to "Quick settings",
            AccessibilityService.GLOBAL_ACTION_RECENTS to "Recent apps",
        )
    }
}

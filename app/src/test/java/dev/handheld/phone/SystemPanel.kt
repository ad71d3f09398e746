package dev.handheld.phone

import android.accessibilityservice.AccessibilityService
import android.content.Context
import android.content.ContextWrapper
import android.view.Gravity
import android.view.KeyEvent
import android.view.View
import android.view.WindowManager
import android.view.accessibility.AccessibilityNodeInfo
import android.widget.Button
import android.widget.LinearLayout
import android.widget.TextView
import dev.handheld.systemService

/** The notification shade and its like: a window of the system above all apps, which the back key closes. */
class SystemPanel(application: Context, private val notifications: List<Notification>) {
    class Notification(val app: String, val text: String)

    private val context = object : ContextWrapper(application) {
        override fun getPackageName() = "com.android.systemui"
    }

    fun toggle(globalAction: Int) {
        val manager = context.systemService<WindowManager>()
        val title = Button(context)
        title.text = TITLES[globalAction] ?: return
        title.isFocusableInTouchMode = true
        val panel = LinearLayout(context).apply { orientation = LinearLayout.VERTICAL }
        panel.addView(title)
        notifications.forEach { panel.addView(row(it)) }
        title.setOnKeyListener { _, key, event ->
            if (key == KeyEvent.KEYCODE_BACK && event.action == KeyEvent.ACTION_UP) manager.removeViewImmediate(panel)
            key == KeyEvent.KEYCODE_BACK
        }
        val place = WindowManager.LayoutParams(
            WindowManager.LayoutParams.MATCH_PARENT, PANEL_PX, WindowManager.LayoutParams.TYPE_APPLICATION_OVERLAY, 0, 0,
        )
        place.gravity = Gravity.TOP
        place.title = title.text
        manager.addView(panel, place)
        title.requestFocus()
    }

    /** Only its header says whose it is. */
    private fun row(notification: Notification) = LinearLayout(context).apply {
        addView(LinearLayout(context).apply { addView(TextView(context).apply { text = notification.app }) })
        addView(TextView(context).apply { text = notification.text })
        accessibilityDelegate = object : View.AccessibilityDelegate() {
            override fun onInitializeAccessibilityNodeInfo(host: View, info: AccessibilityNodeInfo) {
                super.onInitializeAccessibilityNodeInfo(host, info)
                info.viewIdResourceName = "com.android.systemui:id/expandableNotificationRow"
            }
        }
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

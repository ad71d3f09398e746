package dev.handheld.shims

import android.accessibilityservice.AccessibilityService
import android.graphics.PixelFormat
import android.os.SystemClock
import android.view.MotionEvent
import android.view.View
import android.view.WindowManager
import android.view.WindowManager.LayoutParams
import dev.handheld.MainThread
import dev.handheld.systemService
import java.util.concurrent.atomic.AtomicInteger

/**
 * Tells when someone touches the screen. Android shows a service no touches but while TalkBack runs; a window that watches what
 * happens outside of it, however small, hears of each finger that comes down anywhere, though not where.
 */
class Touches(private val service: AccessibilityService, private val touched: () -> Unit) {
    private val windows = service.systemService<WindowManager>()
    private val ours = AtomicInteger()

    @Volatile private var oursEnded = 0L
    private var watcher: View? = null

    fun watch(on: Boolean) = MainThread.run {
        if (on == (watcher != null)) return@run
        watcher?.let(windows::removeViewImmediate)
        watcher = if (on) View(service).also { it.setOnTouchListener { _, event -> hear(event) } } else null
        watcher?.let { windows.addView(it, nowhere()) }
    }

    /** Gestures of ours are touches too. */
    fun <T> during(gesture: () -> T): T {
        ours.incrementAndGet()
        try {
            return gesture()
        } finally {
            oursEnded = SystemClock.uptimeMillis()
            ours.decrementAndGet()
        }
    }

    /** A finger on the screen ends a gesture of ours, which hides that finger's touch from us. */
    fun gestureEnded() {
        if (watcher != null) touched()
    }

    private fun hear(event: MotionEvent): Boolean {
        if (ours.get() == 0 && event.eventTime > oursEnded) touched()
        return false
    }

    private fun nowhere() = LayoutParams(
        1,
        1,
        LayoutParams.TYPE_ACCESSIBILITY_OVERLAY,
        LayoutParams.FLAG_NOT_FOCUSABLE or LayoutParams.FLAG_NOT_TOUCHABLE or LayoutParams.FLAG_NOT_TOUCH_MODAL or
            LayoutParams.FLAG_WATCH_OUTSIDE_TOUCH,
        PixelFormat.TRANSLUCENT,
    )
}

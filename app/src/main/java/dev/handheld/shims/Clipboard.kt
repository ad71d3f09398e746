package dev.handheld.shims

import android.accessibilityservice.AccessibilityService
import android.content.ClipData
import android.content.ClipboardManager
import android.content.Context
import android.graphics.PixelFormat
import android.os.Build
import android.view.View
import android.view.WindowManager
import dev.handheld.BridgeException
import dev.handheld.MainThread
import dev.handheld.systemService
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit

/** The clipboard. What Android denies, or an app marked as sensitive, is an error, never an empty text. */
class Clipboard {
    fun write(context: Context, text: String) = guarded {
        clipboard(context).setPrimaryClip(ClipData.newPlainText(null, text))
    }

    /**
     * Since Android 10 only the window in focus may read, and everyone else sees an empty clipboard. So where it looks
     * empty, a window of one pixel takes the focus for a moment and looks again.
     */
    fun read(service: AccessibilityService): String? = guarded {
        textOf(service)?.let { return@guarded it }
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.Q) return@guarded null
        inFocus(service) { textOf(service) }
    }

    private fun textOf(context: Context): String? {
        val clip = clipboard(context).primaryClip ?: return null
        if (clip.description.extras?.getBoolean(SENSITIVE) == true) {
            throw BridgeException("permission_denied", "Clipboard access denied: the app that filled it marked it as sensitive")
        }
        return if (clip.itemCount == 0) null else clip.getItemAt(0).coerceToText(context).toString()
    }

    private fun inFocus(service: AccessibilityService, look: () -> String?): String? {
        val focused = CountDownLatch(1)
        val windows = service.systemService<WindowManager>()
        val window = MainThread.run { FocusedPixel(service, focused).also { windows.addView(it, pixel()) } }
        try {
            if (focused.await(FOCUS_LIMIT_MS, TimeUnit.MILLISECONDS)) return look()
        } finally {
            MainThread.run { windows.removeViewImmediate(window) }
        }
        throw BridgeException("permission_denied", "Clipboard access denied: Android lets only the app in focus read it")
    }

    private class FocusedPixel(context: Context, private val focused: CountDownLatch) : View(context) {
        override fun onWindowFocusChanged(hasWindowFocus: Boolean) {
            if (hasWindowFocus) focused.countDown()
        }
    }

    private fun pixel() = WindowManager.LayoutParams(
        1,
        1,
        WindowManager.LayoutParams.TYPE_ACCESSIBILITY_OVERLAY,
        WindowManager.LayoutParams.FLAG_NOT_TOUCH_MODAL or WindowManager.LayoutParams.FLAG_ALT_FOCUSABLE_IM,
        PixelFormat.TRANSLUCENT,
    )

    /** Before Android 9 it can only be had on a thread with a looper. */
    private fun clipboard(context: Context) = MainThread.run { context.systemService<ClipboardManager>() }

    private inline fun <T> guarded(block: () -> T): T = try {
        block()
    } catch (e: SecurityException) {
        throw BridgeException("permission_denied", "Clipboard access denied: ${e.message}")
    }

    private companion object {
        const val FOCUS_LIMIT_MS = 5_000L

        /** ClipDescription.EXTRA_IS_SENSITIVE, which password managers put long before Android 13 gave it a name. */
        const val SENSITIVE = "android.content.extra.IS_SENSITIVE"
    }
}

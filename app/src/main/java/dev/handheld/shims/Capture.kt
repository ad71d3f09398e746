package dev.handheld.shims

import android.accessibilityservice.AccessibilityService
import android.accessibilityservice.AccessibilityService.ScreenshotResult
import android.accessibilityservice.AccessibilityService.TakeScreenshotCallback
import android.graphics.Bitmap
import android.os.Build
import android.view.Display
import dev.handheld.BridgeException
import dev.handheld.ControlService
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor

/** The screen's pixels, through the accessibility service (Android 11 and later). */
class Capture {
    private val direct = Executor { it.run() }

    /** A picture that can be drawn on. */
    fun of(service: ControlService): Bitmap {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.R) {
            throw BridgeException("permission_denied", "Screen capture not available: it needs Android 11 or later")
        }
        repeat(TRIES) {
            val shot = take(service)
            if (shot.bitmap != null) return shot.bitmap
            if (shot.error != AccessibilityService.ERROR_TAKE_SCREENSHOT_INTERVAL_TIME_SHORT) throw failure(shot.error)
            // Android takes only a few pictures a second; the next one is due soon.
            Thread.sleep(PAUSE_MS)
        }
        throw BridgeException("action_failed", "Screenshot capture failed: Android refuses more pictures for now")
    }

    private class Shot(val bitmap: Bitmap?, val error: Int)

    private fun take(service: ControlService): Shot {
        val answer = CompletableFuture<Shot>()
        val callback = object : TakeScreenshotCallback {
            override fun onSuccess(screenshot: ScreenshotResult) {
                try {
                    answer.complete(Shot(software(screenshot), 0))
                } catch (e: RuntimeException) {
                    answer.completeExceptionally(e)
                }
            }

            override fun onFailure(errorCode: Int) {
                answer.complete(Shot(null, errorCode))
            }
        }
        service.takeScreenshot(Display.DEFAULT_DISPLAY, direct, callback)
        return service.await(answer, LIMIT_MS, "Android gave no picture")
    }

    /** A Canvas cannot draw on a bitmap that lives in graphics memory. */
    private fun software(screenshot: ScreenshotResult): Bitmap = screenshot.hardwareBuffer.use { buffer ->
        val picture = Bitmap.wrapHardwareBuffer(buffer, screenshot.colorSpace)
            ?: throw BridgeException("action_failed", "Screenshot capture failed: the picture cannot be read")
        picture.copy(Bitmap.Config.ARGB_8888, true).also { picture.recycle() }
    }

    private fun failure(error: Int) = when (error) {
        AccessibilityService.ERROR_TAKE_SCREENSHOT_NO_ACCESSIBILITY_ACCESS ->
            BridgeException("permission_denied", "Screen capture not available: Android does not allow this service to")
        AccessibilityService.ERROR_TAKE_SCREENSHOT_SECURE_WINDOW ->
            BridgeException("permission_denied", "Screen capture not available: the app in front forbids it")
        else -> BridgeException("action_failed", "Screenshot capture failed (code $error)")
    }

    private companion object {
        const val LIMIT_MS = 5_000L
        const val TRIES = 5
        const val PAUSE_MS = 350L
    }
}

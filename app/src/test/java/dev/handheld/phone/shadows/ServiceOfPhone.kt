package dev.handheld.phone.shadows

import android.accessibilityservice.AccessibilityService
import android.accessibilityservice.AccessibilityService.GestureResultCallback
import android.accessibilityservice.AccessibilityService.ScreenshotResult
import android.accessibilityservice.AccessibilityService.TakeScreenshotCallback
import android.accessibilityservice.GestureDescription
import android.graphics.ColorSpace
import android.hardware.HardwareBuffer
import android.os.Handler
import android.view.accessibility.AccessibilityNodeInfo
import android.view.accessibility.AccessibilityWindowInfo
import dev.handheld.phone.Phone
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements
import org.robolectric.shadows.ShadowAccessibilityService
import org.robolectric.util.ReflectionHelpers
import org.robolectric.util.ReflectionHelpers.ClassParameter.from
import java.util.concurrent.Executor

/** An accessibility service that is bound to the [Phone] of the test. */
@Implements(AccessibilityService::class)
class ServiceOfPhone : ShadowAccessibilityService() {
    @Implementation
    override fun getWindows(): List<AccessibilityWindowInfo> = Phone.current.lookAtWindows()

    @Implementation
    override fun getRootInActiveWindow(): AccessibilityNodeInfo? = Phone.current.allWindows().find { it.isActive }?.root

    @Implementation
    fun findFocus(focus: Int): AccessibilityNodeInfo? =
        Phone.current.allWindows().firstNotNullOfOrNull { it.root?.findFocus(focus) }

    @Implementation
    override fun dispatchGesture(gesture: GestureDescription, callback: GestureResultCallback?, handler: Handler?): Boolean {
        if (!super.dispatchGesture(gesture, callback, handler)) return false
        Phone.current.touch(gesture) { completed ->
            if (completed) callback?.onCompleted(gesture) else callback?.onCancelled(gesture)
        }
        return true
    }

    @Implementation
    override fun performGlobalAction(action: Int): Boolean = super.performGlobalAction(action) && Phone.current.press(action)

    @Implementation(minSdk = 30)
    override fun takeScreenshot(displayId: Int, executor: Executor, callback: TakeScreenshotCallback) {
        Phone.current.insteadOfAnswers?.let { return Phone.current.onMain(it) }
        val error = Phone.current.captureError
        if (error != null) return executor.execute { callback.onFailure(error) }
        val buffer = PictureBuffers.hold(Phone.current.draw())
        val result = ReflectionHelpers.callConstructor(
            ScreenshotResult::class.java,
            from(HardwareBuffer::class.java, buffer),
            from(ColorSpace::class.java, ColorSpace.get(ColorSpace.Named.SRGB)),
            from(Long::class.java, 0L),
        )
        executor.execute { callback.onSuccess(result) }
    }
}

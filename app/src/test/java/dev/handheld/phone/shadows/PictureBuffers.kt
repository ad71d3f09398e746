package dev.handheld.phone.shadows

import android.graphics.Bitmap
import android.graphics.ColorSpace
import android.hardware.HardwareBuffer
import android.hardware.HardwareBuffer.USAGE_GPU_SAMPLED_IMAGE
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements
import org.robolectric.shadows.ShadowNativeBitmap
import java.util.Collections
import java.util.WeakHashMap

/** Graphics memory: a buffer holds a picture until someone makes a bitmap of it. */
@Implements(value = Bitmap::class, minSdk = 26, callNativeMethodsByDefault = true)
class PictureBuffers : ShadowNativeBitmap() {
    companion object {
        private val pictures = Collections.synchronizedMap(WeakHashMap<HardwareBuffer, Bitmap>())

        fun hold(picture: Bitmap): HardwareBuffer =
            HardwareBuffer.create(picture.width, picture.height, HardwareBuffer.RGBA_8888, 1, USAGE_GPU_SAMPLED_IMAGE)
                .also { pictures[it] = picture }

        @JvmStatic
        @Implementation(minSdk = 29)
        fun wrapHardwareBuffer(buffer: HardwareBuffer, colors: ColorSpace?): Bitmap? = pictures[buffer]
    }
}

package dev.handheld.shims

import android.content.Context
import android.hardware.display.DisplayManager
import android.util.DisplayMetrics
import android.view.Display
import dev.handheld.ScreenSize
import dev.handheld.systemService
import org.json.JSONObject

/** Size, density and orientation of the screen. */
class Screen(context: Context) {
    private val displays = context.systemService<DisplayManager>()

    @Suppress("DEPRECATION") // its replacement wants a window, and a server has none
    fun size(): ScreenSize {
        val metrics = DisplayMetrics()
        displays.getDisplay(Display.DEFAULT_DISPLAY).getRealMetrics(metrics)
        return ScreenSize(metrics.widthPixels, metrics.heightPixels, metrics.densityDpi)
    }

    fun json(): String {
        val size = size()
        return JSONObject()
            .put("width", size.width)
            .put("height", size.height)
            .put("density", size.density)
            .put("orientation", size.orientation)
            .toString()
    }
}

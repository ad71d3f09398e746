package dev.handheld.shims

import android.accessibilityservice.AccessibilityService
import android.graphics.Bitmap
import android.graphics.BitmapFactory
import android.graphics.Color
import android.graphics.Rect
import android.os.Build
import android.view.View
import dev.handheld.phone.OnPhone
import org.json.JSONArray
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Assume.assumeTrue
import org.junit.Test

class ScreenshotsTest : OnPhone() {
    private fun shoot(maxSide: Int, vararg boxes: List<Any>): Bitmap {
        assumeTrue(Build.VERSION.SDK_INT >= Build.VERSION_CODES.R)
        val jpeg = phone.ask { bridge.screenshot(maxSide, 90, JSONArray(boxes.map { JSONArray(it) }).toString()) }
        return BitmapFactory.decodeByteArray(jpeg, 0, jpeg.size)
    }

    private fun paint(color: Int) {
        phone.front!!.setContentView(View(phone.front).apply { setBackgroundColor(color) })
        phone.settle()
    }

    /** A thin red line is darker in a JPEG, which has less of colours than of brightness. */
    private fun Bitmap.isRed(x: Int, y: Int) =
        getPixel(x, y).let { Color.red(it) > 130 && Color.green(it) < 120 && Color.blue(it) < 120 }

    private fun Bitmap.redAlong(xs: IntProgression, ys: IntProgression) = xs.sumOf { x -> ys.count { y -> isRed(x, y) } }

    @Test
    fun `a picture shows what is on the screen`() {
        paint(Color.rgb(0, 128, 255))
        val picture = shoot(0)
        assertEquals(720 to 1600, picture.width to picture.height)
        val pixel = picture.getPixel(360, 800)
        assertTrue("%x".format(pixel), Color.red(pixel) < 20 && Color.green(pixel) in 118..138 && Color.blue(pixel) > 240)
    }

    @Test
    fun `neither side is longer than asked for`() {
        val picture = shoot(700)
        assertEquals(315 to 700, picture.width to picture.height)
    }

    @Test
    fun `a small screen is not blown up`() {
        assertEquals(1600, shoot(5000).height)
    }

    @Test
    fun `a box is two pixels of red dashes around its element`() {
        paint(Color.WHITE)
        val picture = shoot(0, listOf(100, 400, 500, 900, "a3f2"))
        val dashes = picture.redAlong(100..500, 900..900) + picture.redAlong(500..500, 450..900)
        assertTrue("$dashes of 850", dashes in 400..700)
        assertEquals(0, picture.redAlong(110..490 step 10, 500..890 step 10))
        assertEquals(0, picture.redAlong(95..505, 905..905) + picture.redAlong(505..505, 395..905))
    }

    @Test
    fun `a label is a red pill with white letters at the corner`() {
        paint(Color.WHITE)
        val picture = shoot(0, listOf(100, 400, 500, 900, "a3f2"))
        assertTrue(picture.redAlong(106..120, 402..414) > 60)
        assertFalse(picture.isRed(200, 410))
    }

    @Test
    fun `boxes shrink with the picture`() {
        paint(Color.WHITE)
        val picture = shoot(800, listOf(100, 400, 500, 900, ""))
        assertEquals(360 to 800, picture.width to picture.height)
        assertTrue(picture.redAlong(60..240, 450..450) > 60)
        assertTrue(picture.redAlong(250..250, 210..440) > 80)
    }

    @Test
    fun `a label stays on the picture`() {
        paint(Color.WHITE)
        val picture = shoot(0, listOf(700, -20, 900, 60, "b1c4"))
        assertTrue(Rect(0, 0, 720, 20).let { top -> picture.redAlong(680..719, top.top until top.bottom) } > 60)
    }

    @Test
    fun `before Android 11 there are no pictures`() {
        assumeTrue(Build.VERSION.SDK_INT < Build.VERSION_CODES.R)
        val message = refused("permission_denied") { bridge.screenshot(0, 80, "[]") }
        assertEquals("Screen capture not available: it needs Android 11 or later", message)
    }

    @Test
    fun `what Android forbids is told as such`() {
        assumeTrue(Build.VERSION.SDK_INT >= Build.VERSION_CODES.R)
        phone.captureError = AccessibilityService.ERROR_TAKE_SCREENSHOT_SECURE_WINDOW
        assertTrue("forbids" in refused("permission_denied") { bridge.screenshot(0, 80, "[]") })
        phone.captureError = AccessibilityService.ERROR_TAKE_SCREENSHOT_NO_ACCESSIBILITY_ACCESS
        refused("permission_denied") { bridge.screenshot(0, 80, "[]") }
        phone.captureError = AccessibilityService.ERROR_TAKE_SCREENSHOT_INTERNAL_ERROR
        refused("action_failed") { bridge.screenshot(0, 80, "[]") }
    }

    @Test
    fun `a picture that comes too soon is taken again`() {
        assumeTrue(Build.VERSION.SDK_INT >= Build.VERSION_CODES.R)
        phone.refusePictures(2, AccessibilityService.ERROR_TAKE_SCREENSHOT_INTERVAL_TIME_SHORT)
        assertTrue(phone.ask { bridge.screenshot(0, 80, "[]") }.isNotEmpty())
    }
}

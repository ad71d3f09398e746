package dev.handheld.shims

import android.graphics.Bitmap
import android.graphics.Canvas
import android.graphics.Color
import android.graphics.DashPathEffect
import android.graphics.Paint
import android.graphics.Rect
import android.graphics.RectF
import android.graphics.Typeface
import org.json.JSONArray
import java.io.ByteArrayOutputStream
import kotlin.math.roundToInt

/** Scales a picture of the screen, draws the boxes of the elements on it, and makes a JPEG of it. */
class Screenshots {
    private val outline = Paint().apply {
        style = Paint.Style.STROKE
        strokeWidth = OUTLINE_PX
        color = Color.RED
        pathEffect = DashPathEffect(floatArrayOf(6f, 4f), 0f)
    }
    private val cover = Paint().apply { color = Color.BLACK }
    private val pill = Paint(Paint.ANTI_ALIAS_FLAG).apply { color = Color.argb(180, 255, 0, 0) }
    private val lettering = Paint(Paint.ANTI_ALIAS_FLAG).apply {
        color = Color.WHITE
        textSize = LABEL_PX
        typeface = Typeface.DEFAULT_BOLD
    }

    /** [boxes] is `[[left, top, right, bottom, label], …]` in pixels of the unscaled picture; nothing of [covered] is seen. */
    fun jpeg(screen: Bitmap, covered: List<Rect>, maxSide: Int, quality: Int, boxes: String): ByteArray {
        val whole = Canvas(screen)
        covered.forEach { whole.drawRect(it, cover) }
        val picture = scaled(screen, maxSide)
        draw(Canvas(picture), JSONArray(boxes), picture.width.toFloat() / screen.width)
        val out = ByteArrayOutputStream()
        picture.compress(Bitmap.CompressFormat.JPEG, quality, out)
        return out.toByteArray()
    }

    private fun scaled(screen: Bitmap, maxSide: Int): Bitmap {
        val longest = maxOf(screen.width, screen.height)
        if (maxSide == 0 || longest <= maxSide) return screen
        val width = (screen.width.toFloat() * maxSide / longest).roundToInt().coerceAtLeast(1)
        val height = (screen.height.toFloat() * maxSide / longest).roundToInt().coerceAtLeast(1)
        var picture = screen
        // By halves: one big step would skip pixels, and with them the strokes of small letters.
        while (picture.width >= width * 2 && picture.height >= height * 2) {
            picture = Bitmap.createScaledBitmap(picture, picture.width / 2, picture.height / 2, true)
        }
        return Bitmap.createScaledBitmap(picture, width, height, true)
    }

    private fun draw(canvas: Canvas, boxes: JSONArray, scale: Float) {
        for (i in 0 until boxes.length()) {
            val box = boxes.getJSONArray(i)
            val side = { at: Int -> box.getInt(at) * scale }
            val rectangle = RectF(side(0), side(1), side(2), side(3))
            canvas.drawRect(rectangle, outline)
            label(canvas, box.getString(4), rectangle)
        }
    }

    private fun label(canvas: Canvas, text: String, box: RectF) {
        val width = lettering.measureText(text) + 2 * PADDING_PX
        val height = lettering.fontSpacing + 2
        val left = box.left.coerceIn(0f, maxOf(0f, canvas.width - width))
        val top = box.top.coerceIn(0f, maxOf(0f, canvas.height - height))
        canvas.drawRoundRect(left, top, left + width, top + height, height / 2, height / 2, pill)
        canvas.drawText(text, left + PADDING_PX, top + 1 - lettering.fontMetrics.ascent, lettering)
    }

    private companion object {
        const val OUTLINE_PX = 2f
        const val LABEL_PX = 11f
        const val PADDING_PX = 4f
    }
}

package dev.handheld.phone

import android.accessibilityservice.GestureDescription
import android.accessibilityservice.GestureDescription.StrokeDescription
import android.graphics.Path
import android.graphics.PathMeasure
import android.os.Handler
import android.os.Looper
import android.os.SystemClock
import android.view.InputDevice
import android.view.MotionEvent
import android.view.MotionEvent.PointerCoords
import android.view.MotionEvent.PointerProperties
import android.view.View
import org.robolectric.util.ReflectionHelpers

/** Turns dispatched gestures into the MotionEvents a touch screen would make, for the window under the first finger. */
class Touch(private val windowAt: (x: Float, y: Float) -> View?, private val watchers: () -> List<View>) {
    private class Finger(val pointer: Int, var x: Float, var y: Float)

    private val handler = Handler(Looper.getMainLooper())
    private val fingers = LinkedHashMap<Int, Finger>()
    private var window: View? = null
    private var downTime = 0L

    fun perform(gesture: GestureDescription, whenDone: () -> Unit) {
        val strokes = (0 until gesture.strokeCount).map(gesture::getStroke)
        val length = strokes.maxOf { it.startTime + it.duration }
        val times = (0 until length step SAMPLE_MS) + strokes.map { it.startTime } + strokes.map { it.startTime + it.duration }
        for (time in times.distinct().sorted()) handler.postDelayed({ at(time, strokes) }, time)
        handler.postDelayed(whenDone, length)
    }

    private fun at(time: Long, strokes: List<StrokeDescription>) {
        strokes.filter { it.startTime == time }.forEach(::begin)
        val touching = strokes.filter { it.startTime <= time && time <= it.startTime + it.duration }
        if (touching.count { moved(it, time) } > 0) send(MotionEvent.ACTION_MOVE)
        touching.filter { it.startTime + it.duration == time && !it.willContinue() }.forEach(::lift)
    }

    private fun begin(stroke: StrokeDescription) {
        val continued: Int = ReflectionHelpers.callInstanceMethod(stroke, "getContinuedStrokeId")
        val before = fingers.remove(continued)
        if (before != null) {
            fingers[id(stroke)] = before
            return
        }
        val (x, y) = place(stroke, 0f)
        val pointer = (0..fingers.size).first { free -> fingers.values.none { it.pointer == free } }
        fingers[id(stroke)] = Finger(pointer, x, y)
        if (fingers.size > 1) return send(MotionEvent.ACTION_POINTER_DOWN, pointer)
        window = windowAt(x, y)
        downTime = SystemClock.uptimeMillis()
        val outside = MotionEvent.obtain(downTime, downTime, MotionEvent.ACTION_OUTSIDE, 0f, 0f, 0)
        watchers().forEach { it.dispatchTouchEvent(outside) }
        send(MotionEvent.ACTION_DOWN)
    }

    private fun moved(stroke: StrokeDescription, time: Long): Boolean {
        val finger = fingers[id(stroke)] ?: return false
        val (x, y) = place(stroke, (time - stroke.startTime).toFloat() / stroke.duration)
        if (x == finger.x && y == finger.y) return false
        finger.x = x
        finger.y = y
        return true
    }

    private fun lift(stroke: StrokeDescription) {
        val finger = fingers[id(stroke)] ?: return
        if (fingers.size > 1) send(MotionEvent.ACTION_POINTER_UP, finger.pointer) else send(MotionEvent.ACTION_UP)
        fingers.remove(id(stroke))
    }

    private fun place(stroke: StrokeDescription, part: Float): Pair<Float, Float> {
        val place = FloatArray(2)
        val path = PathMeasure(stroke.path, false)
        if (path.length > 0) {
            path.getPosTan(path.length * part, place, null)
        } else {
            // A press has no length, and only a line has a beginning that can be asked for.
            PathMeasure(Path(stroke.path).apply { lineTo(-1f, 0f) }, false).getPosTan(0f, place, null)
        }
        return place[0] to place[1]
    }

    private fun send(action: Int, pointer: Int? = null) {
        val target = window ?: return
        val all = fingers.values.toList()
        val properties = all.map {
            PointerProperties().apply {
                id = it.pointer
                toolType = MotionEvent.TOOL_TYPE_FINGER
            }
        }
        val places = all.map {
            PointerCoords().apply {
                x = it.x
                y = it.y
                pressure = 1f
                size = 1f
            }
        }
        val index = all.indexOfFirst { it.pointer == pointer }.coerceAtLeast(0)
        val event = MotionEvent.obtain(
            downTime, SystemClock.uptimeMillis(), action or (index shl MotionEvent.ACTION_POINTER_INDEX_SHIFT), all.size,
            properties.toTypedArray(), places.toTypedArray(), 0, 0, 1f, 1f, 0, 0, InputDevice.SOURCE_TOUCHSCREEN, 0,
        )
        val corner = IntArray(2).also(target::getLocationOnScreen)
        event.offsetLocation(-corner[0].toFloat(), -corner[1].toFloat())
        target.dispatchTouchEvent(event)
        event.recycle()
    }

    private fun id(stroke: StrokeDescription): Int = ReflectionHelpers.callInstanceMethod(stroke, "getId")

    private companion object {
        const val SAMPLE_MS = 10L
    }
}

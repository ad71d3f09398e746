package dev.handheld.shims

import android.accessibilityservice.AccessibilityService.GestureResultCallback
import android.accessibilityservice.GestureDescription
import android.accessibilityservice.GestureDescription.StrokeDescription
import android.graphics.Path
import android.graphics.Rect
import dev.handheld.BridgeException
import dev.handheld.ControlService
import dev.handheld.Privacy
import dev.handheld.ScreenSize
import org.json.JSONArray
import java.util.concurrent.CompletableFuture

/** Touches: each stroke is a finger, each point has its time. */
class Gestures(private val cancelled: () -> Unit) {
    private class Point(val x: Float, val y: Float, val time: Long)

    /**
     * [strokes] is `[[[x, y, ms], …], …]`; with [of], coordinates are fractions of that size. [closed] says where no finger may go,
     * of what the fingers reach; null is everywhere.
     */
    fun perform(
        service: ControlService,
        strokes: String,
        of: ScreenSize?,
        closed: (within: (Rect) -> Boolean) -> List<Rect>?,
    ) {
        val fingers = read(strokes, of?.width?.toFloat() ?: 1f, of?.height?.toFloat() ?: 1f)
        val reaches = { area: Rect -> fingers.any { points -> points.zipWithNext().any { (a, b) -> crosses(a, b, area) } } }
        if (closed(reaches)?.none(reaches) != true) throw Privacy.refusal("The touch was")
        if (fingers.all { it.size == 2 }) dispatch(service, fingers.map(::whole)) else inSlices(service, fingers)
    }

    private fun read(strokes: String, width: Float, height: Float): List<List<Point>> {
        val fingers = arrays(JSONArray(strokes)).map { stroke ->
            arrays(stroke).map { Point(it.getDouble(0).toFloat() * width, it.getDouble(1).toFloat() * height, it.getLong(2)) }
        }
        val most = GestureDescription.getMaxStrokeCount()
        val longest = GestureDescription.getMaxGestureDuration()
        if (fingers.isEmpty()) throw invalid("A gesture needs a stroke")
        if (fingers.size > most) throw invalid("A gesture can have $most strokes, not ${fingers.size}")
        if (fingers.any { it.size < 2 }) throw invalid("A stroke needs two points")
        if (fingers.flatten().any { it.x < 0 || it.y < 0 || it.time < 0 }) throw invalid("Points and times cannot be negative")
        if (fingers.any { points -> points.zipWithNext().any { (a, b) -> a.time >= b.time } }) throw invalid("Times must rise")
        if (fingers.maxOf { it.last().time } > longest) throw invalid("A gesture can last $longest ms")
        return fingers
    }

    private fun arrays(array: JSONArray) = (0 until array.length()).map(array::getJSONArray)

    private fun whole(points: List<Point>) =
        StrokeDescription(path(points[0], points[1]), points[0].time, points[1].time - points[0].time)

    /**
     * Android moves along a path at one speed, so a stroke with several points goes in slices: at every time a finger has
     * a point, all fingers' strokes end and are continued by the next slice.
     */
    private fun inSlices(service: ControlService, fingers: List<List<Point>>) {
        val times = fingers.flatten().map { it.time }.distinct().sorted()
        val running = arrayOfNulls<StrokeDescription>(fingers.size)
        Thread.sleep(times.first())
        for ((from, to) in times.zipWithNext()) {
            val touching = fingers.indices.filter { fingers[it].first().time <= from && fingers[it].last().time >= to }
            for (finger in touching) {
                val points = fingers[finger]
                val path = path(at(points, from), at(points, to))
                val goesOn = points.last().time > to
                running[finger] = running[finger]?.continueStroke(path, 0, to - from, goesOn)
                    ?: StrokeDescription(path, 0, to - from, goesOn)
            }
            if (touching.isEmpty()) Thread.sleep(to - from) else dispatch(service, touching.map { running[it]!! })
        }
    }

    /** Whether the way from [a] to [b] enters [area]: what is left of it between left and right, and between top and bottom. */
    private fun crosses(a: Point, b: Point, area: Rect): Boolean {
        val across = between(a.x, b.x, area.left, area.right) ?: return false
        val along = between(a.y, b.y, area.top, area.bottom) ?: return false
        return across.start <= along.endInclusive && along.start <= across.endInclusive
    }

    /** Which part of the way, from 0 to 1, lies between [low] and [high]. */
    private fun between(from: Float, to: Float, low: Int, high: Int): ClosedFloatingPointRange<Float>? {
        if (from == to) return if (from >= low && from < high) 0f..1f else null
        val (enters, leaves) = listOf((low - from) / (to - from), (high - from) / (to - from)).sorted()
        return if (enters <= 1 && leaves >= 0) enters.coerceAtLeast(0f)..leaves.coerceAtMost(1f) else null
    }

    /** Where the finger is at a time between its first and its last point. */
    private fun at(points: List<Point>, time: Long): Point {
        val after = points.indexOfFirst { it.time >= time }
        val next = points[after]
        if (next.time == time) return next
        val previous = points[after - 1]
        val part = (time - previous.time).toFloat() / (next.time - previous.time)
        return Point(previous.x + (next.x - previous.x) * part, previous.y + (next.y - previous.y) * part, time)
    }

    private fun path(from: Point, to: Point) = Path().apply {
        moveTo(from.x, from.y)
        if (from.x != to.x || from.y != to.y) lineTo(to.x, to.y)
    }

    private fun dispatch(service: ControlService, strokes: List<StrokeDescription>) {
        val gesture = GestureDescription.Builder().apply { strokes.forEach(::addStroke) }.build()
        val done = CompletableFuture<Boolean>()
        val callback = object : GestureResultCallback() {
            override fun onCompleted(gesture: GestureDescription) {
                done.complete(true)
            }

            override fun onCancelled(gesture: GestureDescription) {
                cancelled()
                done.complete(false)
            }
        }
        if (!service.dispatchGesture(gesture, callback, null)) {
            throw if (service.isOn) failed("Android refused the gesture") else ControlService.notEnabled()
        }
        val limit = strokes.maxOf { it.startTime + it.duration } + GRACE_MS
        val completed = service.await(done, limit, "The gesture did not end")
        if (!completed) throw failed("The gesture was cancelled, perhaps by a touch")
    }

    private fun invalid(message: String) = BridgeException("invalid_arguments", message)

    private fun failed(message: String) = BridgeException("action_failed", message)

    private companion object {
        const val GRACE_MS = 5_000L
    }
}

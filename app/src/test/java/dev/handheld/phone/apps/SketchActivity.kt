package dev.handheld.phone.apps

import android.os.Bundle
import android.view.GestureDetector
import android.view.Gravity
import android.view.MotionEvent
import android.view.ScaleGestureDetector
import android.widget.TextView

/** Says what Android's own detectors make of the touches on it. */
class SketchActivity : AppActivity() {
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val sheet = TextView(this)
        sheet.id = android.R.id.text1
        sheet.gravity = Gravity.CENTER
        val gestures = GestureDetector(
            this,
            object : GestureDetector.SimpleOnGestureListener() {
                override fun onDown(event: MotionEvent) = true

                override fun onDoubleTap(event: MotionEvent): Boolean {
                    sheet.text = "Double tap at ${event.x.toInt()}, ${event.y.toInt()}"
                    return true
                }

                override fun onLongPress(event: MotionEvent) {
                    sheet.text = "Long press"
                }
            },
        )
        var scale = 1f
        val pinches = ScaleGestureDetector(
            this,
            object : ScaleGestureDetector.SimpleOnScaleGestureListener() {
                override fun onScale(detector: ScaleGestureDetector): Boolean {
                    scale *= detector.scaleFactor
                    sheet.text = if (scale > 1) "Pinched out" else "Pinched in"
                    return true
                }
            },
        )
        sheet.setOnTouchListener { _, event ->
            gestures.onTouchEvent(event)
            pinches.onTouchEvent(event)
            if (event.actionMasked == MotionEvent.ACTION_POINTER_DOWN && event.pointerCount == 3) sheet.text = "Three fingers"
            true
        }
        setContentView(sheet)
    }
}

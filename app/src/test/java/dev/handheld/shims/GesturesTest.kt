package dev.handheld.shims

import android.view.MotionEvent
import android.view.View
import dev.handheld.phone.OnPhone
import dev.handheld.phone.apps.CalculatorActivity
import dev.handheld.phone.apps.ContactsActivity
import dev.handheld.phone.apps.DialogActivity
import dev.handheld.phone.shadows.ServiceOfPhone
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.shadow.api.Shadow

class GesturesTest : OnPhone() {
    private class Touched(val action: Int, val fingers: Int, val x: Float, val y: Float)

    private val touched = ArrayList<Touched>()

    private fun tap(name: String) = phone.boundsOf(name).let { tap(it.exactCenterX(), it.exactCenterY()) }

    private fun tap(x: Float, y: Float) = phone.ask { bridge.gesture("[[[$x,$y,0],[$x,$y,50]]]", false) }

    /** Everything on the screen is one view that remembers what touched it. */
    private fun watch() {
        val sheet = View(phone.front)
        sheet.setOnTouchListener { _, event -> touched.add(Touched(event.actionMasked, event.pointerCount, event.x, event.y)) }
        phone.front!!.setContentView(sheet)
        phone.settle()
    }

    @Test
    fun `taps calculate`() {
        phone.open(CalculatorActivity::class.java)
        listOf("7", "plus", "3", "equals").forEach(::tap)
        assertEquals("10", look().node("android:id/text1").text)
    }

    @Test
    fun `relative coordinates are parts of the screen`() {
        watch()
        phone.ask { bridge.gesture("[[[0.25,0.5,0],[0.25,0.5,50]]]", true) }
        assertEquals(180f to 800f, touched.first().run { x to y })
    }

    @Test
    fun `a finger that stays presses long`() {
        phone.open(ContactsActivity::class.java)
        val at = phone.boundsOf("Person 2").exactCenterY()
        phone.ask { bridge.gesture("[[[300,$at,0],[300,$at,1000]]]", false) }
        assertTrue(look().has("Person 2 held"))
    }

    @Test
    fun `a swipe scrolls a list`() {
        phone.open(ContactsActivity::class.java)
        phone.ask { bridge.gesture("[[[300,1200,0],[300,400,300]]]", false) }
        val names = look().nodes.mapNotNull { it.text?.removePrefix("Person ")?.toIntOrNull() }
        assertTrue("$names", names.first() > 1 && names.last() > 20)
    }

    @Test
    fun `two fingers are on the screen together`() {
        watch()
        phone.ask { bridge.gesture("[[[300,800,0],[100,800,300]],[[400,800,0],[600,800,300]]]", false) }
        assertEquals(MotionEvent.ACTION_DOWN, touched.first().action)
        assertEquals(MotionEvent.ACTION_POINTER_DOWN, touched[1].action)
        val moves = touched.filter { it.action == MotionEvent.ACTION_MOVE }
        assertTrue(moves.size > 5 && moves.all { it.fingers == 2 })
        assertEquals(MotionEvent.ACTION_UP, touched.last().action)
        assertEquals(1, touched.last().fingers)
    }

    @Test
    fun `a path of several points is one touch that passes through all of them`() {
        watch()
        phone.ask { bridge.gesture("[[[100,100,0],[500,100,200],[500,900,600],[100,900,700]]]", false) }
        assertEquals(1, touched.count { it.action == MotionEvent.ACTION_DOWN })
        assertEquals(1, touched.count { it.action == MotionEvent.ACTION_UP })
        for ((x, y) in listOf(100f to 100f, 500f to 100f, 500f to 900f, 100f to 900f)) {
            assertTrue("$x, $y", touched.any { it.x == x && it.y == y })
        }
    }

    @Test
    fun `a tap beside a dialog closes it`() {
        phone.open(DialogActivity::class.java)
        tap("Delete")
        assertEquals(2, look().windows.size)
        tap(20f, 20f)
        assertEquals(1, look().windows.size)
    }

    @Test
    fun `a gesture that Android refuses is an error`() {
        Shadow.extract<ServiceOfPhone>(phone.service).setCanDispatchGestures(false)
        assertEquals("Android refused the gesture", refused("action_failed") { bridge.gesture("[[[1,1,0],[1,1,50]]]", false) })
    }

    @Test
    fun `a gesture that a touch ends is an error`() {
        phone.cancelsGestures = true
        val message = refused("action_failed") { bridge.gesture("[[[1,1,0],[1,1,50]]]", false) }
        assertEquals("The gesture was cancelled, perhaps by a touch", message)
    }

    @Test
    fun `gestures that make no sense are refused`() {
        val wrong = mapOf(
            "[]" to "A gesture needs a stroke",
            "[[[1,1,0]]]" to "A stroke needs two points",
            "[[[1,1,0],[1,1,0]]]" to "Times must rise",
            "[[[-1,1,0],[1,1,50]]]" to "Points and times cannot be negative",
            "[[[1,1,0],[1,1,60001]]]" to "A gesture can last 60000 ms",
        )
        for ((strokes, why) in wrong) assertEquals(why, refused("invalid_arguments") { bridge.gesture(strokes, false) })
    }
}

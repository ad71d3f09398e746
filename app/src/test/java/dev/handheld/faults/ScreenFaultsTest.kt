package dev.handheld.faults

import android.os.Handler
import android.os.Looper
import dev.handheld.BridgeException
import dev.handheld.phone.OnPhone
import dev.handheld.phone.Phone
import dev.handheld.phone.apps.CalculatorActivity
import dev.handheld.phone.apps.EditorActivity
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.annotation.Config

/** The screen changes, or is gone, under the hands of whoever acts on it. */
class ScreenFaultsTest : OnPhone() {
    private fun press(name: String) = look().run { phone.ask { bridge.clickNode(snapshot, node(name).index) } }

    private fun shown() = look().node("android:id/text1").text

    @Test
    fun `an app that closes between the look and the act leaves stale elements, and the next look is good`() {
        phone.open(CalculatorActivity::class.java)
        val seen = look()
        phone.closeAll()
        for (name in listOf("7", "equals")) {
            val index = seen.node(name).index
            refused("stale_node") { bridge.clickNode(seen.snapshot, index) }
            refused("stale_node") { bridge.longClickNode(seen.snapshot, index) }
            refused("stale_node") { bridge.scrollNode(seen.snapshot, index, true) }
            refused("stale_node") { bridge.focusField(seen.snapshot, index) }
        }
        phone.open(CalculatorActivity::class.java)
        press("7")
        assertEquals("7", shown())
    }

    @Test
    fun `a field that goes away while it is typed into is an error, and the next field takes text`() {
        phone.open(EditorActivity::class.java)
        look().run { phone.ask { bridge.focusField(snapshot, node("android:id/edit").index) } }
        phone.ask { bridge.commitText("first") }
        phone.closeAll()
        phone.settle()
        val failure = runCatching { phone.ask { bridge.commitText("lost") } }.exceptionOrNull() as BridgeException
        assertTrue(failure.code, failure.code in setOf("element_not_found", "action_failed"))
        phone.open(EditorActivity::class.java)
        look().run { phone.ask { bridge.focusField(snapshot, node("android:id/edit").index) } }
        phone.ask { bridge.commitText("second") }
        assertEquals("second", look().node("android:id/edit").text)
    }

    private fun tapOn(text: String) = phone.boundsOf(text).run {
        "[[[${exactCenterX()},${exactCenterY()},0],[${exactCenterX()},${exactCenterY()},50]]]"
    }

    @Test
    @Config(sdk = [35])
    fun `a gesture of which Android says nothing more ends in time`() {
        phone.open(CalculatorActivity::class.java)
        val tap = tapOn("7")
        phone.insteadOfAnswers = {}
        assertEquals("The gesture did not end within 5050 ms", refused("timed_out") { bridge.gesture(tap, false) })
    }

    /** Android then never says how the gesture ended. */
    @Test
    fun `a service that is turned off in the middle of a gesture ends it at once, and works when it is back`() {
        phone.open(CalculatorActivity::class.java)
        val tap = tapOn("7")
        isOffInTheMiddleOf { bridge.gesture(tap, false) }
        phone.ask { bridge.gesture(tap, false) }
        assertEquals("7", shown())
    }

    @Test
    @Config(sdk = [30, 33, 35])
    fun `a service that is turned off in the middle of a picture ends it at once, and works when it is back`() {
        isOffInTheMiddleOf { bridge.screenshot(0, 80, "[]") }
        assertTrue(phone.ask { bridge.screenshot(0, 80, "[]") }.isNotEmpty())
    }

    private fun isOffInTheMiddleOf(act: Phone.() -> Unit) {
        for (ms in listOf(0L, 100L)) {
            phone.insteadOfAnswers = { Handler(Looper.getMainLooper()).postDelayed(phone::turnServiceOff, ms) }
            assertTrue("not enabled" in refused("permission_denied", act))
            phone.turnServiceOn()
        }
        phone.insteadOfAnswers = null
    }
}

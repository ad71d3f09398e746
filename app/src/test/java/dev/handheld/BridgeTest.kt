package dev.handheld

import dev.handheld.phone.OnPhone
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.annotation.Config
import org.robolectric.shadows.ShadowPowerManager

class BridgeTest : OnPhone() {
    @Test
    fun `what needs the accessibility service says so without it`() {
        phone.turnServiceOff()
        val calls = listOf<Bridge.() -> Unit>(
            { snapshot() }, { screenshot(0, 80, "[]") }, { clickNode(1, 1) }, { longClickNode(1, 1) }, { scrollNode(1, 1, true) },
            { gesture("[[[1,1,0],[1,1,50]]]", false) }, { globalAction("back") }, { focusField(1, 1) }, { selectText(0, 0) },
            { commitText("x") }, { readField() }, { pressKey("DEL") }, { getClipboard() }, { setClipboard("x") },
            { foreground() },
        )
        for (call in calls) {
            val message = refused("permission_denied") { bridge.call() }
            assertEquals("Accessibility service not enabled. Turn on Handheld in Settings > Accessibility.", message)
        }
    }

    @Test
    fun `the phone stays awake for a call and a little longer`() {
        phone.ask { bridge.display() }
        val lock = ShadowPowerManager.getLatestWakeLock()
        assertTrue(lock.isHeld)
    }

    @Test
    @Config(sdk = [35])
    fun `what belongs on the main thread gives up in time`() {
        val failure = arrayOfNulls<Throwable>(1)
        var ran = false
        val thread = kotlin.concurrent.thread { failure[0] = runCatching { MainThread.run { ran = true } }.exceptionOrNull() }
        thread.join() // nobody runs the main thread meanwhile: it is this one
        assertEquals("timed_out", (failure[0] as BridgeException).code)
        phone.settle()
        assertFalse("what was given up is not done later", ran)
        assertEquals(7, phone.ask { MainThread.run { 7 } })
    }
}

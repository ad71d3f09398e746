package dev.handheld.shims

import dev.handheld.Cores
import dev.handheld.FakeCore
import dev.handheld.phone.OnPhone
import dev.handheld.phone.apps.CalculatorActivity
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Before
import org.junit.Test

/** The person touches the screen, and the core hears of it. */
class TouchesTest : OnPhone() {
    private val core = FakeCore()

    @Before
    fun useCore() = Cores.use(core)

    @After
    fun stopWatching() = bridge.watchTouches(false)

    private fun tap() = phone.ask { bridge.gesture("[[[300,300,0],[300,300,50]]]", false) }

    /** It has a thread of its own. */
    private fun awaitTold(times: Int) {
        val deadline = System.nanoTime() + 10_000_000_000
        phone.run { core.calls.size >= times || System.nanoTime() > deadline }
        assertEquals(List(times) { "touched" }, core.calls.toList())
    }

    @Test
    fun `a touch of the person is told, once each`() {
        bridge.watchTouches(true)
        phone.tapAsPerson(300f, 300f)
        awaitTold(1)
        phone.tapAsPerson(10f, 1500f)
        awaitTold(2)
    }

    @Test
    fun `gestures of ours are not, but the next touch after one is`() {
        bridge.watchTouches(true)
        tap()
        tap()
        phone.tapAsPerson(300f, 300f)
        awaitTold(1)
    }

    @Test
    fun `a touch in the middle of a gesture ends it and is told`() {
        bridge.watchTouches(true)
        phone.cancelsGestures = true
        refused("action_failed") { bridge.gesture("[[[300,300,0],[300,300,50]]]", false) }
        awaitTold(1)
    }

    @Test
    fun `nothing is told unless someone wants to hear it`() {
        phone.tapAsPerson(300f, 300f)
        phone.cancelsGestures = true
        refused("action_failed") { bridge.gesture("[[[300,300,0],[300,300,50]]]", false) }
        bridge.watchTouches(true)
        bridge.watchTouches(false)
        phone.tapAsPerson(300f, 300f)
        bridge.watchTouches(true)
        phone.tapAsPerson(300f, 300f)
        awaitTold(1)
    }

    @Test
    fun `a service that is turned off and on again still watches`() {
        bridge.watchTouches(true)
        phone.turnServiceOff()
        phone.tapAsPerson(300f, 300f)
        phone.turnServiceOn()
        phone.tapAsPerson(300f, 300f)
        awaitTold(1)
    }

    @Test
    fun `what watches is no window that agents see`() {
        phone.open(CalculatorActivity::class.java)
        bridge.watchTouches(true)
        phone.settle()
        assertEquals(listOf("com.example.calculator"), look().windows.map { it.packageName })
    }
}

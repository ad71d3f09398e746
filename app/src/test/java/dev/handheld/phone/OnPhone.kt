package dev.handheld.phone

import dev.handheld.BridgeException
import dev.handheld.phone.shadows.ClipboardOfPhone
import dev.handheld.phone.shadows.Radio
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertThrows
import org.junit.Before
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment

/** Tests with a phone whose accessibility service is on. */
@RunWith(RobolectricTestRunner::class)
abstract class OnPhone {
    protected val application = RuntimeEnvironment.getApplication()
    protected val phone = Phone(application)
    protected val bridge get() = phone.bridge

    @Before
    fun turnServiceOn() {
        phone.turnServiceOn()
    }

    @After
    fun endPhone() {
        phone.end()
        Radio.forget()
        ClipboardOfPhone.onlyInFocus = false
    }

    protected fun look() = Seen(phone.ask { bridge.snapshot() })

    /** Fails unless the call is refused with that code; the message. */
    protected fun refused(code: String, call: Phone.() -> Unit): String {
        val failure = assertThrows(BridgeException::class.java) { phone.ask(call) }
        assertEquals(failure.message, code, failure.code)
        return failure.message!!
    }
}

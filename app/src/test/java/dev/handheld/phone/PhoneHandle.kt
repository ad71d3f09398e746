package dev.handheld.phone

import dev.handheld.Bridge
import dev.handheld.phone.shadows.Radio

/** What Python holds of the phone: the Bridge, which is all that the core sees, and the hands of a tester. */
class PhoneHandle(private val phone: Phone) {
    val bridge: Bridge get() = phone.bridge

    @Volatile
    var stopped = false
        private set

    fun stop() {
        stopped = true
    }

    /** Back to the home screen, with everything else closed. */
    fun goHome() = phone.onMain { phone.closeAll() }

    /** The messages that went out, a line each: SIM, number, text. */
    fun sentMessages(): String = Radio.outbox.joinToString("\n") { "${it.subscriptionId} ${it.number} ${it.text}" }

    fun failMessagesWith(result: Int) {
        Radio.result = result
    }

    fun hideWindows(hidden: Boolean) {
        phone.hidesWindows = hidden
    }

    fun turnServiceOff() = phone.onMain { phone.turnServiceOff() }

    fun turnServiceOn() {
        phone.onMain { phone.turnServiceOn() }
    }

    /** Where a view of the activity in front is: `left top right bottom`, by its text or description. */
    fun boundsOf(text: String): String = phone.onMain { phone.boundsOf(text).run { "$left $top $right $bottom" } }
}

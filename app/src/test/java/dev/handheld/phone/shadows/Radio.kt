package dev.handheld.phone.shadows

import android.app.Activity
import android.app.PendingIntent
import android.telephony.SmsManager
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements
import org.robolectric.annotation.RealObject
import org.robolectric.shadows.ShadowSmsManager
import java.util.concurrent.CopyOnWriteArrayList

/** The phone's radio: says of every message what became of it, and remembers what it sent from which SIM. */
@Implements(SmsManager::class)
class Radio : ShadowSmsManager() {
    data class Sent(val subscriptionId: Int, val number: String, val text: String)

    @RealObject private lateinit var manager: SmsManager

    @Implementation
    override fun sendTextMessage(
        number: String?, center: String?, text: String?, sent: PendingIntent?, delivered: PendingIntent?,
    ) {
        if (forbidden) throw SecurityException("Sending SMS message: uid 10000 does not have android.permission.SEND_SMS")
        super.sendTextMessage(number, center, text, sent, delivered)
        answer(number!!, text!!, listOfNotNull(sent))
    }

    @Implementation
    override fun sendMultipartTextMessage(
        number: String?, center: String?, parts: ArrayList<String>?,
        sent: ArrayList<PendingIntent>?, delivered: ArrayList<PendingIntent>?,
    ) {
        super.sendMultipartTextMessage(number, center, parts, sent, delivered)
        answer(number!!, parts!!.joinToString(""), sent!!)
    }

    private fun answer(number: String, text: String, sent: List<PendingIntent>) {
        if (result == Activity.RESULT_OK) outbox += Sent(manager.subscriptionId, number, text)
        sent.forEach { it.send(result) }
    }

    companion object {
        val outbox = CopyOnWriteArrayList<Sent>()

        /** What becomes of messages. */
        @Volatile var result = Activity.RESULT_OK

        /** Whether the person has taken the permission back since we looked. */
        @Volatile var forbidden = false

        fun forget() {
            outbox.clear()
            forbidden = false
            result = Activity.RESULT_OK
        }
    }
}

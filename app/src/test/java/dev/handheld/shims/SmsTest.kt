package dev.handheld.shims

import android.Manifest
import android.telephony.SmsManager
import dev.handheld.phone.OnPhone
import dev.handheld.phone.SimCards
import dev.handheld.phone.shadows.Radio
import org.json.JSONArray
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Before
import org.junit.Test
import org.robolectric.Shadows.shadowOf

class SmsTest : OnPhone() {
    private val number = "+491701234567"

    @Before
    fun allow() {
        SimCards.insert(application)
        shadowOf(application).grantPermissions(Manifest.permission.SEND_SMS, Manifest.permission.READ_PHONE_STATE)
    }

    @Test
    fun `both SIMs are listed`() {
        val cards = JSONArray(phone.ask { bridge.smsSubscriptions() })
        assertEquals(2, cards.length())
        val work = cards.getJSONObject(1)
        assertEquals(4, work.getInt("subscription_id"))
        assertEquals(1, work.getInt("sim_slot_index"))
        assertEquals("Beta", work.getString("carrier_name"))
        assertEquals("Work", work.getString("display_name"))
    }

    @Test
    fun `a message leaves by the SIM that was named`() {
        phone.ask { bridge.sendSms(number, "Grüße 🎉", 4) }
        assertEquals(Radio.Sent(4, number, "Grüße 🎉"), Radio.outbox.single())
    }

    @Test
    fun `a long message is sent in parts and is whole`() {
        val text = "A long story. ".repeat(30)
        phone.ask { bridge.sendSms(number, text, 1) }
        assertEquals(text, Radio.outbox.single().text)
    }

    @Test
    fun `what the radio refuses is an error with its reason`() {
        Radio.result = SmsManager.RESULT_ERROR_NO_SERVICE
        assertEquals("The SMS was not sent: no mobile service", refused("action_failed") { bridge.sendSms(number, "Hi", 4) })
        Radio.result = 4711
        assertTrue("4711" in refused("action_failed") { bridge.sendSms(number, "Hi", 4) })
        assertTrue(Radio.outbox.isEmpty())
    }

    @Test
    fun `without the permission nothing is sent or listed`() {
        shadowOf(application).denyPermissions(Manifest.permission.SEND_SMS, Manifest.permission.READ_PHONE_STATE)
        refused("permission_denied") { bridge.sendSms(number, "Hi", 4) }
        refused("permission_denied") { bridge.smsSubscriptions() }
    }

    @Test
    fun `a tablet sends no messages`() {
        shadowOf(application.packageManager).setSystemFeature("android.hardware.telephony", false)
        assertEquals("This device cannot send SMS", refused("unsupported") { bridge.sendSms(number, "Hi", -1) })
    }
}

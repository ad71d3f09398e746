package dev.handheld.shims

import android.Manifest
import android.app.Activity
import android.content.Context
import android.content.pm.PackageManager
import android.os.Build
import android.telephony.SmsManager
import android.telephony.SubscriptionInfo
import android.telephony.SubscriptionManager
import dev.handheld.BridgeException
import dev.handheld.SmsSender
import dev.handheld.systemService
import org.json.JSONArray
import org.json.JSONObject

/** SIM cards, and messages sent through them. */
class Sms(private val context: Context) {
    fun subscriptions(): String {
        require(Manifest.permission.READ_PHONE_STATE, "list the SIM cards")
        val found = JSONArray()
        for (card in active()) {
            found.put(
                JSONObject()
                    .put("subscription_id", card.subscriptionId)
                    .put("sim_slot_index", card.simSlotIndex)
                    .put("carrier_name", card.carrierName?.toString() ?: "")
                    .put("display_name", card.displayName?.toString() ?: ""),
            )
        }
        return found.toString()
    }

    /** Returns when the radio says that every part is sent. [subscriptionId] -1 is the phone's default SIM. */
    fun send(number: String, text: String, subscriptionId: Int) {
        require(Manifest.permission.SEND_SMS, "send SMS")
        val radio = manager(subscriptionId)
        val parts = radio.divideMessage(text)
        val sending = SmsSender.expect(context, parts.size)
        try {
            if (parts.size == 1) {
                radio.sendTextMessage(number, null, text, sending.intents[0], null)
            } else {
                radio.sendMultipartTextMessage(number, null, parts, sending.intents, null)
            }
            sending.results().forEach(::check)
        } catch (e: IllegalArgumentException) {
            throw BridgeException("invalid_arguments", "The message cannot be sent: ${e.message}")
        } catch (e: SecurityException) {
            throw BridgeException("permission_denied", "Android does not allow sending SMS: ${e.message}")
        } finally {
            sending.forget()
        }
    }

    private fun active(): List<SubscriptionInfo> = try {
        context.getSystemService(SubscriptionManager::class.java)?.activeSubscriptionInfoList.orEmpty()
    } catch (e: SecurityException) {
        throw BridgeException("permission_denied", "Android does not allow listing the SIM cards: ${e.message}")
    }

    @Suppress("DEPRECATION")
    private fun manager(subscriptionId: Int): SmsManager {
        if (!context.packageManager.hasSystemFeature(PackageManager.FEATURE_TELEPHONY)) {
            throw BridgeException("unsupported", "This device cannot send SMS")
        }
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.S) {
            return if (subscriptionId < 0) SmsManager.getDefault() else SmsManager.getSmsManagerForSubscriptionId(subscriptionId)
        }
        val default = context.systemService<SmsManager>()
        return if (subscriptionId < 0) default else default.createForSubscriptionId(subscriptionId)
    }

    private fun require(permission: String, what: String) {
        if (context.checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED) return
        throw BridgeException("permission_denied", "Handheld may not $what. Allow SMS in the Handheld app.")
    }

    private fun check(result: Int) {
        if (result == Activity.RESULT_OK) return
        val reason = REASONS[result] ?: "radio error $result"
        throw BridgeException("action_failed", "The SMS was not sent: $reason")
    }

    private companion object {
        val REASONS = mapOf(
            SmsManager.RESULT_ERROR_GENERIC_FAILURE to "the network refused it",
            SmsManager.RESULT_ERROR_RADIO_OFF to "the radio is off (flight mode?)",
            SmsManager.RESULT_ERROR_NULL_PDU to "the message could not be encoded",
            SmsManager.RESULT_ERROR_NO_SERVICE to "no mobile service",
            SmsManager.RESULT_ERROR_LIMIT_EXCEEDED to "Android's limit of messages is reached",
            SmsManager.RESULT_ERROR_FDN_CHECK_FAILURE to "the SIM allows only fixed numbers",
            SmsManager.RESULT_ERROR_SHORT_CODE_NOT_ALLOWED to "premium numbers are not allowed",
            SmsManager.RESULT_ERROR_SHORT_CODE_NEVER_ALLOWED to "premium numbers are never allowed",
        )
    }
}

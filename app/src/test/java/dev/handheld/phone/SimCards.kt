package dev.handheld.phone

import android.app.Application
import android.content.pm.PackageManager
import android.telephony.SubscriptionManager
import dev.handheld.systemService
import org.robolectric.Shadows.shadowOf
import org.robolectric.shadows.ShadowSubscriptionManager
import org.robolectric.shadows.ShadowSubscriptionManager.SubscriptionInfoBuilder

/** Two SIM cards in the phone. */
object SimCards {
    fun insert(application: Application) {
        shadowOf(application.packageManager).setSystemFeature(PackageManager.FEATURE_TELEPHONY, true)
        ShadowSubscriptionManager.setDefaultSmsSubscriptionId(1)
        shadowOf(application.systemService<SubscriptionManager>())
            .setActiveSubscriptionInfos(card(1, 0, "Alpha", "Private"), card(4, 1, "Beta", "Work"))
    }

    private fun card(id: Int, slot: Int, carrier: String, name: String) = SubscriptionInfoBuilder.newBuilder()
        .setId(id).setSimSlotIndex(slot).setCarrierName(carrier).setDisplayName(name).buildSubscriptionInfo()
}

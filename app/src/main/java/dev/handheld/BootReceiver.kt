package dev.handheld

import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent

/** Starts the server with the phone, once the person turned that on ([Switch.START_ON_BOOT]). */
class BootReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) {
        if (intent.action == Intent.ACTION_BOOT_COMPLETED || intent.action == Intent.ACTION_MY_PACKAGE_REPLACED) {
            ServerService.start(context)
        }
    }
}

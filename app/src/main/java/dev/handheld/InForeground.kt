package dev.handheld

import android.app.Notification
import android.app.Service
import android.content.pm.ServiceInfo
import android.os.Build

/** Puts the service into the foreground in the way its Android wants; false where Android does not allow it now. */
fun Service.goIntoForeground(id: Int, shown: Notification): Boolean {
    try {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE) {
            startForeground(id, shown, ServiceInfo.FOREGROUND_SERVICE_TYPE_SPECIAL_USE)
        } else {
            startForeground(id, shown)
        }
    } catch (_: IllegalStateException) {
        return false
    }
    return true
}

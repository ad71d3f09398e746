package dev.handheld.shims

import android.Manifest
import android.annotation.SuppressLint
import android.app.AppOpsManager
import android.app.NotificationManager
import android.content.ActivityNotFoundException
import android.content.ComponentName
import android.content.Context
import android.content.Intent
import android.content.pm.PackageManager
import android.net.Uri
import android.os.Build
import android.os.Bundle
import android.os.PowerManager
import android.os.Process
import android.provider.DocumentsContract
import android.provider.Settings
import dev.handheld.BridgeException
import dev.handheld.ControlService
import dev.handheld.Permission
import dev.handheld.R
import dev.handheld.StorageGrantActivity
import dev.handheld.systemService
import org.json.JSONArray
import org.json.JSONObject

/** What the person has allowed so far, and where to allow the rest. */
class Permissions(private val context: Context) {
    private val appPage = Uri.fromParts("package", context.packageName, null)

    fun all(): List<Permission> =
        listOfNotNull(restricted(), accessibility(), notifications(), battery(), sms(), storage(), logs())

    /** As the core's `Permission` has them. */
    fun describe(): String {
        val rows = all().map {
            JSONObject().put("name", it.name).put("granted", it.granted).put("opens", it.settings != null)
        }
        return JSONArray(rows).toString()
    }

    /** Opens the page of one of [all], and of nothing else. */
    fun open(name: String) {
        val permission = all().find { it.name == name }
            ?: throw BridgeException("invalid_arguments", "Unknown permission: $name")
        val page = permission.settings
            ?: throw BridgeException("unsupported", "Android has no settings page for this: ${permission.name}")
        try {
            context.startActivity(page.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK))
        } catch (_: ActivityNotFoundException) {
            throw BridgeException("unsupported", "This phone has no settings page for this: ${permission.name}")
        }
    }

    private fun accessibility() = Permission(
        "accessibility",
        R.string.accessibility,
        R.string.accessibility_why,
        granted = ControlService.current != null,
        settings = highlighted(Intent(Settings.ACTION_ACCESSIBILITY_SETTINGS)),
    )

    /** Android 13 and later let a side-loaded app be an accessibility service only after a second step. */
    private fun restricted(): Permission? {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU) return null
        val mode = context.systemService<AppOpsManager>()
            .unsafeCheckOpNoThrow(RESTRICTED_SETTINGS, Process.myUid(), context.packageName)
        return Permission(
            "restricted_settings",
            R.string.restricted,
            R.string.restricted_why,
            granted = mode == AppOpsManager.MODE_ALLOWED || ControlService.current != null,
            settings = Intent(Settings.ACTION_APPLICATION_DETAILS_SETTINGS, appPage),
        )
    }

    private fun notifications(): Permission {
        val asks = Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU
        return Permission(
            "notifications",
            R.string.notifications,
            R.string.notifications_why,
            granted = context.systemService<NotificationManager>().areNotificationsEnabled(),
            ask = if (asks) listOf(Manifest.permission.POST_NOTIFICATIONS) else emptyList(),
            settings = Intent(Settings.ACTION_APP_NOTIFICATION_SETTINGS)
                .putExtra(Settings.EXTRA_APP_PACKAGE, context.packageName),
        )
    }

    @SuppressLint("BatteryLife") // a server that sleeps is no server, and the app is side-loaded
    private fun battery() = Permission(
        "battery",
        R.string.battery,
        R.string.battery_why,
        granted = context.systemService<PowerManager>().isIgnoringBatteryOptimizations(context.packageName),
        settings = Intent(Settings.ACTION_REQUEST_IGNORE_BATTERY_OPTIMIZATIONS, appPage),
    )

    private fun sms(): Permission? {
        if (!context.packageManager.hasSystemFeature(PackageManager.FEATURE_TELEPHONY)) return null
        val needed = listOf(Manifest.permission.SEND_SMS, Manifest.permission.READ_PHONE_STATE)
        return Permission(
            "sms",
            R.string.sms,
            R.string.sms_why,
            granted = needed.all(::has),
            ask = needed,
            settings = Intent(Settings.ACTION_APPLICATION_DETAILS_SETTINGS, appPage),
        )
    }

    private fun storage() = Permission(
        "storage",
        R.string.storage,
        R.string.storage_why,
        granted = context.contentResolver.persistedUriPermissions.any { DocumentsContract.isTreeUri(it.uri) },
        settings = Intent(context, StorageGrantActivity::class.java),
    )

    private fun logs() =
        Permission("logs", R.string.logs, R.string.logs_why, granted = has(Manifest.permission.READ_LOGS))

    private fun has(permission: String) = context.checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED

    /** Settings has no public page for one service; most phones understand this and point at ours in the list. */
    private fun highlighted(intent: Intent): Intent {
        val ours = ComponentName(context, ControlService::class.java).flattenToString()
        val arguments = Bundle().apply { putString(ROW, ours) }
        return intent.putExtra(ROW, ours).putExtra(":settings:show_fragment_args", arguments)
    }

    private companion object {
        const val RESTRICTED_SETTINGS = "android:access_restricted_settings"
        const val ROW = ":settings:fragment_args_key"
    }
}

package dev.handheld.shims

import android.accessibilityservice.AccessibilityService
import android.app.ActivityManager
import android.content.ActivityNotFoundException
import android.content.Context
import android.content.Intent
import android.content.pm.ApplicationInfo
import android.content.pm.PackageInfo
import android.content.pm.PackageManager
import android.content.pm.Signature
import android.os.Build
import dev.handheld.BridgeException
import dev.handheld.systemService
import org.json.JSONArray
import org.json.JSONObject
import java.security.MessageDigest
import java.util.Locale

/** Installed apps: what there is, opening and closing. */
class Apps(private val context: Context) {
    private val packages = context.packageManager

    /** Android lets an app in the background open another only from a service that the system itself has bound. */
    fun open(service: AccessibilityService?, packageName: String) {
        requireInstalled(packageName)
        val intent = packages.getLaunchIntentForPackage(packageName)
            ?: throw failed("App has no launchable activity: $packageName")
        if (service == null && Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q) {
            throw BridgeException(
                "permission_denied",
                "Accessibility service not enabled. Turn on Handheld in Settings > Accessibility.",
            )
        }
        try {
            (service ?: context).startActivity(intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK))
        } catch (e: ActivityNotFoundException) {
            throw failed("Launch failed: ${e.message}")
        } catch (e: SecurityException) {
            throw failed("Launch failed: ${e.message}")
        }
    }

    /** Android leaves the app in front alone and does not say so; [foreground] is null where nobody can tell. */
    fun close(foreground: String?, packageName: String) {
        requireInstalled(packageName)
        if (packageName == foreground) {
            throw failed("App is in the foreground: $packageName. Only apps in the background can be closed; press home first.")
        }
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE && packageName != context.packageName) {
            throw BridgeException(
                "unsupported",
                "Android 14 and later let an app close no other app: open the recent apps and swipe $packageName away",
            )
        }
        context.systemService<ActivityManager>().killBackgroundProcesses(packageName)
    }

    fun list(): String {
        val apps = JSONArray()
        for (found in packages.getInstalledPackages(0)) {
            val app = found.applicationInfo ?: continue
            apps.put(
                JSONObject()
                    .put("package", found.packageName)
                    .put("name", app.loadLabel(packages).toString())
                    .put("version_name", found.versionName ?: "")
                    .put("version_code", versionCode(found))
                    .put("is_system", app.flags and ApplicationInfo.FLAG_SYSTEM != 0),
            )
        }
        return apps.toString()
    }

    /** The SHA-256 of the certificate that signs the app, in hexadecimal; of each, where there are several. */
    fun signer(packageName: String): String {
        requireInstalled(packageName)
        val digest = MessageDigest.getInstance("SHA-256")
        return signatures(packageName).orEmpty()
            .map { signature -> digest.digest(signature.toByteArray()).joinToString("") { "%02x".format(Locale.ROOT, it) } }
            .sorted()
            .joinToString(",")
    }

    @Suppress("DEPRECATION")
    private fun signatures(packageName: String): Array<out Signature>? =
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.P) {
            packages.getPackageInfo(packageName, PackageManager.GET_SIGNATURES).signatures
        } else {
            packages.getPackageInfo(packageName, PackageManager.GET_SIGNING_CERTIFICATES).signingInfo?.apkContentsSigners
        }

    @Suppress("DEPRECATION")
    private fun versionCode(found: PackageInfo): Long =
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) found.longVersionCode else found.versionCode.toLong()

    private fun requireInstalled(packageName: String) {
        try {
            packages.getPackageInfo(packageName, 0)
        } catch (_: PackageManager.NameNotFoundException) {
            throw failed("App not installed: $packageName")
        }
    }

    private fun failed(message: String) = BridgeException("action_failed", message)
}

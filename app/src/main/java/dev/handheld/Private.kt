package dev.handheld

import android.content.Context
import android.content.Intent
import android.view.accessibility.AccessibilityNodeInfo
import org.json.JSONArray

/** The apps that agents never see nor touch: those that the person chose, and Handheld itself, where the person answers for them. */
class Private private constructor(
    private val context: Context,
    private val patterns: List<Regex>,
) {
    private val packages = context.packageManager
    private val installed = packages.getInstalledApplications(0).filter { isPrivate(it.packageName) }
    private val names = installed.map { it.loadLabel(packages).toString() }.filter { it.isNotBlank() }
    private val hosts = packages.queryIntentActivities(HOME, 0).mapTo(hashSetOf(SYSTEM_UI)) { it.activityInfo.packageName }

    /** The users that the private apps run as. */
    val uids: Set<Int> = installed.mapTo(HashSet()) { it.uid }

    /** Whether the person chose any. */
    val chosen get() = patterns.isNotEmpty()

    fun isPrivate(packageName: CharSequence?) =
        packageName != null && (packageName.toString() == context.packageName || patterns.any(packageName::matches))

    /** Whether things of other apps stand in windows of this one: notifications, widgets, icons, pictures of the recent apps. */
    fun isHost(packageName: CharSequence?) = packageName?.toString() in hosts

    /** Whether that node of a host stands for a private app. Of a notification only its header says whose it is. */
    fun isShownBy(node: AccessibilityNodeInfo): Boolean {
        if (isPrivate(node.packageName) || isNamed(node.text) || isNamed(node.contentDescription)) return true
        if (node.viewIdResourceName?.endsWith(NOTIFICATION) != true) return false
        var found = false
        node.walk {
            found = found || isNamed(it.text) || isNamed(it.contentDescription)
            !found
        }
        return found
    }

    private fun isNamed(text: CharSequence?) = text != null && names.any { name ->
        text.startsWith(name, ignoreCase = true) && text.getOrNull(name.length)?.isLetterOrDigit() != true
    }

    companion object {
        private const val SYSTEM_UI = "com.android.systemui"
        private const val NOTIFICATION = ":id/expandableNotificationRow"
        private val HOME = Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_HOME)

        /** [apps] is `["com.example", "com.bank.*", …]`: a `*` stands for any letters. */
        fun of(context: Context, apps: String = "[]"): Private {
            val rows = JSONArray(apps)
            return Private(context, (0 until rows.length()).map { glob(rows.getString(it)) })
        }

        private fun glob(pattern: String) =
            Regex(pattern.split("*").joinToString(".*", transform = Regex::escape), RegexOption.IGNORE_CASE)
    }
}

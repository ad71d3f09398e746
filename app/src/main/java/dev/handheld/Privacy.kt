package dev.handheld

import android.accessibilityservice.AccessibilityService
import android.content.Context
import android.graphics.Rect
import android.os.Build
import android.os.Process
import android.view.accessibility.AccessibilityNodeInfo
import android.view.accessibility.AccessibilityWindowInfo

/**
 * What agents may neither see nor touch now. It is judged here, by the windows of the moment in which a picture is taken or a
 * touch is made, so that no app can come to the front in between; what Android does not tell counts as private.
 */
class Privacy(private val context: Context) {
    class Window(val info: AccessibilityWindowInfo, val root: AccessibilityNodeInfo?, val hidden: Boolean)

    val passwords = Passwords()

    @Volatile
    var apps = Private.of(context)
        private set

    fun choose(packages: String) {
        apps = Private.of(context, packages)
    }

    /** The windows from front to back; ours that only listen are none. */
    fun windows(service: AccessibilityService): List<Window> {
        // Android keeps what it knows until an app reports a change, and some apps report none.
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) service.clearCache()
        val found = service.windows.sortedByDescending { it.layer }.map { Window(it, it.root, hidden = false) }
            .filterNot { it.info.type == OVERLAY && it.root?.packageName == context.packageName }
            .map { Window(it.info, it.root, isPrivate(it.info, it.root)) }
        // A keyboard belongs to whoever is typed into: it suggests what was typed there before.
        if (found.none { it.hidden && it.info.isFocused }) return found
        return found.map { Window(it.info, it.root, it.hidden || it.info.type == AccessibilityWindowInfo.TYPE_INPUT_METHOD) }
    }

    /** The users whose lines in the log are left out; our own app's may be read. */
    val hiddenUsers get() = if (apps.chosen) apps.uids - Process.myUid() else emptySet()

    fun told(foreground: Foreground) = if (apps.isPrivate(foreground.packageName)) Foreground.PRIVATE else foreground

    fun require(packageName: CharSequence?, deed: String) {
        if (apps.isPrivate(packageName) || (packageName == null && apps.chosen)) throw refusal(deed)
    }

    /** Where no finger may go, of what lies [within]; null is everywhere. */
    fun closed(service: ControlService, within: (Rect) -> Boolean): List<Rect>? = areas(service) { root, bounds, areas ->
        if (apps.isHost(root.packageName) && within(bounds)) {
            root.walk { node -> !apps.isShownBy(node).also { if (it) areas.add(node.bounds()) } }
        }
    }

    /** What is covered on a picture; null is all of it. */
    fun covered(service: ControlService): List<Rect>? = areas(service) { root, _, areas ->
        val host = apps.isHost(root.packageName)
        root.walk { node ->
            val hidden = host && apps.isShownBy(node)
            if (hidden || (node.isVisibleToUser && passwords.isOne(node))) areas.add(node.bounds())
            !hidden
        }
    }

    private fun areas(
        service: ControlService,
        below: (root: AccessibilityNodeInfo, bounds: Rect, areas: MutableList<Rect>) -> Unit,
    ): List<Rect>? {
        val areas = ArrayList<Rect>()
        val shown = windows(service)
        // The event that an app comes to the front may be here before its window is.
        if (apps.isPrivate(service.foreground.packageName) && shown.none { it.hidden }) return null
        if (shown.isEmpty()) {
            val root = service.rootInActiveWindow
            if (apps.chosen || apps.isPrivate(root?.packageName)) return null
            root?.let { below(it, it.bounds(), areas) }
        }
        for (window in shown) {
            val bounds = Rect().also(window.info::getBoundsInScreen)
            when {
                !window.hidden -> window.root?.let { below(it, bounds, areas) }
                bounds.isEmpty -> return null
                else -> areas.add(bounds)
            }
        }
        return areas
    }

    /** The system's own dividers and magnifiers have nothing to hide, and often no root. */
    private fun isPrivate(info: AccessibilityWindowInfo, root: AccessibilityNodeInfo?) =
        if (root == null) apps.chosen && info.type !in OF_THE_SYSTEM else apps.isPrivate(root.packageName)

    private fun AccessibilityNodeInfo.bounds() = Rect().also(::getBoundsInScreen)

    companion object {
        private const val OVERLAY = AccessibilityWindowInfo.TYPE_ACCESSIBILITY_OVERLAY
        private val OF_THE_SYSTEM =
            setOf(AccessibilityWindowInfo.TYPE_SPLIT_SCREEN_DIVIDER, AccessibilityWindowInfo.TYPE_MAGNIFICATION_OVERLAY)

        fun refusal(deed: String) = BridgeException(
            "permission_denied",
            "$deed refused: the person has made this app private. Leave it alone; press home, or open another app.",
        )
    }
}

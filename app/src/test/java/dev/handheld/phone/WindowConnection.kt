package dev.handheld.phone

import android.os.Process
import android.view.View
import android.view.accessibility.AccessibilityNodeInfo
import org.robolectric.util.ReflectionHelpers
import java.lang.reflect.InvocationTargetException
import java.lang.reflect.Method
import java.lang.reflect.Proxy

/**
 * What Android's accessibility manager is to a service: it passes questions about nodes on to the app whose window it is.
 * Both ends are the framework's own: AccessibilityInteractionClient asks, ViewRootImpl answers. Needs `robolectric.useRealAni`.
 */
class WindowConnection(private val rootOf: (windowId: Int) -> View?, reportViewIds: Boolean, everyView: Boolean) {
    private val flags =
        (if (reportViewIds) constant("REPORT_VIEW_IDS") else 0) or (if (everyView) constant("INCLUDE_NOT_IMPORTANT_VIEWS") else 0)

    init {
        val serviceSide = Class.forName("android.accessibilityservice.IAccessibilityServiceConnection")
        val proxy = Proxy.newProxyInstance(serviceSide.classLoader, arrayOf(serviceSide)) { self, method, arguments ->
            when (method.name) {
                "hashCode" -> System.identityHashCode(self)
                "equals" -> self === arguments[0]
                else -> pass(method, arguments ?: emptyArray())
            }
        }
        val add = client.methods.first { it.name == "addConnection" && it.parameterCount >= 2 }
        // From Android 12 on the last one asks for a cache of nodes, which only events would keep fresh.
        add.invoke(instance(), *arrayOf<Any>(ID, proxy, false).copyOf(add.parameterCount))
    }

    /** Before Android 12 there is a cache whether one wants it or not. */
    fun forgetNodes() {
        client.methods.find { it.name == "clearCache" && it.parameterCount == 0 }?.invoke(instance())
    }

    private fun instance() = client.getMethod("getInstance").invoke(null)

    private fun pass(asked: Method, arguments: Array<Any?>): Any? {
        val target = INTERACTIONS.methods.find { it.name == asked.name } ?: return nothing(asked)
        val root = rootOf(arguments[0] as Int) ?: return nothing(asked)
        val app = ReflectionHelpers.callConstructor(
            Class.forName("android.view.ViewRootImpl\$AccessibilityInteractionConnection"),
            ReflectionHelpers.ClassParameter(VIEW_ROOT, ReflectionHelpers.callInstanceMethod<Any>(root, "getViewRootImpl")),
        )
        try {
            target.invoke(app, *translated(asked, target, arguments))
        } catch (e: InvocationTargetException) {
            throw e.targetException
        }
        return if (asked.returnType == Boolean::class.java) true else arrayOf(root.context.packageName)
    }

    /**
     * The arguments of the app's side in its order: those of the service's side by type, and what the manager adds. Right after
     * the callback come the flags, then our process; a window's region and magnification are none.
     */
    private fun translated(asked: Method, target: Method, arguments: Array<Any?>): Array<Any?> {
        val given = asked.parameterTypes.zip(arguments).drop(1).toMutableList()
        fun take(type: Class<*>) = given.find { it.first == type }?.also(given::remove)?.second
        var afterCallback = -1
        return target.parameterTypes.map { type ->
            if (afterCallback >= 0 && type == Int::class.java) afterCallback++
            when {
                type == Int::class.java && afterCallback == 1 -> flags or ((take(type) as Int?) ?: 0)
                type == Int::class.java && afterCallback == 2 -> Process.myPid()
                else -> take(type).also { if (type.simpleName.endsWith("Callback")) afterCallback = 0 }
            }
        }.toTypedArray()
    }

    private fun nothing(asked: Method): Any? = when (asked.returnType) {
        Boolean::class.java -> false
        Int::class.java -> 0
        else -> null
    }

    companion object {
        const val ID = 7
        private val client = Class.forName("android.view.accessibility.AccessibilityInteractionClient")
        private val INTERACTIONS = Class.forName("android.view.accessibility.IAccessibilityInteractionConnection")
        private val VIEW_ROOT = Class.forName("android.view.ViewRootImpl")

        /** The names changed with Android 13. */
        private fun constant(name: String): Int = AccessibilityNodeInfo::class.java.declaredFields
            .first { it.name == "FLAG_$name" || it.name == "FLAG_SERVICE_REQUESTS_$name" }
            .run {
                isAccessible = true
                getInt(null)
            }
    }
}

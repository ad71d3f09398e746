package dev.handheld

import android.accessibilityservice.AccessibilityService
import android.content.ComponentName
import android.content.Intent
import android.content.pm.PackageManager
import android.view.accessibility.AccessibilityEvent
import dev.handheld.shims.Touches
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException

/** The accessibility service: the app's eyes and hands. It only holds what the shims need; it acts on nothing by itself. */
class ControlService : AccessibilityService() {
    /** The app in front, as the last window event told. */
    @Volatile
    var foreground = Foreground.UNKNOWN
        private set

    val isOn get() = current === this

    val touches by lazy { Touches(this) { core.execute(::tellTouched) } }

    private val awaited = ConcurrentHashMap.newKeySet<CompletableFuture<*>>()

    public override fun onServiceConnected() {
        current = this
        touches.watch(watchesTouches)
    }

    override fun onAccessibilityEvent(event: AccessibilityEvent) {
        if (event.eventType != AccessibilityEvent.TYPE_WINDOW_STATE_CHANGED) return
        val name = ComponentName(event.packageName?.toString() ?: return, event.className?.toString() ?: return)
        // Dialogs, menus and keyboards send the event too, with the class of a view: only an activity changes what is in front.
        if (isActivity(name)) foreground = Foreground(name.packageName, name.shortClassName)
    }

    override fun onInterrupt() = Unit

    override fun onUnbind(intent: Intent?): Boolean {
        forget()
        return super.onUnbind(intent)
    }

    override fun onDestroy() {
        forget()
        super.onDestroy()
    }

    /** The answer of Android. None comes once the service is turned off, so nobody waits for it any longer. */
    fun <T> await(answer: CompletableFuture<T>, limitMs: Long, late: String): T {
        awaited += answer
        if (!isOn) endWaiting()
        try {
            return answer.get(limitMs, TimeUnit.MILLISECONDS)
        } catch (_: TimeoutException) {
            throw BridgeException("timed_out", "$late within $limitMs ms")
        } catch (e: ExecutionException) {
            throw e.cause ?: e
        } finally {
            awaited -= answer
        }
    }

    private fun endWaiting() = awaited.forEach { it.completeExceptionally(notEnabled()) }

    private fun tellTouched() {
        try {
            Cores.of(this).ask("touched")
        } catch (_: BridgeException) {
            // It has no server to pause.
        }
    }

    private fun isActivity(name: ComponentName) = try {
        packageManager.getActivityInfo(name, 0)
        true
    } catch (_: PackageManager.NameNotFoundException) {
        false
    }

    private fun forget() {
        if (!isOn) return
        current = null
        endWaiting()
        touches.watch(false)
    }

    companion object {
        /** The running service; null while the person has it turned off. */
        @Volatile
        var current: ControlService? = null
            private set

        fun notEnabled() = BridgeException(
            "permission_denied",
            "Accessibility service not enabled. Turn on Handheld in Settings > Accessibility.",
        )

        private val core = Executors.newSingleThreadExecutor { Thread(it, "touches") }

        @Volatile
        private var watchesTouches = false

        /** Whether the core wants to know of the person's touches, now and whenever the service is turned on again. */
        fun watchTouches(on: Boolean) {
            watchesTouches = on
            current?.touches?.watch(on)
        }
    }
}

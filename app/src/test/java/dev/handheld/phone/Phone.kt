package dev.handheld.phone

import android.accessibilityservice.AccessibilityService
import android.accessibilityservice.AccessibilityServiceInfo
import android.accessibilityservice.GestureDescription
import android.accessibilityservice.GestureDescription.StrokeDescription
import android.app.Activity
import android.app.Application
import android.content.Context
import android.content.Intent
import android.content.pm.PackageManager
import android.content.pm.ResolveInfo
import android.graphics.Bitmap
import android.graphics.Path
import android.os.Handler
import android.os.Looper
import android.view.KeyEvent
import android.view.accessibility.AccessibilityEvent
import android.view.accessibility.AccessibilityManager
import android.view.accessibility.AccessibilityWindowInfo
import android.view.inputmethod.InputConnection
import dev.handheld.Bridge
import dev.handheld.ControlService
import dev.handheld.phone.apps.InstalledApps
import dev.handheld.phone.apps.LauncherActivity
import dev.handheld.systemService
import org.robolectric.Robolectric
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.android.controller.ActivityController
import org.robolectric.android.controller.ServiceController
import org.robolectric.shadows.ShadowChoreographer
import org.robolectric.util.ReflectionHelpers
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ExecutionException
import java.util.concurrent.FutureTask
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport
import kotlin.concurrent.thread

/**
 * A phone for tests: real Activities of a few apps on Robolectric's framework, seen and touched by the real [ControlService]. It stands
 * in for the parts of Android that are not in an app's process: the activity and window managers, the touch screen, the keyboard.
 *
 * It lives on the main thread and only while someone runs it: [ask] for one call, [run] for as long as it takes.
 */
class Phone(private val application: Application = RuntimeEnvironment.getApplication()) {
    val bridge = Bridge(application)

    /** What `takeScreenshot` fails with; null when it works. */
    var captureError: Int? = null
        get() = if (picturesRefused-- > 0) pictureRefusal else field

    private var picturesRefused = 0
    private var pictureRefusal = 0

    /** Whether someone touches the screen while a gesture is under way. */
    var cancelsGestures = false

    /** What happens instead of a gesture or a picture, of which nobody says how it ended. */
    var insteadOfAnswers: (() -> Unit)? = null

    /** Whether Android tells the service about windows, or only about the active one. */
    var hidesWindows = false

    var notifications = emptyList<SystemPanel.Notification>()

    private val windows = Windows()
    private val touch = Touch(windows::touchedAt, windows::watchers)
    private val tasks = ArrayList<ActivityController<out Activity>>()
    private val keyboard = Keyboard()
    private var control: ServiceController<ControlService>? = null
    private var connection: WindowConnection? = null
    private var lastStep = System.nanoTime()

    val service: ControlService get() = control!!.get()
    val front: Activity? get() = tasks.lastOrNull()?.get()

    init {
        current = this
        // Sixty frames a second; Robolectric would show them as fast as it can and put the clock forward.
        ShadowChoreographer.setPaused(true)
        ShadowChoreographer.setFrameDelay(FRAME)
        InstalledApps.install(application)
        open(LauncherActivity::class.java)
    }

    // The person

    fun turnServiceOn(): ControlService {
        shadowOf(application.systemService<AccessibilityManager>()).setEnabled(true)
        val controller = Robolectric.buildService(ControlService::class.java).create()
        control = controller
        val service = controller.get()
        val info = serviceInfo()
        service.serviceInfo = info
        connection = WindowConnection(
            windows::rootOf,
            reportViewIds = info.flags and AccessibilityServiceInfo.FLAG_REPORT_VIEW_IDS != 0,
            everyView = info.flags and AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS != 0,
        )
        service.onServiceConnected()
        announce()
        settle()
        return service
    }

    fun turnServiceOff() {
        control?.unbind()?.destroy()
        control = null
        shadowOf(application.systemService<AccessibilityManager>()).setEnabled(false)
    }

    /** Nothing of it lives on, to meddle with the next test. */
    fun end() {
        turnServiceOff()
        tasks.lastOrNull()?.pause()?.stop()
        tasks.forEach { it.destroy() }
        tasks.clear()
    }

    fun refusePictures(count: Int, error: Int) {
        picturesRefused = count
        pictureRefusal = error
    }

    /** Ends every app but the home screen. */
    fun closeAll() {
        tasks.drop(1).forEach { it.get().finish() }
        endActivities()
    }

    fun open(activity: Class<out Activity>, intent: Intent = Intent()) {
        tasks.lastOrNull()?.pause()?.stop()
        tasks += Robolectric.buildActivity(activity, intent).setup()
        shadowOf(Looper.getMainLooper()).idleFor(FRAME.multipliedBy(2))
        comeToFront()
    }

    /** A finger on the glass, never in the very millisecond in which something else ended. */
    fun tapAsPerson(x: Float, y: Float) {
        shadowOf(Looper.getMainLooper()).idleFor(FRAME)
        val tap = StrokeDescription(Path().apply { moveTo(x, y) }, 0, TAP_MS)
        var over = false
        touch.perform(GestureDescription.Builder().addStroke(tap).build()) { over = true }
        run { over }
    }

    /** Where someone sees that text. */
    fun boundsOf(text: String) = checkNotNull(windows.boundsOf(text)) { "$text is not on the screen" }

    // Running

    /** Calls from another thread, as the core does, and lets the phone run until the answer is there. */
    fun <T> ask(call: Phone.() -> T): T {
        val task = FutureTask { call() }
        thread(name = "core") { task.run() }
        run { task.isDone }
        try {
            return task.get()
        } catch (e: ExecutionException) {
            throw e.cause ?: e
        }
    }

    /** In step with real time. */
    fun run(until: () -> Boolean) {
        while (!until()) {
            settle()
            LockSupport.parkNanos(PAUSE_NS)
        }
        settle()
    }

    /** Does what is due on the main thread and in the system behind it. */
    fun settle() {
        val now = System.nanoTime()
        val passed = (now - lastStep) / 1_000_000
        lastStep += passed * 1_000_000
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(passed))
        startActivities()
        endActivities()
        moveFocus()
        windows.keepScrolling()
    }

    private fun moveFocus() {
        windows.moveFocus()
        keyboard.follow(windows.focused()?.findFocus(), control?.get())
    }

    private fun startActivities() {
        while (true) {
            val intent = shadowOf(application).nextStartedActivity ?: return
            val name = intent.resolveActivityInfo(application.packageManager, 0)?.name ?: continue
            open(Class.forName(name).asSubclass(Activity::class.java), intent)
        }
    }

    private fun endActivities() {
        val before = front
        tasks.filter { it.get().isFinishing }.forEach {
            tasks.remove(it)
            it.pause().stop().destroy()
        }
        if (front === before) return
        tasks.lastOrNull()?.restart()?.start()?.resume()
        comeToFront()
    }

    private fun comeToFront() {
        windows.front = front
        moveFocus()
        announce()
    }

    private fun announce() {
        val activity = front ?: return
        announce(activity.packageName, activity.javaClass.name)
    }

    /** Android tells the service that an activity comes to the front. */
    fun announce(packageName: String, activity: String) {
        @Suppress("DEPRECATION")
        val event = AccessibilityEvent.obtain(AccessibilityEvent.TYPE_WINDOW_STATE_CHANGED)
        event.packageName = packageName
        event.className = activity
        control?.get()?.onAccessibilityEvent(event)
    }

    /** What the manifest's accessibility XML says, read as Android reads it. */
    private fun serviceInfo(): AccessibilityServiceInfo {
        val intent = Intent(AccessibilityService.SERVICE_INTERFACE).setPackage(application.packageName)
        val found = application.packageManager.queryIntentServices(intent, PackageManager.GET_META_DATA).single()
        return ReflectionHelpers.callConstructor(
            AccessibilityServiceInfo::class.java,
            ReflectionHelpers.ClassParameter.from(ResolveInfo::class.java, found),
            ReflectionHelpers.ClassParameter.from(Context::class.java, application),
        )
    }

    // What the service asks of the system

    fun lookAtWindows(): List<AccessibilityWindowInfo> = if (hidesWindows) emptyList() else allWindows()

    fun allWindows(): List<AccessibilityWindowInfo> {
        connection?.forgetNodes()
        return onMain { windows.infos() }
    }

    fun touch(gesture: GestureDescription, whenDone: (completed: Boolean) -> Unit) =
        onMain {
            insteadOfAnswers?.let { return@onMain it() }
            if (cancelsGestures) whenDone(false) else touch.perform(gesture) { whenDone(true) }
        }

    fun draw(): Bitmap = onMain {
        val metrics = application.resources.displayMetrics
        windows.draw(metrics.widthPixels, metrics.heightPixels)
    }

    fun press(globalAction: Int): Boolean = onMain {
        when (globalAction) {
            AccessibilityService.GLOBAL_ACTION_BACK -> listOf(KeyEvent.ACTION_DOWN, KeyEvent.ACTION_UP).forEach {
                windows.focused()?.dispatchKeyEvent(KeyEvent(it, KeyEvent.KEYCODE_BACK))
            }
            AccessibilityService.GLOBAL_ACTION_HOME -> open(LauncherActivity::class.java)
            else -> SystemPanel(application, notifications).toggle(globalAction)
        }
        true
    }

    /** Whether the window in focus is one of ours. */
    fun isInFocus() = onMain { windows.focused()?.context?.packageName == application.packageName }

    fun <T> field(act: (InputConnection) -> T): T? = onMain { keyboard.connection?.let(act) }

    fun key(event: KeyEvent) = onMain { windows.focused()?.dispatchKeyEvent(event) }

    /** Waits for the main thread; whoever runs the phone is on it. */
    fun <T> onMain(act: () -> T): T {
        if (Looper.myLooper() == Looper.getMainLooper()) return act()
        val answer = CompletableFuture<T>()
        Handler(Looper.getMainLooper()).post {
            try {
                answer.complete(act())
            } catch (e: Throwable) {
                answer.completeExceptionally(e)
            }
        }
        try {
            return answer.get(LIMIT_S, TimeUnit.SECONDS)
        } catch (e: ExecutionException) {
            throw e.cause ?: e
        }
    }

    companion object {
        private const val LIMIT_S = 20L
        private val FRAME = Duration.ofMillis(16)
        private const val PAUSE_NS = 500_000L
        private const val TAP_MS = 50L

        init {
            // Nodes are the framework's own, and dialogs are as large as they ask to be.
            System.setProperty("robolectric.useRealAni", "true")
            System.setProperty("robolectric.windowManager.useRequestedSize", "true")
        }

        /** The phone of the running test; the shadows find it here. */
        lateinit var current: Phone
            private set
    }
}

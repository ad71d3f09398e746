package dev.handheld.hub

import android.content.ComponentName
import android.os.Looper
import dev.handheld.BridgeException
import dev.handheld.hub.apps.OtherApps
import dev.handheld.hub.apps.Outbox
import dev.handheld.hub.apps.RunningServices
import org.junit.Assert.assertEquals
import org.junit.Assert.assertThrows
import org.junit.Before
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import java.util.concurrent.ExecutionException
import java.util.concurrent.FutureTask
import java.util.concurrent.locks.LockSupport
import kotlin.concurrent.thread

/** Tests on a phone with other apps that have tools. */
@RunWith(RobolectricTestRunner::class)
abstract class WithApps {
    protected val application = RuntimeEnvironment.getApplication()
    protected val apps = OtherApps(application)
    protected val services = RunningServices(application)

    @Before
    fun installApps() {
        apps.installAll()
        services.letBind(ComponentName(OtherApps.BOUND, "dev.handheld.hub.apps.BoundService"))
        Outbox.take()
    }

    /** Begins a call in a thread of its own, as the core does. */
    protected fun <T> begin(call: () -> T): FutureTask<T> = FutureTask { call() }.also { thread { it.run() } }

    /** Lets Android run until it is so. */
    protected fun run(what: String, isSo: () -> Boolean) {
        val deadline = System.nanoTime() + 60_000_000_000
        while (!isSo()) {
            check(System.nanoTime() < deadline) { "waited in vain: $what" }
            settle()
            LockSupport.parkNanos(500_000)
        }
        settle()
    }

    protected fun settle() {
        services.start()
        shadowOf(Looper.getMainLooper()).idle()
    }

    /** The answer, with every reply sent as soon as it is ready. */
    protected fun <T> ask(call: () -> T): T {
        val task = begin(call)
        run("an answer") {
            Outbox.take().forEach { it.send() }
            task.isDone
        }
        return answer(task)
    }

    protected fun <T> answer(task: FutureTask<T>): T = try {
        task.get()
    } catch (e: ExecutionException) {
        throw e.cause ?: e
    }

    protected fun refused(code: String, call: () -> Unit): String {
        val failure = assertThrows(BridgeException::class.java) { ask(call) }
        assertEquals(failure.message, code, failure.code)
        return failure.message!!
    }
}

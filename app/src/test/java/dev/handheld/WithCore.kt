package dev.handheld

import android.os.Looper
import org.junit.After
import org.junit.Before
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.android.controller.ServiceController
import org.robolectric.util.ReflectionHelpers
import java.util.concurrent.ExecutorService

/** Tests of what owns or asks the core. */
@RunWith(RobolectricTestRunner::class)
abstract class WithCore {
    protected val application = RuntimeEnvironment.getApplication()
    protected val core = FakeCore()
    private val started = ArrayList<ServiceController<ServerService>>()

    @Before
    fun useCore() {
        Cores.use(core)
        ServerStatus.state = ServerState.Stopped
    }

    @After
    fun stopServices() {
        started.forEach { it.destroy() }
        awaitCore()
        awaitState(ServerState.Stopped)
    }

    /** Until the core's thread has done all that was asked of it: the next test has the same one. */
    private fun awaitCore() {
        val done = ReflectionHelpers.getStaticField<ExecutorService>(ServerService::class.java, "core").submit {}
        await("the core's thread") { done.isDone }
    }

    /** Starts the service as Android would with the Intent that was last sent to it. */
    protected fun obey(): ServiceController<ServerService> {
        val intent = shadowOf(application).nextStartedService
        val service = org.robolectric.Robolectric.buildService(ServerService::class.java, intent).create().startCommand(0, 1)
        started += service
        return service
    }

    /** The core has a thread of its own; the state says when it is done. */
    protected fun awaitState(state: ServerState) = await("$state, not ${ServerStatus.state}") { ServerStatus.state == state }

    protected fun await(what: String, isSo: () -> Boolean) {
        val deadline = System.nanoTime() + 60_000_000_000
        while (!isSo()) {
            check(System.nanoTime() < deadline) { "waited in vain for $what" }
            shadowOf(Looper.getMainLooper()).idle()
            Thread.yield()
        }
        shadowOf(Looper.getMainLooper()).idle()
    }

    protected companion object {
        val RUNNING = ServerState.Running("http://127.0.0.1:8080/mcp")
    }
}

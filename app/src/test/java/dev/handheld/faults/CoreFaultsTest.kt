package dev.handheld.faults

import android.content.Intent
import android.net.Uri
import dev.handheld.ServerService
import dev.handheld.ServerState
import dev.handheld.ServerStatus
import dev.handheld.ToolProvider
import dev.handheld.WithCore
import org.json.JSONObject
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Before
import org.junit.Test
import org.robolectric.Robolectric
import java.util.concurrent.CopyOnWriteArrayList

/** Python itself fails, in every entry: nothing of ours dies of it, and the next call works. */
class CoreFaultsTest : WithCore() {
    private val failures = listOf(IllegalStateException("Python is gone"), UnsatisfiedLinkError("libpython3.13.so not found"))
    private val uncaught = CopyOnWriteArrayList<Throwable>()
    private val before = Thread.getDefaultUncaughtExceptionHandler()

    @Before
    fun listen() = Thread.setDefaultUncaughtExceptionHandler { _, failure -> uncaught += failure }

    /** On a phone each of them ends the app. */
    @After
    fun nothingWasUncaught() {
        core.failure = null
        Thread.setDefaultUncaughtExceptionHandler(before)
        assertEquals(emptyList<Throwable>(), uncaught)
    }

    private fun running() {
        ServerService.start(application)
        obey()
        awaitState(RUNNING)
    }

    /** Work on the core's thread is done in order: when this is answered, all before it is done. */
    private fun configured(settings: String = "{}"): String? {
        val answers = CopyOnWriteArrayList<String?>()
        ServerService.configure(application, JSONObject(settings)) { answers += it }
        await("the answer") { answers.isNotEmpty() }
        return answers.single()
    }

    @Test
    fun `a start that fails is shown with its reason, and the next one starts`() {
        for (failure in failures) {
            core.failure = failure
            ServerService.start(application)
            val service = obey()
            await("the failure") { ServerStatus.state is ServerState.Failed }
            assertTrue(failure.message!! in (ServerStatus.state as ServerState.Failed).reason)
            core.failure = null
            service.startCommand(0, 2)
            awaitState(RUNNING)
            service.withIntent(Intent(ServerService.STOP)).startCommand(0, 3)
            awaitState(ServerState.Stopped)
        }
    }

    @Test
    fun `settings that cannot be given are told so, and the next ones are taken`() {
        running()
        for (failure in failures) {
            core.failure = failure
            assertTrue(failure.message!! in configured()!!)
            assertEquals("the server runs on", RUNNING, ServerStatus.state)
            core.failure = null
            core.answers = { _, _ -> RUNS }
            assertEquals(null, configured())
        }
    }

    @Test
    fun `a pause that fails says so, and the next start ends it`() {
        for (failure in failures) {
            running()
            core.failure = failure
            ServerService.pause(application, true)
            await("the failure") { ServerStatus.state is ServerState.Failed }
            core.failure = null
            running()
        }
    }

    @Test
    fun `an app that comes while the core fails does no harm, and the next one is told`() {
        running()
        core.answers = { _, _ -> RUNS }
        for (failure in failures) {
            core.failure = failure
            core.calls.clear()
            application.sendBroadcast(Intent(Intent.ACTION_PACKAGE_ADDED, Uri.parse("package:com.example.new")))
            await("the news") { core.calls.lastOrNull() == "packages_changed" }
            core.failure = null
            configured()
            application.sendBroadcast(Intent(Intent.ACTION_PACKAGE_REMOVED, Uri.parse("package:com.example.new")))
            await("the next news") { core.calls.lastOrNull() == "packages_changed" }
        }
    }

    @Test
    fun `a stop that fails is shown, and the server can be started again`() {
        for (failure in failures) {
            ServerService.start(application)
            val service = obey()
            awaitState(RUNNING)
            core.failure = failure
            service.withIntent(Intent(ServerService.STOP)).startCommand(0, 2)
            await("the failure") { ServerStatus.state is ServerState.Failed }
            core.failure = null
            running()
        }
    }

    @Test
    fun `an answer that says nothing is a failure with a reason`() {
        running()
        core.answers = { _, _ -> """{"result": {}}""" }
        assertEquals("The core does not say whether it runs", configured())
    }

    @Test
    fun `another app's host gets a failure, and its next call an answer`() {
        val provider = Robolectric.buildContentProvider(ToolProvider::class.java).create("dev.handheld.tools").get()
        for (failure in failures) {
            core.failure = failure
            val refused = provider.call("get_tool_info", null, null)
            assertFalse(refused.getBoolean("success"))
            assertTrue(failure.message!! in refused.getString("error_message")!!)
            core.failure = null
            assertTrue(provider.call("get_tool_info", null, null).getBoolean("success"))
        }
    }

    private companion object {
        const val RUNS = """{"result": {"ok": true, "address": "http://127.0.0.1:8080/mcp"}}"""
    }
}

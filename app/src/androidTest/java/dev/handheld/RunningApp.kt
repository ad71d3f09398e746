package dev.handheld

import android.app.UiAutomation
import android.content.Context
import android.content.Intent
import android.os.ParcelFileDescriptor
import androidx.test.platform.app.InstrumentationRegistry
import org.junit.rules.ExternalResource

/** The app as a person has set it up: its server runs and its accessibility service is on. */
class RunningApp : ExternalResource() {
    private val instrumentation = InstrumentationRegistry.getInstrumentation()

    val context: Context get() = instrumentation.targetContext

    lateinit var client: McpClient
        private set

    override fun before() {
        open(Intent(context, MainActivity::class.java))
        turnAccessibilityOn()
        ServerService.start(context)
        val running = eventually("the server runs") {
            (ServerStatus.state as? ServerState.Failed)?.let { throw AssertionError(it.reason) }
            ServerStatus.state as? ServerState.Running
        }
        client = McpClient(running.address, Cores.of(context).ask("status").getString("token"))
    }

    override fun after() {
        ServerService.stop(context)
        eventually("the server has stopped") { ServerStatus.state.takeIf { it == ServerState.Stopped } }
    }

    /** Opens an activity of another app. */
    fun open(packageName: String, activity: String) = open(Intent().setClassName(packageName, activity))

    private fun open(intent: Intent) = context.startActivity(intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK))

    private fun turnAccessibilityOn() {
        val service = "${context.packageName}/${ControlService::class.java.name}"
        shell("settings put secure enabled_accessibility_services $service")
        shell("settings put secure accessibility_enabled 1")
        eventually("the accessibility service is on") { ControlService.current }
    }

    /** By default the instrumentation turns every accessibility service off. */
    private fun shell(command: String): String {
        val automation = instrumentation.getUiAutomation(UiAutomation.FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES)
        val output = ParcelFileDescriptor.AutoCloseInputStream(automation.executeShellCommand(command))
        return output.bufferedReader().use { it.readText() }
    }
}

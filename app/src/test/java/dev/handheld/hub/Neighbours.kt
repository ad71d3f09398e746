package dev.handheld.hub

import android.app.PendingIntent
import android.content.BroadcastReceiver
import android.content.ComponentName
import android.content.Context
import android.content.ContextWrapper
import android.content.Intent
import android.content.IntentFilter
import android.net.Uri
import android.os.Bundle
import android.os.Handler
import android.os.Looper
import dev.handheld.Bridge
import dev.handheld.Core
import dev.handheld.Cores
import dev.handheld.MobileMcpService
import dev.handheld.PackageWatcher
import dev.handheld.ResultReceiver
import dev.handheld.ToolProvider
import dev.handheld.hub.apps.NoStarts
import dev.handheld.hub.apps.OtherApps
import dev.handheld.hub.apps.Outbox
import dev.handheld.hub.apps.RunningServices
import dev.handheld.phone.Phone
import org.json.JSONObject
import org.robolectric.Robolectric
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.util.ReflectionHelpers
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import java.util.function.Function
import kotlin.random.Random

/**
 * What Python holds of the other apps on the Robolectric phone: they are installed, Android runs their services, and
 * [core], which is Python's own, is asked by our components as Chaquopy's would be.
 */
class Neighbours(private val core: Function<String, String>) {
    private val phone = Phone.current
    private val application = RuntimeEnvironment.getApplication()
    private val apps = OtherApps(application)
    private val services = RunningServices(application)
    private val provider by lazy { Robolectric.buildContentProvider(ToolProvider::class.java).create(TOOLS).get() }

    /** Whether replies wait in [Outbox] for [release]. */
    @Volatile var holds = false

    private var stopped = false

    fun install() = phone.onMain {
        Cores.use(PythonCore(core))
        useContext(NoStarts(application.baseContext, setOf(OtherApps.BOUND)))
        apps.installAll()
        apps.install(OtherApps.AGENT, "Agent")
        services.letBind(ComponentName(OtherApps.BOUND, "dev.handheld.hub.apps.BoundService"))
        PackageWatcher { core.apply(request("packages_changed", JSONObject().put("package", it))) }.register(application)
        tick()
    }

    /** Leaves the phone as it was. */
    fun uninstall() = phone.onMain {
        stopped = true
        val installed = application.packageManager.getInstalledPackages(0).map { it.packageName }
        OtherApps.ALL.filter { it in installed }.forEach(::remove)
        useContext((application.baseContext as ContextWrapper).baseContext)
    }

    private fun useContext(context: Context) =
        ReflectionHelpers.setField(ContextWrapper::class.java, application, "mBase", context)

    /** Takes an app away, and Android tells whoever listens. */
    fun remove(packageName: String) = phone.onMain {
        apps.remove(packageName)
        application.sendBroadcast(Intent(Intent.ACTION_PACKAGE_REMOVED, Uri.parse("package:$packageName")))
    }

    fun installWeather() = phone.onMain {
        apps.installWeather()
        application.sendBroadcast(Intent(Intent.ACTION_PACKAGE_ADDED, Uri.parse("package:${OtherApps.WEATHER}")))
    }

    fun held() = Outbox.replies.size

    /** Sends what waits, in an order that [seed] chooses. */
    fun release(seed: Int) = phone.onMain { Outbox.take().shuffled(Random(seed)).forEach { it.send() } }

    fun dropped() = ResultReceiver.dropped.get()

    fun waiting() = ReflectionHelpers.getStaticField<Map<*, *>>(ResultReceiver::class.java, "waiting").size

    fun bound() = shadowOf(application).boundServiceConnections.size

    /** As an app of that name would ask our provider: the Bundle's texts, as JSON. */
    fun askProvider(caller: String, method: String, tool: String?, arguments: String): String {
        shadowOf(provider).setCallingPackage(caller)
        val texts = JSONObject(arguments)
        val extras = Bundle().apply {
            putString("tool_name", tool)
            putSerializable("tool_arguments", HashMap(texts.keys().asSequence().associateWith { texts.getString(it) }))
        }
        val client = application.contentResolver.acquireUnstableContentProviderClient(TOOLS)!!
        val answer = client.use { it.call(method, null, extras)!! }
        val found = JSONObject().put("success", answer.getBoolean("success"))
        for (key in answer.keySet()) answer.getString(key)?.let { found.put(key, it) }
        return found.toString()
    }

    /** As an app of that name would start our service: the extras of the one reply, as JSON. */
    fun askService(caller: String, extras: String, code: Int): String {
        val reply = CompletableFuture<String>()
        val action = "$caller.REPLY.$code"
        val inbox = object : BroadcastReceiver() {
            override fun onReceive(context: Context, intent: Intent) {
                val found = JSONObject()
                for (key in intent.extras!!.keySet()) found.put(key, intent.getStringExtra(key))
                check(reply.complete(found.toString())) { "a second reply" }
            }
        }
        phone.onMain {
            application.registerReceiver(inbox, IntentFilter(action), Context.RECEIVER_EXPORTED)
            val callback = PendingIntent.getBroadcast(application, 0, Intent(action), PendingIntent.FLAG_MUTABLE)
            shadowOf(callback).setCreatorPackage(caller)
            val intent = Intent(application, MobileMcpService::class.java).putExtra("mcp_callback", callback)
            JSONObject(extras).let { texts -> for (key in texts.keys()) intent.putExtra(key, texts.getString(key)) }
            application.startForegroundService(intent)
        }
        return reply.get(30, TimeUnit.SECONDS)
    }

    /** Android's activity manager, at work as long as the phone runs. */
    private fun tick() {
        if (stopped) return
        services.start()
        if (!holds) Outbox.take().forEach { it.send() }
        Handler(Looper.getMainLooper()).postDelayed(::tick, 1)
    }

    private fun request(method: String, params: JSONObject) = JSONObject().put("method", method).put("params", params).toString()

    private class PythonCore(private val python: Function<String, String>) : Core {
        override fun start(bridge: Bridge, dataDir: String, options: String) = throw UnsupportedOperationException()

        override fun stop() = throw UnsupportedOperationException()

        override fun handle(request: String): String = python.apply(request).toString()
    }

    private companion object {
        const val TOOLS = "dev.handheld.authorities.McpProvider"
    }
}

package dev.handheld

import android.app.KeyguardManager
import android.app.Service
import android.content.Context
import android.content.Intent
import android.os.Handler
import android.os.IBinder
import android.os.Looper
import org.json.JSONObject
import java.util.concurrent.Executors

/** Keeps the server running while no screen of ours is open. All work with the core is done in order on one thread. */
class ServerService : Service() {
    private val main = Handler(Looper.getMainLooper())
    private val notification by lazy { ServerNotification(this) }
    private val packages = PackageWatcher { name -> core.execute { tellChanged(name) } }
    private val watcher: (ServerState) -> Unit = { state -> main.post { notification.update(state) } }

    override fun onCreate() {
        super.onCreate()
        ServerStatus.watch(watcher)
        packages.register(this)
    }

    override fun onBind(intent: Intent?): IBinder? = null

    override fun onStartCommand(intent: Intent?, flags: Int, startId: Int): Int {
        if (!goIntoForeground(ServerNotification.ID, notification.of(ServerStatus.state))) return refused()
        if (intent?.action == STOP) {
            core.execute { stopServer() }
            return START_NOT_STICKY
        }
        if (intent?.action == PAUSE || intent?.action == RESUME) {
            pause(this, intent.action == PAUSE)
            return START_STICKY
        }
        if (intent?.action == ALLOW || intent?.action == DENY) {
            answer(this, intent.data?.schemeSpecificPart.orEmpty(), intent.action == ALLOW)
            return START_STICKY
        }
        val settings = intent?.getStringExtra(SETTINGS)
        core.execute { startServer(settings) }
        return START_STICKY
    }

    override fun onDestroy() {
        ServerStatus.leave(watcher)
        unregisterReceiver(packages)
        core.execute { stopCore() }
        super.onDestroy()
    }

    /** As Android 12 and later may do when they start us again in the background after a kill: only the person can help. */
    private fun refused(): Int {
        notification.update(ServerState.Failed(getString(R.string.start_refused)))
        stopSelf()
        return START_NOT_STICKY
    }

    private fun startServer(settings: String?) {
        if (ServerStatus.state is ServerState.Running) return
        ServerStatus.state = ServerState.Starting
        ServerStatus.state = try {
            val options = JSONObject().apply { settings?.let { put("settings", JSONObject(it)) } }
            told(JSONObject(Cores.of(this).start(Bridge(applicationContext), filesDir.path, options.toString())))
        } catch (e: Exception) {
            ServerState.Failed(e.message ?: e.toString())
        } catch (e: LinkageError) {
            ServerState.Failed("Python cannot be loaded: ${e.message}")
        }
    }

    private fun tellChanged(packageName: String) {
        if (ServerStatus.state !is ServerState.Running) return
        try {
            Cores.of(this).ask("packages_changed", JSONObject().put("package", packageName))
        } catch (_: BridgeException) {
            // Nobody asked, so there is nobody to tell; the core sees the change at its next look.
        }
    }

    private fun stopServer() {
        stopCore()
        main.post {
            stopForeground(STOP_FOREGROUND_REMOVE)
            stopSelf()
        }
    }

    private fun stopCore() {
        if (ServerStatus.state == ServerState.Stopped) return
        ServerStatus.state = try {
            Cores.of(this).stop()
            ServerState.Stopped
        } catch (e: RuntimeException) {
            ServerState.Failed(e.message ?: e.toString())
        } catch (e: LinkageError) {
            ServerState.Failed("Python cannot be loaded: ${e.message}")
        }
    }

    companion object {
        const val STOP = "dev.handheld.STOP"
        const val PAUSE = "dev.handheld.PAUSE"
        const val RESUME = "dev.handheld.RESUME"
        const val ALLOW = "dev.handheld.ALLOW"
        const val DENY = "dev.handheld.DENY"
        private const val SETTINGS = "settings"
        private val core = Executors.newSingleThreadExecutor { Thread(it, "core") }

        /** Starts the server, after saving [settings] (JSON) where given. */
        fun start(context: Context, settings: String? = null) {
            context.startForegroundService(Intent(context, ServerService::class.java).putExtra(SETTINGS, settings))
        }

        fun stop(context: Context) {
            context.stopService(Intent(context, ServerService::class.java))
        }

        /** Stops every agent at once, or lets them go on; the core says so to [ServerStatus]. */
        fun pause(context: Context, on: Boolean) = core.execute {
            try {
                val answer = Cores.of(context).ask("pause", JSONObject().put("on", on))
                ServerStatus.showPaused(answer.optBoolean("paused", on))
            } catch (e: BridgeException) {
                ServerStatus.state = ServerState.Failed(e.message ?: e.toString())
            }
        }

        /** The person's answer to a question. Only an unlocked phone allows: Android makes sure of it since 12, and this before. */
        fun answer(context: Context, question: String, allow: Boolean) {
            if (allow && context.systemService<KeyguardManager>().isDeviceLocked) return
            core.execute {
                try {
                    val answer = if (allow) "once" else "no"
                    Cores.of(context).ask("answer", JSONObject().put("id", question).put("answer", answer))
                } catch (_: BridgeException) {
                    QuestionNotifications(context).remove(question)
                }
            }
        }

        /** Gives a running server new settings and tells what was wrong with them, or null. */
        fun configure(context: Context, settings: JSONObject, done: (String?) -> Unit) = core.execute {
            try {
                ServerStatus.state = told(Cores.of(context).ask("configure", JSONObject().put("settings", settings)))
                done((ServerStatus.state as? ServerState.Failed)?.reason)
            } catch (e: BridgeException) {
                done(e.message)
            }
        }

        private fun told(status: JSONObject): ServerState =
            if (status.optBoolean("ok")) {
                ServerState.Running(status.optString("address"), status.optBoolean("paused"))
            } else {
                ServerState.Failed(status.optString("reason", "The core does not say whether it runs"))
            }
    }
}

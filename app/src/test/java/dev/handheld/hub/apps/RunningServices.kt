package dev.handheld.hub.apps

import android.app.Application
import android.app.Service
import android.content.ComponentName
import android.content.Context
import android.content.ContextWrapper
import android.content.Intent
import org.robolectric.Robolectric
import org.robolectric.Shadows.shadowOf
import org.robolectric.android.controller.ServiceController

/** Starts and binds services as Android's activity manager does: on the main thread, one instance of each. */
class RunningServices(private val application: Application) {
    private val running = HashMap<String, ServiceController<out Service>>()
    private var starts = 0

    init {
        // Android says that a service is gone when it is, not when we let it go.
        shadowOf(application).setUnbindServiceCallsOnServiceDisconnected(false)
    }

    /** Starts what was asked for since. */
    fun start() {
        while (true) {
            val intent = shadowOf(application).nextStartedService ?: return
            val name = intent.component?.className ?: continue
            of(name).get().onStartCommand(Intent(intent), 0, ++starts)
        }
    }

    /** From now on whoever binds that service gets it. */
    fun letBind(component: ComponentName) {
        val binder = of(component.className).get().onBind(Intent())
        val intent = Intent().setComponent(component)
        shadowOf(application).setComponentNameAndServiceForBindServiceForIntent(intent, component, binder)
    }

    private fun of(name: String) = running.getOrPut(name) {
        Robolectric.buildService(Class.forName(name).asSubclass(Service::class.java)).create()
    }
}

/** A context in which Android lets these apps' services not start, as it does when we are in the background. */
class NoStarts(base: Context, private val packages: Set<String>) : ContextWrapper(base) {
    override fun startForegroundService(service: Intent): ComponentName? {
        check(service.component?.packageName !in packages) { "startForegroundService() not allowed" }
        return super.startForegroundService(service)
    }
}

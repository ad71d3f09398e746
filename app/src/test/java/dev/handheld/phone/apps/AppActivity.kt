package dev.handheld.phone.apps

import android.app.Activity
import android.content.Context
import android.content.ContextWrapper
import android.content.res.Configuration
import android.view.Display

/** A screen of another app: it says so to everyone who asks for its package. */
abstract class AppActivity : Activity() {
    private val app get() = InstalledApps.of(javaClass)

    override fun getPackageName(): String = app.packageName

    override fun getApplicationContext(): Context = AppContext(super.getApplicationContext(), app.packageName)

    override fun onStart() {
        super.onStart()
        title = app.label
    }

    /** The window makes its own context of this one. */
    private class AppContext(base: Context, private val name: String) : ContextWrapper(base) {
        override fun getPackageName() = name

        override fun createConfigurationContext(configuration: Configuration) =
            AppContext(super.createConfigurationContext(configuration), name)

        override fun createDisplayContext(display: Display) = AppContext(super.createDisplayContext(display), name)
    }
}

package dev.handheld.phone.apps

import android.app.Activity
import android.app.Application
import android.content.ComponentName
import android.content.Intent
import android.content.IntentFilter
import android.content.pm.ApplicationInfo
import android.content.pm.PackageInfo
import org.robolectric.Shadows.shadowOf

/** What is installed on the phone beside ours. */
object InstalledApps {
    class App(val packageName: String, val label: String, val activity: Class<out Activity>, val system: Boolean = false)

    val all = listOf(
        App("com.example.launcher", "Home", LauncherActivity::class.java, system = true),
        App("com.example.calculator", "Calculator", CalculatorActivity::class.java),
        App("com.example.editor", "Editor", EditorActivity::class.java),
        App("com.example.contacts", "Contacts", ContactsActivity::class.java),
        App("com.example.dialogs", "Dialogs", DialogActivity::class.java),
        App("com.example.loading", "Loading", LoadingActivity::class.java),
        App("com.example.options", "Options", OptionsActivity::class.java),
        App("com.example.sketch", "Sketch", SketchActivity::class.java),
        App("com.example.bank", "Acorn Bank", BankActivity::class.java),
    )

    /** Android gives each app a user of its own; the calculator's is 10123. */
    private fun uidOf(app: App) = 10122 + all.indexOf(app)

    fun of(activity: Class<*>) = all.first { it.activity == activity }

    fun install(application: Application) = all.forEach { app ->
        val packages = shadowOf(application.packageManager)
        packages.installPackage(packageOf(app))
        val name = ComponentName(app.packageName, app.activity.name)
        packages.addActivityIfNotPresent(name)
        val launched = IntentFilter(Intent.ACTION_MAIN).apply {
            addCategory(Intent.CATEGORY_LAUNCHER)
            if (app.activity == LauncherActivity::class.java) addCategory(Intent.CATEGORY_HOME)
        }
        packages.addIntentFilterForActivity(name, launched)
    }

    private fun packageOf(app: App) = PackageInfo().apply {
        packageName = app.packageName
        versionName = "1.2"
        @Suppress("DEPRECATION")
        versionCode = 12
        applicationInfo = ApplicationInfo().apply {
            packageName = app.packageName
            nonLocalizedLabel = app.label
            uid = uidOf(app)
            enabled = true
            if (app.system) flags = flags or ApplicationInfo.FLAG_SYSTEM
        }
    }
}

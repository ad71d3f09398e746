package dev.handheld.phone.apps

import android.os.Bundle
import android.widget.Button
import android.widget.LinearLayout

/** The home screen: a button an app. */
class LauncherActivity : AppActivity() {
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val apps = LinearLayout(this).apply { orientation = LinearLayout.VERTICAL }
        InstalledApps.all.filter { it.activity != javaClass }.forEach { app ->
            val button = Button(this)
            button.text = app.label
            button.setOnClickListener { startActivity(packageManager.getLaunchIntentForPackage(app.packageName)) }
            apps.addView(button)
        }
        setContentView(apps)
    }

    @Deprecated("The home screen stays.")
    override fun onBackPressed() = Unit
}

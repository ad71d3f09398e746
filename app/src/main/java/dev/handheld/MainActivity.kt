package dev.handheld

import android.app.Activity
import android.content.ClipData
import android.content.ClipboardManager
import android.content.Intent
import android.os.Bundle
import android.os.PersistableBundle
import android.view.View
import android.widget.Button
import android.widget.CompoundButton
import android.widget.LinearLayout
import android.widget.TextView
import android.widget.Toast
import dev.handheld.shims.Permissions
import kotlin.concurrent.thread

/** The app's one screen: the control page while the server runs, and without it why not and what still has to be allowed. */
class MainActivity :
    Activity(),
    PageRequests.Screen {
    private val watcher = { state: ServerState -> runOnUiThread { show(state) } }
    private val history by lazy { HistoryFile(this) }
    private lateinit var page: ControlPage
    private var shown: String? = null

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContentView(R.layout.main)
        page = ControlPage(part(R.id.page), PageRequests(applicationContext, this))
        part<Button>(R.id.start).setOnClickListener { startOrStop() }
        part<Button>(R.id.copy_address).setOnClickListener { copyAddress() }
        part<Button>(R.id.copy_token).setOnClickListener { copyToken() }
        val boot = part<CompoundButton>(R.id.start_on_boot)
        boot.isChecked = Switch.START_ON_BOOT.isOn(this)
        boot.setOnCheckedChangeListener { _, on -> Switch.START_ON_BOOT.set(this, on) }
    }

    override fun onResume() {
        super.onResume()
        ServerStatus.watch(watcher)
        showPermissions()
    }

    override fun onPause() {
        ServerStatus.leave(watcher)
        super.onPause()
    }

    override fun onRequestPermissionsResult(requestCode: Int, permissions: Array<out String>, grantResults: IntArray) {
        val asked = Permissions(this).all().find { it.ask.isNotEmpty() && it.ask.first() in permissions } ?: return
        // Asked and not granted without a dialog, or refused for good: only the settings page is left.
        if (!asked.granted && asked.ask.none(::shouldShowRequestPermissionRationale)) open(asked.settings)
    }

    private fun show(state: ServerState) {
        val running = state is ServerState.Running
        part<TextView>(R.id.state).text = state.text(this)
        part<Button>(R.id.start).setText(if (running) R.string.stop else R.string.start)
        part<Button>(R.id.start).isEnabled = state != ServerState.Starting
        part<View>(R.id.copy_address).isEnabled = running
        part<View>(R.id.copy_token).isEnabled = running
        showPage((state as? ServerState.Running)?.address)
    }

    /** A server that starts anew has the same page; one that stops has none. */
    private fun showPage(address: String?) {
        if (address == null) page.close()
        if (address != null && shown == null) openPage()
        shown = address
    }

    /** With a new link: one opens the page once, and its session ends when it was not used for long. */
    override fun openPage() {
        thread(name = "page") {
            val link = try {
                Cores.of(this).ask("page").optString("url")
            } catch (_: BridgeException) {
                "" // what is under the page says what the server does
            }
            runOnUiThread { if (link.isNotEmpty() && shown != null) page.open(link) }
        }
    }

    @Deprecated("Since Android 13 there is another way, which older ones do not have")
    override fun onBackPressed() {
        @Suppress("DEPRECATION")
        if (!page.back()) super.onBackPressed()
    }

    private fun startOrStop() {
        if (ServerStatus.state is ServerState.Running) ServerService.stop(this) else ServerService.start(this)
    }

    private fun copyAddress() {
        val running = ServerStatus.state as? ServerState.Running ?: return
        copy(running.address, secret = false)
    }

    private fun copyToken() {
        thread(name = "token") {
            try {
                val token = Cores.of(this).ask("status").getString("token")
                runOnUiThread { copy(token, secret = true) }
            } catch (e: BridgeException) {
                runOnUiThread { Toast.makeText(this, e.message, Toast.LENGTH_LONG).show() }
            }
        }
    }

    private fun copy(text: String, secret: Boolean) {
        val clip = ClipData.newPlainText(getString(R.string.app_name), text)
        // Without it the keyboard and Android's own preview would show the token.
        if (secret) clip.description.extras = PersistableBundle().apply { putBoolean(SENSITIVE, true) }
        systemService<ClipboardManager>().setPrimaryClip(clip)
        Toast.makeText(this, R.string.copied, Toast.LENGTH_SHORT).show()
    }

    private fun showPermissions() {
        val list = part<LinearLayout>(R.id.permissions)
        list.removeAllViews()
        for (permission in Permissions(this).all()) list.addView(row(permission, list))
    }

    private fun row(permission: Permission, list: LinearLayout): View {
        val row = layoutInflater.inflate(R.layout.permission, list, false)
        row.part<TextView>(R.id.title).setText(permission.title)
        row.part<TextView>(R.id.why).setText(permission.why)
        row.part<View>(R.id.granted).visibility = if (permission.granted) View.VISIBLE else View.GONE
        val allow = row.part<Button>(R.id.allow)
        val possible = permission.ask.isNotEmpty() || permission.settings != null
        allow.visibility = if (permission.granted || !possible) View.GONE else View.VISIBLE
        allow.contentDescription = "${getString(R.string.allow)}: ${getString(permission.title)}"
        allow.setOnClickListener { allow(permission) }
        return row
    }

    override fun allow(permission: Permission) = runOnUiThread {
        if (permission.ask.isEmpty()) open(permission.settings) else requestPermissions(permission.ask.toTypedArray(), 0)
    }

    override fun saveHistory(lines: String) = history.offer(lines)

    @Deprecated("its replacement is AndroidX")
    override fun onActivityResult(requestCode: Int, resultCode: Int, data: Intent?) {
        if (requestCode != HistoryFile.CHOSEN) return
        val place = if (resultCode == RESULT_OK) data?.data else null
        thread(name = "history") {
            val problem = history.put(place)
            if (problem != null) runOnUiThread { Toast.makeText(this, problem, Toast.LENGTH_LONG).show() }
        }
    }

    private fun open(settings: Intent?) {
        if (settings != null) startActivity(settings)
    }

    private fun <T : View> part(id: Int): T = window.decorView.part(id)

    private fun <T : View> View.part(id: Int): T = checkNotNull(findViewById(id))

    private companion object {
        const val SENSITIVE = "android.content.extra.IS_SENSITIVE"
    }
}

package dev.handheld

import android.content.Context
import dev.handheld.shims.Apps
import dev.handheld.shims.Capture
import dev.handheld.shims.Clipboard
import dev.handheld.shims.Gestures
import dev.handheld.shims.GlobalActions
import dev.handheld.shims.Intents
import dev.handheld.shims.Keys
import dev.handheld.shims.Logs
import dev.handheld.shims.NodeTree
import dev.handheld.shims.Permissions
import dev.handheld.shims.Providers
import dev.handheld.shims.Screen
import dev.handheld.shims.Screenshots
import dev.handheld.shims.Sms
import dev.handheld.shims.Storage
import dev.handheld.shims.TextInput

/**
 * All that Python sees of Android: the methods of device.py, in camelCase. Only Boolean, Int, String and ByteArray cross;
 * structures are JSON. Every failure is a [BridgeException].
 */
class Bridge(private val context: Context) {
    private val awake = Awake(context)
    private val privacy = Privacy(context)
    private val nodes = NodeTree(privacy)
    private val screen = Screen(context)
    private val capture = Capture()
    private val screenshots = Screenshots()
    private val gestures = Gestures { ControlService.current?.touches?.gestureEnded() }
    private val globalActions = GlobalActions()
    private val typing = TextInput(privacy)
    private val clipboard = Clipboard()
    private val apps = Apps(context)
    private val logs = Logs(context)
    private val storage = Storage(context)
    private val sms = Sms(context)
    private val providers = Providers(context)
    private val intents = Intents(context)
    private val permissions = Permissions(context)
    private val notifications = QuestionNotifications(context)
    private val keys = Keys()

    // The screen

    fun snapshot(): ByteArray = call { control().let { nodes.snapshot(it, screen.size(), it.foreground) } }

    /**
     * [boxes] is `[[left, top, right, bottom, label], …]`. What is private is looked for before and after: the picture is of a
     * moment in between.
     */
    fun screenshot(maxSide: Int, quality: Int, boxes: String): ByteArray = call {
        val before = covered()
        val picture = capture.of(control())
        screenshots.jpeg(picture, before + covered(), maxSide, quality, boxes)
    }

    fun display(): String = call { control().let { screen.json() } }

    fun foreground(): String = call { privacy.told(control().foreground).json() }

    // Acts on a node of a snapshot

    fun clickNode(snapshot: Int, index: Int) = call { control().run { nodes.click(snapshot, index) } }

    fun longClickNode(snapshot: Int, index: Int) = call { control().run { nodes.longClick(snapshot, index) } }

    fun scrollNode(snapshot: Int, index: Int, forward: Boolean): Boolean =
        call { control().run { nodes.scroll(snapshot, index, forward) } }

    // Acts on the screen

    /** [strokes] is `[[[x, y, ms], …], …]`. */
    fun gesture(strokes: String, relative: Boolean) = call {
        val control = control()
        val size = if (relative) screen.size() else null
        control.touches.during { gestures.perform(control, strokes, size) { privacy.closed(control, it) } }
    }

    fun globalAction(action: String) = call { globalActions.perform(control(), action) }

    // Typing

    fun focusField(snapshot: Int, index: Int): String = call { typing.focus(control(), nodes.live(snapshot, index)) }

    fun selectText(start: Int, end: Int) = call { typing.select(control(), start, end) }

    fun commitText(text: String) = call { typing.commit(control(), text) }

    fun readField(): String = call { typing.read(control()) }

    fun pressKey(key: String) = call { typing.press(control(), key) }

    // Clipboard, apps, logs

    fun getClipboard(): String? = call { clipboard.read(control()) }

    fun setClipboard(text: String) = call { clipboard.write(control(), text) }

    fun openApp(packageName: String) = call { apps.open(ControlService.current, packageName) }

    fun closeApp(packageName: String) = call { apps.close(ControlService.current?.foreground?.packageName, packageName) }

    fun listApps(): String = call { apps.list() }

    fun readLogs(packageName: String?): String = call { logs.read(packageName, privacy.hiddenUsers) }

    // Storage

    fun storageLocations(): String = call { storage.locations() }

    fun listDirectory(location: String, path: String): String = call { storage.list(location, path) }

    fun statFile(location: String, path: String): String = call { storage.stat(location, path) }

    fun openFile(location: String, path: String, mode: String): Int = call { storage.open(location, path, mode) }

    fun replaceFile(location: String, path: String, by: String) = call { storage.replace(location, path, by) }

    fun deleteFile(location: String, path: String) = call { storage.delete(location, path) }

    // SMS

    fun smsSubscriptions(): String = call { sms.subscriptions() }

    /** [subscriptionId] -1 is the phone's default SIM. */
    fun sendSms(number: String, text: String, subscriptionId: Int) = call { sms.send(number, text, subscriptionId) }

    // Other apps that offer tools; as bytes, for what they say may be no proper text

    fun findProviders(): ByteArray = call { providers.find().toByteArray() }

    fun providerInfo(authority: String, timeoutMs: Int): ByteArray = call { providers.info(authority, timeoutMs).toByteArray() }

    /** [arguments] is an object of strings. */
    fun executeProviderTool(authority: String, tool: String, arguments: String, timeoutMs: Int): ByteArray =
        call { providers.execute(authority, tool, arguments, timeoutMs).toByteArray() }

    fun findServices(): ByteArray = call { intents.services().toByteArray() }

    /** [extras] is an object of strings, and so is the answer. */
    fun callService(packageName: String, service: String, call: String, extras: String, timeoutMs: Int): ByteArray =
        call { intents.call(packageName, service, call, extras, timeoutMs).toByteArray() }

    fun droppedReplies(): Int = ResultReceiver.dropped.get()

    // Other apps that use our tools

    fun appSigner(packageName: String): String = call { apps.signer(packageName) }

    fun offerTools(provider: Boolean, mobileMcp: Boolean) {
        Switch.OFFER_TOOLS.set(context, provider)
        Switch.OFFER_MOBILE_MCP.set(context, mobileMcp)
    }

    // What the person has to allow

    fun permissions(): String = call { permissions.describe() }

    fun openSettings(name: String) = call { permissions.open(name) }

    fun showPaused(on: Boolean) = ServerStatus.showPaused(on)

    /** [questions] is `[{"id", "client", "sentence", "seconds"}, …]`. */
    fun showQuestions(questions: String) = call { notifications.show(questions) }

    // What agents leave alone

    /** [packages] is `["com.example", "com.bank.*", …]`. */
    fun setPrivateApps(packages: String) = call { privacy.choose(packages) }

    fun watchTouches(on: Boolean) = ControlService.watchTouches(on)

    // The certificate

    fun newKey(): String = call { keys.create() }

    fun sign(privatePkcs8: ByteArray, data: ByteArray): ByteArray = call { keys.sign(privatePkcs8, data) }

    private fun covered() = privacy.covered(control())
        ?: throw Privacy.refusal("The screenshot was")

    private fun control() = ControlService.current ?: throw ControlService.notEnabled()

    private fun <T> call(block: () -> T): T = awake.during { sayingTooLarge(block) }
}

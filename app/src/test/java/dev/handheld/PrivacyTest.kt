package dev.handheld

import android.content.ClipData
import android.content.ClipboardManager
import android.content.ContextWrapper
import android.graphics.Bitmap
import android.graphics.BitmapFactory
import android.graphics.Color
import android.graphics.PixelFormat
import android.graphics.Rect
import android.os.Build
import android.os.PersistableBundle
import android.text.InputType
import android.view.Gravity
import android.view.View
import android.view.WindowManager
import android.view.WindowManager.LayoutParams
import android.widget.EditText
import android.widget.TextView
import dev.handheld.phone.OnPhone
import dev.handheld.phone.Phone
import dev.handheld.phone.Seen
import dev.handheld.phone.SystemPanel
import dev.handheld.phone.apps.BankActivity
import dev.handheld.phone.apps.CalculatorActivity
import dev.handheld.phone.apps.EditorActivity
import dev.handheld.shims.Gestures
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Assume.assumeTrue
import org.junit.Test

class PrivacyTest : OnPhone() {
    private fun hide(vararg packages: String) =
        phone.ask { bridge.setPrivateApps(packages.joinToString(",", "[", "]") { "\"$it\"" }) }

    private fun Phone.tap(x: Float, y: Float) = bridge.gesture("[[[$x,$y,0],[$x,$y,50]]]", false)

    private fun shoot(): Bitmap {
        assumeTrue(Build.VERSION.SDK_INT >= Build.VERSION_CODES.R)
        val jpeg = phone.ask { bridge.screenshot(0, 95, "[]") }
        return BitmapFactory.decodeByteArray(jpeg, 0, jpeg.size)
    }

    private fun Bitmap.isBlack(area: Rect) = (area.left until area.right step 7).all { x ->
        (area.top until area.bottom step 7).map { y -> getPixel(x, y) }
            .all { Color.red(it) + Color.green(it) + Color.blue(it) < 30 }
    }

    /** Another window over the app in front. */
    private fun overlay(type: Int, text: String, place: Rect, owner: String): View {
        val context = object : ContextWrapper(application) {
            override fun getPackageName() = owner
        }
        val view = TextView(context)
        view.text = text
        view.setBackgroundColor(Color.YELLOW)
        val params = LayoutParams(place.width(), place.height(), type, LayoutParams.FLAG_NOT_FOCUSABLE, PixelFormat.OPAQUE)
        params.gravity = Gravity.TOP or Gravity.LEFT
        params.x = place.left
        params.y = place.top
        application.systemService<WindowManager>().addView(view, params)
        phone.settle()
        return view
    }

    private fun remove(view: View) {
        application.systemService<WindowManager>().removeViewImmediate(view)
        phone.settle()
    }

    // Apps

    @Test
    fun `of a private app a screen tells only that it is there`() {
        hide("com.example.bank")
        phone.open(BankActivity::class.java)
        val window = look().windows.single()
        assertEquals(listOf("private", "private app, hidden"), listOf(window.packageName, window.title))
        assertTrue(window.focused)
        assertTrue(window.nodes.isEmpty())
        assertFalse(look().raw.toString().contains(BankActivity.BALANCE))
        assertFalse(look().raw.toString().contains("com.example.bank"))
        assertEquals("""["private","unknown"]""", look().raw.getJSONArray("foreground").toString())
        assertEquals("private", JSONObject(phone.ask { bridge.foreground() }).getString("package"))
    }

    @Test
    fun `what was private can be seen again, and patterns hide many`() {
        phone.open(BankActivity::class.java)
        assertTrue(look().has(BankActivity.BALANCE))
        hide("org.other", "com.*.bank")
        assertFalse(look().has(BankActivity.BALANCE))
        hide("com.example.ban", "example.bank", "com.example.bank.pro")
        assertTrue(look().has(BankActivity.BALANCE))
        hide()
        assertTrue(look().has(BankActivity.BALANCE))
    }

    @Test
    fun `where Android shows only the active window it is hidden all the same`() {
        hide("com.example.bank")
        phone.open(BankActivity::class.java)
        phone.hidesWindows = true
        val seen = look()
        assertTrue(seen.degraded)
        assertEquals("private", seen.windows.single().packageName)
        assertTrue(seen.nodes.isEmpty())
    }

    @Test
    fun `its pixels are black, also where another window is`() {
        hide("com.example.bank")
        phone.open(BankActivity::class.java)
        assertTrue(shoot().isBlack(Rect(0, 0, 720, 1600)))
        hide()
        assertFalse(shoot().isBlack(Rect(0, 0, 720, 1600)))
    }

    @Test
    fun `of a pop-up of it only its own part of the screen is hidden`() {
        phone.open(CalculatorActivity::class.java)
        val part = Rect(100, 500, 500, 900)
        val popUp = overlay(LayoutParams.TYPE_APPLICATION_OVERLAY, "Code 4711", part, "com.example.bank")
        assertTrue(look().has("Code 4711"))
        hide("com.example.bank")
        assertEquals(listOf("private", "com.example.calculator"), look().windows.map { it.packageName })
        assertFalse(look().has("Code 4711"))
        assertTrue(look().has("7"))
        refused("permission_denied") { tap(300f, 700f) }
        refused("permission_denied") { bridge.gesture("[[[10,10,0],[700,1590,300]]]", false) }
        phone.ask { tap(600f, 300f) }
        remove(popUp)
    }

    @Test
    fun `the pixels of a pop-up of it are black, and no others`() {
        phone.open(CalculatorActivity::class.java)
        val part = Rect(100, 500, 500, 900)
        val popUp = overlay(LayoutParams.TYPE_APPLICATION_OVERLAY, "Code 4711", part, "com.example.bank")
        assertFalse(shoot().isBlack(part))
        hide("com.example.bank")
        val picture = shoot()
        assertTrue(picture.isBlack(part))
        val beside = listOf(Rect(0, 500, 90, 900), Rect(510, 500, 720, 900), Rect(100, 910, 500, 1500))
        for (area in beside) assertFalse("$area", picture.isBlack(area))
        remove(popUp)
    }

    @Test
    fun `no finger goes into its window, whichever way`() {
        hide("com.example.bank")
        phone.open(BankActivity::class.java)
        val message = refused("permission_denied") { tap(300f, 300f) }
        assertTrue(message, message.startsWith("The touch was refused: the person has made this app private."))
        refused("permission_denied") { bridge.gesture("[[[0.5,0.2,0],[0.5,0.8,300]]]", true) }
        refused("permission_denied") { bridge.gesture("[[[5,5,0],[5,1595,100],[700,1595,300]]]", false) }
        phone.ask { bridge.globalAction("home") }
        phone.ask { tap(5f, 1595f) }
    }

    @Test
    fun `a path that only passes through is refused, one beside is not`() {
        phone.open(CalculatorActivity::class.java)
        val closed = listOf(Rect(200, 200, 400, 400))
        val ways = mapOf(
            "[[[100,100,0],[600,600,100]]]" to true, "[[[100,300,0],[600,300,100]]]" to true,
            "[[[300,300,0],[300,300,50]]]" to true, "[[[200,200,0],[200,200,50]]]" to true,
            "[[[400,400,0],[400,400,50]]]" to false, "[[[100,100,0],[100,600,100]]]" to false,
            "[[[100,450,0],[250,600,100]]]" to false, "[[[10,10,0],[20,20,50]],[[300,10,0],[300,250,50]]]" to true,
            "[[[0,350,0],[350,0,100]]]" to false, "[[[0,450,0],[450,0,100]]]" to true,
        )
        val gestures = Gestures {}
        for ((strokes, enters) in ways) {
            val refused = runCatching { phone.ask { gestures.perform(phone.service, strokes, null) { closed } } }.isFailure
            assertEquals(strokes, enters, refused)
        }
    }

    @Test
    fun `nobody types into it`() {
        phone.open(BankActivity::class.java)
        val seen = look()
        val field = seen.node("android:id/input").index
        phone.ask { bridge.focusField(seen.snapshot, field) }
        hide("com.example.bank")
        val calls = listOf<Bridge.() -> Unit>(
            { commitText("x") }, { selectText(0, 0) }, { readField() }, { pressKey("DEL") }, { focusField(seen.snapshot, field) },
            { clickNode(seen.snapshot, field) }, { longClickNode(seen.snapshot, field) }, { scrollNode(seen.snapshot, 0, true) },
        )
        for (call in calls) refused("permission_denied") { bridge.call() }
        assertEquals("", phone.front!!.findViewById<EditText>(android.R.id.input)!!.text.toString())
    }

    @Test
    fun `a keyboard over it is hidden too, over another app it is not`() {
        val keyboard = Rect(0, 1000, 720, 1600)
        for ((activity, hidden) in listOf(BankActivity::class.java to true, CalculatorActivity::class.java to false)) {
            hide("com.example.bank")
            phone.open(activity)
            val key = overlay(LayoutParams.TYPE_INPUT_METHOD, "suggestion", keyboard, "com.example.keyboard")
            val shown = look().windows.first { it.type == "INPUT_METHOD" }
            assertEquals(hidden, shown.nodes.isEmpty())
            remove(key)
        }
    }

    @Test
    fun `an app that comes to the front before its window is known closes the whole screen`() {
        hide("com.example.bank")
        phone.open(CalculatorActivity::class.java)
        phone.announce("com.example.bank", BankActivity::class.java.name)
        refused("permission_denied") { tap(300f, 300f) }
        assumeTrue(Build.VERSION.SDK_INT >= Build.VERSION_CODES.R)
        refused("permission_denied") { bridge.screenshot(0, 80, "[]") }
    }

    @Test
    fun `where windows are not told nothing is shown nor touched while an app is private`() {
        phone.open(CalculatorActivity::class.java)
        phone.hidesWindows = true
        phone.ask { tap(5f, 5f) }
        hide("com.example.bank")
        refused("permission_denied") { tap(5f, 5f) }
        assumeTrue(Build.VERSION.SDK_INT >= Build.VERSION_CODES.R)
        assertTrue("private" in refused("permission_denied") { bridge.screenshot(0, 80, "[]") })
    }

    @Test
    fun `Handheld itself is private, and needs no choosing`() {
        phone.open(MainActivity::class.java)
        assertEquals("private", look().windows.last().packageName)
        refused("permission_denied") { tap(300f, 800f) }
    }

    @Test
    fun `its icon on the home screen is hidden and cannot be pressed`() {
        val icon = phone.boundsOf("Acorn Bank")
        hide("com.example.bank")
        assertFalse(look().raw.toString().contains("corn", ignoreCase = true))
        assertTrue(look().nodes.any { it.text.equals("Calculator", ignoreCase = true) })
        refused("permission_denied") { tap(icon.exactCenterX(), icon.exactCenterY()) }
        assertTrue(shoot().isBlack(icon))
    }

    @Test
    fun `its notifications are hidden whole, those of others are not`() {
        phone.notifications = listOf(
            SystemPanel.Notification("Acorn Bank", "You got 50 euro"),
            SystemPanel.Notification("Calculator", "Seven is eight now"),
        )
        hide("com.example.bank")
        phone.ask { bridge.globalAction("notifications") }
        val seen = look()
        assertTrue(seen.has("Seven is eight now"))
        assertFalse(seen.has("You got 50 euro"))
        val row = phone.boundsOf("You got 50 euro")
        refused("permission_denied") { tap(row.exactCenterX(), row.exactCenterY()) }
        assertTrue(shoot().isBlack(row))
    }

    // Passwords

    private fun typePassword(): EditText {
        phone.open(EditorActivity::class.java)
        val field = phone.front!!.findViewById<EditText>(android.R.id.input)!!
        field.setText("s3cret")
        field.setBackgroundColor(Color.GREEN)
        phone.settle()
        return field
    }

    private fun bounds(view: View) = IntArray(2).also(view::getLocationOnScreen)
        .let { (x, y) -> Rect(x, y, x + view.width, y + view.height) }

    @Test
    fun `a password field is black on every picture, and only that`() {
        val field = typePassword()
        val picture = shoot()
        assertTrue(picture.isBlack(bounds(field)))
        assertFalse(picture.isBlack(bounds(phone.front!!.findViewById(android.R.id.edit)!!)))
    }

    @Test
    fun `the last letter typed is covered while it shows`() {
        val field = typePassword()
        val seen = look()
        phone.ask { bridge.focusField(seen.snapshot, seen.node("android:id/input").index) }
        phone.ask { bridge.selectText(0, 6) }
        phone.ask { bridge.commitText("W") }
        assertTrue(shoot().isBlack(bounds(field)))
        assertTrue(look().node("android:id/input").has(Seen.PASSWORD))
    }

    @Test
    fun `what an app marked as sensitive in the clipboard is not read`() {
        val clip = ClipData.newPlainText(null, "s3cret")
        clip.description.extras = PersistableBundle().apply { putBoolean("android.content.extra.IS_SENSITIVE", true) }
        application.systemService<ClipboardManager>().setPrimaryClip(clip)
        assertTrue("sensitive" in refused("permission_denied") { bridge.getClipboard() })
        phone.ask { bridge.setClipboard("harmless") }
        assertEquals("harmless", phone.ask { bridge.getClipboard() })
    }

    @Test
    fun `a password that is shown in the clear is still one`() {
        val field = typePassword()
        field.transformationMethod = null
        assertTrue(look().node("android:id/input").has(Seen.PASSWORD))
        assertTrue(shoot().isBlack(bounds(field)))
    }

    @Test
    fun `a field that was a password stays one, whatever it says later`() {
        val field = typePassword()
        assertTrue(look().node("android:id/input").has(Seen.PASSWORD))
        field.inputType = InputType.TYPE_CLASS_TEXT
        assertTrue(look().node("android:id/input").has(Seen.PASSWORD))
        assertTrue(shoot().isBlack(bounds(field)))
        val other = phone.front!!.findViewById<TextView>(android.R.id.edit)!!
        assertFalse(look().node("android:id/edit").has(Seen.PASSWORD))
        assertFalse(shoot().isBlack(bounds(other)))
    }

    @Test
    fun `who types hears whether it is a password`() {
        for ((id, password) in listOf("android:id/input" to true, "android:id/edit" to false)) {
            phone.open(EditorActivity::class.java)
            val seen = look()
            val field = JSONObject(phone.ask { bridge.focusField(seen.snapshot, seen.node(id).index) })
            assertEquals(password, field.getBoolean("password"))
            assertEquals(password, JSONObject(phone.ask { bridge.readField() }).getBoolean("password"))
        }
    }

    @Test
    fun `kinds of input that hold a password`() {
        assertEquals(listOf(0x12, 0x81, 0x91, 0xe1), (0..0xfff).filter { Passwords.isPassword(it) })
        assertTrue(Passwords.isPassword(0x81 or InputType.TYPE_TEXT_FLAG_NO_SUGGESTIONS))
    }

    // Windows that forbid pictures

    @Test
    fun `a secure window is black on a picture although it can be read`() {
        phone.open(BankActivity::class.java)
        phone.front!!.window.addFlags(LayoutParams.FLAG_SECURE)
        phone.settle()
        assertTrue(look().has(BankActivity.BALANCE))
        assertTrue(shoot().isBlack(Rect(0, 0, 720, 1600)))
    }
}

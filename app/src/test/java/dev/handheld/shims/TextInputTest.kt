package dev.handheld.shims

import android.os.Build
import android.widget.EditText
import dev.handheld.phone.OnPhone
import dev.handheld.phone.apps.CalculatorActivity
import dev.handheld.phone.apps.EditorActivity
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Assume.assumeTrue
import org.junit.Test

/** Before Android 13 through the field's node, from then on through the service's input connection. */
class TextInputTest : OnPhone() {
    private fun focus(id: String): JSONObject {
        phone.open(EditorActivity::class.java)
        val seen = look()
        return JSONObject(phone.ask { bridge.focusField(seen.snapshot, seen.node(id).index) })
    }

    private fun read() = JSONObject(phone.ask { bridge.readField() })

    private fun JSONObject.all() = Triple(getString("text"), getInt("selection_start"), getInt("selection_end"))

    private fun field(id: Int): EditText = phone.front!!.findViewById(id)!!

    private fun shown(id: Int) = field(id).text.toString()

    @Test
    fun `what is typed arrives, in every script`() {
        assertEquals(Triple("", 0, 0), focus("android:id/edit").all())
        for (character in listOf("G", "r", "ü", "你", "👩‍👩‍👧‍👦", "\n", "é")) phone.ask { bridge.commitText(character) }
        val text = "Grü你👩‍👩‍👧‍👦\né"
        assertEquals(text, shown(android.R.id.edit))
        assertEquals(Triple(text, text.length, text.length), read().all())
    }

    @Test
    fun `typing goes in place of the selection`() {
        focus("android:id/edit")
        phone.ask { bridge.commitText("one two three") }
        phone.ask { bridge.selectText(4, 7) }
        assertEquals(Triple("one two three", 4, 7), read().all())
        phone.ask { bridge.commitText("2") }
        assertEquals(Triple("one 2 three", 5, 5), read().all())
        phone.ask { bridge.selectText(0, 11) }
        phone.ask { bridge.commitText("") }
        assertEquals(Triple("", 0, 0), read().all())
    }

    @Test
    fun `a hint is not a text`() {
        assertEquals(Triple("", 0, 0), focus("android:id/text2").all())
    }

    @Test
    fun `another field takes over`() {
        focus("android:id/edit")
        phone.ask { bridge.commitText("note") }
        val seen = look()
        phone.ask { bridge.focusField(seen.snapshot, seen.node("android:id/text2").index) }
        phone.ask { bridge.commitText("query") }
        assertEquals("note" to "query", shown(android.R.id.edit) to shown(android.R.id.text2))
    }

    @Test
    fun `enter in a field with an action acts`() {
        assumeTrue(Build.VERSION.SDK_INT >= Build.VERSION_CODES.R)
        focus("android:id/text2")
        phone.ask { bridge.commitText("weather") }
        phone.ask { bridge.pressKey("ENTER") }
        // Before Android 13 the app hears of the key, but not which action was meant.
        val known = Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU
        assertTrue(look().has(if (known) "Searched for weather" else "Action 0"))
    }

    @Test
    fun `enter in a field of one line cannot be pressed before Android 11`() {
        assumeTrue(Build.VERSION.SDK_INT < Build.VERSION_CODES.R)
        focus("android:id/text2")
        refused("unsupported") { bridge.pressKey("ENTER") }
    }

    @Test
    fun `enter in a note is a new line`() {
        focus("android:id/edit")
        phone.ask { bridge.commitText("a") }
        phone.ask { bridge.pressKey("ENTER") }
        assertEquals("a\n", shown(android.R.id.edit))
    }

    @Test
    fun `delete takes a whole character, and space and tab go to the end`() {
        focus("android:id/edit")
        phone.ask { bridge.commitText("Hi👩‍👩‍👧‍👦") }
        phone.ask { bridge.selectText(0, 0) }
        phone.ask { bridge.pressKey("DEL") }
        assertEquals("Hi", shown(android.R.id.edit))
        phone.ask { bridge.pressKey("SPACE") }
        phone.ask { bridge.pressKey("TAB") }
        assertEquals("Hi \t", shown(android.R.id.edit))
        repeat(5) { phone.ask { bridge.pressKey("DEL") } }
        assertEquals("", shown(android.R.id.edit))
    }

    @Test
    fun `a password is typed, and shown to nobody`() {
        focus("android:id/input")
        for (character in "s3cret") phone.ask { bridge.commitText(character.toString()) }
        assertEquals("s3cret", shown(android.R.id.input))
        assertTrue(look().nodes.none { it.text == "s3cret" })
    }

    @Test
    fun `a password of which only dots are known is not overwritten with dots`() {
        assumeTrue(Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU)
        phone.open(EditorActivity::class.java)
        field(android.R.id.input).setText("typed by a person")
        val seen = look()
        phone.ask { bridge.focusField(seen.snapshot, seen.node("android:id/input").index) }
        refused("unsupported") { bridge.commitText("x") }
        assertEquals("typed by a person", shown(android.R.id.input))
    }

    @Test
    fun `what is no field takes no text`() {
        phone.open(CalculatorActivity::class.java)
        val seen = look()
        val message = refused("action_failed") { bridge.focusField(seen.snapshot, seen.node("7").index) }
        assertTrue(message, message.startsWith("Input connection not ready"))
    }

    @Test
    fun `without a field in focus there is nothing to type into`() {
        phone.open(CalculatorActivity::class.java)
        refused("element_not_found") { bridge.readField() }
        refused("element_not_found") { bridge.commitText("x") }
        refused("element_not_found") { bridge.pressKey("DEL") }
    }

    @Test
    fun `an unknown key is refused`() {
        focus("android:id/edit")
        assertEquals("Unknown key: F13", refused("invalid_arguments") { bridge.pressKey("F13") })
    }
}

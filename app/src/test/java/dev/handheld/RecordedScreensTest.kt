package dev.handheld

import android.app.Activity
import android.widget.EditText
import dev.handheld.phone.OnPhone
import dev.handheld.phone.Seen
import dev.handheld.phone.apps.CalculatorActivity
import dev.handheld.phone.apps.DialogActivity
import dev.handheld.phone.apps.EditorActivity
import org.junit.Assert.assertEquals
import org.junit.Test
import org.robolectric.annotation.Config
import java.io.File

/**
 * The screens in pytests/data/snapshots are what Kotlin writes, to the byte; test_recorded_screens.py reads the same files. After a
 * change on purpose: `RECORD=1 make kotlin-test`, and look at the difference.
 */
@Config(sdk = [35])
class RecordedScreensTest : OnPhone() {
    private fun compare(name: String) {
        val seen = phone.ask { bridge.snapshot() }
        val text = String(seen).replaceFirst(""""snapshot":${Seen(seen).snapshot}""", """"snapshot":1""") + "\n"
        val file = File("../pytests/data/snapshots/$name.json")
        if (System.getenv("RECORD") != null) file.writeText(text)
        assertEquals(file.readText(), text)
    }

    private fun open(activity: Class<out Activity>) = phone.open(activity)

    @Test
    fun `a calculator`() {
        open(CalculatorActivity::class.java)
        compare("calculator")
    }

    @Test
    fun `a dialog over its app`() {
        open(DialogActivity::class.java)
        val seen = look()
        phone.ask { bridge.clickNode(seen.snapshot, seen.node("DELETE").index) }
        compare("dialog")
    }

    @Test
    fun `fields with texts, a hint and a password`() {
        open(EditorActivity::class.java)
        phone.front!!.findViewById<EditText>(android.R.id.edit)!!.setText("Tab\tLine\n你好 🎉 \"quoted\" \\")
        phone.front!!.findViewById<EditText>(android.R.id.input)!!.setText("s3cret")
        compare("editor")
    }
}

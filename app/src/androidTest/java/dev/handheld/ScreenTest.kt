package dev.handheld

import android.graphics.BitmapFactory
import android.os.Build
import androidx.test.platform.app.InstrumentationRegistry
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Assume.assumeTrue
import org.junit.Before
import org.junit.Rule
import org.junit.Test
import java.util.Base64

/** Another app's form, operated by an MCP client through every layer. */
class ScreenTest {
    @get:Rule
    val app = RunningApp()

    @Before
    fun openForm() {
        val other = InstrumentationRegistry.getInstrumentation().context.packageName
        app.open(other, "dev.handheld.neighbour.FormActivity")
        eventually("the form is shown") { row("Press me") }
    }

    @Test
    fun a_button_is_pressed_by_its_id_and_by_a_tap() {
        val button = checkNotNull(row("Press me"))
        app.client.call("android_click_element", "element_id" to button[ID])
        eventually("it was pressed once") { row("Pressed 1 times") }

        val (left, top, right, bottom) = button[BOUNDS].split(",").map(String::toInt)
        app.client.call("android_tap", "x" to (left + right) / 2, "y" to (top + bottom) / 2)
        eventually("it was pressed twice") { row("Pressed 2 times") }
    }

    @Test
    fun text_is_typed_as_a_keyboard_would() {
        val field = checkNotNull(row("Your name"))
        val typed = app.client.text(
            "android_type_append_text", "element_id" to field[ID], "text" to "Zoë 👋 你好", "typing_speed" to 10,
        )
        assertTrue(typed, typed.endsWith("Field content: Zoë 👋 你好"))

        val cleared = app.client.text("android_type_clear_text", "element_id" to field[ID])
        assertTrue(cleared, cleared.endsWith("Field content: "))
    }

    @Test
    fun the_screenshot_has_the_shape_of_the_screen() {
        assumeTrue("Android 11 takes the first screenshots", Build.VERSION.SDK_INT >= Build.VERSION_CODES.R)
        val content = app.client.call("android_get_screen_state", "include_screenshot" to true).getJSONArray("content")
        val jpeg = Base64.getDecoder().decode(content.getJSONObject(1).getString("data"))
        val picture = BitmapFactory.decodeByteArray(jpeg, 0, jpeg.size)
        val screen = JSONObject(Bridge(app.context).display())
        assertEquals(700, maxOf(picture.width, picture.height))
        assertEquals(screen.getInt("width") > screen.getInt("height"), picture.width > picture.height)
    }

    /** The columns of the first element with this text, of what the agent sees now. */
    private fun row(text: String): List<String>? = app.client.text("android_get_screen_state").lines()
        .map { it.split("\t") }
        .find { it.size > TEXT && it[TEXT] == text }

    private companion object {
        const val ID = 0
        const val TEXT = 2
        const val BOUNDS = 5
    }
}

package dev.handheld.shims

import dev.handheld.phone.OnPhone
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Test
import org.robolectric.RuntimeEnvironment

class ScreenTest : OnPhone() {
    private fun display() = JSONObject(phone.ask { bridge.display() })

    @Test
    fun `size, density and orientation`() {
        val display = display()
        assertEquals(720 to 1600, display.getInt("width") to display.getInt("height"))
        assertEquals(320, display.getInt("density"))
        assertEquals("portrait", display.getString("orientation"))
    }

    @Test
    fun `a turned phone is wider than high`() {
        RuntimeEnvironment.setQualifiers("+land")
        val display = display()
        assertEquals(1600 to 720, display.getInt("width") to display.getInt("height"))
        assertEquals("landscape", display.getString("orientation"))
    }
}

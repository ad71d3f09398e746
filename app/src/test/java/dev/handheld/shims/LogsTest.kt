package dev.handheld.shims

import android.Manifest
import dev.handheld.phone.OnPhone
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config

/** With the logcat of app/src/test/bin on the PATH. */
@Config(sdk = [35])
class LogsTest : OnPhone() {
    private fun allow() = shadowOf(application).grantPermissions(Manifest.permission.READ_LOGS)

    @Test
    fun `all lines in the form with year and threads`() {
        allow()
        val lines = phone.ask { bridge.readLogs(null) }.lines()
        assertTrue("2026-02-11 16:30:05.123  1201  1330 I Editor: gespeichert: Grüße 你好" in lines)
        assertEquals(6, lines.count { it.startsWith("2026-") })
    }

    @Test
    fun `of one app only its own lines, without the user`() {
        allow()
        assertEquals(
            listOf(
                "2026-02-11 16:30:01.123 1201  1330 D Calculator: 7 + 3",
                "2026-02-11 16:30:03.123 1201  1330 E Calculator: division by zero",
                "2026-02-11 16:30:06.123 1201  1330 D Calculator: = 10",
                "",
            ),
            phone.ask { bridge.readLogs("com.example.calculator") }.lines(),
        )
    }

    @Test
    fun `without the grant it is said how to give it`() {
        assertTrue("adb shell pm grant dev.handheld" in refused("permission_denied") { bridge.readLogs(null) })
    }

    @Test
    fun `our own lines need no grant`() {
        assertEquals("", phone.ask { bridge.readLogs("dev.handheld") })
    }

    @Test
    fun `an app that is not installed is named`() {
        allow()
        val message = refused("action_failed") { bridge.readLogs("com.example.nothing") }
        assertEquals("App not installed: com.example.nothing", message)
    }
}

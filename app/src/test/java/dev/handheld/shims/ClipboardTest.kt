package dev.handheld.shims

import android.content.ClipboardManager
import android.os.Build
import dev.handheld.phone.OnPhone
import dev.handheld.phone.shadows.ClipboardOfPhone
import dev.handheld.systemService
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNull
import org.junit.Test

class ClipboardTest : OnPhone() {
    @Test
    fun `what is written is read`() {
        phone.ask { bridge.setClipboard("你好 🎉\nsecond line") }
        assertEquals("你好 🎉\nsecond line", phone.ask { bridge.getClipboard() })
        assertEquals("你好 🎉\nsecond line", application.systemService<ClipboardManager>().primaryClip?.getItemAt(0)?.text)
    }

    @Test
    fun `an empty clipboard is none, after a look with the focus`() {
        application.systemService<ClipboardManager>().clear()
        assertNull(phone.ask { bridge.getClipboard() })
        assertEquals("the pixel that took the focus is gone", 1, look().windows.size)
    }

    @Test
    fun `only the window in focus may read`() {
        phone.ask { bridge.setClipboard("secret") }
        ClipboardOfPhone.onlyInFocus = Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q
        assertEquals("secret", phone.ask { bridge.getClipboard() })
    }

    @Test
    fun `more than Android carries is refused, and what was there stays`() {
        phone.ask { bridge.setClipboard("small") }
        assertEquals(
            "Too large: Android carries about half a megabyte between two apps at one time",
            refused("action_failed") { bridge.setClipboard("x".repeat(600_000)) },
        )
        assertEquals("small", phone.ask { bridge.getClipboard() })
    }

    private fun ClipboardManager.clear() {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) clearPrimaryClip()
    }
}

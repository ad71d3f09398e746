package dev.handheld

import android.view.accessibility.AccessibilityEvent
import dev.handheld.phone.OnPhone
import dev.handheld.phone.apps.CalculatorActivity
import dev.handheld.phone.apps.LauncherActivity
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNull
import org.junit.Test

class ControlServiceTest : OnPhone() {
    private fun event(type: Int, packageName: String?, className: String?) {
        @Suppress("DEPRECATION")
        val event = AccessibilityEvent.obtain(type)
        event.packageName = packageName
        event.className = className
        phone.service.onAccessibilityEvent(event)
    }

    @Test
    fun `the app in front is the one whose activity came last`() {
        assertEquals("com.example.launcher", phone.service.foreground.packageName)
        phone.open(CalculatorActivity::class.java)
        assertEquals("com.example.calculator", phone.service.foreground.packageName)
        assertEquals(CalculatorActivity::class.java.name, phone.service.foreground.activity)
    }

    @Test
    fun `dialogs, keyboards and events of other kinds change nothing`() {
        val before = phone.service.foreground
        event(AccessibilityEvent.TYPE_WINDOW_STATE_CHANGED, "com.example.calculator", "android.app.AlertDialog")
        event(AccessibilityEvent.TYPE_WINDOW_STATE_CHANGED, null, null)
        event(AccessibilityEvent.TYPE_VIEW_CLICKED, "com.example.calculator", CalculatorActivity::class.java.name)
        assertEquals(before, phone.service.foreground)
    }

    @Test
    fun `a service that is turned off is not asked`() {
        phone.turnServiceOff()
        assertNull(ControlService.current)
        phone.turnServiceOn()
        assertEquals(phone.service, ControlService.current)
    }

    @Test
    fun `back leaves an app, home shows the home screen`() {
        phone.open(CalculatorActivity::class.java)
        phone.ask { bridge.globalAction("back") }
        assertEquals(LauncherActivity::class.java, phone.front?.javaClass)
        phone.open(CalculatorActivity::class.java)
        phone.ask { bridge.globalAction("home") }
        assertEquals("com.example.launcher", phone.service.foreground.packageName)
        assertEquals("Unknown action: dance", refused("invalid_arguments") { bridge.globalAction("dance") })
    }

    @Test
    fun `back closes what the system put in front`() {
        for (panel in listOf("notifications", "quick_settings", "recents")) {
            phone.ask { bridge.globalAction(panel) }
            assertEquals(2, look().windows.size)
            phone.ask { bridge.globalAction("back") }
            assertEquals(1, look().windows.size)
        }
    }
}

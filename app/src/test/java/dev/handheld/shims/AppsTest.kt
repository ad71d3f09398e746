package dev.handheld.shims

import android.app.ActivityManager
import android.content.ComponentName
import android.os.Build
import dev.handheld.phone.OnPhone
import dev.handheld.phone.apps.EditorActivity
import dev.handheld.systemService
import org.json.JSONArray
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Assume.assumeTrue
import org.junit.Test
import org.robolectric.Shadows.shadowOf

class AppsTest : OnPhone() {
    private fun listed(): List<JSONObject> {
        val apps = JSONArray(phone.ask { bridge.listApps() })
        return (0 until apps.length()).map(apps::getJSONObject)
    }

    private fun JSONObject.name() = getString("package")

    @Test
    fun `an app is opened`() {
        phone.ask { bridge.openApp("com.example.editor") }
        assertEquals(EditorActivity::class.java, phone.front?.javaClass)
        assertTrue("com.example.editor" in phone.ask { bridge.foreground() })
    }

    @Test
    fun `an app that is not installed is named`() {
        assertTrue("com.example.nothing" in refused("action_failed") { bridge.openApp("com.example.nothing") })
        assertTrue("com.example.nothing" in refused("action_failed") { bridge.closeApp("com.example.nothing") })
    }

    @Test
    fun `an app without a screen cannot be opened`() {
        val packages = shadowOf(application.packageManager)
        packages.removeActivity(ComponentName("com.example.editor", EditorActivity::class.java.name))
        val message = refused("action_failed") { bridge.openApp("com.example.editor") }
        assertEquals("App has no launchable activity: com.example.editor", message)
    }

    @Test
    fun `a list says name, version and whether an app is the system's`() {
        val apps = listed().associateBy { it.name() }
        assertEquals("Calculator", apps.getValue("com.example.calculator").getString("name"))
        assertEquals("1.2", apps.getValue("com.example.calculator").getString("version_name"))
        assertEquals(12, apps.getValue("com.example.calculator").getInt("version_code"))
        assertEquals(false, apps.getValue("com.example.calculator").getBoolean("is_system"))
        assertEquals(true, apps.getValue("com.example.launcher").getBoolean("is_system"))
        assertEquals("Handheld", apps.getValue("dev.handheld").getString("name"))
    }

    @Test
    fun `before Android 14 an app in the background is closed`() {
        assumeTrue(Build.VERSION.SDK_INT < Build.VERSION_CODES.UPSIDE_DOWN_CAKE)
        phone.ask { bridge.closeApp("com.example.calculator") }
        assertEquals("com.example.calculator", shadowOf(application.systemService<ActivityManager>()).backgroundPackage)
    }

    @Test
    fun `from Android 14 on closing other apps is not possible, and told so`() {
        assumeTrue(Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE)
        assertTrue("swipe" in refused("unsupported") { bridge.closeApp("com.example.calculator") })
    }

    @Test
    fun `opening an app needs the service from Android 10 on`() {
        phone.turnServiceOff()
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q) {
            refused("permission_denied") { bridge.openApp("com.example.editor") }
        } else {
            phone.ask { bridge.openApp("com.example.editor") }
            assertEquals(EditorActivity::class.java, phone.front?.javaClass)
        }
    }
}

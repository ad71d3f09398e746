package dev.handheld

import android.content.Intent
import android.content.pm.ComponentInfo
import android.content.pm.PackageManager
import android.content.pm.ProviderInfo
import android.content.pm.ServiceInfo
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment

/** The manifest as Android reads it. */
@RunWith(RobolectricTestRunner::class)
class ManifestTest {
    private val packages = RuntimeEnvironment.getApplication().packageManager
    private val info = packages.getPackageInfo(
        "dev.handheld",
        PackageManager.GET_ACTIVITIES or PackageManager.GET_SERVICES or PackageManager.GET_RECEIVERS or
            PackageManager.GET_PROVIDERS or PackageManager.GET_PERMISSIONS or PackageManager.MATCH_DISABLED_COMPONENTS,
    )
    private val components: List<ComponentInfo> = listOf(info.activities, info.services, info.receivers, info.providers)
        .flatMap { it?.toList().orEmpty() }

    private fun ComponentInfo.simpleName() = name.substringAfterLast('.')

    @Test
    fun `only these can be reached by other apps, each behind its guard`() {
        val guards = components.filter { it.exported }.associate { it.simpleName() to guard(it) }
        assertEquals(
            mapOf(
                "MainActivity" to null,
                "ControlService" to "android.permission.BIND_ACCESSIBILITY_SERVICE",
                "PauseTile" to "android.permission.BIND_QUICK_SETTINGS_TILE",
                "MobileMcpService" to null,
                "ConfigReceiver" to "android.permission.DUMP",
                "ToolProvider" to "dev.handheld.permission.CALL_TOOLS",
            ),
            guards,
        )
    }

    @Test
    fun `what is open to other apps without a permission is off until the person turns it on`() {
        val off = components.filterNot { it.enabled }.map { it.simpleName() }
        assertEquals(setOf("MobileMcpService", "ToolProvider", "BootReceiver"), off.toSet())
    }

    @Test
    fun `every component is a class`() {
        for (component in components) Class.forName(component.name)
    }

    @Test
    fun `nothing is backed up`() {
        val application = info.applicationInfo!!
        assertEquals(0, application.flags and android.content.pm.ApplicationInfo.FLAG_ALLOW_BACKUP)
    }

    @Test
    fun `the accessibility service can do what the shims ask of it`() {
        val service = packages.queryIntentServices(
            Intent("android.accessibilityservice.AccessibilityService").setPackage("dev.handheld"), PackageManager.GET_META_DATA,
        ).single().serviceInfo
        val xml = service.loadXmlMetaData(packages, "android.accessibilityservice")
        while (xml.next() != org.xmlpull.v1.XmlPullParser.START_TAG) Unit
        val android = "http://schemas.android.com/apk/res/android"
        for (ability in listOf("canRetrieveWindowContent", "canPerformGestures", "canTakeScreenshot")) {
            assertTrue(ability, xml.getAttributeBooleanValue(android, ability, false))
        }
    }

    @Test
    fun `it asks for no more than it uses`() {
        val asked = info.requestedPermissions!!.map { it.removePrefix("android.permission.") }.toSet()
        val unwanted = setOf("READ_SMS", "RECEIVE_SMS", "CAMERA", "RECORD_AUDIO", "READ_CONTACTS", "MANAGE_EXTERNAL_STORAGE")
        assertEquals(emptySet<String>(), asked.intersect(unwanted))
    }

    private fun guard(component: ComponentInfo): String? = when (component) {
        is ServiceInfo -> component.permission
        is ProviderInfo -> component.readPermission.also { assertEquals(it, component.writePermission) }
        is android.content.pm.ActivityInfo -> component.permission
        else -> error("what is ${component.name}?")
    }
}

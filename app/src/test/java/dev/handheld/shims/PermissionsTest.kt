package dev.handheld.shims

import android.Manifest
import android.app.AppOpsManager
import android.app.NotificationManager
import android.content.Intent
import android.os.Build
import android.os.PowerManager
import android.os.Process
import android.provider.Settings
import dev.handheld.ControlService
import dev.handheld.phone.FolderProvider
import dev.handheld.phone.OnPhone
import dev.handheld.phone.SimCards
import dev.handheld.systemService
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.Shadows.shadowOf
import java.io.File

class PermissionsTest : OnPhone() {
    private fun all() = Permissions(application).all().associateBy { it.name }

    @Test
    fun `accessibility is granted while the service runs, and its page points at us`() {
        assertTrue(all().getValue("accessibility").granted)
        phone.turnServiceOff()
        val missing = all().getValue("accessibility")
        assertFalse(missing.granted)
        assertEquals(Settings.ACTION_ACCESSIBILITY_SETTINGS, missing.settings?.action)
        assertTrue(ControlService::class.java.name in missing.settings!!.getStringExtra(":settings:fragment_args_key")!!)
    }

    @Test
    fun `restricted settings have a line from Android 13 on, which turns green when they are allowed or the service runs`() {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU) return assertFalse("restricted_settings" in all())
        assertTrue(all().getValue("restricted_settings").granted)
        phone.turnServiceOff()
        val operations = shadowOf(application.systemService<AppOpsManager>())
        val set = { mode: Int -> operations.setMode("android:access_restricted_settings", Process.myUid(), "dev.handheld", mode) }
        set(AppOpsManager.MODE_ERRORED)
        val missing = all().getValue("restricted_settings")
        assertFalse(missing.granted)
        assertEquals(Settings.ACTION_APPLICATION_DETAILS_SETTINGS, missing.settings?.action)
        set(AppOpsManager.MODE_ALLOWED)
        assertTrue(all().getValue("restricted_settings").granted)
    }

    @Test
    fun `SMS is asked for where there is a radio`() {
        assertFalse("sms" in all())
        SimCards.insert(application)
        assertFalse(all().getValue("sms").granted)
        assertEquals(listOf(Manifest.permission.SEND_SMS, Manifest.permission.READ_PHONE_STATE), all().getValue("sms").ask)
        shadowOf(application).grantPermissions(Manifest.permission.SEND_SMS, Manifest.permission.READ_PHONE_STATE)
        assertTrue(all().getValue("sms").granted)
    }

    @Test
    fun `notifications are asked for from Android 13 on`() {
        shadowOf(application.systemService<NotificationManager>()).setNotificationsEnabled(false)
        val notifications = all().getValue("notifications")
        assertFalse(notifications.granted)
        assertEquals(Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU, notifications.ask.isNotEmpty())
        assertEquals("dev.handheld", notifications.settings?.getStringExtra(Settings.EXTRA_APP_PACKAGE))
    }

    @Test
    fun `battery, storage and logs know when they are granted`() {
        assertEquals(listOf(false, false, false), listOf("battery", "storage", "logs").map { all().getValue(it).granted })
        shadowOf(application.systemService<PowerManager>()).setIgnoringBatteryOptimizations("dev.handheld", true)
        FolderProvider.grant(application, File("."))
        shadowOf(application).grantPermissions(Manifest.permission.READ_LOGS)
        assertEquals(listOf(true, true, true), listOf("battery", "storage", "logs").map { all().getValue(it).granted })
    }

    @Test
    fun `every page that is opened exists in Android`() {
        phone.turnServiceOff()
        SimCards.insert(application)
        val pages = all().values.mapNotNull { it.settings }
        assertTrue(pages.all { it.action != null || it.component != null })
        val battery = pages.first { it.action == Settings.ACTION_REQUEST_IGNORE_BATTERY_OPTIMIZATIONS }
        assertEquals("package:dev.handheld", battery.dataString)
        assertTrue(pages.none { it.flags and Intent.FLAG_GRANT_WRITE_URI_PERMISSION != 0 })
    }
}

package dev.handheld.faults

import android.Manifest
import android.content.Intent
import android.provider.DocumentsContract
import dev.handheld.phone.FolderProvider
import dev.handheld.phone.OnPhone
import dev.handheld.phone.SimCards
import dev.handheld.phone.apps.CalculatorActivity
import dev.handheld.phone.shadows.Radio
import org.junit.Assert.assertEquals
import org.junit.Rule
import org.junit.Test
import org.junit.rules.TemporaryFolder
import org.robolectric.Shadows.shadowOf

/** The person takes a permission back between two calls, or in the middle of one: that call is told so, and after the next grant all works. */
class RevokedTest : OnPhone() {
    @get:Rule val temporary = TemporaryFolder()

    private val number = "+491701234567"

    @Test
    fun `SMS`() {
        SimCards.insert(application)
        val both = arrayOf(Manifest.permission.SEND_SMS, Manifest.permission.READ_PHONE_STATE)
        shadowOf(application).grantPermissions(*both)
        phone.ask { bridge.sendSms(number, "one", 4) }
        shadowOf(application).denyPermissions(*both)
        refused("permission_denied") { bridge.sendSms(number, "two", 4) }
        refused("permission_denied") { bridge.smsSubscriptions() }
        shadowOf(application).grantPermissions(*both)
        Radio.forbidden = true // after we looked
        refused("permission_denied") { bridge.sendSms(number, "three", 4) }
        Radio.forbidden = false
        phone.ask { bridge.sendSms(number, "four", 4) }
        assertEquals(listOf("one", "four"), Radio.outbox.map { it.text })
    }

    @Test
    fun `logs`() {
        refused("permission_denied") { bridge.readLogs(null) }
        shadowOf(application).grantPermissions(Manifest.permission.READ_LOGS)
        phone.ask { bridge.readLogs(null) }
        shadowOf(application).denyPermissions(Manifest.permission.READ_LOGS)
        refused("permission_denied") { bridge.readLogs(null) }
    }

    @Test
    fun `a folder`() {
        val folder = temporary.newFolder("card")
        val tree = DocumentsContract.buildTreeDocumentUri(FolderProvider.AUTHORITY, FolderProvider.ROOT)
        val access = Intent.FLAG_GRANT_READ_URI_PERMISSION or Intent.FLAG_GRANT_WRITE_URI_PERMISSION
        FolderProvider.grant(application, folder)
        assertEquals("[]", phone.ask { bridge.listDirectory(FolderProvider.LOCATION, "") })
        application.contentResolver.releasePersistableUriPermission(tree, access)
        val message = refused("action_failed") { bridge.listDirectory(FolderProvider.LOCATION, "") }
        assertEquals("Storage location not found: ${FolderProvider.LOCATION}", message)
        application.contentResolver.takePersistableUriPermission(tree, access)
        assertEquals("[]", phone.ask { bridge.listDirectory(FolderProvider.LOCATION, "") })
    }

    @Test
    fun `accessibility`() {
        phone.open(CalculatorActivity::class.java)
        val seen = look()
        phone.turnServiceOff()
        refused("permission_denied") { bridge.snapshot() }
        refused("permission_denied") { bridge.clickNode(seen.snapshot, seen.node("7").index) }
        phone.turnServiceOn()
        look().run { phone.ask { bridge.clickNode(snapshot, node("7").index) } }
        assertEquals("7", look().node("android:id/text1").text)
    }
}

package dev.handheld

import android.content.Intent
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNull
import org.junit.Test
import org.robolectric.Shadows.shadowOf

class BootReceiverTest : WithCore() {
    @Test
    fun `the server starts with the phone and after an update`() {
        for (action in listOf(Intent.ACTION_BOOT_COMPLETED, Intent.ACTION_MY_PACKAGE_REPLACED)) {
            BootReceiver().onReceive(application, Intent(action))
            assertEquals(ServerService::class.java.name, shadowOf(application).nextStartedService.component?.className)
        }
    }

    @Test
    fun `nothing else starts it`() {
        BootReceiver().onReceive(application, Intent(Intent.ACTION_POWER_CONNECTED))
        assertNull(shadowOf(application).nextStartedService)
    }
}

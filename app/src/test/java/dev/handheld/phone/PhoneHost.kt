package dev.handheld.phone

import android.Manifest
import org.junit.Assume.assumeTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import java.io.File
import java.util.function.Function

/**
 * Not a test: the phone that handheld_desktop/robolectric.py runs. Python puts a function into the system properties; it gets the
 * phone, and as long as it answers true the phone runs. Without that function there is nothing to do.
 */
@RunWith(RobolectricTestRunner::class)
@Config(sdk = [35])
class PhoneHost {
    @Test
    fun `runs until Python is done`() {
        @Suppress("UNCHECKED_CAST")
        val python = System.getProperties()[HANDOVER] as Function<Any, Any>?
        assumeTrue("nobody asks for a phone", python != null)
        val application = RuntimeEnvironment.getApplication()
        shadowOf(application).grantPermissions(
            Manifest.permission.SEND_SMS, Manifest.permission.READ_PHONE_STATE, Manifest.permission.READ_LOGS,
        )
        SimCards.insert(application)
        FolderProvider.grant(application, File(System.getProperty(STORAGE)!!))
        val phone = Phone(application)
        phone.turnServiceOn()
        val handle = PhoneHandle(phone)
        python!!.apply(handle)
        phone.run { handle.stopped }
    }

    private companion object {
        const val HANDOVER = "handheld.phone"
        const val STORAGE = "handheld.phone.storage"
    }
}

package dev.handheld

import android.app.Activity
import android.content.Intent
import android.provider.DocumentsContract
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf

@RunWith(RobolectricTestRunner::class)
class StorageGrantActivityTest {
    private val resolver = RuntimeEnvironment.getApplication().contentResolver
    private val folder = DocumentsContract.buildTreeDocumentUri("com.example.storage.documents", "card:Music")
    private val activity = Robolectric.buildActivity(StorageGrantActivity::class.java).create().get()

    private fun answer(code: Int, data: Intent?) {
        val asked = shadowOf(activity).nextStartedActivityForResult
        assertEquals(Intent.ACTION_OPEN_DOCUMENT_TREE, asked.intent.action)
        shadowOf(activity).receiveResult(asked.intent, code, data)
    }

    @Test
    fun `a picked folder stays granted`() {
        answer(Activity.RESULT_OK, Intent().setData(folder))
        val grant = resolver.persistedUriPermissions.single()
        assertEquals(folder, grant.uri)
        assertTrue(grant.isReadPermission && grant.isWritePermission && activity.isFinishing)
    }

    @Test
    fun `a person who picks none grants none`() {
        answer(Activity.RESULT_CANCELED, null)
        assertTrue(resolver.persistedUriPermissions.isEmpty() && activity.isFinishing)
    }
}

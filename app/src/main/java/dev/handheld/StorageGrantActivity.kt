package dev.handheld

import android.app.Activity
import android.content.ActivityNotFoundException
import android.content.Intent
import android.os.Bundle
import android.widget.Toast

/** Lets the person pick a folder in the system's picker, and keeps the grant. It has no screen of its own. */
class StorageGrantActivity : Activity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        if (savedInstanceState != null) return
        try {
            @Suppress("DEPRECATION") // its replacement is AndroidX
            startActivityForResult(Intent(Intent.ACTION_OPEN_DOCUMENT_TREE).addFlags(ACCESS or KEEP), PICK)
        } catch (_: ActivityNotFoundException) {
            Toast.makeText(this, R.string.no_folder_picker, Toast.LENGTH_LONG).show()
            finish()
        }
    }

    @Deprecated("its replacement is AndroidX")
    override fun onActivityResult(requestCode: Int, resultCode: Int, data: Intent?) {
        val folder = data?.data
        if (requestCode == PICK && resultCode == RESULT_OK && folder != null) {
            contentResolver.takePersistableUriPermission(folder, ACCESS)
            setResult(RESULT_OK)
        }
        finish()
    }

    private companion object {
        const val PICK = 1
        const val ACCESS = Intent.FLAG_GRANT_READ_URI_PERMISSION or Intent.FLAG_GRANT_WRITE_URI_PERMISSION
        const val KEEP = Intent.FLAG_GRANT_PERSISTABLE_URI_PERMISSION
    }
}

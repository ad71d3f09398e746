package dev.handheld

import android.app.Activity
import android.content.ActivityNotFoundException
import android.content.Intent
import android.net.Uri
import android.widget.Toast
import java.io.File
import java.io.IOException

/**
 * The history on its way to the place that the person chooses for it. It waits in a file of ours: Android may make the screen
 * anew while the person chooses.
 */
class HistoryFile(private val activity: Activity) {
    private val waiting = File(activity.cacheDir, NAME)

    /** Lets the person choose; the answer comes to the activity with the code [CHOSEN]. */
    fun offer(lines: String) {
        waiting.writeText(lines)
        activity.runOnUiThread(::choose)
    }

    private fun choose() {
        val document = Intent(Intent.ACTION_CREATE_DOCUMENT)
            .addCategory(Intent.CATEGORY_OPENABLE)
            .setType("application/x-ndjson")
            .putExtra(Intent.EXTRA_TITLE, NAME)
        try {
            @Suppress("DEPRECATION") // its replacement is AndroidX
            activity.startActivityForResult(document, CHOSEN)
        } catch (_: ActivityNotFoundException) {
            waiting.delete()
            Toast.makeText(activity, R.string.no_file_picker, Toast.LENGTH_LONG).show()
        }
    }

    /** Puts it there; without a place it is forgotten. What went wrong comes back. */
    fun put(place: Uri?): String? = try {
        if (place != null) write(place)
        null
    } catch (e: IOException) {
        e.message ?: e.toString()
    } catch (e: SecurityException) {
        e.message ?: e.toString()
    } finally {
        waiting.delete()
    }

    private fun write(place: Uri) {
        val out = activity.contentResolver.openOutputStream(place, "wt") ?: throw IOException("The file cannot be written")
        out.use { waiting.inputStream().use { lines -> lines.copyTo(it) } }
    }

    companion object {
        const val CHOSEN = 2
        private const val NAME = "handheld-history.jsonl"
    }
}

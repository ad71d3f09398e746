package dev.handheld.phone

import android.app.Application
import android.content.Intent
import android.content.pm.ProviderInfo
import android.database.Cursor
import android.database.MatrixCursor
import android.net.Uri
import android.os.CancellationSignal
import android.os.ParcelFileDescriptor
import android.provider.DocumentsContract
import android.provider.DocumentsContract.Document
import android.provider.DocumentsProvider
import android.webkit.MimeTypeMap
import org.robolectric.Robolectric
import java.io.File
import java.io.FileNotFoundException

/** A storage app over a real folder, as a phone's own storage is. Documents are known by their paths: `card:folder/file`. */
class FolderProvider : DocumentsProvider() {
    lateinit var folder: File

    /** What this storage app refuses, to be like those that do. */
    var canRename = true
    var canAppend = true

    /** After so many it renames nothing any more, like one that lost its card. */
    var renamesLeft = Int.MAX_VALUE

    override fun onCreate() = true

    override fun queryRoots(projection: Array<String>?): Cursor = MatrixCursor(projection ?: emptyArray())

    override fun queryDocument(id: String, projection: Array<String>?): Cursor = rows(projection, listOf(existing(id)))

    override fun queryChildDocuments(parent: String, projection: Array<String>?, order: String?): Cursor =
        rows(projection, existing(parent).listFiles().orEmpty().sorted())

    override fun isChildDocument(parent: String, id: String) = file(id).startsWith(file(parent))

    override fun openDocument(id: String, mode: String, signal: CancellationSignal?): ParcelFileDescriptor {
        if ("a" in mode && !canAppend) throw UnsupportedOperationException("mode $mode")
        return ParcelFileDescriptor.open(existing(id), ParcelFileDescriptor.parseMode(mode))
    }

    override fun createDocument(parent: String, mimeType: String, name: String): String {
        val made = File(existing(parent), name)
        if (mimeType == Document.MIME_TYPE_DIR) made.mkdir() else made.createNewFile()
        return idOf(made)
    }

    override fun renameDocument(id: String, name: String): String {
        check(renamesLeft-- > 0) { "the card is gone" }
        val old = existing(id)
        val new = File(old.parentFile, name)
        check(!new.exists() && old.renameTo(new)) { "$name exists" }
        return idOf(new)
    }

    override fun deleteDocument(id: String) {
        existing(id).deleteRecursively()
    }

    private fun file(id: String) = File(folder, id.removePrefix(ROOT))

    private fun existing(id: String) = file(id).takeIf { it.exists() } ?: throw FileNotFoundException(id)

    private fun idOf(file: File) = ROOT + file.relativeTo(folder).path

    private fun rows(projection: Array<String>?, files: List<File>): Cursor {
        val columns = projection ?: arrayOf(Document.COLUMN_DOCUMENT_ID, Document.COLUMN_DISPLAY_NAME)
        val rows = MatrixCursor(columns)
        for (file in files) rows.addRow(columns.map { value(it, file) })
        return rows
    }

    private fun value(column: String, file: File): Any? = when (column) {
        Document.COLUMN_DOCUMENT_ID -> idOf(file)
        Document.COLUMN_DISPLAY_NAME -> if (file == folder) "Card" else file.name
        Document.COLUMN_MIME_TYPE -> if (file.isDirectory) Document.MIME_TYPE_DIR else mimeType(file)
        Document.COLUMN_SIZE -> file.length()
        Document.COLUMN_LAST_MODIFIED -> file.lastModified()
        Document.COLUMN_FLAGS -> if (canRename) Document.FLAG_SUPPORTS_RENAME else 0
        else -> null
    }

    private fun mimeType(file: File) =
        MimeTypeMap.getSingleton().getMimeTypeFromExtension(file.extension) ?: "application/octet-stream"

    companion object {
        const val AUTHORITY = "com.example.storage.documents"
        const val ROOT = "card:"
        const val LOCATION = "$AUTHORITY/$ROOT"

        /** Installs the storage app and grants us its root, as the person would in the picker. */
        fun grant(application: Application, folder: File): FolderProvider {
            val info = ProviderInfo().apply {
                authority = AUTHORITY
                exported = true
                grantUriPermissions = true
                readPermission = "android.permission.MANAGE_DOCUMENTS"
                writePermission = "android.permission.MANAGE_DOCUMENTS"
            }
            val provider = Robolectric.buildContentProvider(FolderProvider::class.java).create(info).get()
            provider.folder = folder
            val tree: Uri = DocumentsContract.buildTreeDocumentUri(AUTHORITY, ROOT)
            application.contentResolver.takePersistableUriPermission(
                tree, Intent.FLAG_GRANT_READ_URI_PERMISSION or Intent.FLAG_GRANT_WRITE_URI_PERMISSION,
            )
            return provider
        }
    }
}

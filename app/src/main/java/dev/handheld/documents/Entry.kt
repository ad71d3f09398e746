package dev.handheld.documents

import android.database.Cursor
import android.provider.DocumentsContract.Document
import org.json.JSONObject

/** A file or folder, as its storage describes it. */
class Entry(row: Cursor) {
    val id: String = row.getString(0)
    val name: String = row.getString(1) ?: ""
    private val mimeType: String? = row.getString(2)
    private val size = row.getLong(3)
    private val modified = if (row.isNull(4)) null else row.getLong(4)
    private val flags = row.getInt(5)

    val isFolder get() = mimeType == Document.MIME_TYPE_DIR
    val canRename get() = flags and Document.FLAG_SUPPORTS_RENAME != 0

    fun json(): JSONObject = JSONObject()
        .put("name", name)
        .put("is_directory", isFolder)
        .put("size", if (isFolder) 0 else size)
        .put("last_modified_ms", modified ?: JSONObject.NULL)
        .put("mime_type", if (isFolder) JSONObject.NULL else mimeType ?: JSONObject.NULL)

    companion object {
        val COLUMNS = arrayOf(
            Document.COLUMN_DOCUMENT_ID,
            Document.COLUMN_DISPLAY_NAME,
            Document.COLUMN_MIME_TYPE,
            Document.COLUMN_SIZE,
            Document.COLUMN_LAST_MODIFIED,
            Document.COLUMN_FLAGS,
        )
    }
}

package dev.handheld.documents

import android.content.ContentResolver
import android.net.Uri
import android.os.ParcelFileDescriptor
import android.provider.DocumentsContract
import android.provider.DocumentsContract.Document
import android.webkit.MimeTypeMap
import dev.handheld.BridgeException

/** One granted folder and what is below it, found by names: a storage knows its documents by ids of its own. */
class Tree(private val resolver: ContentResolver, private val tree: Uri) {
    val rootId: String = DocumentsContract.getTreeDocumentId(tree)

    val locationId = "${tree.authority}/$rootId"

    fun root() = entry(rootId)

    fun find(path: String) = findOrNull(path) ?: throw BridgeException("no_such_file", "No such file or folder: $path")

    fun findFile(path: String) = find(path).also { if (it.isFolder) throw failed("Is a folder: $path") }

    fun findOrNull(path: String): Entry? {
        var entry = root()
        for (name in parts(path)) {
            if (!entry.isFolder) return null
            entry = child(entry, name) ?: return null
        }
        return entry
    }

    /** The file, made with its folders where it is missing. */
    fun findOrCreate(path: String): Entry {
        val names = parts(path)
        if (names.isEmpty()) throw failed("Is a folder: the location itself")
        var folder = root()
        for (name in names.dropLast(1)) {
            folder = child(folder, name) ?: create(folder, name, Document.MIME_TYPE_DIR)
            if (!folder.isFolder) throw failed("Not a folder: $name")
        }
        val file = child(folder, names.last()) ?: create(folder, names.last(), mimeTypeOf(names.last()))
        if (file.isFolder) throw failed("Is a folder: $path")
        return file
    }

    /** What is in a folder, after what a kill in the middle of a replacement left there was put right. */
    fun children(folder: Entry): List<Entry> {
        val found = listed(folder)
        val left = found.filter { Aside.isLeft(it.name) }
        if (left.isNotEmpty()) left.forEach { putBack(it, found) }
        return (if (left.isEmpty()) found else listed(folder)).filterNot { Aside.isOne(it.name) }
    }

    fun open(file: Entry, mode: String): ParcelFileDescriptor =
        resolver.openFileDescriptor(uri(file.id), mode) ?: throw failed("The storage did not open ${file.name}")

    fun rename(entry: Entry, name: String): Entry {
        val renamed = DocumentsContract.renameDocument(resolver, uri(entry.id), name)
        // No answer means that the document kept its id.
        val now = entry(renamed?.let(DocumentsContract::getDocumentId) ?: entry.id)
        if (now.name == name) return now
        DocumentsContract.renameDocument(resolver, uri(now.id), entry.name)
        throw failed("The storage does not allow the name $name (it made ${now.name})")
    }

    fun delete(file: Entry) {
        if (!DocumentsContract.deleteDocument(resolver, uri(file.id))) throw failed("The storage did not delete ${file.name}")
    }

    private fun listed(folder: Entry) = query(DocumentsContract.buildChildDocumentsUriUsingTree(tree, folder.id))

    /** The file itself again where its successor never came; of no use where it did. */
    private fun putBack(aside: Entry, siblings: List<Entry>) {
        val name = Aside.original(aside.name)
        try {
            if (siblings.none { it.name == name }) rename(aside, name) else delete(aside)
        } catch (_: Exception) {
            // A storage that may only be read, say: what was asked for may be possible all the same.
        }
    }

    private fun create(folder: Entry, name: String, mimeType: String): Entry {
        val made = DocumentsContract.createDocument(resolver, uri(folder.id), mimeType, name)
            ?: throw failed("The storage did not create $name")
        val entry = entry(DocumentsContract.getDocumentId(made))
        if (entry.name == name) return entry
        delete(entry)
        throw failed("The storage does not allow the name $name (it made ${entry.name})")
    }

    private fun entry(id: String) =
        query(uri(id)).firstOrNull() ?: throw BridgeException("no_such_file", "The file or folder is gone")

    private fun child(folder: Entry, name: String) = children(folder).find { it.name == name }

    private fun query(uri: Uri): List<Entry> {
        val cursor = resolver.query(uri, Entry.COLUMNS, null, null, null) ?: throw failed("The storage does not answer")
        return cursor.use { rows -> generateSequence { if (rows.moveToNext()) Entry(rows) else null }.toList() }
    }

    private fun uri(id: String) = DocumentsContract.buildDocumentUriUsingTree(tree, id)

    private fun parts(path: String) = path.split('/').filter { it.isNotEmpty() }

    private fun mimeTypeOf(name: String) =
        MimeTypeMap.getSingleton().getMimeTypeFromExtension(name.substringAfterLast('.', "").lowercase())
            ?: "application/octet-stream"

    private fun failed(message: String) = BridgeException("action_failed", message)
}

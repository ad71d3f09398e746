package dev.handheld.shims

import android.content.Context
import android.os.Environment
import android.os.ParcelFileDescriptor
import android.os.StatFs
import android.provider.DocumentsContract
import dev.handheld.BridgeException
import dev.handheld.documents.Aside
import dev.handheld.documents.Entry
import dev.handheld.documents.Tree
import org.json.JSONArray
import org.json.JSONObject
import java.io.File
import java.io.FileNotFoundException

/** Folders the person granted through the system's picker (the Storage Access Framework), by relative paths. */
class Storage(context: Context) {
    private val resolver = context.contentResolver

    fun locations(): String {
        val found = JSONArray()
        for (tree in trees()) found.put(describe(tree))
        return found.toString()
    }

    fun list(location: String, path: String): String = telling(path) {
        val tree = tree(location)
        val folder = tree.find(path)
        if (!folder.isFolder) throw failed("Not a folder: $path")
        JSONArray(tree.children(folder).map(Entry::json)).toString()
    }

    fun stat(location: String, path: String): String = telling(path) { tree(location).find(path).json().toString() }

    /** A file descriptor that is the caller's to close. */
    fun open(location: String, path: String, mode: String): Int = telling(path) {
        val tree = tree(location)
        when (mode) {
            "r" -> tree.open(tree.findFile(path), "r")
            "w" -> tree.open(tree.findOrCreate(path), "wt")
            "a" -> appending(tree, path)
            else -> throw BridgeException("invalid_arguments", "Unknown mode: $mode")
        }.detachFd()
    }

    fun delete(location: String, path: String) = telling(path) {
        val tree = tree(location)
        tree.delete(tree.findFile(path))
    }

    fun replace(location: String, path: String, by: String) = telling(path) {
        val tree = tree(location)
        val new = tree.findFile(by)
        val old = tree.findOrNull(path)
        if (old?.isFolder == true) throw failed("Is a folder: $path")
        val name = path.substringAfterLast('/')
        when {
            !new.canRename || old?.canRename == false || !Aside.fits(name) -> copy(tree, new, path)
            old == null -> tree.rename(new, name)
            else -> Aside.of(name) { swap(tree, old, new, it) }
        }
    }

    /**
     * No storage renames over another file, so the old one steps aside first and goes away last: whatever happens in
     * between, both are there whole.
     */
    private fun swap(tree: Tree, old: Entry, new: Entry, aside: String) {
        val before = tree.rename(old, aside)
        try {
            tree.rename(new, old.name)
        } catch (e: Exception) {
            tree.rename(before, old.name)
            throw e
        }
        tree.delete(before)
    }

    private fun copy(tree: Tree, new: Entry, path: String) {
        val input = ParcelFileDescriptor.AutoCloseInputStream(tree.open(new, "r"))
        val output = ParcelFileDescriptor.AutoCloseOutputStream(tree.open(tree.findOrCreate(path), "wt"))
        input.use { from -> output.use { to -> from.copyTo(to) } }
        tree.delete(new)
    }

    private fun appending(tree: Tree, path: String): ParcelFileDescriptor {
        val file = tree.findFile(path)
        try {
            return tree.open(file, "wa")
        } catch (e: Exception) {
            when (e) {
                // The file was just found: it is the mode that is refused.
                is FileNotFoundException, is IllegalArgumentException, is UnsupportedOperationException ->
                    throw BridgeException("unsupported", "The storage cannot append to $path: ${e.message}")
                else -> throw e
            }
        }
    }

    private fun trees() = resolver.persistedUriPermissions
        .filter { it.isReadPermission && DocumentsContract.isTreeUri(it.uri) }
        .map { Tree(resolver, it.uri) }

    private fun tree(location: String) = trees().find { it.locationId == location }
        ?: throw failed("Storage location not found: $location")

    private fun describe(tree: Tree): JSONObject = JSONObject()
        .put("id", tree.locationId)
        .put("name", telling("") { tree.root().name })
        .put("path", "/" + tree.rootId.substringAfter(':', ""))
        .put("available_bytes", availableBytes(tree) ?: JSONObject.NULL)

    /** Only of the phone's own storage and cards: another app's storage does not say. */
    private fun availableBytes(tree: Tree): Long? {
        if (!tree.locationId.startsWith("$PHONE_STORAGE/")) return null
        val volume = tree.rootId.substringBefore(':')
        val folder = if (volume in PRIMARY) Environment.getExternalStorageDirectory() else File("/storage/$volume")
        return try {
            StatFs(folder.path).availableBytes
        } catch (_: IllegalArgumentException) {
            null
        }
    }

    /** What a storage app throws, as an error with a code. */
    private inline fun <T> telling(path: String, block: () -> T): T = try {
        block()
    } catch (e: FileNotFoundException) {
        throw BridgeException("no_such_file", "No such file or folder: $path")
    } catch (e: SecurityException) {
        throw BridgeException("permission_denied", "The storage does not allow it any more: ${e.message}")
    } catch (e: IllegalArgumentException) {
        throw failed("The storage refused: ${e.message}")
    } catch (e: UnsupportedOperationException) {
        throw BridgeException("unsupported", "The storage cannot do it: ${e.message}")
    } catch (e: IllegalStateException) {
        throw failed("The storage failed: ${e.message}")
    }

    private fun failed(message: String) = BridgeException("action_failed", message)

    private companion object {
        const val PHONE_STORAGE = "com.android.externalstorage.documents"
        val PRIMARY = setOf("primary", "home")
    }
}

package dev.handheld.shims

import android.content.Intent
import android.provider.DocumentsContract
import dev.handheld.phone.FolderProvider
import dev.handheld.phone.OnPhone
import org.json.JSONArray
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Rule
import org.junit.Test
import org.junit.rules.TemporaryFolder
import java.io.File
import java.io.FileDescriptor
import java.io.FileInputStream
import java.io.FileOutputStream

class StorageTest : OnPhone() {
    @get:Rule val temporary = TemporaryFolder()

    private val card by lazy { FolderProvider.grant(application, temporary.newFolder("card")) }
    private val folder: File get() = card.folder
    private val here = FolderProvider.LOCATION

    private fun write(path: String, text: String, mode: String = "w") =
        FileOutputStream(descriptor(phone.ask { bridge.openFile(here, path, mode) })).use { it.write(text.toByteArray()) }

    private fun read(path: String) =
        FileInputStream(descriptor(phone.ask { bridge.openFile(here, path, "r") })).use { String(it.readBytes()) }

    private fun descriptor(number: Int) = FileDescriptor().also {
        FileDescriptor::class.java.getDeclaredField("fd").apply { isAccessible = true }.setInt(it, number)
    }

    private fun list(path: String) = JSONArray(phone.ask { bridge.listDirectory(here, path) }).let { entries ->
        (0 until entries.length()).map { entries.getJSONObject(it).getString("name") }
    }

    @Test
    fun `a granted folder is a location`() {
        card
        val location = JSONArray(phone.ask { bridge.storageLocations() }).getJSONObject(0)
        assertEquals(here, location.getString("id"))
        assertEquals("Card", location.getString("name"))
        assertEquals("/", location.getString("path"))
        assertTrue(location.isNull("available_bytes"))
    }

    @Test
    fun `without a grant there is no location`() {
        assertEquals("[]", phone.ask { bridge.storageLocations() })
        refused("action_failed") { bridge.listDirectory(here, "") }
    }

    @Test
    fun `a grant that was taken back is gone`() {
        card
        val tree = DocumentsContract.buildTreeDocumentUri(FolderProvider.AUTHORITY, FolderProvider.ROOT)
        application.contentResolver.releasePersistableUriPermission(
            tree, Intent.FLAG_GRANT_READ_URI_PERMISSION or Intent.FLAG_GRANT_WRITE_URI_PERMISSION,
        )
        assertEquals("[]", phone.ask { bridge.storageLocations() })
    }

    @Test
    fun `a file is written with its folders and read back`() {
        card
        write("notes/2026/äöü 你好.txt", "Grüße")
        assertEquals("Grüße", File(folder, "notes/2026/äöü 你好.txt").readText())
        assertEquals("Grüße", read("notes/2026/äöü 你好.txt"))
        write("notes/2026/äöü 你好.txt", "x")
        assertEquals("x", read("notes/2026/äöü 你好.txt"))
    }

    @Test
    fun `a list names files and folders`() {
        card
        write("b.txt", "12345")
        write("a/c.bin", "")
        assertEquals(listOf("a", "b.txt"), list(""))
        assertEquals(listOf("c.bin"), list("a"))
        val file = JSONObject(phone.ask { bridge.statFile(here, "b.txt") })
        assertEquals(5, file.getInt("size"))
        assertFalse(file.getBoolean("is_directory"))
        assertTrue(file.getLong("last_modified_ms") > 0)
        val folder = JSONObject(phone.ask { bridge.statFile(here, "a") })
        assertTrue(folder.getBoolean("is_directory") && folder.isNull("mime_type"))
    }

    @Test
    fun `appending adds, where the storage can`() {
        card
        write("log.txt", "one\n")
        write("log.txt", "two\n", mode = "a")
        assertEquals("one\ntwo\n", read("log.txt"))
        card.canAppend = false
        refused("unsupported") { bridge.openFile(here, "log.txt", "a") }
        refused("no_such_file") { bridge.openFile(here, "none.txt", "a") }
    }

    @Test
    fun `a replaced file is there whole, by a rename or by a copy`() {
        for (renames in listOf(true, false)) {
            card.canRename = renames
            write("letter.txt", "old")
            write(".letter.part", "new")
            phone.ask { bridge.replaceFile(here, "letter.txt", ".letter.part") }
            assertEquals("new", read("letter.txt"))
            assertEquals(listOf("letter.txt"), list(""))
        }
    }

    @Test
    fun `a long name is replaced too`() {
        card
        val name = "n".repeat(250) + ".txt"
        write(name, "old")
        write("part", "new")
        phone.ask { bridge.replaceFile(here, name, "part") }
        assertEquals("new", read(name))
        assertEquals(listOf(name), list(""))
    }

    @Test
    fun `a storage that fails in the middle of a replacement, for good, loses nothing`() {
        card
        write("letter.txt", "old")
        write("letter.part", "new")
        card.renamesLeft = 1
        refused("action_failed") { bridge.replaceFile(here, "letter.txt", "letter.part") }
        assertEquals(setOf("letter.part", "letter.txt"), folder.list()!!.map { it.substringAfterLast("-") }.toSet())
        card.renamesLeft = Int.MAX_VALUE
        assertEquals("old", read("letter.txt"))
        assertEquals(listOf("letter.part", "letter.txt"), list(""))
        phone.ask { bridge.replaceFile(here, "letter.txt", "letter.part") }
        assertEquals("new", read("letter.txt"))
        assertEquals(listOf("letter.txt"), folder.list()!!.toList())
    }

    @Test
    fun `what a kill left of a replacement is put right by whatever comes next`() {
        val left = ".before-0f8fad5b-d9cb-469f-a165-70867728950e-letter.txt"
        val uses = listOf<() -> Unit>(
            { assertEquals("old", read("letter.txt")) }, { assertEquals(listOf("letter.txt"), list("")) },
            { phone.ask { bridge.statFile(here, "letter.txt") } },
        )
        card
        for (use in uses) {
            File(folder, left).writeText("old") // between the two renames
            use()
            assertEquals("old", File(folder, "letter.txt").readText())
            assertFalse(File(folder, left).exists())
            File(folder, left).writeText("older") // before the end
            use()
            assertFalse(File(folder, left).exists())
            assertTrue(File(folder, "letter.txt").delete())
        }
    }

    @Test
    fun `what cannot be put right keeps nobody from what is there`() {
        card
        write("other.txt", "text")
        File(folder, ".before-0f8fad5b-d9cb-469f-a165-70867728950e-letter.txt").writeText("old")
        card.renamesLeft = 0
        assertEquals("text", read("other.txt"))
        assertEquals(listOf("other.txt"), list(""))
    }

    @Test
    fun `a file takes the place of none`() {
        card
        write("new.part", "text")
        phone.ask { bridge.replaceFile(here, "new.txt", "new.part") }
        assertEquals(listOf("new.txt"), list(""))
    }

    @Test
    fun `a deleted file is gone`() {
        card
        write("a/b.txt", "")
        phone.ask { bridge.deleteFile(here, "a/b.txt") }
        assertEquals(emptyList<String>(), list("a"))
        refused("no_such_file") { bridge.deleteFile(here, "a/b.txt") }
    }

    @Test
    fun `what is not there is no such file, and a folder is no file`() {
        card
        write("a/b.txt", "")
        for (path in listOf("none", "a/none", "a/b.txt/c")) refused("no_such_file") { bridge.statFile(here, path) }
        assertEquals("Is a folder: a", refused("action_failed") { bridge.openFile(here, "a", "r") })
        assertEquals("Is a folder: a", refused("action_failed") { bridge.deleteFile(here, "a") })
        assertEquals("Not a folder: a/b.txt", refused("action_failed") { bridge.listDirectory(here, "a/b.txt") })
        refused("action_failed") { bridge.openFile(here, "a/b.txt/c", "w") }
    }

    @Test
    fun `an unknown mode is refused`() {
        card
        refused("invalid_arguments") { bridge.openFile(here, "a", "rw") }
    }
}

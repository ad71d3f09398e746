package dev.handheld.shims

import android.app.Activity
import dev.handheld.phone.OnPhone
import dev.handheld.phone.apps.CalculatorActivity
import dev.handheld.phone.apps.EditorActivity
import org.junit.Assert.assertEquals
import org.junit.Test
import org.robolectric.annotation.Config
import java.io.File

/** The core's tests read the same files: both sides mean the same by a snapshot. HANDHELD_GOLDEN=write records them anew. */
@Config(sdk = [35])
class RecordedSnapshotTest : OnPhone() {
    @Test
    fun `the calculator is written as it was recorded`() = compare("calculator", CalculatorActivity::class.java)

    @Test
    fun `the editor is written as it was recorded`() = compare("editor", EditorActivity::class.java)

    private fun compare(name: String, activity: Class<out Activity>) {
        phone.open(activity)
        val written = String(phone.ask { bridge.snapshot() })
        val file = File("../pytests/data/snapshots/$name.json")
        if (System.getenv("HANDHELD_GOLDEN") == "write") {
            file.parentFile!!.mkdirs()
            file.writeText(written)
        }
        assertEquals(file.readText(), written)
    }
}

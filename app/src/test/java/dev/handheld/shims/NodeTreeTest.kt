package dev.handheld.shims

import android.os.Looper
import android.view.View
import android.widget.TextView
import dev.handheld.phone.OnPhone
import dev.handheld.phone.Seen
import dev.handheld.phone.apps.CalculatorActivity
import dev.handheld.phone.apps.ContactsActivity
import dev.handheld.phone.apps.DialogActivity
import dev.handheld.phone.apps.EditorActivity
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.Shadows.shadowOf
import java.time.Duration

class NodeTreeTest : OnPhone() {
    @Test
    fun `a node is where its view is, and says what it says`() {
        phone.open(CalculatorActivity::class.java)
        val plus = look().node("plus")
        assertEquals("+", plus.text)
        assertEquals("android.widget.Button", plus.className)
        assertEquals(phone.boundsOf("plus"), plus.bounds)
        assertTrue(plus.has(Seen.VISIBLE) && plus.has(Seen.CLICKABLE) && plus.has(Seen.FOCUSABLE) && plus.has(Seen.ENABLED))
        assertFalse(plus.has(Seen.EDITABLE) || plus.has(Seen.SCROLLABLE) || plus.has(Seen.PASSWORD))
    }

    @Test
    fun `a screen says which app is in front`() {
        phone.open(CalculatorActivity::class.java)
        val seen = look()
        assertEquals("com.example.calculator", seen.windows.single().packageName)
        assertEquals("com.example.calculator", seen.raw.getJSONArray("foreground").getString(0))
        assertEquals("""[720,1600,320,"portrait"]""", seen.raw.getJSONArray("display").toString())
        assertFalse(seen.degraded)
    }

    @Test
    fun `parents come before their children, and every string comes once`() {
        phone.open(CalculatorActivity::class.java)
        val seen = look()
        assertTrue(seen.nodes.all { it.parent < it.index })
        assertEquals(-1, seen.nodes.first().parent)
        assertEquals(seen.nodes[seen.node("7").parent].index, seen.node("equals").parent)
        val strings = (1 until seen.strings.length()).map(seen.strings::getString)
        assertEquals(strings.distinct(), strings)
    }

    @Test
    fun `fields show that they are fields, and passwords that they are`() {
        phone.open(EditorActivity::class.java)
        val seen = look()
        assertTrue(seen.node("android:id/edit").has(Seen.EDITABLE))
        assertTrue(seen.node("android:id/input").has(Seen.PASSWORD))
        assertFalse(seen.node("android:id/text1").has(Seen.EDITABLE))
    }

    @Test
    fun `a dialog is a window in front of its app`() {
        phone.open(DialogActivity::class.java)
        phone.ask { bridge.run { clickNode(1, Seen(snapshot()).node("DELETE").index) } }
        val (dialog, app) = look().windows
        assertTrue(dialog.focused)
        assertFalse(app.focused)
        assertTrue(dialog.nodes.any { it.text == "Delete everything?" })
        assertTrue(app.nodes.any { it.text == "DELETE" })
        assertEquals(listOf("APPLICATION", "APPLICATION"), listOf(dialog.type, app.type))
        assertTrue(dialog.id != app.id)
    }

    @Test
    fun `a panel of the system is a window of the system`() {
        phone.ask { bridge.globalAction("notifications") }
        val seen = look()
        assertEquals(listOf("SYSTEM", "APPLICATION"), seen.windows.map { it.type })
        assertEquals("Notifications", seen.windows.first().title)
    }

    @Test
    fun `where Android shows no windows the active one is all there is`() {
        phone.open(CalculatorActivity::class.java)
        phone.hidesWindows = true
        val seen = look()
        assertTrue(seen.degraded)
        assertEquals("APPLICATION", seen.windows.single().type)
        assertEquals("+", seen.node("plus").text)
    }

    @Test
    fun `clicks calculate`() {
        phone.open(CalculatorActivity::class.java)
        val seen = look()
        for (key in listOf("7", "plus", "3", "equals")) phone.ask { bridge.clickNode(seen.snapshot, seen.node(key).index) }
        assertEquals("10", look().node("android:id/text1").text)
    }

    @Test
    fun `a long click is not a click`() {
        phone.open(ContactsActivity::class.java)
        val seen = look()
        phone.ask { bridge.longClickNode(seen.snapshot, seen.node("Person 3").index) }
        assertTrue(look().has("Person 3 held"))
    }

    @Test
    fun `what takes no click says so`() {
        phone.open(CalculatorActivity::class.java)
        val seen = look()
        val message = refused("action_failed") { bridge.clickNode(seen.snapshot, seen.node("android:id/text1").index) }
        assertEquals("The element did not take the click", message)
    }

    @Test
    fun `a list scrolls until its end`() {
        phone.open(ContactsActivity::class.java)
        var pages = 0
        while (true) {
            val seen = look()
            if (!phone.ask { bridge.scrollNode(seen.snapshot, seen.node("android:id/list").index, true) }) break
            shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(300)) // it glides
            assertTrue(++pages < 100)
        }
        assertTrue(pages > 2)
        assertTrue(look().has("Person 100"))
        assertTrue(look().run { phone.ask { bridge.scrollNode(snapshot, node("android:id/list").index, false) } })
    }

    @Test
    fun `a node whose text changed is stale`() {
        phone.open(CalculatorActivity::class.java)
        val seen = look()
        phone.front!!.findViewById<TextView>(android.R.id.text1)!!.text = "changed"
        val message = refused("stale_node") { bridge.clickNode(seen.snapshot, seen.node("android:id/text1").index) }
        assertEquals("The element shows something else now", message)
    }

    @Test
    fun `a node whose view is gone is stale`() {
        phone.open(CalculatorActivity::class.java)
        val seen = look()
        val index = seen.node("7").index
        phone.front!!.setContentView(View(phone.front))
        assertEquals("The element is gone", refused("stale_node") { bridge.clickNode(seen.snapshot, index) })
    }

    @Test
    fun `only the last few snapshots are kept`() {
        phone.open(CalculatorActivity::class.java)
        val first = look()
        val second = look()
        repeat(2) { look() }
        assertEquals("Snapshot 1 is no longer kept", refused("stale_node") { bridge.clickNode(first.snapshot, 0) })
        phone.ask { bridge.clickNode(second.snapshot, second.node("7").index) }
    }

    @Test
    fun `a place that no snapshot has is refused`() {
        val seen = look()
        assertEquals("Snapshot 1 has no node 4711", refused("invalid_arguments") { bridge.clickNode(seen.snapshot, 4711) })
        assertEquals("Snapshot 1 has no node -1", refused("invalid_arguments") { bridge.clickNode(seen.snapshot, -1) })
    }

    @Test
    fun `texts of every script arrive whole`() {
        phone.open(CalculatorActivity::class.java)
        val texts = listOf("Tab\tNewline\nQuote\"Backslash\\", "你好，世界", "👩‍👩‍👧‍👦🎉", "مرحبا", "\u0001\u001f\u007f\u2028")
        for (text in texts) {
            phone.front!!.findViewById<TextView>(android.R.id.text1)!!.text = text
            assertEquals(text, look().node("android:id/text1").text)
        }
    }
}

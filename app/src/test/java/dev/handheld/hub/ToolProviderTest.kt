package dev.handheld.hub

import android.os.Bundle
import dev.handheld.Cores
import dev.handheld.FakeCore
import dev.handheld.ToolProvider
import dev.handheld.hub.apps.OtherApps
import org.json.JSONObject
import org.junit.Assert.assertArrayEquals
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Before
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf

/** Another app's host of tools asks us. */
@RunWith(RobolectricTestRunner::class)
class ToolProviderTest {
    private val application = RuntimeEnvironment.getApplication()
    private val core = FakeCore()
    private val provider = Robolectric.buildContentProvider(ToolProvider::class.java).create(AUTHORITY).get()
    private var asked = JSONObject()

    @Before
    fun useCore() {
        Cores.use(core)
        shadowOf(provider).setCallingPackage(OtherApps.AGENT)
    }

    private fun answering(answer: String) {
        core.answers = { _, params ->
            asked = params
            answer
        }
    }

    private fun call(method: String, extras: Bundle? = null): Bundle =
        application.contentResolver.acquireUnstableContentProviderClient(AUTHORITY)!!.use { it.call(method, null, extras)!! }

    private fun execution(name: String?, arguments: java.io.Serializable?) = Bundle().apply {
        putString("tool_name", name)
        putSerializable("tool_arguments", arguments)
    }

    private fun failure(bundle: Bundle): String {
        assertFalse(bundle.getBoolean("success"))
        return bundle.getString("error_message")!!
    }

    @Test
    fun `the answer to get_tool_info has both forms in it, for the caller that Android names`() {
        answering("""{"result": {"tool_name": "any", "tool_input_required": ["tool"], "tool": "{\"tools\": {}}"}}""")
        val info = call("get_tool_info")
        assertTrue(info.getBoolean("success"))
        assertEquals("any", info.getString("tool_name"))
        assertArrayEquals(arrayOf("tool"), info.getStringArray("tool_input_required"))
        assertEquals("""{"tools": {}}""", info.getString("tool"))
        assertEquals(OtherApps.AGENT, asked.getString("caller"))
    }

    @Test
    fun `a tool is executed with its arguments`() {
        answering("""{"result": {"tool_result": "done"}}""")
        val answer = call("execute_tool", execution("press_back", hashMapOf("times" to "2")))
        assertTrue(answer.getBoolean("success"))
        assertEquals("done", answer.getString("tool_result"))
        assertEquals(OtherApps.AGENT, asked.getString("caller"))
        assertEquals("press_back", asked.getString("tool_name"))
        assertEquals("2", asked.getJSONObject("tool_arguments").getString("times"))
    }

    @Test
    fun `who is refused is told why`() {
        answering("""{"error": {"code": "permission_denied", "message": "com.example.agent may not use Handheld's tools."}}""")
        for (method in listOf("get_tool_info", "execute_tool")) {
            val told = failure(call(method, execution("press_back", hashMapOf<String, String>())))
            assertEquals("com.example.agent may not use Handheld's tools.", told)
        }
    }

    @Test
    fun `a caller whom Android does not name has no name in the core either`() {
        answering("""{"result": {}}""")
        shadowOf(provider).setCallingPackage(null)
        provider.call("get_tool_info", null, null)
        assertFalse(asked.has("caller"))
    }

    @Test
    fun `a call without a tool, without arguments or of another method is refused before the core hears of it`() {
        assertEquals("Tool name not specified", failure(call("execute_tool")))
        assertEquals("Tool name not specified", failure(call("execute_tool", execution(null, hashMapOf("a" to "b")))))
        assertEquals("Invalid arguments", failure(call("execute_tool", execution("press_back", null))))
        assertEquals("Invalid arguments", failure(call("execute_tool", execution("press_back", "text"))))
        assertEquals("Unknown method: drop_table", failure(call("drop_table")))
        assertEquals(emptyList<String>(), core.calls)
    }

    @Test
    fun `a core that fails is a failure, never an exception in the caller`() {
        answering("nonsense")
        assertTrue("no proper answer" in failure(call("get_tool_info")))
        core.answers = { _, _ -> throw IllegalStateException("Python is gone") }
        assertTrue("Python is gone" in failure(call("get_tool_info")))
        assertTrue(failure(call("execute_tool", execution("x", hashMapOf(null to "y")))).isNotEmpty())
    }

    private companion object {
        const val AUTHORITY = "dev.handheld.authorities.McpProvider"
    }
}

package com.example.converter

import android.content.ContentProvider
import android.content.ContentValues
import android.database.Cursor
import android.net.Uri
import android.os.Bundle
import org.json.JSONArray
import org.json.JSONObject

/** Tools for AI agents: a host asks what there is, then calls. */
class ConverterTools : ContentProvider() {
    private class Param(val name: String, val type: String, val description: String, val required: Boolean = true)

    private class Tool(val name: String, val description: String, val params: List<Param>)

    override fun onCreate() = true

    override fun getType(uri: Uri) = "application/vnd.mcp.tool"

    override fun call(method: String, arg: String?, extras: Bundle?): Bundle = try {
        if (callingPackage !in HOSTS) throw IllegalArgumentException("$callingPackage may not use these tools")
        when (method) {
            "get_tool_info" -> toolInfo()
            "execute_tool" -> execute(extras ?: Bundle.EMPTY)
            else -> failure("Unknown method: $method")
        }
    } catch (e: IllegalArgumentException) {
        failure(e.message)
    }

    private fun toolInfo() = Bundle().apply {
        val first = TOOLS.first()
        putBoolean("success", true)
        putString("tool_name", first.name)
        putString("tool_description", first.description)
        putString("tool_input_schema", schema(first).toString())
        putStringArray("tool_input_required", first.params.filter { it.required }.map { it.name }.toTypedArray())
        putString("tool", JSONObject().put("tools", listed()).toString())
    }

    /** The properties of a JSON Schema. */
    private fun schema(tool: Tool) = JSONObject().apply {
        for (it in tool.params) put(it.name, JSONObject().put("type", it.type).put("description", it.description))
    }

    private fun listed() = JSONObject().apply {
        for (tool in TOOLS) {
            val inputs = tool.params.map {
                JSONObject().put("name", it.name).put("type", it.type)
                    .put("description", it.description).put("required", it.required)
            }
            put(tool.name, JSONObject().put("description", tool.description).put("inputs", JSONArray(inputs)))
        }
    }

    private fun execute(extras: Bundle): Bundle {
        val name = extras.getString("tool_name") ?: return failure("Tool name not specified")

        @Suppress("DEPRECATION") // the typed form is Android 13's
        val given = extras.getSerializable("tool_arguments") as? Map<*, *> ?: return failure("Invalid arguments")
        val arguments = given.entries.associate { (key, value) -> key.toString() to value.toString() }
        return Bundle().apply {
            putBoolean("success", true)
            putString("tool_result", run(name, arguments))
        }
    }

    /** What the tools do. Numbers come as texts too. */
    private fun run(name: String, arguments: Map<String, String>): String = when (name) {
        "convert_units" -> {
            val value = arguments["value"]?.toDoubleOrNull() ?: throw IllegalArgumentException("'value' is not a number")
            val from = metres(arguments["from"])
            "${value * from / metres(arguments["to"] ?: "m")} ${arguments["to"] ?: "m"}"
        }
        "list_units" -> METRES.keys.joinToString()
        else -> throw IllegalArgumentException("Unknown tool: $name")
    }

    private fun metres(unit: String?) =
        METRES[unit] ?: throw IllegalArgumentException("Unknown unit: $unit. Known are ${METRES.keys.joinToString()}")

    private fun failure(message: String?) = Bundle().apply {
        putBoolean("success", false)
        putString("error_message", message)
    }

    override fun query(
        uri: Uri,
        projection: Array<out String>?,
        selection: String?,
        selectionArgs: Array<out String>?,
        sortOrder: String?,
    ): Cursor? = null

    override fun insert(uri: Uri, values: ContentValues?): Uri? = null

    override fun delete(uri: Uri, selection: String?, selectionArgs: Array<out String>?) = 0

    override fun update(uri: Uri, values: ContentValues?, selection: String?, selectionArgs: Array<out String>?) = 0

    private companion object {
        val HOSTS = setOf("dev.handheld", "se.premex.mcp")
        val METRES = mapOf("m" to 1.0, "km" to 1000.0, "ft" to 0.3048, "mi" to 1609.344)
        val TOOLS = listOf(
            Tool(
                "convert_units",
                "Converts a length from one unit to another",
                listOf(
                    Param("value", "number", "The length"),
                    Param("from", "string", "Its unit: m, km, ft or mi"),
                    Param("to", "string", "The unit wanted; metres if not given", required = false),
                ),
            ),
            Tool("list_units", "Lists the units that convert_units knows", emptyList()),
        )
    }
}

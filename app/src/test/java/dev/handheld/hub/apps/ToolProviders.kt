package dev.handheld.hub.apps

import android.content.ContentProvider
import android.content.ContentValues
import android.database.Cursor
import android.net.Uri
import android.os.Bundle
import android.os.DeadObjectException
import android.os.Parcel
import android.os.TransactionTooLargeException
import org.json.JSONArray
import org.json.JSONObject
import java.util.concurrent.CountDownLatch
import java.util.concurrent.locks.LockSupport

/** A provider of tools in another process: all that comes in and goes out has been through a parcel. */
abstract class OtherProvider : ContentProvider() {
    abstract fun info(): Bundle?

    abstract fun execute(tool: String, arguments: Map<*, *>): Bundle?

    override fun call(method: String, arg: String?, extras: Bundle?): Bundle? {
        val sent = checkNotNull(parcelled(extras))

        @Suppress("DEPRECATION")
        val answer = when (method) {
            "get_tool_info" -> info()
            "execute_tool" -> execute(sent.getString("tool_name")!!, sent.getSerializable("tool_arguments") as Map<*, *>)
            else -> null
        }
        return parcelled(answer)
    }

    private fun parcelled(bundle: Bundle?): Bundle? {
        val parcel = Parcel.obtain()
        parcel.writeBundle(bundle)
        parcel.setDataPosition(0)
        return parcel.readBundle(javaClass.classLoader)
    }

    override fun onCreate() = true

    override fun getType(uri: Uri) = "application/vnd.mcp.tool"

    override fun query(uri: Uri, p: Array<String>?, s: String?, a: Array<String>?, o: String?): Cursor? = null

    override fun insert(uri: Uri, values: ContentValues?): Uri? = null

    override fun delete(uri: Uri, selection: String?, arguments: Array<String>?) = 0

    override fun update(uri: Uri, values: ContentValues?, selection: String?, arguments: Array<String>?) = 0
}

fun succeeded(result: String) = Bundle().apply {
    putBoolean("success", true)
    putString("tool_result", result)
}

fun failed(message: String) = Bundle().apply {
    putBoolean("success", false)
    putString("error_message", message)
}

/** One tool, in the document's form. */
class WeatherProvider : OtherProvider() {
    override fun info() = Bundle().apply {
        putBoolean("success", true)
        putString("tool_name", "get_weather")
        putString("tool_description", "The weather in a city")
        putString("tool_input_schema", """{"city": {"type": "string"}, "days": {"type": "integer"}}""")
        putStringArray("tool_input_required", arrayOf("city"))
    }

    override fun execute(tool: String, arguments: Map<*, *>) = when (val city = arguments["city"]) {
        "Atlantis" -> failed("No such city: Atlantis")
        else -> succeeded("Sunny in $city for ${arguments["days"] ?: "1"} days")
    }
}

/** Several tools, in the public host's form. */
class ToolboxProvider : OtherProvider() {
    override fun info() = Bundle().apply {
        val input = JSONObject().put("name", "text").put("description", "A text").put("required", true).put("type", "string")
        val tools = JSONObject()
        for (name in listOf("upper", "reverse")) {
            tools.put(name, JSONObject().put("description", "Makes it $name").put("inputs", JSONArray().put(input)))
        }
        putBoolean("success", true)
        putString("tool", JSONObject().put("tools", tools).toString())
    }

    override fun execute(tool: String, arguments: Map<*, *>): Bundle {
        val text = arguments["text"] as String
        return if (tool == "upper") succeeded(text.uppercase()) else succeeded(text.reversed())
    }
}

/** Describes itself well, and then answers as badly as its argument `how` says. */
class HostileProvider : OtherProvider() {
    override fun info() = Bundle().apply {
        putBoolean("success", true)
        putString("tool_name", "misbehave")
        putString("tool_description", "Answers as badly as you like")
        putString("tool_input_schema", """{"how": {"type": "string"}}""")
        putStringArray("tool_input_required", arrayOf("how"))
    }

    override fun execute(tool: String, arguments: Map<*, *>): Bundle? = when (val how = arguments["how"]) {
        "null" -> null
        "exception" -> throw IllegalArgumentException("I do not feel like it")
        "security" -> throw SecurityException("com.example.hostile wants a permission")
        "slow" -> {
            released.await()
            succeeded("at last")
        }
        "deaf" -> {
            while (released.count > 0) {
                Thread.interrupted() // it does not end when it is told to, as another app's thread does not
                LockSupport.parkNanos(1_000_000)
            }
            succeeded("at last")
        }
        "types" -> Bundle().apply {
            putBoolean("success", true)
            putDouble("tool_result", 1.5)
            putIntArray("numbers", intArrayOf(1, 2))
            putBundle("inner", Bundle())
            putDouble("nothing", Double.NaN)
            putStringArrayList("names", arrayListOf("a", "b"))
        }
        "too large" -> throw TransactionTooLargeException("data parcel size 1048748 bytes")
        "dies" -> throw DeadObjectException()
        "empty" -> Bundle()
        else -> succeeded("as you said: $how")
    }

    companion object {
        /** Where the slow ones wait. */
        @Volatile var released = CountDownLatch(0)
    }
}

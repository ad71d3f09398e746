package dev.handheld.shims

import android.content.ComponentName
import android.content.Context
import android.content.Intent
import android.content.pm.PackageManager
import android.content.pm.ResolveInfo
import android.content.res.Resources
import android.content.res.XmlResourceParser
import android.os.Bundle
import dev.handheld.BridgeException
import dev.handheld.MessengerCall
import dev.handheld.ResultReceiver
import org.json.JSONArray
import org.json.JSONObject
import org.xmlpull.v1.XmlPullParser
import org.xmlpull.v1.XmlPullParserException
import java.util.concurrent.ExecutionException
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException

/** Mobile MCP services of other apps: what there is, and calls to them. */
class Intents(private val context: Context) {
    private val packages = context.packageManager

    /** `[{package, service, name, description, descriptor}, …]`; the descriptor's XML as `{tag, attributes, children}`. */
    fun services(): String {
        val found = packages.queryIntentServices(Intent(ACTION), PackageManager.GET_META_DATA)
        return JSONArray(found.filter { it.serviceInfo.packageName != context.packageName }.map(::describe)).toString()
    }

    /** Sends these text [extras] to the service and waits for its reply, whose text extras are the answer. */
    fun call(packageName: String, service: String, call: String, extras: String, timeoutMs: Int): String {
        val component = ComponentName(packageName, service)
        val request = Bundle()
        JSONObject(extras).let { texts -> for (key in texts.keys()) request.putString(key, texts.getString(key)) }
        val bound = MessengerCall(context, component, request)
        val reply = ResultReceiver.expect(call)
        try {
            val answer = if (start(component, request, call)) reply else bound.reply()
            return texts(answer.get(timeoutMs.toLong(), TimeUnit.MILLISECONDS)).toString()
        } catch (_: TimeoutException) {
            throw BridgeException("timed_out", "$packageName did not reply within $timeoutMs ms")
        } catch (e: SecurityException) {
            throw BridgeException("permission_denied", "$packageName does not let Handheld call it: ${e.message}")
        } catch (e: ExecutionException) {
            throw e.cause ?: e
        } finally {
            ResultReceiver.forget(call)
            bound.end()
        }
    }

    /** False where Android does not let it start now: it can still be bound. */
    private fun start(component: ComponentName, request: Bundle, call: String): Boolean {
        val callback = ResultReceiver.callback(context, call)
        val intent = Intent(ACTION).setComponent(component).putExtras(request).putExtra(CALLBACK, callback)
        val started = try {
            context.startForegroundService(intent)
        } catch (_: IllegalStateException) {
            return false
        }
        if (started == null) throw BridgeException("action_failed", "No such service: ${component.flattenToString()}")
        return true
    }

    private fun describe(found: ResolveInfo): JSONObject {
        val service = found.serviceInfo
        val about = service.metaData ?: Bundle.EMPTY
        val description = JSONObject()
            .put("package", service.packageName)
            .put("service", service.name)
            .put("app", service.applicationInfo.loadLabel(packages).toString())
            .put("name", about.getString("mobile.mcp.tool.name") ?: JSONObject.NULL)
            .put("description", about.getString("mobile.mcp.tool.description") ?: JSONObject.NULL)
        try {
            val resources = packages.getResourcesForApplication(service.applicationInfo)
            description.put("descriptor", resources.getXml(about.getInt(CAPABILITIES)).use { element(it, resources) })
        } catch (e: Exception) {
            // Another app's resources can be broken in any way: that is its problem, and only its.
            description.put("descriptor", JSONObject.NULL).put("problem", e.message ?: e.toString())
        }
        return description
    }

    /** The first element of a document, with all that is in it. */
    private fun element(xml: XmlResourceParser, resources: Resources): JSONObject {
        while (xml.next() != XmlPullParser.START_TAG) {
            if (xml.eventType == XmlPullParser.END_DOCUMENT) throw XmlPullParserException("The descriptor is empty")
        }
        val root = opened(xml, resources)
        val open = ArrayDeque(listOf(root))
        var count = 1
        while (open.isNotEmpty()) {
            when (xml.next()) {
                XmlPullParser.START_TAG -> {
                    if (open.size >= DEEPEST || ++count > MOST) throw XmlPullParserException("The descriptor is too large")
                    val child = opened(xml, resources)
                    open.last().getJSONArray("children").put(child)
                    open.addLast(child)
                }
                XmlPullParser.END_TAG -> open.removeLast()
                XmlPullParser.END_DOCUMENT -> throw XmlPullParserException("The descriptor ends too early")
            }
        }
        return root
    }

    private fun opened(xml: XmlResourceParser, resources: Resources): JSONObject {
        val attributes = JSONObject()
        for (i in 0 until xml.attributeCount) attributes.put(xml.getAttributeName(i), value(xml, i, resources))
        return JSONObject().put("tag", xml.name).put("attributes", attributes).put("children", JSONArray())
    }

    /** A text may be said through the app's own `@string/…`, which the XML holds as a number only. */
    private fun value(xml: XmlResourceParser, i: Int, resources: Resources): String {
        val reference = xml.getAttributeResourceValue(i, 0)
        return if (reference == 0) xml.getAttributeValue(i) else resources.getText(reference).toString()
    }

    private fun texts(extras: Bundle): JSONObject {
        val found = JSONObject()
        for (key in extras.keySet()) extras.getString(key)?.let { found.put(key, it) }
        return found
    }

    private companion object {
        const val ACTION = "mobile.mcp.SERVICE"
        const val CALLBACK = "mcp_callback"
        const val CAPABILITIES = "mobile.mcp.tool.capabilities"
        const val DEEPEST = 32
        const val MOST = 10_000
    }
}

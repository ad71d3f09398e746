package dev.handheld.shims

import android.content.ContentProviderClient
import android.content.Context
import android.content.Intent
import android.content.pm.PackageManager
import android.os.Bundle
import android.os.RemoteException
import android.os.TransactionTooLargeException
import dev.handheld.BridgeException
import org.json.JSONArray
import org.json.JSONObject
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import java.util.concurrent.FutureTask
import java.util.concurrent.Semaphore
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException

/** Tools that other apps offer through ContentProviders. */
class Providers(private val context: Context) {
    private val packages = context.packageManager
    private val callers = Executors.newCachedThreadPool()
    private val turns = ConcurrentHashMap<String, Semaphore>()

    /** `[{authority, package, app}, …]`, found by the document's intent filter and by the public host's. */
    fun find(): String {
        val found = listOf(Intent(Intent.ACTION_VIEW).setType(MIME_TYPE), Intent(HOST_ACTION))
            .flatMap { packages.queryIntentContentProviders(it, PackageManager.MATCH_ALL) }
            .map { it.providerInfo }
            .filter { it.authority != null && it.packageName != context.packageName }
            .distinctBy { it.authority }
        return JSONArray(
            found.map {
                JSONObject()
                    .put("authority", it.authority.substringBefore(';'))
                    .put("package", it.packageName)
                    .put("app", it.applicationInfo.loadLabel(packages).toString())
            },
        ).toString()
    }

    fun info(authority: String, timeoutMs: Int): String = call(authority, "get_tool_info", Bundle(), timeoutMs)

    /** [arguments] is an object of strings, as the provider expects them. */
    fun execute(authority: String, tool: String, arguments: String, timeoutMs: Int): String {
        val texts = JSONObject(arguments)
        val map = HashMap<String, String>()
        for (key in texts.keys()) map[key] = texts.getString(key)
        val extras = Bundle()
        extras.putString("tool_name", tool)
        extras.putSerializable("tool_arguments", map)
        return call(authority, "execute_tool", extras, timeoutMs)
    }

    /** The provider may never come back, so the call is on a thread of its own; and no provider can keep many of them. */
    private fun call(authority: String, method: String, extras: Bundle, timeoutMs: Int): String {
        val answer = FutureTask {
            val bundle = client(authority).use { it.call(method, null, extras) } ?: throw failed("$authority gave no answer")
            json(bundle).toString() // unpacks what the other app packed, and can fail as the call can
        }
        val turn = turns.computeIfAbsent(authority) { Semaphore(MOST_AT_ONCE) }
        if (!turn.tryAcquire()) throw failed("$authority is still busy with earlier calls")
        callers.execute {
            try {
                answer.run()
            } finally {
                turn.release()
            }
        }
        try {
            return answer.get(timeoutMs.toLong(), TimeUnit.MILLISECONDS)
        } catch (_: TimeoutException) {
            answer.cancel(true)
            throw BridgeException("timed_out", "$authority did not answer within $timeoutMs ms")
        } catch (e: ExecutionException) {
            throw failure(authority, e.cause ?: e)
        }
    }

    /** Unstable: when the other app dies, the call fails and we do not die with it. */
    private fun client(authority: String): ContentProviderClient =
        context.contentResolver.acquireUnstableContentProviderClient(authority) ?: throw failed("No such provider: $authority")

    private fun failure(authority: String, cause: Throwable) = when (cause) {
        is BridgeException -> cause
        is TransactionTooLargeException -> cause
        is RemoteException -> failed("$authority stopped while it was asked")
        is SecurityException -> BridgeException("permission_denied", "$authority does not let Handheld call it: ${cause.message}")
        else -> failed("$authority failed: ${cause.message ?: cause}")
    }

    private fun json(bundle: Bundle): JSONObject {
        val found = JSONObject()
        for (key in bundle.keySet()) {
            @Suppress("DEPRECATION") // only the untyped form tells what is there
            when (val value = bundle.get(key)) {
                is Boolean, is Int, is Long, is String -> found.put(key, value)
                is Double, is Float -> if ((value as Number).toDouble().isFinite()) found.put(key, value)
                is Array<*> -> found.put(key, JSONArray(value.map { it.toString() }))
                is List<*> -> found.put(key, JSONArray(value.map { it.toString() }))
            }
        }
        return found
    }

    private fun failed(message: String) = BridgeException("action_failed", message)

    private companion object {
        const val MIME_TYPE = "application/vnd.mcp.tool"
        const val MOST_AT_ONCE = 64
        const val HOST_ACTION = "se.premex.mcp.MCP_PROVIDER"
    }
}

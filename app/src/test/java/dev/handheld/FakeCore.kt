package dev.handheld

import org.json.JSONObject
import java.util.concurrent.CopyOnWriteArrayList

/** Stands where Python does: answers what it is told to, and remembers what it was asked. */
class FakeCore : Core {
    val calls = CopyOnWriteArrayList<String>()

    @Volatile var startAnswer = """{"ok": true, "port": 8080, "address": "http://127.0.0.1:8080/mcp"}"""

    @Volatile var answers: (method: String, params: JSONObject) -> String = { _, _ -> """{"result": {}}""" }

    /** What every entry throws, where Python itself fails. */
    @Volatile var failure: Throwable? = null

    override fun start(bridge: Bridge, dataDir: String, options: String): String {
        calls += "start $options"
        failure?.let { throw it }
        return startAnswer
    }

    override fun stop() {
        calls += "stop"
        failure?.let { throw it }
    }

    override fun handle(request: String): String {
        val asked = JSONObject(request)
        calls += asked.getString("method")
        failure?.let { throw it }
        return answers(asked.getString("method"), asked.getJSONObject("params"))
    }
}

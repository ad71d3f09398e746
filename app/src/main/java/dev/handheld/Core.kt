package dev.handheld

/**
 * All that Kotlin sees of Python. Everything is JSON in a string; calls block, so never on the main thread.
 */
interface Core {
    /**
     * Starts the server (once a process; again after [stop]). [options] is an object; its `settings` are saved first.
     * Answers `{"ok": true, "port": …, "address": …}` or `{"ok": false, "reason": …}`.
     */
    fun start(bridge: Bridge, dataDir: String, options: String): String

    /** Stops the server; the core stays loaded. */
    fun stop()

    /**
     * `{"method": …, "params": {…}}` in, `{"result": …}` or `{"error": {"code": …, "message": …}}` out. Methods:
     * `status` → `{"running", "address", "token"}`; `configure {settings}` saves and restarts the HTTP server where needed;
     * `tool_info {caller}` and `execute_tool {caller, tool_name, tool_arguments}` for the provider;
     * `mobile_mcp {caller, request}` → `{"id", "response"}` for Mobile MCP.
     */
    fun handle(request: String): String
}

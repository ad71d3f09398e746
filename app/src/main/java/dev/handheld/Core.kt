package dev.handheld

/**
 * All that Kotlin sees of Python. Everything is JSON in a string; calls block, so never on the main thread.
 */
interface Core {
    /**
     * Starts the server (once a process; again after [stop]). [options] is an object; its `settings`, if any, are saved first.
     * Answers `{"ok": true, "port": …, "address": …, "paused": …}` or `{"ok": false, "reason": …}`.
     */
    fun start(bridge: Bridge, dataDir: String, options: String): String

    /** Stops the server; the core stays loaded. */
    fun stop()

    /**
     * `{"method": …, "params": {…}}` in, `{"result": {…}}` or `{"error": {"code": …, "message": …}}` out. Methods:
     * - `status {}` → `{"running", "paused", "address", "token"}`;
     * - `pause {on}` → `{"paused"}`: stops every agent at once, or lets them go on;
     * - `answer {id, answer}`: what the person says (`once`, `hour`, `no`, `never`) to a question of `showQuestions`;
     * - `touched {}`: the person touched the screen;
     * - `page {}` → `{"url"}`: a link that opens the control page once;
     * - `configure {settings}` (only what changes) saves, restarts the HTTP server where needed, and answers as [start];
     *   refused settings are the error invalid_arguments and change nothing;
     * - `packages_changed {package}`: an app was installed, updated or removed;
     * - `tool_info {caller}` → the entries of the provider's Bundle; `execute_tool {caller, tool_name, tool_arguments}` →
     *   `{"tool_result"}`;
     * - `mobile_mcp {callers, extras}` → `{"extras"}`: every app that may have sent the request (apps can share a user), its text
     *   extras, and those of the reply.
     */
    fun handle(request: String): String
}

package dev.handheld.shims

import android.Manifest
import android.content.Context
import android.content.pm.PackageManager
import android.os.Process
import dev.handheld.BridgeException
import java.io.IOException
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread

/** The newest lines of logcat. */
class Logs(private val context: Context) {
    /** What the users in [hidden] wrote is left out. */
    fun read(packageName: String?, hidden: Set<Int>): String {
        if (packageName != context.packageName) requirePermission()
        val uid = packageName?.let(::uidOf)
        if (uid == null && hidden.isEmpty()) return logcat("-v", "threadtime", "-v", "year")
        return logcat("-v", "threadtime", "-v", "year", "-v", "uid").lineSequence()
            .mapNotNull(LINE::matchEntire)
            .filter { line -> uidNamed(line.groupValues[2]).let { (uid == null || it == uid) && it !in hidden } }
            .joinToString("") { "${it.groupValues[1]} ${it.groupValues[3]}\n" }
    }

    /** Without it Android shows an app only its own lines, and an empty answer would look like a quiet phone. */
    private fun requirePermission() {
        if (context.checkSelfPermission(Manifest.permission.READ_LOGS) == PackageManager.PERMISSION_GRANTED) return
        throw BridgeException(
            "permission_denied",
            "Reading the phone's logs needs a grant from a computer: " +
                "adb shell pm grant ${context.packageName} android.permission.READ_LOGS. " +
                "Without it only the logs of ${context.packageName} can be read.",
        )
    }

    private fun uidOf(packageName: String) = try {
        context.packageManager.getPackageUid(packageName, 0)
    } catch (_: PackageManager.NameNotFoundException) {
        throw BridgeException("action_failed", "App not installed: $packageName")
    }

    /** logcat writes a number, or a system user's name where it has at most five letters. */
    private fun uidNamed(user: String) = user.toIntOrNull() ?: Process.getUidForName(user)

    private fun logcat(vararg format: String): String {
        val process = try {
            ProcessBuilder("logcat", "-d", "-t", LINES.toString(), *format).redirectErrorStream(true).start()
        } catch (e: IOException) {
            throw BridgeException("action_failed", "Logcat command execution failed: ${e.message}")
        }
        // Its end comes from the process, so a logcat that hangs must be ended from another thread.
        val watch = thread(name = "logcat-limit") {
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) process.destroyForcibly()
        }
        val output = process.inputStream.bufferedReader().use { it.readText() }
        watch.join()
        if (process.exitValue() != 0) {
            throw BridgeException("action_failed", "Logcat command execution failed: ${output.takeLast(200).trim()}")
        }
        return output
    }

    private companion object {
        const val LINES = 20_000
        const val LIMIT_S = 10L

        /** Date and time, the user, then the rest, from the process on. */
        val LINE = Regex("""(\S+ \S+) +(\w+):? +(\d+ +\d+ .*)""")
    }
}

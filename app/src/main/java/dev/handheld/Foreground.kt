package dev.handheld

import org.json.JSONObject

/** The app and activity in front; the activity in the short form Android prints (`.Main`). */
data class Foreground(val packageName: String, val activity: String) {
    fun json(): String = JSONObject().put("package", packageName).put("activity", activity).toString()

    companion object {
        val UNKNOWN = Foreground("unknown", "unknown")

        /** In place of an app that agents may not know of: no package has a name without a dot. */
        val PRIVATE = Foreground("private", "unknown")
    }
}

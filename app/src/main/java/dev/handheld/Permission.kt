package dev.handheld

import android.content.Intent

/** Something a person has to allow: [ask] names what Android can ask for in a dialog, [settings] is the page for the rest. */
class Permission(
    val name: String,
    val title: Int,
    val why: Int,
    val granted: Boolean,
    val ask: List<String> = emptyList(),
    val settings: Intent? = null,
)

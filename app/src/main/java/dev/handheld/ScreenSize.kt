package dev.handheld

/** The screen as it is turned now, in pixels. */
data class ScreenSize(val width: Int, val height: Int, val density: Int) {
    val orientation get() = if (width > height) "landscape" else "portrait"
}

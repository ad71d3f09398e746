package dev.handheld.typing

/** A way to edit the text field in focus. */
interface Editor {
    /** The app that the field belongs to. */
    val packageName: CharSequence?

    fun read(): FieldText

    fun select(start: Int, end: Int)

    /** Puts [text] in place of the selection, and the cursor behind it. */
    fun commit(text: String)

    /** What the Enter key of a keyboard would do. */
    fun enter()
}

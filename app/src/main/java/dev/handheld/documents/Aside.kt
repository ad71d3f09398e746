package dev.handheld.documents

import java.util.UUID
import java.util.concurrent.ConcurrentHashMap

/** Names of files that make room for their successors. One that nobody is at work with was left by a kill. */
object Aside {
    private val form = Regex("""\.before-[0-9a-f-]{36}-(.+)""")
    private const val LONGEST_BYTES = 255
    private val underWay = ConcurrentHashMap.newKeySet<String>()

    /** File systems take no longer names. */
    fun fits(name: String) = nameOf(name).toByteArray().size <= LONGEST_BYTES

    fun <T> of(name: String, work: (aside: String) -> T): T {
        val aside = nameOf(name)
        underWay += aside
        try {
            return work(aside)
        } finally {
            underWay -= aside
        }
    }

    private fun nameOf(name: String) = ".before-${UUID.randomUUID()}-$name"

    fun isOne(name: String) = form.matches(name)

    fun isLeft(name: String) = isOne(name) && name !in underWay

    fun original(aside: String) = form.matchEntire(aside)!!.groupValues[1]
}

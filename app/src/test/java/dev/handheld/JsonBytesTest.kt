package dev.handheld

import org.json.JSONArray
import org.json.JSONTokener
import org.junit.Assert.assertEquals
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import kotlin.random.Random

@RunWith(RobolectricTestRunner::class)
@Config(sdk = [35])
class JsonBytesTest {
    private fun written(text: String) = String(JsonBytes(1).string(text).toByteArray())

    private fun read(json: String) = JSONTokener(json).nextValue() as String

    @Test
    fun `every character comes back`() {
        for (some in (0..0x10FFFF).filter { it !in 0xD800..0xDFFF }.chunked(4096)) {
            val text = String(some.toIntArray(), 0, some.size)
            assertEquals(text, read(written(text)))
        }
    }

    @Test
    fun `random texts come back`() {
        val random = Random(4)
        repeat(500) {
            val characters = IntArray(random.nextInt(60)) { random.nextInt(0x2000) + random.nextInt(2) * 0x1F300 }
            val text = String(characters, 0, characters.size)
            assertEquals(text, read(written(text)))
        }
    }

    @Test
    fun `half a character becomes a replacement character`() {
        assertEquals("a\uFFFDb\uFFFD", read(written("a\uD83Cb\uDF89")))
        assertEquals("\uFFFD", read(written("\uD83C")))
    }

    @Test
    fun `rows and numbers`() {
        val json = JsonBytes(1).raw("[").row(0, -1, 10, Int.MAX_VALUE, Int.MIN_VALUE).raw(",").string(null).raw("]")
        assertEquals("[[0,-1,10,2147483647,-2147483648],null]", JSONArray(String(json.toByteArray())).toString())
    }
}

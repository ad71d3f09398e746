package dev.handheld

/** Writes compact JSON as UTF-8 without an object per value: a screen has thousands. */
class JsonBytes(capacity: Int = 16 * 1024) {
    private var bytes = ByteArray(capacity)
    private var size = 0

    fun raw(ascii: String): JsonBytes {
        reserve(ascii.length)
        for (c in ascii) bytes[size++] = c.code.toByte()
        return this
    }

    fun number(value: Int): JsonBytes {
        if (value in 0..9) {
            reserve(1)
            bytes[size++] = ('0'.code + value).toByte()
            return this
        }
        return raw(value.toString())
    }

    /** `[1,2,3]` */
    fun row(vararg values: Int): JsonBytes {
        raw("[")
        for (i in values.indices) {
            if (i > 0) raw(",")
            number(values[i])
        }
        return raw("]")
    }

    fun string(text: String?): JsonBytes {
        if (text == null) return raw("null")
        reserve(text.length * LONGEST_ESCAPE + 2)
        bytes[size++] = QUOTE
        var i = 0
        while (i < text.length) i += character(text, i)
        bytes[size++] = QUOTE
        return this
    }

    fun append(other: JsonBytes): JsonBytes {
        reserve(other.size)
        System.arraycopy(other.bytes, 0, bytes, size, other.size)
        size += other.size
        return this
    }

    fun toByteArray(): ByteArray = bytes.copyOf(size)

    /** Writes the code point at [i] and says how many units it took. A lone surrogate cannot be UTF-8: U+FFFD stands in. */
    private fun character(text: String, i: Int): Int {
        val unit = text[i]
        when {
            unit == '"' || unit == '\\' -> {
                put('\\'.code)
                put(unit.code)
            }
            unit < ' ' -> escape(unit.code)
            unit < '\u0080' -> put(unit.code)
            unit < '\u0800' -> {
                put(0xC0 or (unit.code shr 6))
                tail(unit.code)
            }
            !unit.isSurrogate() -> threeBytes(unit.code)
            unit.isHighSurrogate() && i + 1 < text.length && text[i + 1].isLowSurrogate() -> {
                val point = Character.toCodePoint(unit, text[i + 1])
                put(0xF0 or (point shr 18))
                tail(point shr 12)
                tail(point shr 6)
                tail(point)
                return 2
            }
            else -> threeBytes(0xFFFD)
        }
        return 1
    }

    private fun threeBytes(point: Int) {
        put(0xE0 or (point shr 12))
        tail(point shr 6)
        tail(point)
    }

    private fun tail(bits: Int) = put(0x80 or (bits and 0x3F))

    private fun escape(code: Int) {
        raw("\\u00")
        put('0'.code + (code shr 4))
        put(HEX[code and 15].code)
    }

    private fun put(value: Int) {
        bytes[size++] = value.toByte()
    }

    private fun reserve(more: Int) {
        if (size + more > bytes.size) bytes = bytes.copyOf(maxOf(bytes.size * 2, size + more))
    }

    private companion object {
        const val QUOTE = '"'.code.toByte()
        const val LONGEST_ESCAPE = 6
        const val HEX = "0123456789abcdef"
    }
}

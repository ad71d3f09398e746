package dev.handheld.phone.apps

import android.os.Bundle
import android.view.Gravity
import android.widget.Button
import android.widget.GridLayout
import android.widget.LinearLayout
import android.widget.TextView

/** Adds and subtracts whole numbers. */
class CalculatorActivity : AppActivity() {
    private lateinit var result: TextView
    private var shown = 0L
    private var stored = 0L
    private var operator = "+"
    private var typing = false

    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        result = TextView(this).apply {
            id = android.R.id.text1
            textSize = 48f
            gravity = Gravity.END
        }
        val keys = GridLayout(this).apply { columnCount = 4 }
        KEYS.forEach { (key, description) ->
            val button = Button(this)
            button.text = key
            button.contentDescription = description
            button.setOnClickListener { press(key) }
            keys.addView(button)
        }
        setContentView(
            LinearLayout(this).apply {
                orientation = LinearLayout.VERTICAL
                addView(result)
                addView(keys)
            },
        )
        show(0)
    }

    private fun press(key: String) {
        val digit = key.toLongOrNull()
        when {
            digit != null -> show(if (typing) shown * 10 + digit else digit, typing = true)
            key == "C" -> {
                stored = 0
                operator = "+"
                show(0)
            }
            else -> {
                stored = if (operator == "−") stored - shown else stored + shown
                operator = key
                show(stored)
                if (key == "=") {
                    stored = 0
                    operator = "+"
                }
            }
        }
    }

    private fun show(number: Long, typing: Boolean = false) {
        shown = number
        this.typing = typing
        result.text = number.toString()
    }

    private companion object {
        val KEYS = listOf("7", "8", "9", "+", "4", "5", "6", "−", "1", "2", "3", "=", "C", "0").map {
            it to when (it) {
                "+" -> "plus"
                "−" -> "minus"
                "=" -> "equals"
                "C" -> "clear"
                else -> null
            }
        }
    }
}

package dev.handheld.phone.apps

import android.os.Bundle
import android.widget.Button
import android.widget.LinearLayout
import android.widget.ScrollView

/** Sixty buttons on one long page, most of them below the screen. */
class OptionsActivity : AppActivity() {
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val page = LinearLayout(this).apply { orientation = LinearLayout.VERTICAL }
        for (number in 1..60) {
            val option = Button(this)
            option.text = "Option $number"
            option.isAllCaps = false
            option.setOnClickListener { option.text = "Option $number is on" }
            page.addView(option)
        }
        setContentView(ScrollView(this).apply { addView(page) })
    }
}

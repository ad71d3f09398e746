package dev.handheld.phone.apps

import android.animation.ValueAnimator
import android.os.Bundle
import android.view.View
import android.widget.Button
import android.widget.LinearLayout
import android.widget.TextView

/** Loads for a while, with more and more rows on the screen, and then rests. */
class LoadingActivity : AppActivity() {
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val status = TextView(this).apply { id = android.R.id.text1 }
        val rows = (1..ROWS).map {
            TextView(this).apply {
                text = "Row $it"
                visibility = View.GONE
            }
        }
        val load = Button(this).apply {
            text = "Load"
            setOnClickListener {
                ValueAnimator.ofInt(0, ROWS).setDuration(LOAD_MS).apply {
                    addUpdateListener { at ->
                        val loaded = at.animatedValue as Int
                        status.text = if (loaded == ROWS) "Loaded" else "Loading $loaded"
                        rows.forEachIndexed { row, view -> view.visibility = if (row < loaded) View.VISIBLE else View.GONE }
                    }
                    start()
                }
            }
        }
        setContentView(
            LinearLayout(this).apply {
                orientation = LinearLayout.VERTICAL
                addView(status)
                addView(load)
                rows.forEach(::addView)
            },
        )
    }

    private companion object {
        const val ROWS = 20
        const val LOAD_MS = 6_000L
    }
}

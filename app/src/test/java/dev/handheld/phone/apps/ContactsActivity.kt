package dev.handheld.phone.apps

import android.os.Bundle
import android.widget.ArrayAdapter
import android.widget.LinearLayout
import android.widget.ListView
import android.widget.TextView

/** A list of a hundred people, far longer than the screen. */
class ContactsActivity : AppActivity() {
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val chosen = TextView(this).apply {
            id = android.R.id.text2
            text = "Nobody chosen"
        }
        val people = (1..100).map { "Person $it" }
        val list = ListView(this).apply {
            id = android.R.id.list
            adapter = ArrayAdapter(this@ContactsActivity, android.R.layout.simple_list_item_1, people)
            setOnItemClickListener { _, _, position, _ -> chosen.text = "${people[position]} chosen" }
            setOnItemLongClickListener { _, _, position, _ ->
                chosen.text = "${people[position]} held"
                true
            }
        }
        setContentView(
            LinearLayout(this).apply {
                orientation = LinearLayout.VERTICAL
                addView(chosen)
                addView(list)
            },
        )
    }
}

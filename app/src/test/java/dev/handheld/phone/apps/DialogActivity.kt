package dev.handheld.phone.apps

import android.app.AlertDialog
import android.os.Bundle
import android.widget.Button
import android.widget.LinearLayout
import android.widget.TextView

/** Asks before it deletes. */
class DialogActivity : AppActivity() {
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val status = TextView(this).apply { id = android.R.id.text1 }
        val delete = Button(this).apply {
            text = "Delete"
            setOnClickListener {
                AlertDialog.Builder(this@DialogActivity)
                    .setTitle("Delete everything?")
                    .setPositiveButton("Yes") { _, _ -> status.text = "Deleted" }
                    .setNegativeButton("No") { _, _ -> status.text = "Kept" }
                    .show()
            }
        }
        setContentView(
            LinearLayout(this).apply {
                orientation = LinearLayout.VERTICAL
                addView(status)
                addView(delete)
            },
        )
    }
}

package dev.handheld.phone.apps

import android.graphics.Color
import android.os.Bundle
import android.text.InputType
import android.text.method.PasswordTransformationMethod
import android.widget.Button
import android.widget.EditText
import android.widget.LinearLayout
import android.widget.TextView

/** An account that is nobody's business: a balance, and a password that can be shown. */
class BankActivity : AppActivity() {
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val balance = TextView(this).apply {
            text = BALANCE
            setBackgroundColor(Color.GREEN)
        }
        val password = EditText(this).apply {
            id = android.R.id.input
            inputType = InputType.TYPE_CLASS_TEXT or InputType.TYPE_TEXT_VARIATION_PASSWORD
        }
        val show = Button(this).apply {
            text = "Show"
            setOnClickListener {
                val hidden = password.transformationMethod is PasswordTransformationMethod
                password.transformationMethod = if (hidden) null else PasswordTransformationMethod.getInstance()
            }
        }
        val content = LinearLayout(this).apply {
            orientation = LinearLayout.VERTICAL
            setBackgroundColor(Color.GREEN)
            isFocusableInTouchMode = true
            listOf(balance, password, show).forEach(::addView)
        }
        setContentView(content)
    }

    companion object {
        const val BALANCE = "3,187.45"
    }
}

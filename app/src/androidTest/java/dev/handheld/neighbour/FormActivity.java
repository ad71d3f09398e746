package dev.handheld.neighbour;

import android.app.Activity;
import android.os.Bundle;
import android.text.InputType;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.TextView;

/** A form to operate. In Java: the test APK leaves out what the app has, and with it Kotlin's library. */
public final class FormActivity extends Activity {
    private int count;

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        super.onCreate(savedInstanceState);
        TextView counter = new TextView(this);
        counter.setText("Pressed 0 times");
        Button button = new Button(this);
        button.setText("Press me");
        button.setAllCaps(false);
        button.setOnClickListener(view -> counter.setText("Pressed " + ++count + " times"));
        EditText field = new EditText(this);
        field.setHint("Your name");
        field.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_FLAG_NO_SUGGESTIONS);

        LinearLayout form = new LinearLayout(this);
        form.setOrientation(LinearLayout.VERTICAL);
        form.setFitsSystemWindows(true);
        form.addView(counter);
        form.addView(button);
        form.addView(field);
        setContentView(form);
    }
}

package dev.handheld.neighbour;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import java.util.Map;

/** Another app's tool in a ContentProvider. */
public final class EchoProvider extends ContentProvider {
    @Override
    public Bundle call(String method, String arg, Bundle extras) {
        Bundle answer = new Bundle();
        answer.putBoolean("success", true);
        if (method.equals("get_tool_info")) {
            answer.putString("tool_name", "echo");
            answer.putString("tool_description", "Says again what it is told");
            answer.putString("tool_input_schema", "{\"text\": {\"type\": \"string\"}}");
            answer.putStringArray("tool_input_required", new String[] {"text"});
        } else {
            Map<?, ?> arguments = (Map<?, ?>) extras.getSerializable("tool_arguments");
            answer.putString("tool_result", extras.getString("tool_name") + ": " + arguments.get("text"));
        }
        return answer;
    }

    @Override
    public boolean onCreate() {
        return true;
    }

    @Override
    public String getType(Uri uri) {
        return "application/vnd.mcp.tool";
    }

    @Override
    public Cursor query(Uri uri, String[] columns, String selection, String[] arguments, String order) {
        return null;
    }

    @Override
    public Uri insert(Uri uri, ContentValues values) {
        return null;
    }

    @Override
    public int delete(Uri uri, String selection, String[] arguments) {
        return 0;
    }

    @Override
    public int update(Uri uri, ContentValues values, String selection, String[] arguments) {
        return 0;
    }
}

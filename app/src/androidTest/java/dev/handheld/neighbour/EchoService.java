package dev.handheld.neighbour;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

/** Another app's Mobile MCP service: it replies with the request it got. */
public final class EchoService extends Service {
    private static final String CHANNEL = "echo";

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        getSystemService(NotificationManager.class)
                .createNotificationChannel(new NotificationChannel(CHANNEL, CHANNEL, NotificationManager.IMPORTANCE_LOW));
        Notification shown = new Notification.Builder(this, CHANNEL).setSmallIcon(android.R.drawable.ic_menu_info_details).build();
        startForeground(1, shown);
        PendingIntent callback = intent.getParcelableExtra("mcp_callback");
        try {
            callback.send(this, 0, new Intent().putExtra("response", intent.getStringExtra("request")));
        } catch (PendingIntent.CanceledException e) {
            throw new IllegalStateException(e);
        }
        stopSelf(startId);
        return START_NOT_STICKY;
    }

    @Override
    public IBinder onBind(Intent intent) {
        return null;
    }
}

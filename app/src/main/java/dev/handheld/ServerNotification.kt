package dev.handheld

import android.app.Notification
import android.app.NotificationChannel
import android.app.NotificationManager
import android.app.PendingIntent
import android.content.Context
import android.content.Intent
import android.graphics.drawable.Icon

/** The notification of the running server: its state, and buttons to pause and to stop it. */
class ServerNotification(private val context: Context) {
    private val notifications = context.systemService<NotificationManager>()

    init {
        val name = context.getString(R.string.channel_server)
        notifications.createNotificationChannel(NotificationChannel(CHANNEL, name, NotificationManager.IMPORTANCE_LOW))
    }

    fun of(state: ServerState): Notification {
        val builder = builder(state.text(context))
        if (state is ServerState.Running) builder.addAction(pause(state.paused))
        return builder.addAction(action(R.string.stop, ServerService.STOP)).build()
    }

    fun ofText(text: String): Notification = builder(text).build()

    fun update(state: ServerState) {
        if (state != ServerState.Stopped) notifications.notify(ID, of(state))
    }

    private fun builder(text: String) = Notification.Builder(context, CHANNEL)
        .setSmallIcon(R.drawable.ic_notification)
        .setContentTitle(context.getString(R.string.app_name))
        .setContentText(text)
        .setStyle(Notification.BigTextStyle().bigText(text))
        .setContentIntent(PendingIntent.getActivity(context, 0, Intent(context, MainActivity::class.java), FLAGS))
        .setOngoing(true)
        .setOnlyAlertOnce(true)

    private fun pause(paused: Boolean) =
        if (paused) action(R.string.resume, ServerService.RESUME) else action(R.string.pause, ServerService.PAUSE)

    private fun action(title: Int, name: String): Notification.Action {
        val intent = Intent(context, ServerService::class.java).setAction(name)
        return Notification.Action.Builder(
            Icon.createWithResource(context, R.drawable.ic_notification),
            context.getString(title),
            PendingIntent.getService(context, 0, intent, FLAGS),
        ).build()
    }

    companion object {
        const val ID = 1
        private const val CHANNEL = "server"
        private const val FLAGS = PendingIntent.FLAG_IMMUTABLE
    }
}

package dev.handheld

import android.app.Notification
import android.app.NotificationChannel
import android.app.NotificationManager
import android.app.PendingIntent
import android.content.Context
import android.content.Intent
import android.graphics.drawable.Icon

/** The notification of the running server: its state, and a button to stop it. */
class ServerNotification(private val context: Context) {
    private val notifications = context.systemService<NotificationManager>()

    init {
        val name = context.getString(R.string.channel_server)
        notifications.createNotificationChannel(NotificationChannel(CHANNEL, name, NotificationManager.IMPORTANCE_LOW))
    }

    fun of(state: ServerState): Notification = builder(state.text(context)).addAction(stop()).build()

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

    private fun stop(): Notification.Action {
        val stop = Intent(context, ServerService::class.java).setAction(ServerService.STOP)
        return Notification.Action.Builder(
            Icon.createWithResource(context, R.drawable.ic_notification),
            context.getString(R.string.stop),
            PendingIntent.getService(context, 0, stop, FLAGS),
        ).build()
    }

    companion object {
        const val ID = 1
        private const val CHANNEL = "server"
        private const val FLAGS = PendingIntent.FLAG_IMMUTABLE
    }
}

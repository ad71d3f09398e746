package dev.handheld

import android.app.Notification
import android.app.NotificationChannel
import android.app.NotificationManager
import android.app.PendingIntent
import android.content.Context
import android.content.Intent
import android.graphics.drawable.Icon
import android.net.Uri
import android.os.Build
import org.json.JSONArray
import org.json.JSONObject

/** What agents may only do once the person allows it: a notification for each question, as long as it waits. */
class QuestionNotifications(private val context: Context) {
    private val notifications = context.systemService<NotificationManager>()

    /** Shows exactly these: `[{"id", "client", "sentence", "seconds"}, …]`. */
    fun show(questions: String) {
        val name = context.getString(R.string.channel_questions)
        notifications.createNotificationChannel(NotificationChannel(CHANNEL, name, NotificationManager.IMPORTANCE_HIGH))
        val waiting = JSONArray(questions).let { all -> List(all.length()) { all.getJSONObject(it) } }
        val ids = waiting.map { it.getString("id") }
        notifications.activeNotifications.filter { it.id == ID && it.tag !in ids }.forEach { notifications.cancel(it.tag, ID) }
        for (question in waiting) notifications.notify(question.getString("id"), ID, of(question))
    }

    /** Nobody waits for an answer to this one any more. */
    fun remove(question: String) = notifications.cancel(question, ID)

    private fun of(question: JSONObject): Notification {
        val id = question.getString("id")
        val left = question.getLong("seconds") * 1000
        val sentence = question.getString("sentence")
        return builder(context.getString(R.string.question_title, question.getString("client")))
            .setContentText(sentence)
            .setStyle(Notification.BigTextStyle().bigText(sentence))
            .setContentIntent(PendingIntent.getActivity(context, 0, Intent(context, MainActivity::class.java), FLAGS))
            .setWhen(System.currentTimeMillis() + left)
            .setUsesChronometer(true)
            .setChronometerCountDown(true)
            .setTimeoutAfter(left)
            .setOnlyAlertOnce(true)
            // Who finds the phone locked neither reads what is asked nor allows it.
            .setVisibility(Notification.VISIBILITY_PRIVATE)
            .setPublicVersion(builder(context.getString(R.string.question_hidden)).build())
            .addAction(action(R.string.allow_once, ServerService.ALLOW, id))
            .addAction(action(R.string.deny, ServerService.DENY, id))
            .build()
    }

    private fun builder(title: String) = Notification.Builder(context, CHANNEL)
        .setSmallIcon(R.drawable.ic_notification)
        .setContentTitle(title)

    private fun action(title: Int, answer: String, id: String): Notification.Action {
        val intent = Intent(context, ServerService::class.java).setAction(answer).setData(Uri.fromParts(SCHEME, id, null))
        return Notification.Action.Builder(
            Icon.createWithResource(context, R.drawable.ic_notification),
            context.getString(title),
            PendingIntent.getService(context, 0, intent, FLAGS),
        ).apply {
            if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) setAuthenticationRequired(answer == ServerService.ALLOW)
        }.build()
    }

    companion object {
        const val ID = 3
        const val CHANNEL = "questions"
        private const val SCHEME = "question"
        private const val FLAGS = PendingIntent.FLAG_IMMUTABLE
    }
}

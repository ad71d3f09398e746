package dev.handheld

import android.app.KeyguardManager
import android.app.Notification
import android.app.NotificationManager
import android.content.Intent
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Test
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import java.util.concurrent.CopyOnWriteArrayList

/** What agents ask the person, in notifications that answer. */
class QuestionsTest : WithCore() {
    private val notifications = application.systemService<NotificationManager>()
    private val keyguard = shadowOf(application.systemService<KeyguardManager>())
    private val answered = CopyOnWriteArrayList<String>()

    private fun ask(vararg ids: String) {
        val questions = ids.map { """{"id": "$it", "client": "Claude", "sentence": "Send an SMS: $it", "seconds": 120}""" }
        Bridge(application).showQuestions(questions.joinToString(",", "[", "]"))
    }

    private fun shown() = notifications.activeNotifications.filter { it.id == QuestionNotifications.ID }.map { it.tag }.toSet()

    private fun notification(id: String): Notification =
        checkNotNull(shadowOf(notifications).getNotification(id, QuestionNotifications.ID))

    /** Touches a button of a notification; the service gets what its PendingIntent sends. */
    private fun press(id: String, button: Int) {
        while (shadowOf(application).nextStartedService != null) Unit
        notification(id).actions[button].actionIntent.send()
        val intent: Intent = shadowOf(application).nextStartedService
        service.withIntent(intent).startCommand(0, 2)
    }

    private val service by lazy {
        core.answers = { method, params ->
            if (method == "answer") answered += "${params.getString("id")} ${params.getString("answer")}"
            """{"result": {}}"""
        }
        ServerService.start(application)
        obey().also { awaitState(RUNNING) }
    }

    @Test
    fun `a question is shown with who asks for what and is gone when it is decided`() {
        ask("a", "b")
        assertEquals(setOf("a", "b"), shown())
        val extras = notification("a").extras
        assertEquals("Claude asks", extras.getString(Notification.EXTRA_TITLE))
        assertEquals("Send an SMS: a", extras.getCharSequence(Notification.EXTRA_BIG_TEXT).toString())
        assertEquals(listOf("Allow once", "Deny"), notification("a").actions.map { it.title.toString() })
        ask("b")
        assertEquals(setOf("b"), shown())
        ask()
        assertEquals(emptySet<String>(), shown())
    }

    @Test
    fun `it alarms the person, once, and leaves by itself when its time is over`() {
        ask("a")
        val channel = notifications.getNotificationChannel(QuestionNotifications.CHANNEL)
        assertEquals(NotificationManager.IMPORTANCE_HIGH, channel.importance)
        assertEquals(120_000L, notification("a").timeoutAfter)
        assertTrue(notification("a").flags and Notification.FLAG_ONLY_ALERT_ONCE != 0)
    }

    @Test
    fun `on a locked screen it does not say what is asked`() {
        ask("a")
        assertEquals(Notification.VISIBILITY_PRIVATE, notification("a").visibility)
        val public = notification("a").publicVersion
        assertEquals("An agent asks you something", public.extras.getString(Notification.EXTRA_TITLE))
        assertEquals(null, public.extras.getCharSequence(Notification.EXTRA_TEXT))
        assertEquals(null, public.actions)
    }

    @Test
    fun `its buttons answer the question they belong to`() {
        service
        ask("a", "b")
        press("b", 0)
        await("the first answer") { answered.toList() == listOf("b once") }
        press("a", 1)
        await("the second answer") { answered.toList() == listOf("b once", "a no") }
    }

    @Test
    fun `a locked phone denies but does not allow`() {
        service
        keyguard.setIsDeviceLocked(true)
        ask("a")
        press("a", 0)
        press("a", 1)
        await("the only answer") { answered.toList() == listOf("a no") }
    }

    @Test
    fun `a question that nobody waits for any more goes when it is answered`() {
        service
        core.answers = { _, _ -> """{"error": {"code": "invalid_arguments", "message": "Not waiting any more"}}""" }
        ask("a")
        press("a", 0)
        await("the notification to go") { shown().isEmpty() }
    }

    @Test
    @Config(sdk = [33, 35])
    fun `allowing needs an unlocked phone by Android itself and denying does not`() {
        ask("a")
        val (allow, deny) = notification("a").actions
        assertTrue(allow.isAuthenticationRequired)
        assertFalse(deny.isAuthenticationRequired)
    }
}

package dev.handheld.hub

import android.content.Intent
import android.net.Uri
import android.os.Looper
import dev.handheld.ServerService
import dev.handheld.WithCore
import org.junit.Assert.assertEquals
import org.junit.Test
import org.robolectric.Shadows.shadowOf
import java.util.concurrent.CopyOnWriteArrayList

class PackageWatcherTest : WithCore() {
    @Test
    fun `the core hears of every app that is installed, updated, changed or removed while the server runs`() {
        val told = CopyOnWriteArrayList<String>()
        core.answers = { method, params ->
            if (method == "packages_changed") told += params.getString("package")
            """{"result": {}}"""
        }
        ServerService.start(application)
        obey()
        awaitState(RUNNING)
        val events = listOf(
            Intent.ACTION_PACKAGE_ADDED, Intent.ACTION_PACKAGE_REPLACED,
            Intent.ACTION_PACKAGE_CHANGED, Intent.ACTION_PACKAGE_REMOVED,
        )
        events.forEachIndexed { i, event -> application.sendBroadcast(Intent(event, Uri.parse("package:com.example.app$i"))) }
        shadowOf(Looper.getMainLooper()).idle()
        await("the core to be told") { told.size == events.size }
        assertEquals(events.indices.map { "com.example.app$it" }, told)
    }
}

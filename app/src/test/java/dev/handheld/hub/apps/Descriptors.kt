package dev.handheld.hub.apps

import android.content.res.AssetManager
import android.content.res.Resources
import android.util.DisplayMetrics
import org.robolectric.util.ReflectionHelpers
import org.robolectric.util.ReflectionHelpers.ClassParameter
import java.io.File
import java.nio.file.Files

/** Resources of another app with one descriptor in them, `@xml/capabilities`: linked by aapt2 as the app's own build would. */
object Descriptors {
    fun link(packageName: String, descriptor: String, strings: Map<String, String> = emptyMap()): Resources {
        val folder = Files.createTempDirectory("app").toFile()
        try {
            val apk = File(folder, "app.apk")
            val source = write(File(folder, "res/xml/capabilities.xml"), descriptor)
            val manifest = write(File(folder, "AndroidManifest.xml"), """<manifest package="$packageName"/>""")
            val values = strings.map { (name, text) -> """<string name="$name">$text</string>""" }.joinToString("")
            val texts = write(File(folder, "res/values/strings.xml"), "<resources>$values</resources>")
            for (each in listOf(source, texts)) aapt2("compile", each.path, "-o", folder.path)
            val compiled = arrayOf("$folder/xml_capabilities.xml.flat", "$folder/values_strings.arsc.flat")
            aapt2("link", "-I", framework.path, "--manifest", manifest.path, "-o", apk.path, *compiled)
            return open(apk)
        } finally {
            folder.deleteRecursively()
        }
    }

    private fun open(apk: File): Resources {
        val assets = ReflectionHelpers.callConstructor(AssetManager::class.java)
        val path = ClassParameter.from(String::class.java, apk.path)
        val cookie: Int = ReflectionHelpers.callInstanceMethod(assets, "addAssetPath", path)
        check(cookie != 0) { "Android cannot read $apk" }
        @Suppress("DEPRECATION") // how Android itself makes those of another app
        return Resources(assets, DisplayMetrics().apply { setToDefaults() }, null)
    }

    private fun write(file: File, text: String) = file.apply {
        parentFile!!.mkdirs()
        writeText(text)
    }

    private fun aapt2(vararg arguments: String) {
        val process = ProcessBuilder(tool.path, *arguments).redirectErrorStream(true).start()
        val said = process.inputStream.bufferedReader().readText()
        check(process.waitFor() == 0) { "aapt2 ${arguments.first()}: $said" }
    }

    /** Each build says where it has them. */
    private val framework = File(System.getProperty("handheld.framework")!!)
    private val tool = File(System.getProperty("handheld.aapt2")!!)
}

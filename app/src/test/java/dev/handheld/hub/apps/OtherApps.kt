package dev.handheld.hub.apps

import android.app.Application
import android.app.Service
import android.content.ComponentName
import android.content.ContentProvider
import android.content.Intent
import android.content.IntentFilter
import android.content.pm.ApplicationInfo
import android.content.pm.PackageInfo
import android.content.pm.PackageManager
import android.content.pm.ProviderInfo
import android.content.pm.ServiceInfo
import android.content.pm.Signature
import android.content.pm.SigningInfo
import android.content.res.Resources
import android.os.Build
import android.os.Bundle
import org.robolectric.Shadows.shadowOf
import org.robolectric.shadows.ShadowPackageManager

/** Apps with tools, as Android's package manager knows them after they were installed. */
class OtherApps(private val application: Application) {
    private val packages = shadowOf(application.packageManager)

    fun installAll() {
        installWeather()
        installProvider(TOOLBOX, "Toolbox", ToolboxProvider::class.java, documented = false)
        installProvider(HOSTILE, "Hostile", HostileProvider::class.java, documented = true)
        installService(DOCUMENT, "Document", DocumentService::class.java, described(DOCUMENT, "version=\"1.0\""))
        installService(REFERENCE, "Reference", ReferenceService::class.java, described(REFERENCE))
        installService(BOUND, "Bound", BoundService::class.java, described(BOUND))
    }

    fun installWeather() = installProvider(WEATHER, "Weather", WeatherProvider::class.java, documented = true)

    /** An app without tools: it calls ours, perhaps. */
    fun install(packageName: String, label: String): PackageInfo {
        val user = FIRST_UID + ALL.indexOf(packageName)
        val info = PackageInfo().apply {
            this.packageName = packageName
            applicationInfo = ApplicationInfo().apply {
                this.packageName = packageName
                nonLocalizedLabel = label
                uid = user
                enabled = true
            }
            sign(this, Signature(packageName.toByteArray()))
        }
        packages.installPackage(info)
        packages.setPackagesForUid(user, packageName)
        return info
    }

    fun remove(packageName: String) {
        val parts = PackageManager.GET_PROVIDERS or PackageManager.GET_SERVICES
        val info = application.packageManager.getPackageInfo(packageName, parts)
        info.providers?.forEach { packages.clearIntentFilterForProvider(ComponentName(packageName, it.name)) }
        info.services?.forEach { packages.clearIntentFilterForService(ComponentName(packageName, it.name)) }
        packages.removePackage(packageName)
    }

    fun installProvider(packageName: String, label: String, provider: Class<out ContentProvider>, documented: Boolean) {
        val info = install(packageName, label)
        packages.addOrUpdateProvider(
            ProviderInfo().apply {
                this.packageName = packageName
                name = provider.name
                authority = authorityOf(packageName)
                exported = true
                enabled = true
                applicationInfo = info.applicationInfo
            },
        )
        val filter = if (documented) IntentFilter(Intent.ACTION_VIEW, MIME_TYPE) else IntentFilter(HOST_ACTION)
        packages.addIntentFilterForProvider(ComponentName(packageName, provider.name), filter)
    }

    fun installService(packageName: String, label: String, service: Class<out Service>, resources: Resources?) {
        val info = install(packageName, label)
        packages.addOrUpdateService(
            ServiceInfo().apply {
                this.packageName = packageName
                name = service.name
                exported = true
                enabled = true
                applicationInfo = info.applicationInfo
                metaData = Bundle().apply {
                    putString("mobile.mcp.tool.name", label)
                    putString("mobile.mcp.tool.description", "Says what it hears")
                    if (resources != null) putInt(CAPABILITIES, resources.getIdentifier("capabilities", "xml", packageName))
                }
            },
        )
        if (resources != null) ShadowPackageManager.resources[packageName] = resources
        packages.addIntentFilterForService(ComponentName(packageName, service.name), IntentFilter(SERVICE_ACTION))
    }

    private fun sign(info: PackageInfo, signature: Signature) {
        @Suppress("DEPRECATION")
        info.signatures = arrayOf(signature)
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.P) return
        info.signingInfo = SigningInfo().also { shadowOf(it).setSignatures(arrayOf(signature)) }
    }

    companion object {
        const val WEATHER = "com.example.weather"
        const val TOOLBOX = "com.example.toolbox"
        const val HOSTILE = "com.example.hostile"
        const val DOCUMENT = "com.example.document"
        const val REFERENCE = "com.example.reference"
        const val BOUND = "com.example.bound"
        const val AGENT = "com.example.agent"
        val ALL = listOf(WEATHER, TOOLBOX, HOSTILE, DOCUMENT, REFERENCE, BOUND, AGENT)
        private const val FIRST_UID = 10200

        private const val MIME_TYPE = "application/vnd.mcp.tool"
        private const val HOST_ACTION = "se.premex.mcp.MCP_PROVIDER"
        private const val SERVICE_ACTION = "mobile.mcp.SERVICE"
        private const val CAPABILITIES = "mobile.mcp.tool.capabilities"

        fun authorityOf(packageName: String) = "$packageName.authorities.McpProvider"

        private val linked = HashMap<String, Resources>()

        /** Resources of an app, linked once: linking takes a second. */
        private fun described(packageName: String, attributes: String = "") =
            linked.getOrPut(packageName) { Descriptors.link(packageName, descriptor(attributes)) }

        /** One capability, `say`, which every service here has. */
        private fun descriptor(attributes: String) = """
            <mobile-mcp-capabilities $attributes>
                <capability id="say" description="Says a text again" version="1">
                    <input>
                        <param name="text" type="string" required="true" description="What to say" />
                        <param name="how" type="string" required="false" description="now, twice, lost, late or mixed_up" />
                    </input>
                    <output>
                        <param name="said" type="string" description="The text" />
                    </output>
                </capability>
            </mobile-mcp-capabilities>
        """.trimIndent()
    }
}

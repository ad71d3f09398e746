package dev.handheld

import android.content.ComponentName
import android.content.Context
import android.content.pm.PackageManager

/** What a person can turn on beside the server. Each is a component of the manifest, off at first: Android keeps the state. */
enum class Switch(private val component: Class<*>) {
    START_ON_BOOT(BootReceiver::class.java),
    OFFER_TOOLS(ToolProvider::class.java),
    OFFER_MOBILE_MCP(MobileMcpService::class.java),
    ;

    fun isOn(context: Context) = context.packageManager.getComponentEnabledSetting(name(context)) ==
        PackageManager.COMPONENT_ENABLED_STATE_ENABLED

    fun set(context: Context, on: Boolean) {
        val state =
            if (on) PackageManager.COMPONENT_ENABLED_STATE_ENABLED else PackageManager.COMPONENT_ENABLED_STATE_DEFAULT
        context.packageManager.setComponentEnabledSetting(name(context), state, PackageManager.DONT_KILL_APP)
    }

    private fun name(context: Context) = ComponentName(context, component)
}

package dev.handheld.shims

import android.accessibilityservice.AccessibilityService
import dev.handheld.BridgeException

/** The buttons that belong to no app. */
class GlobalActions {
    fun perform(service: AccessibilityService, action: String) {
        val id = IDS[action] ?: throw BridgeException("invalid_arguments", "Unknown action: $action")
        if (!service.performGlobalAction(id)) throw BridgeException("action_failed", "Android refused the action: $action")
    }

    private companion object {
        val IDS = mapOf(
            "back" to AccessibilityService.GLOBAL_ACTION_BACK,
            "home" to AccessibilityService.GLOBAL_ACTION_HOME,
            "recents" to AccessibilityService.GLOBAL_ACTION_RECENTS,
            "notifications" to AccessibilityService.GLOBAL_ACTION_NOTIFICATIONS,
            "quick_settings" to AccessibilityService.GLOBAL_ACTION_QUICK_SETTINGS,
        )
    }
}

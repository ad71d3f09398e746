package dev.handheld.phone.shadows

import android.content.ClipData
import android.content.ClipboardManager
import dev.handheld.phone.Phone
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements
import org.robolectric.shadows.ShadowClipboardManager

/** A clipboard that looks empty to an app that is not in focus, as it does from Android 10 on; at other times it is open. */
@Implements(ClipboardManager::class)
class ClipboardOfPhone : ShadowClipboardManager() {
    @Implementation
    override fun getPrimaryClip(): ClipData? = if (onlyInFocus && !Phone.current.isInFocus()) null else super.getPrimaryClip()

    companion object {
        @Volatile var onlyInFocus = false
    }
}

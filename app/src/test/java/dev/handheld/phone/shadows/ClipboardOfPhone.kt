package dev.handheld.phone.shadows

import android.content.ClipData
import android.content.ClipboardManager
import android.os.TransactionTooLargeException
import dev.handheld.phone.Phone
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements
import org.robolectric.shadows.ShadowClipboardManager

/** A clipboard that looks empty to an app that is not in focus, as it does from Android 10 on; at other times it is open. */
@Implements(ClipboardManager::class)
class ClipboardOfPhone : ShadowClipboardManager() {
    @Implementation
    override fun getPrimaryClip(): ClipData? = if (onlyInFocus && !Phone.current.isInFocus()) null else super.getPrimaryClip()

    @Implementation
    override fun setPrimaryClip(clip: ClipData?) {
        val size = (clip?.getItemAt(0)?.text?.length ?: 0) * 2
        if (size > MOST_BYTES) throw RuntimeException(TransactionTooLargeException("data parcel size $size bytes"))
        super.setPrimaryClip(clip)
    }

    companion object {
        private const val MOST_BYTES = 1_000_000

        @Volatile var onlyInFocus = false
    }
}

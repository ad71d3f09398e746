package dev.handheld.phone.shadows

import android.os.ParcelFileDescriptor
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements
import org.robolectric.annotation.RealObject
import org.robolectric.shadows.ShadowParcelFileDescriptor
import org.robolectric.util.ReflectionHelpers

/** Lets go of a file descriptor. The JVM would close it with the object that opened it, so that object is kept. */
@Implements(ParcelFileDescriptor::class)
class Descriptors : ShadowParcelFileDescriptor() {
    @RealObject private lateinit var descriptor: ParcelFileDescriptor

    @Implementation
    fun detachFd(): Int {
        detached.add(descriptor)
        ReflectionHelpers.setField(descriptor, "mClosed", true)
        ReflectionHelpers.callInstanceMethod<Unit>(ReflectionHelpers.getField(descriptor, "mGuard"), "close")
        return getFd()
    }

    private companion object {
        val detached = ArrayList<ParcelFileDescriptor>()
    }
}

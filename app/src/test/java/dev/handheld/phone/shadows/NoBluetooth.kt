package dev.handheld.phone.shadows

import android.bluetooth.BluetoothDevice
import org.robolectric.annotation.Implements

/** In place of Robolectric's own, which names a class that Android 13 lacks: the first window there would not open. */
@Implements(BluetoothDevice::class)
class NoBluetooth

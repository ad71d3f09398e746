package dev.handheld

import android.content.Context
import com.chaquo.python.PyObject
import com.chaquo.python.Python
import com.chaquo.python.android.AndroidPlatform

/** The core in the embedded Python: the one file that knows Chaquopy. */
class ChaquopyCore(private val context: Context) : Core {
    private val entry: PyObject by lazy {
        if (!Python.isStarted()) Python.start(AndroidPlatform(context))
        Python.getInstance().getModule("handheld.entry")
    }

    override fun start(bridge: Bridge, dataDir: String, options: String): String =
        entry.callAttr("start", bridge, dataDir, options).toString()

    override fun stop() {
        entry.callAttr("stop")
    }

    override fun handle(request: String): String = entry.callAttr("handle", request).toString()
}

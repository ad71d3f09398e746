package dev.handheld.phone

import android.app.Activity
import android.graphics.Bitmap
import android.graphics.Canvas
import android.graphics.Color
import android.graphics.Paint
import android.graphics.Rect
import android.graphics.Region
import android.os.Build
import android.view.View
import android.view.ViewGroup
import android.view.WindowManager.LayoutParams
import android.view.accessibility.AccessibilityWindowInfo
import android.widget.TextView
import org.robolectric.Shadows.shadowOf
import org.robolectric.shadow.api.Shadow
import org.robolectric.shadows.ShadowViewRootImpl
import org.robolectric.util.ReflectionHelpers
import java.util.WeakHashMap

/** The windows that are on the screen now, found among the views that the framework's window manager holds. */
class Windows {
    /** The activity in front; its window and what was opened above it are on the screen. */
    var front: Activity? = null

    private val ids = WeakHashMap<View, Int>()
    private var lastId = 0
    private var focused: View? = null

    /** Back to front. */
    fun roots(): List<View> {
        val global = Class.forName("android.view.WindowManagerGlobal").getMethod("getInstance").invoke(null)
        val all = ReflectionHelpers.getField<List<View>>(global, "mViews").toList()
        val (system, ofApps) = all.filter { it.isAttachedToWindow }.partition { typeOf(it) >= LayoutParams.FIRST_SYSTEM_WINDOW }
        val first = ofApps.indexOf(front?.window?.decorView)
        return ofApps.drop(if (first < 0) ofApps.size else first) + system
    }

    /** Told to the window each time, for it forgets its id whenever the service is turned off. */
    fun idOf(root: View): Int {
        val id = ids.getOrPut(root) { ++lastId }
        ReflectionHelpers.setField(ReflectionHelpers.getField(root, "mAttachInfo"), "mAccessibilityWindowId", id)
        return id
    }

    fun rootOf(id: Int) = roots().find { idOf(it) == id }

    /** Those that want to hear of touches beside them. */
    fun watchers() = roots().filter { flagsOf(it) and LayoutParams.FLAG_WATCH_OUTSIDE_TOUCH != 0 }

    fun focused() = roots().lastOrNull { flagsOf(it) and LayoutParams.FLAG_NOT_FOCUSABLE == 0 }

    /** Who gets a touch: the frontmost window there, or a modal one, which takes touches beside it too. */
    fun touchedAt(x: Float, y: Float) = roots().lastOrNull { root ->
        val flags = flagsOf(root)
        val modal = flags and (LayoutParams.FLAG_NOT_TOUCH_MODAL or LayoutParams.FLAG_NOT_FOCUSABLE) == 0
        flags and LayoutParams.FLAG_NOT_TOUCHABLE == 0 && (modal || boundsOf(root).contains(x.toInt(), y.toInt()))
    }

    /** As the accessibility service sees them. */
    fun infos(): List<AccessibilityWindowInfo> {
        // Android tells a service of no window that cannot be touched.
        val shown = roots().filter { flagsOf(it) and LayoutParams.FLAG_NOT_TOUCHABLE == 0 }
        val inFocus = focused()
        return shown.mapIndexed { layer, root ->
            ReflectionHelpers.callConstructor(AccessibilityWindowInfo::class.java).also { info ->
                shadowOf(info).apply {
                    setId(idOf(root))
                    setType(accessibilityType(typeOf(root)))
                    setLayer(layer)
                    setTitle(paramsOf(root).title.takeUnless { it.isNullOrEmpty() })
                    setFocused(root === inFocus)
                    setActive(root === inFocus)
                }
                place(info, boundsOf(root))
                ReflectionHelpers.callInstanceMethod<Unit>(
                    info, "setConnectionId", ReflectionHelpers.ClassParameter.from(Int::class.java, WindowConnection.ID),
                )
            }
        }.asReversed()
    }

    private fun place(info: AccessibilityWindowInfo, bounds: Rect) {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.R) return shadowOf(info).setBoundsInScreen(bounds)
        val region = ReflectionHelpers.ClassParameter.from(Region::class.java, Region(bounds))
        ReflectionHelpers.callInstanceMethod<Unit>(info, "setRegionInScreen", region)
    }

    /** Where the first view with that text or description is; asked of the views, not of their nodes. */
    fun boundsOf(text: String): Rect? = roots().asReversed().firstNotNullOfOrNull { find(it, text) }?.let(::boundsOf)

    private fun find(view: View, text: String): View? {
        if ((view as? TextView)?.text?.toString() == text || view.contentDescription == text) return view
        val group = view as? ViewGroup ?: return null
        return (0 until group.childCount).firstNotNullOfOrNull { find(group.getChildAt(it), text) }
    }

    /** Tells the window that comes to the front that it has the focus, and the one before that it has not. */
    fun moveFocus() {
        val now = focused()
        if (now === focused) return
        focused?.let { focus(it, false) }
        focused = now
        now?.let { focus(it, true) }
    }

    fun draw(width: Int, height: Int): Bitmap {
        val picture = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888)
        val canvas = Canvas(picture)
        for (root in roots()) {
            val params = paramsOf(root)
            val dims = params.flags and LayoutParams.FLAG_DIM_BEHIND != 0
            if (dims) canvas.drawColor(Color.argb((params.dimAmount * 255).toInt(), 0, 0, 0))
            val place = boundsOf(root)
            if (params.flags and LayoutParams.FLAG_SECURE != 0) {
                canvas.drawRect(place, Paint())
                continue
            }
            val before = canvas.save()
            canvas.clipRect(place)
            canvas.translate(place.left.toFloat(), place.top.toFloat())
            root.draw(canvas)
            canvas.restoreToCount(before)
        }
        return picture
    }

    /** Lets views that scroll smoothly go on: they do it when they are drawn, and nobody draws this screen. */
    fun keepScrolling() = roots().forEach(::keepScrolling)

    private fun keepScrolling(view: View) {
        view.computeScroll()
        if (view is ViewGroup) for (at in 0 until view.childCount) keepScrolling(view.getChildAt(at))
    }

    private fun boundsOf(view: View): Rect {
        val corner = IntArray(2).also(view::getLocationOnScreen)
        return Rect(corner[0], corner[1], corner[0] + view.width, corner[1] + view.height)
    }

    private fun focus(root: View, has: Boolean) {
        if (!root.isAttachedToWindow) return
        Shadow.extract<ShadowViewRootImpl>(ReflectionHelpers.callInstanceMethod<Any>(root, "getViewRootImpl"))
            .callWindowFocusChanged(has)
    }

    private fun paramsOf(root: View) = root.layoutParams as LayoutParams

    private fun typeOf(root: View) = paramsOf(root).type

    private fun flagsOf(root: View) = paramsOf(root).flags

    private fun accessibilityType(type: Int) = when {
        type < LayoutParams.FIRST_SYSTEM_WINDOW -> AccessibilityWindowInfo.TYPE_APPLICATION
        type == LayoutParams.TYPE_ACCESSIBILITY_OVERLAY -> AccessibilityWindowInfo.TYPE_ACCESSIBILITY_OVERLAY
        type == LayoutParams.TYPE_INPUT_METHOD -> AccessibilityWindowInfo.TYPE_INPUT_METHOD
        else -> AccessibilityWindowInfo.TYPE_SYSTEM
    }
}

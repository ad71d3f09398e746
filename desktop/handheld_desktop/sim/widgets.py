"""The parts that every app is built from, in the manner of Material Design."""

from collections.abc import Callable, Sequence

from .editor import Editor
from .geometry import Rect, px
from .paint import Canvas
from .scroll import Scroller
from .view import FILL, Column, Drag, Handler, Icon, Label, Row, Stack, View

RECYCLER = "androidx.recyclerview.widget.RecyclerView"
_AVATARS = ("#5E6FB5", "#B5615E", "#4F8F6B", "#8E6BAF", "#B3803B", "#3E8BA3", "#A8587F", "#6C7A45")


def screen(*parts: View | None, fill: str = "") -> View:
    return Column(h=FILL, fill=fill)(*parts)


def scrolling(scroller: Scroller, *parts: View | None, id: str = "", grow: float = 1, gap: float = 0) -> View:
    return Stack(kind="ScrollView", id=id, scroll=scroller, grow=grow, h=FILL)(Column(gap=gap)(*parts))


def app_bar(title: str, *actions: View | None, back: Handler | None = None, fill: str = "") -> View:
    leading = icon_button("back", "Navigate up", back) if back else Stack(w=8, h=48)
    return Row(kind="ViewGroup", id="toolbar", h=64, pad=(4, 0), fill=fill)(
        leading, Label(title, size=22, grow=1, lines=1, pad=(8, 0)), *actions
    )


def icon_button(icon: str, desc: str, click: Handler | None, *, id: str = "", color: str = "on_surface_variant") -> View:
    return Icon(kind="ImageButton", id=id, desc=desc, icon=icon, w=48, h=48, click=click, color=color, focusable=True)


def button(text: str, click: Handler, *, id: str = "", tone: str = "filled", grow: float = 0, enabled: bool = True) -> View:
    fill, color = {
        "filled": ("primary", "on_primary"), "tonal": ("secondary_container", "on_secondary_container"),
        "text": ("", "primary"), "danger": ("error", "on_error"),
    }[tone]  # fmt: skip
    if not enabled:
        fill, color = "surface_highest", "outline"
    return Label(
        text, kind="Button", id=id, h=40, pad=(12 if tone == "text" else 24, 0), fill=fill, color=color, round=20,
        weight="medium",
        text_align="center", lines=1, click=click, grow=grow, enabled=enabled,
    )  # fmt: skip


def fab(icon: str, desc: str, click: Handler, *, id: str = "fab") -> View:
    return Stack(gravity=("end", "end"), w=None, pad=16)(
        Icon(
            kind="ImageButton", id=id, desc=desc, icon=icon, w=60, h=60, round=18, fill="primary_container",
            color="on_primary_container", click=click,
        )
    )  # fmt: skip


def section(text: str) -> View:
    return Label(text, size=14, weight="medium", color="primary", pad=(16, 16, 16, 8))


def list_row(
    title: str, summary: str = "", *, leading: View | None = None, trailing: View | None = None, click: Handler | None = None,
    long_click: Handler | None = None, id: str = "", key: str = "", enabled: bool = True,
) -> View:  # fmt: skip
    texts = Column(grow=1, gap=2)(
        Label(title, id="android:id/title", size=16, lines=2, enabled=enabled),
        Label(summary, id="android:id/summary", color="on_surface_variant", lines=2, enabled=enabled) if summary else None,
    )
    return Row(
        id=id, key=key or title, pad=(16, 14, 16, 14), gap=16, click=click, long_click=long_click, enabled=enabled,
    )(leading, texts, trailing)  # fmt: skip


def leading_icon(name: str, fill: str = "secondary_container", color: str = "on_secondary_container") -> View:
    return Icon(icon=name, w=40, h=40, round=20, fill=fill, color=color, icon_size=22)


def avatar(name: str, side: float = 40) -> View:
    color = _AVATARS[sum(name.encode()) % len(_AVATARS)]
    letter = name[:1].upper()

    def art(canvas: Canvas, rect: Rect) -> None:
        canvas.fill(rect, color, rect.width)
        canvas.centered(rect, letter, px(side * 0.45), "#FFFFFF", "medium")

    return View(kind="ImageView", w=side, h=side, art=art)


def switch(on: bool, toggle: Handler, desc: str, *, id: str = "android:id/switch_widget", enabled: bool = True) -> View:
    def art(canvas: Canvas, rect: Rect) -> None:
        canvas.fill(rect, "primary" if on else "surface_highest", rect.height)
        if not on:
            canvas.frame(rect, "outline", rect.height, px(2))
        y = rect.center[1]
        x = rect.right - px(16) if on else rect.left + px(16)
        canvas.disc(x, y, px(12) if on else px(8), "on_primary" if on else "outline")
        if on:
            canvas.icon("check", Rect(x - 20, y - 20, x + 20, y + 20), px(14), "primary")

    return View(
        kind="Switch", id=id, desc=desc, w=52, h=32, art=art, checkable=True, checked=on, click=toggle, enabled=enabled,
    )  # fmt: skip


def switch_row(title: str, summary: str, on: bool, toggle: Handler, *, icon: str = "", enabled: bool = True) -> View:
    return list_row(
        title, summary, leading=leading_icon(icon) if icon else None, click=toggle, enabled=enabled,
        trailing=switch(on, toggle, title, enabled=enabled),
    )  # fmt: skip


def slider(value: int, change: Callable[[int], object], desc: str, *, id: str = "", grow: float = 0) -> View:
    """A value from 0 to 100, set by touching or dragging."""
    bar = View(kind="SeekBar", id=id, desc=f"{desc}, {value} percent", h=44, w=FILL, grow=grow, focusable=True)

    def art(canvas: Canvas, rect: Rect) -> None:
        x, y = rect.left + rect.width * value // 100, rect.center[1]
        half = px(8)
        canvas.fill(Rect(rect.left, y - half, max(x - px(6), rect.left + half), y + half), "primary", half)
        canvas.fill(Rect(min(x + px(6), rect.right - half), y - half, rect.right, y + half), "secondary_container", half)
        canvas.fill(Rect(x - px(2), y - px(22), x + px(2), y + px(22)), "primary", px(2))

    def drag(touch: Drag) -> None:
        change(round(100 * min(max((touch.x - bar.rect.left) / max(bar.rect.width, 1), 0), 1)))

    bar.art, bar.drag, bar.drag_axis = art, drag, "x"
    return bar


def text_field(editor: Editor, *, id: str, icon: str = "", trailing: View | None = None, focused: bool = False) -> View:
    """An outlined field of one line."""
    return Row(h=56, border="primary" if focused else "outline", round=8, pad=(14, 0, 4, 0), gap=12)(
        Icon(icon=icon) if icon else None,
        View(kind="EditText", id=id, editor=editor, size=16, grow=1, h=FILL, lines=1),
        trailing or Stack(w=10),
    )


def progress_bar(fraction: float, *, id: str = "progress") -> View:
    def art(canvas: Canvas, rect: Rect) -> None:
        done = max(round(rect.width * fraction), rect.height)
        canvas.fill(rect, "surface_highest", rect.height)
        canvas.fill(Rect(rect.left, rect.top, rect.left + done, rect.bottom), "primary", rect.height)

    return View(kind="ProgressBar", id=id, w=FILL, h=6, art=art)


def spinner(turn: float, side: float = 56) -> View:
    def art(canvas: Canvas, rect: Rect) -> None:
        start = round(turn * 360 / 15) * 15 % 360
        canvas.arc(rect, start, start + 250, px(5), "primary")

    return View(kind="ProgressBar", w=side, h=side, art=art)


def menu(choices: Sequence[tuple[str, str, Handler]]) -> View:
    """A list of what can be done: icon, words, act."""
    return Column(kind="ListView", w=216, fill="surface_high", round=12, pad=(0, 8))(
        *(
            Row(h=48, pad=(12, 0, 24, 0), gap=12, click=act, key=words)(
                Icon(icon=icon), Label(words, id="android:id/title", size=15, grow=1, lines=1)
            )
            for icon, words, act in choices
        )
    )


def question(title: str, message: str, *answers: View) -> View:
    """A card in the middle of the screen that wants an answer."""
    return Column(id="android:id/parentPanel", w=320, fill="surface_high", round=28, pad=24, gap=16)(
        Label(title, id="android:id/alertTitle", size=22),
        Label(message, id="android:id/message", size=14, color="on_surface_variant"),
        Row(justify="end", gap=8, pad=(0, 8, 0, 0))(*answers),
    )

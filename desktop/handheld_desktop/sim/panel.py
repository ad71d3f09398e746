"""The panel from the top of the screen: quick settings and notifications."""

from collections.abc import Callable, Sequence
from dataclasses import fields

from . import bars
from .shell import Notification, Shell, Switches
from .view import FILL, Column, Drag, Icon, Label, Row, Stack, View
from .widgets import RECYCLER, button, slider

_TILES = (
    ("wifi", "wifi", "Wi-Fi", "Handheld-5G"), ("bluetooth", "bluetooth", "Bluetooth", "No devices"),
    ("flashlight", "flashlight", "Flashlight", ""), ("dnd", "dnd", "Do Not Disturb", ""),
    ("rotate", "rotate", "Auto-rotate", ""), ("saver", "saver", "Battery Saver", ""),
    ("airplane", "airplane", "Airplane mode", ""), ("dark", "moon", "Dark theme", ""), ("location", "location", "Location", ""),
)  # fmt: skip
_TILES_AT_FIRST = 4


def panel(shell: Shell) -> View:
    full = shell.shade.state == "quick_settings"
    tiles = _TILES if full else _TILES[:_TILES_AT_FIRST]
    content = Column(id="notification_panel", h=FILL, kind="FrameLayout", pad=(0, 0, 0, 44))(
        Column(
            id="quick_settings_panel", fill="surface_low", round=28, pad=(16, 36, 16, 16), gap=12, drag=_pull(shell),
            drag_axis="y",
        )(
            Row(justify="between", pad=(4, 0))(
                Label(bars.clock_text(shell), id="clock", size=20, weight="medium"),
                Label(bars.date_text(shell), id="date", size=14, color="on_surface_variant"),
            ),
            _brightness(shell) if full else None,
            *(_tile_row(shell, tiles[index : index + 2]) for index in range(0, len(tiles), 2)),
            _footer(shell) if full else None,
        ),
        None if full else _notifications(shell),
    )  # fmt: skip
    return Stack(h=FILL)(View(id="scrim_behind", w=FILL, h=FILL, click=lambda: _set(shell, "closed")), content)


def _brightness(shell: Shell) -> View:
    def change(value: int) -> None:
        shell.switches.brightness = value

    return Row(gap=8)(
        Icon(icon="brightness", w=32, h=44),
        slider(shell.switches.brightness, change, "Display brightness", id="slider", grow=1),
    )


def _footer(shell: Shell) -> View:
    return Row(justify="between", pad=(4, 0))(
        Label("Handheld 1 · Android 16", id="build", size=12, color="on_surface_variant"),
        Icon(
            kind="ImageButton", icon="gear", id="settings_button_container", desc="Open settings.", w=40, h=40, round=20,
            fill="surface_highest", icon_size=20, click=lambda: shell.launch("com.android.settings"),
        ),
    )  # fmt: skip


def _tile_row(shell: Shell, tiles: Sequence[tuple[str, str, str, str]]) -> View:
    return Row(gap=8)(*(_tile(shell, *tile) for tile in tiles), Stack(grow=1) if len(tiles) == 1 else None)


def _tile(shell: Shell, name: str, icon: str, title: str, detail: str) -> View:
    on = bool(getattr(shell.switches, name))
    color = "on_primary" if on else "on_surface"
    state = (detail or "On") if on else "Off"
    return Row(
        kind="Switch", id="qs_tile", key=name, desc=f"{title}, {state}", h=64, grow=1, round=24,
        fill="primary" if on else "surface_highest",
        pad=(16, 0, 8, 0), gap=12, click=lambda: _change(shell, name, not on), checkable=True, checked=on,
    )(
        Icon(icon=icon, color=color, icon_size=22),
        Column(grow=1)(
            Label(title, id="tile_label", size=14, weight="medium", color=color, lines=1),
            Label(state, id="app_label", size=12, color=color, lines=1),
        ),
    )  # fmt: skip


def _notifications(shell: Shell) -> View:
    shown = [item for item in shell.notifications if item.key not in shell.shade.cleared]
    if not shown:
        return Stack(id="notification_stack_scroller", pad=(0, 40), kind="FrameLayout")(
            Label("No notifications", id="no_notifications", size=14, color="#FFFFFF", gravity=("center", "start"))
        )
    return Column(id="notification_stack_scroller", kind=RECYCLER, grow=1, scroll=shell.shade.scroller, pad=(0, 8, 0, 0))(
        Column(gap=4)(
            *(_notification(shell, item) for item in shown),
            Row(justify="end", pad=(16, 8))(
                button("Clear all", lambda: _clear(shell, shown), id="dismiss_text", tone="tonal"),
            ),
        )
    )


def _notification(shell: Shell, item: Notification) -> View:
    def tap() -> None:
        _set(shell, "closed")
        if not item.ongoing:
            shell.shade.cleared.add(item.key)
        item.open()

    def swipe(touch: Drag) -> None:
        if touch.phase == "end" and abs(touch.x - touch.start_x) > 250 and not item.ongoing:
            _clear(shell, [item])

    return Row(
        id="expandableNotificationRow", key=item.key, fill="surface_container", round=24, pad=(16, 14), gap=14, click=tap,
        drag=swipe, drag_axis="x", kind="FrameLayout", align="start",
    )(
        Icon(
            id="icon", icon=shell.icon(item.package), w=36, h=36, round=18, fill=shell.color(item.package), color="#FFFFFF",
            icon_size=20,
        ),
        Column(grow=1, gap=2)(
            Row(gap=6)(
                Label(shell.label(item.package), id="app_name_text", size=12, color="on_surface_variant"),
                Label("· " + item.age, id="time", size=12, color="on_surface_variant"),
            ),
            Label(item.title, id="android:id/title", size=15, weight="medium", lines=1),
            Label(item.text, id="android:id/text", size=14, color="on_surface_variant", lines=2),
        ),
    )  # fmt: skip


def _pull(shell: Shell) -> Callable[[Drag], None]:
    def drag(touch: Drag) -> None:
        if touch.phase == "end" and abs(touch.y - touch.start_y) > 100:
            down = touch.y > touch.start_y
            _set(shell, "quick_settings" if down else "closed" if shell.shade.state == "notifications" else "notifications")

    return drag


def _set(shell: Shell, state: str) -> None:
    shell.shade.state = state


def _clear(shell: Shell, items: list[Notification]) -> None:
    shell.shade.cleared.update(item.key for item in items if not item.ongoing)
    shell.log.add("D", "NotificationService", f"Cancelled {len(items)} notification(s)")


def _change(shell: Shell, name: str, value: int | bool) -> None:
    assert name in {field.name for field in fields(Switches)}
    setattr(shell.switches, name, value)
    shell.log.add("I", "QSTile", f"{name} -> {value}", "com.android.systemui")

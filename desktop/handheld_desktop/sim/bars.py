"""The status bar and the navigation bar."""

import time

from .app import Page
from .geometry import px
from .radio import SIMS
from .shell import Shell
from .view import FILL, Drag, Icon, Label, Row, Stack, View


def clock_text(shell: Shell) -> str:
    return time.strftime("%H:%M", time.localtime(shell.clock.now()))


def date_text(shell: Shell) -> str:
    now = time.localtime(shell.clock.now())
    return time.strftime("%a, %b ", now) + str(now.tm_mday)


def status_bar(shell: Shell, page: Page) -> View:
    color = "#FFFFFF" if page.on_picture else "on_surface"
    switches = shell.switches
    shown = [item for item in shell.notifications if item.key not in shell.shade.cleared]
    icons = [
        Icon(
            id="notification_icon", key=item.key, desc=f"{shell.label(item.package)} notification: {item.title}", color=color,
            w=20, h=20, icon_size=16, icon=shell.icon(item.package),
        )
        for item in shown[:4]
    ]  # fmt: skip
    system = [
        Icon(icon="dnd", id="dnd", desc="Do Not Disturb.", color=color, icon_size=15) if switches.dnd else None,
        Icon(icon="bluetooth", id="bluetooth", desc="Bluetooth on.", color=color, icon_size=15) if switches.bluetooth else None,
        Icon(icon="wifi", id="wifi_combo", desc="Wi-Fi signal full.", color=color, icon_size=16) if switches.wifi else None,
        Icon(icon="airplane", id="airplane", desc="Airplane mode.", color=color, icon_size=15) if switches.airplane else None,
    ]
    if not switches.airplane:
        system += [
            Icon(
                icon="signal", id="mobile_combo", key=f"sim{sim.sim_slot_index}", desc=f"{sim.carrier_name}, signal full.",
                color=color, icon_size=14,
            )
            for sim in SIMS
        ]  # fmt: skip

    def pull(touch: Drag) -> None:
        if touch.phase == "end" and touch.y - touch.start_y > px(40):
            shell.shade.state = "notifications"

    return Row(id="status_bar_container", h=FILL, pad=(18, 2, 16, 0), kind="FrameLayout", drag=pull, drag_axis="y")(
        Row(id="status_bar_contents", h=FILL, kind="LinearLayout")(
            Label(clock_text(shell), id="clock", size=14, weight="medium", color=color, pad=(0, 0, 6, 0)),
            Row(id="notificationIcons", grow=1)(*icons),
            Row(id="statusIcons", w=None, gap=4)(*system),
            Row(id="battery", w=None, pad=(4, 0, 0, 0), kind="LinearLayout", desc="Battery 84 percent.")(
                Icon(icon="battery", color=color, icon_size=15), Label("84%", size=13, weight="medium", color=color),
            ),
        )
    )  # fmt: skip


def navigation_bar(shell: Shell, page: Page, keyboard: bool) -> View:
    color = "#FFFFFF" if page.on_picture and not keyboard else "on_surface_variant"
    fill = "keyboard" if keyboard else ""
    buttons = (
        ("back", "nav_back", "Back", shell.back),
        ("home", "nav_home", "Home", shell.go_home),
        ("recent_apps", "nav_recents", "Overview", shell.show_recents),
    )
    return Row(id="navigation_bar_frame", kind="FrameLayout", h=FILL, fill=fill)(
        Row(id="nav_buttons", h=FILL, pad=(40, 0))(
            *(
                Stack(grow=1, h=FILL)(
                    Icon(
                        kind="ImageView", id=id, icon=icon, desc=desc, click=act, w=72, h=FILL, icon_size=17, color=color,
                        gravity=("center", "center"),
                    )
                )
                for id, icon, desc, act in buttons
            )
        )
    )  # fmt: skip



"""Settings: pages of switches, sliders and facts about the phone."""

from collections.abc import Callable
from functools import partial

from handheld.device import Subscription

from ..app import App, Page
from ..geometry import DENSITY, HEIGHT, WIDTH
from ..notice import Notice
from ..permission import PermissionDialog
from ..radio import SIMS
from ..scroll import Scroller
from ..view import FILL, Column, Handler, Icon, Label, Row, Stack, View
from ..widgets import app_bar, button, leading_icon, list_row, screen, scrolling, section, slider, switch_row

_CATEGORIES = (
    ("wifi", "Network & internet", "Mobile, Wi-Fi, airplane mode", "#3B6FC4"),
    ("bluetooth", "Connected devices", "Bluetooth, pairing", "#3E8BA3"),
    ("apps", "Apps", "Installed apps, permissions", "#B3803B"),
    ("bell", "Notifications", "Do Not Disturb, history", "#B5615E"),
    ("battery", "Battery", "84% – about 1 day left", "#3E7B57"),
    ("storage", "Storage", "37% used – 80.5 GB free", "#8E6BAF"),
    ("volume", "Sound & vibration", "Volume, ringtone", "#A8587F"),
    ("brightness", "Display", "Dark theme, brightness", "#C98A1B"),
    ("location", "Location", "Who knows where you are", "#4F8F6B"),
    ("lock", "Security & privacy", "Screen lock, permissions", "#5E6FB5"),
    ("info", "About phone", "Handheld 1", "#6C7A8C"),
)


class SettingsApp(App):
    package = "com.android.settings"
    name = "Settings"
    icon = "gear"
    color = "#5F6B7A"
    version = ("16", 36)
    is_system = True

    def first_page(self) -> "Main":
        return Main(self)


class Main(Page):
    activity = ".Settings"
    title = "Settings"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.scroller = Scroller()

    def build(self) -> View:
        return screen(
            scrolling(
                self.scroller,
                Label("Settings", id="homepage_title", size=34, pad=(24, 32, 24, 16)),
                Stack(pad=(16, 0, 16, 12))(
                    Row(id="search_action_bar", h=52, fill="surface_high", round=26, pad=(20, 0), gap=12, click=self._search)(
                        Icon(icon="search"),
                        Label("Search settings", id="search_action_bar_title", size=16, color="on_surface_variant"),
                    )
                ),
                *(self._category(*category) for category in _CATEGORIES),
                id="settings_homepage_container",
            )
        )

    def _category(self, icon: str, name: str, summary: str, color: str) -> View:
        return list_row(
            name, summary, leading=leading_icon(icon, color, "#FFFFFF"), click=lambda: self.shell.open(SubPage(self.app, name))
        )

    def _search(self) -> None:
        self.shell.show(Notice(self.app, "Search settings", "There is so little here that you will find it by looking."))


class SubPage(Page):
    activity = ".SubSettings"

    def __init__(self, app: App, name: str) -> None:
        super().__init__(app)
        self.title = name
        self.scroller = Scroller()
        self.taps = 0

    def build(self) -> View:
        content: dict[str, Callable[[], list[View]]] = {
            "Network & internet": self._network, "Connected devices": self._devices, "Apps": self._apps,
            "Notifications": self._notifications, "Battery": self._battery, "Storage": self._storage,
            "Sound & vibration": self._sound, "Display": self._display, "Location": self._location,
            "Security & privacy": self._security, "About phone": self._about,
        }  # fmt: skip
        return screen(
            app_bar(self.title, back=lambda: self.shell.finish(self)),
            scrolling(self.scroller, *content[self.title](), Stack(h=24), id="recycler_view"),
        )

    def _switch(self, name: str, title: str, summary: str, *, icon: str = "", enabled: bool = True) -> View:
        on = bool(getattr(self.shell.switches, name))

        def toggle() -> None:
            setattr(self.shell.switches, name, not on)
            self.app.log(f"{name} = {not on}")

        return switch_row(title, summary, on, toggle, icon=icon, enabled=enabled)

    def _slider(self, name: str, title: str, icon: str) -> View:
        def change(value: int) -> None:
            setattr(self.shell.switches, name, value)

        return Column(pad=(16, 12), gap=4, key=name)(
            Label(title, id="android:id/title", size=16),
            Row(gap=14)(Icon(icon=icon), slider(getattr(self.shell.switches, name), change, title, id="seekbar", grow=1)),
        )

    def _network(self) -> list[View]:
        airplane = self.shell.switches.airplane
        return [
            self._switch("wifi", "Wi-Fi", "Connected to Handheld-5G" if self.shell.switches.wifi else "Off", icon="wifi"),
            self._switch("airplane", "Airplane mode", "No calls, no messages" if airplane else "Off", icon="airplane"),
            section("SIMs"),
            *(_sim_row(sim, not airplane) for sim in SIMS),
        ]

    def _devices(self) -> list[View]:
        on = self.shell.switches.bluetooth
        return [
            self._switch("bluetooth", "Use Bluetooth", "Visible as Handheld 1" if on else "Off", icon="bluetooth"),
            list_row("Headphones", "Saved" if on else "Turn on Bluetooth to connect", leading=leading_icon("volume"), enabled=on),
        ]

    def _apps(self) -> list[View]:
        apps = sorted(self.shell.apps.values(), key=lambda app: app.name)
        return [_app_row(app, f"{app.package} · {app.version[0]}", partial(self.shell.show_app_info, app)) for app in apps]

    def _notifications(self) -> list[View]:
        return [self._switch("dnd", "Do Not Disturb", "No sounds, no vibration", icon="dnd")]

    def _battery(self) -> list[View]:
        return [
            Label("84%", id="battery_percent", size=56, pad=(24, 16, 24, 0)),
            Label("About 1 day left", id="battery_estimate", size=14, color="on_surface_variant", pad=(24, 0, 24, 16)),
            self._switch("saver", "Battery Saver", "Slower, but longer", icon="saver"),
        ]

    def _storage(self) -> list[View]:
        used = (
            ("Apps", "21.4 GB", "apps"), ("Images", "14.2 GB", "image"), ("Documents", "1.1 GB", "file"),
            ("System", "10.8 GB", "gear"),
        )  # fmt: skip
        return [list_row(name, size, leading=leading_icon(icon)) for name, size, icon in used]

    def _sound(self) -> list[View]:
        return [
            self._slider("media", "Media volume", "volume"), self._slider("ring", "Ring volume", "bell"),
            self._slider("alarm", "Alarm volume", "clock"),
            self._switch("dnd", "Do Not Disturb", "No sounds, no vibration", icon="dnd"),
        ]  # fmt: skip

    def _display(self) -> list[View]:
        return [
            self._slider("brightness", "Brightness level", "brightness"),
            self._switch("dark", "Dark theme", "Easier on the eyes at night", icon="moon"),
            self._switch("rotate", "Auto-rotate screen", "Turns with the phone", icon="rotate"),
        ]

    def _location(self) -> list[View]:
        on = self.shell.switches.location
        rows = [self._switch("location", "Use location", "On" if on else "Off", icon="location"), section("App access")]
        for app in sorted(self.shell.apps.values(), key=lambda app: app.name):
            if not app.is_system:
                allowed = (app.package, "LOCATION") in self.shell.granted
                summary = "Allowed while in use" if allowed else "Not allowed"
                rows.append(_app_row(app, summary, partial(self._ask, app), enabled=on))
        return rows

    def _ask(self, app: App) -> None:
        grant = (app.package, "LOCATION")
        if grant in self.shell.granted:
            self.shell.granted.discard(grant)
        else:
            self.shell.show(PermissionDialog(self.app, app, "LOCATION", lambda allowed: None))

    def _security(self) -> list[View]:
        return [
            list_row("Screen lock", "None", leading=leading_icon("lock")),
            list_row("Permission manager", "Location", leading=leading_icon("eye"), click=self._to_location),
        ]

    def _to_location(self) -> None:
        self.shell.open(SubPage(self.app, "Location"))

    def _about(self) -> list[View]:
        facts = (
            ("Device name", "Handheld 1 (simulated)"), ("Android version", "16"),
            ("Screen", f"{WIDTH} × {HEIGHT}, {DENSITY} dpi"),
            ("Serial number", f"SIM{self.shell.seed:08d}"),
        )  # fmt: skip
        left = 7 - self.taps
        build = "HH1A.261115.001" if left == 7 else f"{left} steps from being a developer" if left > 0 else "You are a developer!"
        return [*(list_row(name, value) for name, value in facts), list_row("Build number", build, click=self._tap_build)]

    def _tap_build(self) -> None:
        self.taps += 1


def _sim_row(sim: Subscription, enabled: bool) -> View:
    summary = f"{sim.carrier_name} · SIM {sim.sim_slot_index + 1}"
    return list_row(sim.display_name, summary, leading=leading_icon("sim"), enabled=enabled)


def _app_row(app: App, summary: str, click: Handler, enabled: bool = True) -> View:
    icon = leading_icon(app.icon, app.color, "#FFFFFF")
    return list_row(app.name, summary, leading=icon, key=app.package, click=click, enabled=enabled)


class AppInfo(Page):
    activity = ".applications.InstalledAppDetailsTop"
    title = "App info"

    def __init__(self, app: App, subject: App) -> None:
        super().__init__(app)
        self.subject = subject
        self.scroller = Scroller()

    def build(self) -> View:
        subject = self.subject
        running = any(task.app is subject for task in self.shell.tasks)
        granted = sorted(permission.title() for package, permission in self.shell.granted if package == subject.package)
        return screen(
            app_bar("App info", back=lambda: self.shell.finish(self)),
            scrolling(
                self.scroller,
                Column(align="center", gap=8, pad=(0, 8, 0, 16))(
                    Icon(icon=subject.icon, w=72, h=72, round=36, fill=subject.color, color="#FFFFFF", icon_size=38),
                    Label(subject.name, id="entity_header_title", size=22, w=FILL, text_align="center"),
                ),
                Row(pad=(16, 8), gap=12)(
                    button("Open", lambda: self.shell.launch(subject.package), id="button1", tone="tonal", grow=1),
                    button("Force stop", self._stop, id="button3", tone="tonal", grow=1, enabled=running),
                ),
                list_row("Permissions", ", ".join(granted) or "No permissions granted"),
                list_row("Package", subject.package),
                list_row("Version", f"{subject.version[0]} ({subject.version[1]})"),
            ),
        )

    def _stop(self) -> None:
        self.shell.kill(self.subject.package)

"""The time, and a stopwatch that really runs."""

import time

from ..app import App, Page
from ..scroll import Scroller
from ..shell import Shell
from ..view import FILL, Column, Icon, Label, Row, View
from ..widgets import app_bar, button, list_row, screen, scrolling, switch

_TABS = (("Alarm", "bell"), ("Clock", "clock"), ("Stopwatch", "refresh"))


class ClockApp(App):
    package = "com.google.android.deskclock"
    name = "Clock"
    icon = "clock"
    color = "#4A5BA8"
    version = ("8.2", 82)
    is_system = True

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.alarms = {"06:30": True, "08:00": False, "21:45": False}

    def first_page(self) -> "ClockPage":
        return ClockPage(self)


class ClockPage(Page):
    activity = ".DeskClock"
    title = "Clock"
    app: ClockApp

    def __init__(self, app: ClockApp) -> None:
        super().__init__(app)
        self.tab = "Clock"
        self.scroller = Scroller()
        self.started: float | None = None
        self.passed = 0.0
        self.laps: list[float] = []

    def build(self) -> View:
        content = {"Alarm": self._alarms, "Clock": self._time, "Stopwatch": self._stopwatch}[self.tab]()
        return screen(
            app_bar(self.tab),
            content,
            Row(id="navigation", h=76, fill="surface_container")(*(self._tab_button(name, icon) for name, icon in _TABS)),
        )

    def _tab_button(self, name: str, icon: str) -> View:
        on = name == self.tab

        def choose() -> None:
            self.tab = name

        return Column(
            id=f"tab_{name.lower()}", grow=1, h=FILL, align="center", justify="center", gap=4, desc=name, selected=on,
            click=choose,
        )(
            Icon(icon=icon, w=64, h=32, round=16, fill="secondary_container" if on else "", color="on_secondary_container"),
            Label(name, size=12, weight="medium"),
        )  # fmt: skip

    def _alarms(self) -> View:
        rows = [self._alarm(at, on) for at, on in self.app.alarms.items()]
        return scrolling(self.scroller, *rows, id="alarm_list")

    def _alarm(self, at: str, on: bool) -> View:
        def toggle() -> None:
            self.app.alarms[at] = not on

        return list_row(at, "Every day" if on else "Off", click=toggle, trailing=switch(on, toggle, f"Alarm at {at}", id="onoff"))

    def _time(self) -> View:
        now = time.localtime(self.shell.clock.now())
        return Column(grow=1, justify="center", align="center", gap=8)(
            Label(time.strftime("%H:%M", now), id="digital_clock", size=96),
            Label(time.strftime("%A, %d %B", now), id="date", size=18, color="on_surface_variant"),
        )

    def _stopwatch(self) -> View:
        running = self.started is not None
        laps = [
            Label(f"Lap {number}   {_clock(lap)}", id="lap", key=f"lap{number}", size=16)
            for number, lap in reversed(list(enumerate(self.laps, 1)))
        ]
        return Column(grow=1, justify="center", align="center", gap=32)(
            Label(_clock(self._elapsed()), id="stopwatch_time_text", size=64),
            Row(w=None, gap=16)(
                button("Lap" if running else "Reset", self._lap if running else self._reset, id="left_button", tone="tonal"),
                button("Stop" if running else "Start", self._toggle, id="fab"),
            ),
            Column(w=None, gap=6, align="center")(*laps[:6]),
        )

    def _elapsed(self) -> float:
        return self.passed + (self.shell.now() - self.started if self.started is not None else 0)

    def _toggle(self) -> None:
        self.passed = self._elapsed()
        self.started = None if self.started is not None else self.shell.now()

    def _lap(self) -> None:
        self.laps.append(self._elapsed())

    def _reset(self) -> None:
        self.passed = 0.0
        self.laps.clear()


def _clock(seconds: float) -> str:
    return f"{int(seconds // 60):02d}:{int(seconds % 60):02d}.{int(seconds * 10 % 10)}"

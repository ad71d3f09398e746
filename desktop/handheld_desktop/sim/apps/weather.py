"""A forecast that takes three seconds to load: a screen that is not idle."""

from ..app import App, Page
from ..permission import PermissionDialog
from ..scroll import Scroller
from ..view import FILL, Column, Icon, Label, Row, View
from ..widgets import app_bar, button, icon_button, progress_bar, screen, scrolling, spinner

LOADING_SECONDS = 3.0
_STAGES = ("Contacting the station", "Reading the radar", "Asking the clouds", "Drawing the forecast")
_DAYS = (
    ("Today", "sun", "Sunny", 24, 15), ("Tomorrow", "cloud", "Cloudy", 21, 14), ("Wednesday", "rain", "Rain", 17, 12),
    ("Thursday", "rain", "Showers", 16, 11), ("Friday", "cloud", "Partly cloudy", 19, 12), ("Saturday", "sun", "Sunny", 23, 13),
    ("Sunday", "sun", "Clear", 25, 15),
)  # fmt: skip


class WeatherApp(App):
    package = "com.example.weather"
    name = "Weather"
    icon = "sun"
    color = "#2D8BC9"
    version = ("5.4", 540)

    def first_page(self) -> "Forecast":
        return Forecast(self)


class Forecast(Page):
    activity = ".ForecastActivity"
    title = "Weather"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.scroller = Scroller()
        self.started = self.shell.now()

    def build(self) -> View:
        passed = self.shell.now() - self.started
        return self._loading(passed) if passed < LOADING_SECONDS else self._forecast()

    def _loading(self, passed: float) -> View:
        part = max(passed / LOADING_SECONDS, 0)
        return screen(
            app_bar("Weather"),
            Column(grow=1, justify="center", align="center", gap=24, pad=(48, 0))(
                spinner(passed),
                Label(f"{_STAGES[int(part * len(_STAGES))]}…", id="loading_text", size=18, w=FILL, text_align="center"),
                progress_bar(part),
                Label(f"{part * 100:.0f}%", id="percent", size=14, color="on_surface_variant"),
            ),
        )

    def _forecast(self) -> View:
        local = (self.app.package, "LOCATION") in self.shell.granted
        return screen(
            app_bar("Weather", icon_button("refresh", "Refresh", self._refresh, id="action_refresh")),
            scrolling(
                self.scroller,
                Column(pad=16, gap=12)(
                    Column(fill="primary_container", round=28, pad=24, gap=6, id="now_card")(
                        Label("Your place" if local else "Budapest", id="place", size=16, color="on_primary_container"),
                        Row(justify="between")(
                            Label("18°", id="temperature", size=72, color="on_primary_container"),
                            Icon(icon="sun", icon_size=84, color="#E8A317", desc="Sunny"),
                        ),
                        Label("Sunny · feels like 17°", id="conditions", size=16, color="on_primary_container"),
                    ),
                    None if local else button("Use my location", self._ask, id="use_location", tone="tonal"),
                    Column(fill="surface_low", round=28, pad=(20, 8), id="days")(*(self._day(*day) for day in _DAYS)),
                ),
                id="forecast",
            ),
        )

    def _day(self, day: str, icon: str, words: str, high: int, low: int) -> View:
        return Row(h=56, gap=14, key=day)(
            Label(day, id="day", size=16, grow=1),
            Icon(icon=icon, color="#E8A317" if icon == "sun" else "on_surface_variant", desc=words),
            Label(f"{high}° / {low}°", id="range", size=16, w=96, text_align="end"),
        )

    def _refresh(self) -> None:
        self.started = self.shell.now()
        self.app.log("refreshing")

    def _ask(self) -> None:
        self.shell.show(PermissionDialog(self.app, self.app, "LOCATION", self._answered))

    def _answered(self, allowed: bool) -> None:
        if allowed:
            self._refresh()

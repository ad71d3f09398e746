"""A map to drag and to pinch."""

import math

from ..app import App, Page
from ..geometry import Rect, dp, px
from ..paint import Canvas
from ..view import FILL, Column, Drag, Icon, Label, Row, Stack, View
from ..widgets import fab, icon_button

_PLACES = (("River Café", 0.42, 0.47), ("Old Library", 0.58, 0.40), ("Central Station", 0.66, 0.62), ("North Park", 0.30, 0.25))
_NEAREST, _AT_FIRST, _FARTHEST = 9.0, 3.0, 2.1


class MapsApp(App):
    package = "com.example.maps"
    name = "Maps"
    icon = "map"
    color = "#2E8B57"
    version = ("11.120", 11_120)

    def first_page(self) -> "Map":
        return Map(self)


class Map(Page):
    activity = ".MapActivity"
    title = "Maps"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.zoom = _AT_FIRST
        self.center = (0.5, 0.5)
        self._before = self.center
        self.selected = ""

    def build(self) -> View:
        level = 12 + math.log2(self.zoom / _AT_FIRST)
        return Stack(h=FILL)(
            View(
                kind="View", id="map", desc="Map of the town", w=FILL, h=FILL, art=self._draw, pinch=self._pinch, drag=self._pan,
                double_click=lambda: self._pinch(2), focusable=True,
            ),
            *self._pins(),
            Stack(pad=16)(
                Row(h=52, fill="surface", round=26, pad=(20, 0), gap=12, id="place_bar")(
                    Icon(icon="search"), Label(self.selected or "Tap a place", id="place_name", size=16, grow=1, lines=1)
                )
            ),
            Column(gravity=("start", "end"), w=None, pad=16, gap=8)(
                self._zoom_button("add", "Zoom in", 1.5), self._zoom_button("minus", "Zoom out", 1 / 1.5),
                Stack(w=None, fill="surface", round=14, pad=(12, 6))(Label(f"Zoom {level:.1f}", id="zoom_text", size=13)),
            ),
            fab("location", "My location", self._to_me, id="my_location"),
        )  # fmt: skip

    def _zoom_button(self, icon: str, desc: str, factor: float) -> View:
        button = icon_button(icon, desc, lambda: self._pinch(factor), id=desc.lower().replace(" ", "_"))
        button.fill, button.round = "surface", 16
        return button

    def _window(self, rect: Rect) -> tuple[float, float, float, float]:
        """What part of the map is seen."""
        width = 1 / self.zoom
        height = width * rect.height / rect.width
        left = min(max(self.center[0] - width / 2, 0), 1 - width)
        top = min(max(self.center[1] - height / 2, 0), 1 - height)
        return left, top, left + width, top + height

    def _draw(self, canvas: Canvas, rect: Rect) -> None:
        canvas.picture("map", rect, 0, self._window(rect))

    def _pins(self) -> list[View]:
        return [self._pin(*place) for place in _PLACES]

    def _pin(self, name: str, x: float, y: float) -> View:
        def tap() -> None:
            self.selected = name

        area = self.shell.page_area
        left, top, right, bottom = self._window(area)
        at_x, at_y = (x - left) / (right - left) * area.width, (y - top) / (bottom - top) * area.height
        if not (0 <= at_x <= area.width - px(40) and 0 <= at_y <= area.height - px(40)):
            return Stack(w=0, h=0)
        return Stack(key=f"place {name}", w=None, pad=(dp(at_x), dp(at_y), 0, 0))(
            Icon(icon="location", desc=name, key=name, w=40, h=40, icon_size=34, color="error", click=tap)
        )

    def _pinch(self, factor: float) -> None:
        self.zoom = min(max(self.zoom * factor, _FARTHEST), _NEAREST)

    def _pan(self, touch: Drag) -> None:
        left, _, right, _ = self._window(self.shell.page_area)
        scale = (right - left) / self.shell.page_area.width
        x = self._before[0] - (touch.x - touch.start_x) * scale
        y = self._before[1] - (touch.y - touch.start_y) * scale
        self.center = (min(max(x, 0), 1), min(max(y, 0), 1))
        if touch.phase == "end":
            self._before = self.center

    def _to_me(self) -> None:
        self.center = self._before = (0.5, 0.5)

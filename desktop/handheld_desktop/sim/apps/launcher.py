"""The home screen: pages of icons, a dock, and a drawer with every app."""

from typing import ClassVar

from .. import bars
from ..app import App, Dialog, Page
from ..editor import Editor
from ..geometry import SCREEN, WIDTH, Rect, dp, px
from ..paint import Canvas
from ..scroll import WHOLE, Scroller
from ..view import FILL, Column, Drag, Icon, Label, Row, Stack, View
from ..widgets import RECYCLER, menu

_COLUMNS = 4
_PER_PAGE = 4
_DOCK = ("com.google.android.apps.messaging", "com.android.contacts", "com.example.notes", "com.example.gallery")
_PAGE_WIDTH = dp(WIDTH)


class LauncherApp(App):
    package = "com.google.android.apps.nexuslauncher"
    name = "Pixel Launcher"
    version = ("16", 36)
    is_system = True

    def first_page(self) -> "Home":
        return Home(self)


def _paper(canvas: Canvas, rect: Rect) -> None:
    canvas.fill(SCREEN, "surface_low")


def wallpaper(canvas: Canvas, rect: Rect) -> None:
    canvas.picture("wallpaper:" + ("dark" if canvas.theme.dark else "light"), SCREEN)


class Home(Page):
    activity = ".NexusLauncherActivity"
    title = "Home"
    background: ClassVar[str] = ""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.pager = Scroller("x", page=WHOLE)
        self.drawer = False
        self.drawer_scroller = Scroller()
        self.search = Editor(hint="Search apps", action="search", on_action=self._open_first, on_change=self._found)

    def build(self) -> View:
        return self._drawer() if self.drawer else self._workspace()

    def back(self) -> bool:
        if self.drawer:
            self._close_drawer()
        else:
            self.pager.by(-self.pager.limit)
        return True

    def opened(self) -> None:
        self._close_drawer()

    def _workspace(self) -> View:
        apps = sorted((app for app in self.shell.apps.values() if app.package not in _DOCK), key=lambda app: app.name)
        pages = [apps[start : start + _PER_PAGE] for start in range(0, len(apps), _PER_PAGE)]
        dock = [self.shell.apps[package] for package in _DOCK if package in self.shell.apps]
        return Stack(h=FILL, art=wallpaper, id="launcher", drag=self._swipe, drag_axis="y", kind="FrameLayout")(
            Column(id="drag_layer", h=FILL, kind="FrameLayout")(
                Column(id="smartspace", pad=(28, 36, 28, 28), gap=4)(
                    Label(bars.date_text(self.shell), id="date", size=24, weight="medium"),
                    Row(gap=8)(
                        Icon(icon="sun", icon_size=20, color="on_surface"), Label("18°C  ·  Budapest", id="weather", size=15)
                    ),
                ),
                Stack(
                    id="workspace", kind="ScrollView", scroll=self.pager, grow=1, h=FILL,
                    desc=f"Home screen {self._page + 1} of {len(pages)}",
                )(
                    Row(w=None, h=FILL, align="start")(*(self._icons_page(page, index) for index, page in enumerate(pages)))
                ),
                self._dots(len(pages)),
                Row(id="hotseat", pad=(12, 8, 12, 8))(*(icon(app, labelled=False) for app in dock)),
                Stack(pad=(20, 0, 20, 18))(
                    Row(
                        id="search_container_hotseat", h=52, fill="surface", round=26, pad=(20, 0), gap=12,
                        click=self._open_drawer, desc="Search", kind="FrameLayout",
                    )(Icon(icon="search"), Label("Search apps", size=16, color="on_surface_variant", grow=1))
                ),
            )
        )  # fmt: skip

    @property
    def _page(self) -> int:
        return round(self.pager.offset / WIDTH)

    def _icons_page(self, apps: list[App], index: int) -> View:
        clock = Column(id="clock_widget", grow=1, align="center", justify="center", kind="FrameLayout")(
            Label(bars.clock_text(self.shell), id="widget_time", size=88, weight="medium", color="on_surface")
        )
        return Column(key=f"page{index}", w=_PAGE_WIDTH, h=FILL, pad=(12, 0, 12, 12), gap=12, justify="end", kind="ViewGroup")(
            None if index else clock, *_grid([icon(app) for app in apps])
        )

    def _dots(self, count: int) -> View:
        current = self._page

        def art(canvas: Canvas, rect: Rect) -> None:
            x, y = rect.center
            for index in range(count):
                color = "on_surface" if index == current else "on_surface_variant"
                canvas.disc(x + (index - (count - 1) / 2) * px(14), y, px(3.5 if index == current else 2.5), color)

        return View(id="page_indicator", h=24, w=FILL, art=art, desc=f"Page {current + 1} of {count}")

    def _drawer(self) -> View:
        query = self.search.text.lower()
        apps = sorted((app for app in self.shell.apps.values() if query in app.name.lower()), key=lambda app: app.name)
        grid = Column(gap=12, pad=(12, 12))(*_grid([icon(app) for app in apps]))
        none = Label(f"No apps found matching “{self.search.text}”", id="empty_text", pad=24, color="on_surface_variant")
        return Column(
            h=FILL, art=_paper, id="apps_view", kind="FrameLayout", drag=self._swipe_drawer, drag_axis="y", pad=(0, 12, 0, 0)
        )(
            Row(id="search_container_all_apps", pad=(16, 0))(
                Row(h=52, fill="surface_high", round=26, pad=(20, 0), gap=12)(
                    Icon(icon="search"),
                    View(kind="EditText", id="fallback_search_view", editor=self.search, size=16, grow=1, h=FILL, lines=1),
                )
            ),
            Stack(id="apps_list_view", kind=RECYCLER, scroll=self.drawer_scroller, grow=1, h=FILL)(grid) if apps else none,
        )

    def _swipe(self, touch: Drag) -> None:
        if touch.phase != "end":
            return
        if touch.start_y - touch.y > px(80):
            self._open_drawer()
        elif touch.y - touch.start_y > px(80):
            self.shell.shade.state = "notifications"

    def _swipe_drawer(self, touch: Drag) -> None:
        if touch.phase == "end" and touch.y - touch.start_y > px(80):
            self._close_drawer()

    def _open_drawer(self) -> None:
        self.drawer = True

    def _close_drawer(self) -> None:
        self.drawer = False
        self.search.replace("")
        self.focus = None
        self.drawer_scroller.by(-self.drawer_scroller.limit)

    def _open_first(self) -> None:
        found = sorted(app.name for app in self.shell.apps.values() if self.search.text.lower() in app.name.lower())
        if found:
            self.shell.launch(next(app.package for app in self.shell.apps.values() if app.name == found[0]))

    def _found(self) -> None:
        self.drawer_scroller.by(-self.drawer_scroller.limit)


def _grid(cells: list[View]) -> list[View]:
    rows = [cells[start : start + _COLUMNS] for start in range(0, len(cells), _COLUMNS)]
    return [Row()(*row, *(Stack(grow=1) for _ in range(_COLUMNS - len(row)))) for row in rows]


def icon(app: App, labelled: bool = True) -> View:
    def art(canvas: Canvas, rect: Rect) -> None:
        x, y = rect.center[0], rect.top + px(34)
        canvas.disc(x, y, px(28), app.color)
        canvas.icon(app.icon, Rect(x - 40, y - 40, x + 40, y + 40), px(30), "#FFFFFF")

    view = Label(
        app.name if labelled else None, key=app.package, desc=app.name, grow=1, h=92 if labelled else 68, pad=(2, 66, 2, 6),
        size=13,
        lines=1, text_align="center", art=art, click=lambda: app.shell.launch(app.package),
    )  # fmt: skip
    view.long_click = lambda: app.shell.show(AppMenu(app, (view.rect.left, view.rect.bottom)))
    return view


class AppMenu(Dialog):
    title = "App shortcuts"
    dim = False

    def __init__(self, app: App, anchor: tuple[int, int]) -> None:
        super().__init__(app.shell.home.app)
        self.subject = app
        self.anchor = anchor

    def build(self) -> View:
        return menu([("forward", f"Open {self.subject.name}", self._open), ("info", "App info", self._info)])

    def _open(self) -> None:
        self.dismiss()
        self.shell.launch(self.subject.package)

    def _info(self) -> None:
        self.dismiss()
        self.shell.show_app_info(self.subject)

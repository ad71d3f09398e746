"""The running apps as cards: tap to return, swipe up to close."""

from collections.abc import Callable
from typing import ClassVar

from ..app import App, Page
from ..geometry import HEIGHT, WIDTH, Rect, dp, px
from ..paint import Canvas, paint
from ..scroll import Scroller
from ..shell import Task
from ..view import FILL, Column, Drag, Icon, Label, Row, Stack, View
from ..widgets import button
from ..windows import app_window
from .launcher import wallpaper

_CARD_WIDTH = 280
_CARD_HEIGHT = _CARD_WIDTH * HEIGHT / WIDTH
_GAP = 16


class Recents(Page):
    activity = ".RecentsActivity"
    title = "Recent apps"
    background: ClassVar[str] = ""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.scroller = Scroller("x", page=px(_CARD_WIDTH + _GAP))

    def build(self) -> View:
        tasks = self.shell.tasks
        if not tasks:
            return self._frame(Label("No recent items", id="empty", size=18, gravity=("center", "center")))
        side = (dp(WIDTH) - _CARD_WIDTH) / 2
        cards = Row(w=None, gap=_GAP, pad=(side, 0), h=FILL)(*(self._card(task) for task in tasks))
        return self._frame(
            Column(h=FILL)(
                Stack(id="overview_panel", kind="ScrollView", scroll=self.scroller, grow=1, h=FILL)(cards),
                Row(justify="center", pad=(0, 0, 0, 20))(button("Clear all", self._clear, id="clear_all", tone="tonal")),
            )
        )

    def _frame(self, content: View) -> View:
        return Stack(h=FILL, art=wallpaper)(View(w=FILL, h=FILL, id="scrim", click=self._leave), content)

    def _card(self, task: Task) -> View:
        return Column(
            id="task", key=task.app.package, w=_CARD_WIDTH, gap=10, align="center", drag=self._swipe(task), drag_axis="y",
            desc=task.app.name,
            click=lambda: self.shell.launch(task.app.package), kind="FrameLayout",
        )(
            Row(w=None, gap=10, kind="FrameLayout")(
                Icon(id="icon", icon=task.app.icon, w=36, h=36, round=18, fill=task.app.color, color="#FFFFFF", icon_size=20),
                Label(task.app.name, id="title", size=16, weight="medium"),
            ),
            View(id="snapshot", w=_CARD_WIDTH, h=_CARD_HEIGHT, art=self._thumbnail(task)),
        )  # fmt: skip

    def _thumbnail(self, task: Task) -> Callable[[Canvas, Rect], None]:
        def art(canvas: Canvas, rect: Rect) -> None:
            inner = Canvas(canvas.theme)
            if not task.pages[-1].secure:
                paint(inner, app_window(self.shell, task.pages[-1], False).root)
            canvas.scene(rect, px(24), inner.marks)

        return art

    def _swipe(self, task: Task) -> Callable[[Drag], None]:
        def drag(touch: Drag) -> None:
            if touch.phase == "end" and touch.start_y - touch.y > px(80) and task in self.shell.tasks:
                self.shell.close(task)

        return drag

    def _clear(self) -> None:
        for task in list(self.shell.tasks):
            self.shell.close(task)
        self.shell.go_home()

    def _leave(self) -> None:
        self.shell.go_home()

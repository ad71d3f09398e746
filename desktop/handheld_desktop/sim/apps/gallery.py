"""Pictures: pinch to zoom, double-tap to like, long-press for more."""

from ..app import App, Dialog, Page
from ..geometry import Rect, px
from ..paint import Canvas
from ..scroll import Scroller
from ..shell import Shell
from ..view import FILL, Drag, Label, Row, Rows, Stack, View
from ..widgets import RECYCLER, app_bar, icon_button, menu, screen

_COLUMNS = 3
_CELL = px(136)
_NAMES = ("Morning over the hills", "Sunset", "Green valley", "Night walk", "By the lake", "Pink clouds")


class GalleryApp(App):
    package = "com.example.gallery"
    name = "Gallery"
    icon = "image"
    color = "#B5477B"
    version = ("2.11", 211)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.photos = list(range(1, 25))
        self.liked: set[int] = set()

    def first_page(self) -> "Photos":
        return Photos(self)


def photo_name(number: int) -> str:
    return f"{_NAMES[number % len(_NAMES)]} {number}"


class Photos(Page):
    activity = ".GalleryActivity"
    title = "Gallery"
    app: GalleryApp

    def __init__(self, app: GalleryApp) -> None:
        super().__init__(app)
        self.scroller = Scroller()

    def build(self) -> View:
        photos = self.app.photos
        rows = [photos[start : start + _COLUMNS] for start in range(0, len(photos), _COLUMNS)]
        return screen(
            app_bar("Gallery"),
            View(
                kind=RECYCLER, id="photo_grid", scroll=self.scroller, w=FILL, h=FILL, grow=1,
                rows=Rows([_CELL] * len(rows), lambda index: self._row(rows[index])),
            ),
        )  # fmt: skip

    def _row(self, photos: list[int]) -> View:
        spare = [Stack(grow=1) for _ in range(_COLUMNS - len(photos))]
        cells = [self._thumbnail(number) for number in photos]
        return Row(key=f"row{photos[0]}", gap=2, h=FILL, pad=(2, 2, 2, 0))(*cells, *spare)

    def _thumbnail(self, number: int) -> View:
        def art(canvas: Canvas, rect: Rect) -> None:
            canvas.picture(f"landscape:{number}", rect, px(6), (0, 0.1, 1, 0.9))
            if number in self.app.liked:
                canvas.icon("heart", Rect(rect.right - px(32), rect.bottom - px(32), rect.right, rect.bottom), px(18), "#FFFFFF")

        return View(
            kind="ImageView", id="photo", key=f"photo{number}", desc=photo_name(number), grow=1, h=FILL, art=art,
            click=lambda: self.shell.open(Photo(self.app, number)),
        )  # fmt: skip


class Photo(Page):
    activity = ".PhotoActivity"
    background = "#0B0B0F"
    on_picture = True
    app: GalleryApp

    def __init__(self, app: GalleryApp, number: int) -> None:
        super().__init__(app)
        self.number = number
        self.title = photo_name(number)
        self.zoom = 1.0
        self.shift = (0.0, 0.0)
        self._before = (0.0, 0.0)

    def build(self) -> View:
        liked = self.number in self.app.liked
        return screen(
            Row(h=64, pad=(4, 0))(
                icon_button("back", "Navigate up", lambda: self.shell.finish(self), color="#FFFFFF"),
                Label(self.title, id="photo_title", size=20, grow=1, lines=1, color="#FFFFFF", pad=(8, 0)),
            ),
            Stack(
                kind="ImageView", id="photo_view", grow=1, h=FILL, desc=self.title, art=self._draw, pinch=self._pinch,
                drag=self._pan, double_click=self._like, long_click=self._menu, focusable=True,
            ),
            Row(h=72, pad=(12, 0), justify="between")(
                icon_button("heart" if liked else "heart_off", "Unlike" if liked else "Like", self._like, id="like",
                            color="#FF6B81" if liked else "#FFFFFF"),
                Label("Liked" if liked else "Double-tap to like", id="like_text", size=14, color="#D8D8E0"),
                Label(f"Zoom {self.zoom * 100:.0f}%", id="zoom_text", size=14, color="#D8D8E0", pad=(0, 0, 12, 0)),
            ),
        )  # fmt: skip

    def _draw(self, canvas: Canvas, rect: Rect) -> None:
        x, y = rect.center[0] + self.shift[0], rect.center[1] + self.shift[1]
        width, height = rect.width * self.zoom, rect.width * 1.25 * self.zoom
        left, top = x - width / 2, y - height / 2
        seen = Rect(round(left), round(top), round(left + width), round(top + height)).meet(rect)
        if not seen.empty:
            part = tuple(
                min(max(edge, 0.0), 1.0)
                for edge in (
                    (seen.left - left) / width, (seen.top - top) / height, (seen.right - left) / width,
                    (seen.bottom - top) / height,
                )
            )  # fmt: skip
            canvas.picture(f"landscape:{self.number}", seen, 0, (part[0], part[1], part[2], part[3]))
        if self.number in self.app.liked:
            canvas.icon("heart", Rect(rect.right - px(64), rect.bottom - px(64), rect.right, rect.bottom), px(32), "#FF6B81")

    def _pinch(self, factor: float) -> None:
        self.zoom = min(max(self.zoom * factor, 0.5), 8.0)

    def _pan(self, touch: Drag) -> None:
        dx, dy = touch.x - touch.start_x, touch.y - touch.start_y
        if self.zoom > 1:
            self.shift = (self._before[0] + dx, self._before[1] + dy)
            if touch.phase == "end":
                self._before = self.shift
        elif touch.phase == "end" and abs(dx) > px(80):
            self._turn(-1 if dx > 0 else 1)

    def _turn(self, step: int) -> None:
        photos = self.app.photos
        place = photos.index(self.number) + step if self.number in photos else 0
        if 0 <= place < len(photos):
            self.number = photos[place]
            self.title = photo_name(self.number)
            self.zoom = 1.0

    def _like(self) -> None:
        self.app.liked ^= {self.number}
        self.app.log(f"photo {self.number} {'liked' if self.number in self.app.liked else 'unliked'}")

    def _menu(self) -> None:
        self.shell.show(PhotoMenu(self.app, self))


class PhotoMenu(Dialog):
    title = "Photo menu"
    app: GalleryApp

    def __init__(self, app: GalleryApp, page: Photo) -> None:
        super().__init__(app)
        self.page = page

    def build(self) -> View:
        return menu(
            [("copy", "Copy name", self._copy), ("search", "Reset zoom", self._reset), ("delete", "Delete", self._delete)]
        )

    def _copy(self) -> None:
        self.dismiss()
        self.shell.clipboard = self.page.title

    def _reset(self) -> None:
        self.dismiss()
        self.page.zoom, self.page.shift = 1.0, (0.0, 0.0)

    def _delete(self) -> None:
        self.dismiss()
        self.app.photos.remove(self.page.number)
        self.shell.finish(self.page)

"""The phone's storage, as a person sees it."""

import time
from contextlib import suppress

from handheld.device import Entry
from handheld.errors import ActionFailed

from ..app import App, Page
from ..disk import Disk
from ..scroll import Scroller
from ..shell import Shell
from ..view import FILL, Label, View
from ..widgets import app_bar, leading_icon, list_row, screen, scrolling

_STORAGE = "com.android.externalstorage.documents/primary:"
_LONGEST_TEXT = 20_000


class FilesApp(App):
    package = "com.google.android.documentsui"
    name = "Files"
    icon = "folder"
    color = "#3F7FBF"
    version = ("16", 36)
    is_system = True

    def __init__(self, shell: Shell, disk: Disk) -> None:
        super().__init__(shell)
        self.disk = disk

    def first_page(self) -> "Folder":
        return Folder(self, "")

    def text(self, path: str) -> str:
        with open(self.disk.open_file(_STORAGE, path, "r"), "rb") as file:
            return file.read(_LONGEST_TEXT).decode("utf-8", "replace")

    def entries(self, path: str) -> list[Entry]:
        return sorted(self.disk.list_directory(_STORAGE, path), key=lambda entry: (not entry.is_directory, entry.name.lower()))


class Folder(Page):
    activity = ".files.FilesActivity"
    app: FilesApp

    def __init__(self, app: FilesApp, path: str) -> None:
        super().__init__(app)
        self.path = path
        self.title = path.rpartition("/")[2] or "Internal Storage"
        self.scroller = Scroller()
        self.entries: list[Entry] = []
        self.opened()

    def opened(self) -> None:
        # A folder that is gone meanwhile is empty.
        self.entries = []
        with suppress(ActionFailed):
            self.entries = self.app.entries(self.path)

    def build(self) -> View:
        rows = [self._row(entry) for entry in self.entries]
        empty = Label("No items", id="message", grow=1, w=FILL, text_align="center", color="on_surface_variant")
        return screen(
            app_bar(self.title, back=(lambda: self.shell.finish(self)) if self.path else None),
            scrolling(self.scroller, *rows, id="dir_list") if rows else empty,
        )

    def _row(self, entry: Entry) -> View:
        path = f"{self.path}/{entry.name}" if self.path else entry.name
        changed = time.strftime("%d %b", time.localtime((entry.last_modified_ms or 0) / 1000))
        summary = changed if entry.is_directory else f"{entry.size} bytes · {changed}"

        def go() -> None:
            self.shell.open(Folder(self.app, path) if entry.is_directory else TextFile(self.app, path))

        icon = leading_icon("folder" if entry.is_directory else "file")
        return list_row(entry.name, summary, leading=icon, id="item_root", click=go)


class TextFile(Page):
    activity = ".inspector.TextActivity"
    app: FilesApp

    def __init__(self, app: FilesApp, path: str) -> None:
        super().__init__(app)
        self.title = path.rpartition("/")[2]
        self.text = app.text(path)
        self.scroller = Scroller()

    def build(self) -> View:
        return screen(
            app_bar(self.title, back=lambda: self.shell.finish(self)),
            scrolling(self.scroller, Label(self.text, id="file_text", size=15, w=FILL, pad=(20, 8))),
        )

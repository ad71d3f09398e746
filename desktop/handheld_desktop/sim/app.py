"""What an app of the simulated phone is: its place in the list of apps, its data, and its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from handheld import device

from .editor import Editor
from .view import View

if TYPE_CHECKING:
    from .shell import Shell


class App:
    """An installed app. What it keeps here is on its disk: it outlives the process."""

    package: ClassVar[str]
    name: ClassVar[str]
    icon: ClassVar[str] = "apps"
    color: ClassVar[str] = "#5B6B8C"
    version: ClassVar[tuple[str, int]] = ("1.0", 1)
    is_system: ClassVar[bool] = False

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def first_page(self) -> Page:
        raise NotImplementedError

    def described(self) -> device.App:
        return device.App(self.package, self.name, self.version[0], self.version[1], self.is_system)

    def log(self, message: str) -> None:
        self.shell.log.add("D", self.name.replace(" ", ""), message, self.package)


class Page:
    """A screen of an app. What it keeps is in memory: closing the app loses it."""

    activity: ClassVar[str] = ".MainActivity"
    title: str = ""
    background: ClassVar[str] = "surface"
    on_picture: ClassVar[bool] = False
    """White status icons, whatever the theme."""
    secure: ClassVar[bool] = False
    """Black on every picture, as Android shows windows with FLAG_SECURE; their content can be read all the same."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.shell = app.shell
        self.window = app.shell.next_window()
        self.focus: Editor | None = None
        self.dialogs: list[Dialog] = []

    def build(self) -> View:
        raise NotImplementedError

    def back(self) -> bool:
        """True where the page itself does something with it."""
        return False

    def opened(self) -> None:
        """It has come to the front."""


class Dialog(Page):
    """A window above a page. `package` and `activity` are those of whoever shows it."""

    package: ClassVar[str] = ""
    sheet: ClassVar[bool] = False
    anchor: tuple[int, int] | None = None
    """Where a menu opens; a dialog stands in the middle, a sheet at the bottom."""
    dim: ClassVar[bool] = True
    own_activity: ClassVar[bool] = False

    def dismiss(self) -> None:
        self.shell.dismiss(self)

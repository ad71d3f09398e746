"""What agents may neither see nor touch of the simulated phone; it judges as the app's Privacy.kt does."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from handheld.device import Stroke
from handheld.errors import PermissionDenied
from handheld.privacy import is_private
from handheld.screen.tree import PRIVATE

from .geometry import Rect
from .shell import SYSTEM_UI, Shell
from .view import View
from .windows import Window

TITLE = "private app, hidden"
_NOTIFICATION = "expandableNotificationRow"


class Privacy:
    def __init__(self, shell: Shell) -> None:
        self.chosen: tuple[str, ...] = ()
        self._shell = shell
        self._names: tuple[str, ...] = ()

    def choose(self, packages: Sequence[str]) -> None:
        self.chosen = tuple(packages)
        self._names = tuple(app.name for app in self._shell.apps.values() if self.hides(app.package))

    def hides(self, package: str) -> bool:
        return is_private(package, self.chosen)

    def shown(self, windows: list[Window]) -> list[Window]:
        """The windows as they are told: of a private one only that it is there."""
        keyboard = any(self.hides(window.package) and window.focused for window in windows)
        return [self._shown(window, keyboard) for window in windows]

    def _shown(self, window: Window, keyboard: bool) -> Window:
        # A keyboard belongs to whoever is typed into: it suggests what was typed there before.
        if self.hides(window.package) or (keyboard and window.type == "INPUT_METHOD"):
            return replace(window, package=PRIVATE, title=TITLE, hidden=True)
        if self._is_host(window):
            _prune(window.root, self._stands_for_private)
        return window

    def closed(self, windows: list[Window], can_tell: bool) -> list[Rect]:
        """Where agents may neither look nor touch."""
        if self.chosen and not can_tell:
            raise _refusal("It was")
        hosts = [window for window in windows if self._is_host(window)]
        inside = [view.clip for window in hosts for _, view, _ in window.root.paths() if self._stands_for_private(view)]
        return inside + [window.frame for window in self.shown(windows) if window.hidden]

    def require_open(self, strokes: Sequence[Stroke], closed: list[Rect]) -> None:
        ways = [way for stroke in strokes for way in pairwise(stroke)]
        if any(_enters(a.x, a.y, b.x, b.y, rect) for a, b in ways for rect in closed):
            raise _refusal("The touch was")

    def require(self, package: str, deed: str) -> None:
        if self.hides(package):
            raise _refusal(deed)

    def _is_host(self, window: Window) -> bool:
        return window.package in (SYSTEM_UI, self._shell.home.app.package)

    def _stands_for_private(self, view: View) -> bool:
        if view.id == _NOTIFICATION:
            return any(self._is_named(below.text) for _, below, _ in view.paths())
        return self._is_named(view.text) or self._is_named(view.desc)

    def _is_named(self, text: str | None) -> bool:
        return any(text == name or (text or "").startswith((f"{name} ", f"{name},")) for name in self._names)


def passwords(windows: list[Window]) -> list[Rect]:
    """Where there are password fields, also such as show what they hold."""
    return [view.clip for window in windows for _, view, _ in window.root.paths() if view.editor and view.editor.secret]


def _prune(view: View, is_hidden: Callable[[View], bool]) -> None:
    view.children = [child for child in view.children if not is_hidden(child)]
    for child in view.children:
        _prune(child, is_hidden)


def _refusal(deed: str) -> PermissionDenied:
    how = "Leave it alone; press home, or open another app."
    return PermissionDenied(f"{deed} refused: the person has made this app private. {how}")


def _enters(x: float, y: float, to_x: float, to_y: float, rect: Rect) -> bool:
    across, along = _between(x, to_x, rect.left, rect.right), _between(y, to_y, rect.top, rect.bottom)
    return bool(across and along and across[0] <= along[1] and along[0] <= across[1])


def _between(start: float, end: float, low: float, high: float) -> tuple[float, float] | None:
    """Which part of a way, from 0 to 1, lies between two lines."""
    if start == end:
        return (0, 1) if low <= start < high else None
    enters, leaves = sorted(((low - start) / (end - start), (high - start) / (end - start)))
    return (max(enters, 0), min(leaves, 1)) if enters <= 1 and leaves >= 0 else None

"""The windows of the screen now, front to back, each with its views laid out."""

from __future__ import annotations

from dataclasses import dataclass

from . import bars, keyboard, panel
from .app import Dialog, Page
from .editor import Editor
from .geometry import HEIGHT, NAVIGATION_BAR, SCREEN, STATUS_BAR, WIDTH, Rect, dp, px
from .layout import lay_out
from .paint import Canvas, Mark, paint
from .shell import SYSTEM_UI, Shell
from .theme import DAY, NIGHT
from .view import FILL, Handler, Stack, View

_NAVIGATION, _STATUS, _SHADE, _KEYBOARD = 3, 4, 5, 6
"""Ids of the windows that always have the same."""


@dataclass(frozen=True)
class Window:
    id: int
    type: str
    package: str
    title: str
    layer: int
    focused: bool
    root: View
    editor: Editor | None = None
    """The field with the input focus."""
    outside: Handler | None = None
    """Where set, touches beside the window come here instead of going to those behind."""
    dim: bool = False
    page: Page | None = None
    hidden: bool = False
    """Agents may know only that it is there."""

    @property
    def frame(self) -> Rect:
        return self.root.rect


def windows(shell: Shell) -> list[Window]:
    shade_open = shell.shade.state != "closed"
    typing = shell.keyboard.up and shell.focus is not None
    page = shell.page
    front = [_navigation(shell, page, typing), _shade(shell) if shade_open else _status(shell, page)]
    if typing:
        front.append(_keyboard(shell))
    layer = len(page.dialogs)
    for dialog in reversed(page.dialogs):
        front.append(_dialog(shell, dialog, layer, dialog is shell.top and not shade_open))
        layer -= 1
    front.append(app_window(shell, page, page is shell.top and not shade_open, typing))
    return front


def app_window(shell: Shell, page: Page, focused: bool, typing: bool = False) -> Window:
    bottom = NAVIGATION_BAR + (keyboard.HEIGHT if typing else 0)
    inset = (0, dp(STATUS_BAR), 0, dp(bottom))
    root = Stack(h=FILL, fill=page.background)(
        Stack(kind="LinearLayout", h=FILL)(Stack(id="android:id/content", h=FILL, pad=inset)(page.build()))
    )
    lay_out(root, SCREEN, shell.now())
    return Window(
        page.window, "APPLICATION", page.app.package, page.title or page.app.name, 0, focused, root, page.focus, page=page
    )


def _dialog(shell: Shell, dialog: Dialog, layer: int, focused: bool) -> Window:
    content = Stack(w=None)(Stack(id="android:id/content", w=None)(dialog.build()))
    area = SCREEN.inset(0, STATUS_BAR, 0, NAVIGATION_BAR)
    if dialog.anchor is None:
        content.gravity = ("center", "end" if dialog.sheet else "center")
        lay_out(Stack(h=FILL, pad=(12, 12))(content), area, shell.now())
    else:
        lay_out(Stack(h=FILL)(content), area, shell.now())
        width, height = content.rect.width, content.rect.height
        left = min(max(dialog.anchor[0], px(12)), WIDTH - width - px(12))
        top = min(max(dialog.anchor[1], STATUS_BAR), HEIGHT - NAVIGATION_BAR - height - px(12))
        lay_out(content, Rect(left, top, left + width, top + height), shell.now())
    package = dialog.package or dialog.app.package
    return Window(
        dialog.window, "APPLICATION", package, dialog.title, layer, focused, content, dialog.focus, dialog.dismiss, dialog.dim,
        dialog
    )


def _keyboard(shell: Shell) -> Window:
    root = Stack(h=FILL)(Stack(id="android:id/inputArea", h=FILL)(keyboard.keyboard(shell)))
    lay_out(root, Rect(0, HEIGHT - NAVIGATION_BAR - keyboard.HEIGHT, WIDTH, HEIGHT - NAVIGATION_BAR), shell.now())
    return Window(_KEYBOARD, "INPUT_METHOD", keyboard.PACKAGE, "Gboard", 20, False, root)


def _status(shell: Shell, page: Page) -> Window:
    root = Stack(h=FILL)(bars.status_bar(shell, page))
    lay_out(root, Rect(0, 0, WIDTH, STATUS_BAR), shell.now())
    return Window(_STATUS, "SYSTEM", SYSTEM_UI, "Status bar", 21, False, root)


def _shade(shell: Shell) -> Window:
    root = Stack(h=FILL)(panel.panel(shell))
    lay_out(root, SCREEN, shell.now())
    return Window(_SHADE, "SYSTEM", SYSTEM_UI, "Notification shade", 21, True, root, dim=True)


def _navigation(shell: Shell, page: Page, typing: bool) -> Window:
    root = Stack(h=FILL)(bars.navigation_bar(shell, page, typing))
    lay_out(root, Rect(0, HEIGHT - NAVIGATION_BAR, WIDTH, HEIGHT), shell.now())
    return Window(_NAVIGATION, "SYSTEM", SYSTEM_UI, "Navigation bar", 22, False, root)


def marks(shell: Shell, shown: list[Window]) -> list[Mark]:
    """Everything to draw, from the back to the front."""
    canvas = Canvas(NIGHT if shell.switches.dark else DAY)
    for window in reversed(shown):
        if window.dim:
            canvas.fill(SCREEN, "scrim")
        if window.page and window.page.secure:
            canvas.fill(window.frame, "#000000")
            continue
        paint(canvas, window.root, window.editor if window.editor is shell.focus else None)
    canvas.disc(WIDTH / 2, STATUS_BAR / 2 + 4, px(11), "#050507")
    return canvas.marks

"""The on-screen keyboard: a window of its own whose keys really type."""

from .geometry import Rect, px
from .paint import Canvas
from .shell import Shell
from .view import FILL, Column, Handler, Icon, Row, View

PACKAGE = "com.google.android.inputmethod.latin"
HEIGHT = px(258)
_LAYERS = {
    "letters": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "symbols": ("1234567890", "@#$_&-+()/", "*\"':;!?"),
    "emoji": ("😀😂😊😍😎🤔😴😢", "👍👏🙏💪🎉🔥✨💯", "🐈🐕🌍☕🍕🚲❤"),
}
_ACTIONS = {
    "newline": ("enter", "Enter"), "next": ("forward", "Next"), "done": ("check", "Done"), "send": ("send", "Send"),
    "search": ("search", "Search"),
}  # fmt: skip


def keyboard(shell: Shell) -> View:
    state = shell.keyboard
    top, middle, bottom = _LAYERS[state.layer]
    return Column(id="keyboard_area", fill="keyboard", h=FILL, pad=(4, 10, 4, 6), gap=10)(
        _letters(shell, 0, top),
        _letters(shell, 1, middle),
        Row(grow=1, gap=6)(_shift(shell), _letters(shell, 2, bottom, 7), _key("backspace", "Delete", _backspace(shell), 1.5)),
        _bottom(shell),
    )


def _letters(shell: Shell, line: int, chars: str, grow: float = 1) -> View:
    margin = 18 if len(chars) == 9 else 0
    return Row(grow=grow, gap=6, pad=(margin, 0), h=FILL)(
        *(_char(shell, char, f"key_pos_{line}_{column}") for column, char in enumerate(chars))
    )


def _char(shell: Shell, char: str, id: str) -> View:
    char = char.upper() if shell.keyboard.shift else char

    def press() -> None:
        _commit(shell, char)
        shell.keyboard.shift = False

    return _face(char, char, press, 1, id, "key", 21)


def _shift(shell: Shell) -> View:
    state = shell.keyboard
    if state.layer != "letters":
        return _word("ABC", "Letters", lambda: _turn_to(shell, "letters"), 1.5)

    def press() -> None:
        state.shift = not state.shift

    return _key("shift_on" if state.shift else "shift", "Shift", press, 1.5, selected=state.shift)


def _bottom(shell: Shell) -> View:
    editor = shell.focus
    icon, desc = _ACTIONS[editor.action if editor else "done"]
    other = "letters" if shell.keyboard.layer == "symbols" else "symbols"
    return Row(grow=1, gap=6)(
        _word("ABC" if other == "letters" else "?123", other.title(), lambda: _turn_to(shell, other), 1.4),
        _key("emoji", "Emoji", lambda: _turn_to(shell, "emoji"), 1),
        _char(shell, ",", "key_comma"),
        _face("English", "Space", lambda: _commit(shell, " "), 4, "key_space", "key", 13),
        _char(shell, ".", "key_period"),
        _key(icon, desc, lambda: _enter(shell), 1.5, accent=True),
    )


def _key(icon: str, desc: str, press: Handler, grow: float, *, selected: bool = False, accent: bool = False) -> View:
    return Icon(
        kind="FrameLayout", id=f"key_{desc.lower()}", icon=icon, desc=desc, click=press, grow=grow, h=FILL,
        round=22 if accent else 6,
        fill="primary" if accent else "key_special", color="on_primary" if accent else "on_surface", icon_size=22,
        selected=selected,
    )  # fmt: skip


def _word(text: str, desc: str, press: Handler, grow: float) -> View:
    return _face(text, desc, press, grow, f"key_{desc.lower()}", "key_special", 14)


def _face(face: str, desc: str, press: Handler, grow: float, id: str, fill: str, size: int) -> View:
    def art(canvas: Canvas, rect: Rect) -> None:
        canvas.centered(rect, face, px(size), "on_surface")

    return View(kind="FrameLayout", id=id, desc=desc, click=press, grow=grow, h=FILL, fill=fill, round=6, art=art)


def _commit(shell: Shell, text: str) -> None:
    if shell.focus:
        shell.focus.commit(text)


def _backspace(shell: Shell) -> Handler:
    def press() -> None:
        if shell.focus:
            shell.focus.backspace()

    return press


def _enter(shell: Shell) -> None:
    if shell.focus:
        shell.focus.enter()


def _turn_to(shell: Shell, layer: str) -> None:
    shell.keyboard.layer = layer

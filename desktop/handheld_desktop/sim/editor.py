"""A text field's content, cursor and selection. Positions are UTF-16 units, as Android counts them."""

import unicodedata
from collections.abc import Callable
from typing import Literal

from handheld.errors import ActionFailed

Action = Literal["newline", "next", "done", "send", "search"]


def units(text: str) -> int:
    return len(text) + sum(char > "\uffff" for char in text)


def place(text: str, position: int) -> int:
    """The index of the character at a position; inside a surrogate pair, that of the pair."""
    if text.isascii() or units(text[:position]) == position:
        return min(position, len(text))
    passed = 0
    for index, char in enumerate(text):
        passed += 2 if char > "\uffff" else 1
        if passed > position:
            return index
    return len(text)


def last_grapheme(text: str) -> str:
    """What one press of the delete key removes: an emoji or a letter with all that is joined to it."""
    start = len(text) - 1
    while start > 0 and _joins(text[start - 1], text[start]):
        start -= 1
    flags = 0
    while start - flags >= 0 and "\U0001f1e6" <= text[start - flags] <= "\U0001f1ff":
        flags += 1
    return text[start - 1 :] if flags and flags % 2 == 0 else text[max(start, 0) :]


def _joins(before: str, char: str) -> bool:
    if before == "\r":
        return char == "\n"
    return (
        unicodedata.combining(char) != 0
        or char in "\u200d\ufe0e\ufe0f\u20e3"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or before == "\u200d"
        or unicodedata.category(char) in ("Mn", "Me", "Mc")
    )


class Editor:
    def __init__(
        self, text: str = "", hint: str = "", *, multiline: bool = False, password: bool = False, action: Action | None = None,
        on_action: Callable[[], object] | None = None, on_change: Callable[[], object] | None = None,
    ) -> None:  # fmt: skip
        self.text = text
        self.hint = hint
        self.multiline = multiline
        self.password = password
        """Shown as bullets now."""
        self.secret = password
        """Meant for a password, whether it shows it or not."""
        self.action: Action = action or ("newline" if multiline else "done")
        self.on_action = on_action
        self.on_change = on_change
        self.start = self.end = units(text)

    @property
    def shown(self) -> str:
        """What the screen tells of it: a password as bullets, and the hint where there is nothing."""
        if not self.text:
            return self.hint
        return "•" * len(self.text) if self.password else self.text

    @property
    def selected(self) -> str:
        low, high = self._span()
        return self.text[low:high]

    def select(self, start: int, end: int) -> None:
        length = units(self.text)
        if not (0 <= start <= length and 0 <= end <= length):
            raise ActionFailed(f"Selection {start}–{end} is outside the field, which holds {length} UTF-16 units")
        self.start, self.end = self._whole(start), self._whole(end)

    def select_all(self) -> None:
        self.select(0, units(self.text))

    def select_word(self) -> None:
        low, high = self._span()
        while low > 0 and not self.text[low - 1].isspace():
            low -= 1
        while high < len(self.text) and not self.text[high].isspace():
            high += 1
        self.start, self.end = units(self.text[:low]), units(self.text[:high])

    def commit(self, text: str) -> None:
        """Puts text in place of the selection."""
        if not self.multiline:
            text = text.replace("\r\n", " ").replace("\n", " ")
        low, high = self._span()
        # A half of a surrogate pair cannot be stored by any app.
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        self._set(self.text[:low] + text + self.text[high:], low + len(text))

    def backspace(self) -> None:
        low, high = self._span()
        if low == high:
            low -= len(last_grapheme(self.text[:low])) if low else 0
        self._set(self.text[:low] + self.text[high:], low)

    def replace(self, text: str) -> None:
        self._set(text, len(text))

    def enter(self) -> None:
        if self.action == "newline":
            self.commit("\n")
        elif self.on_action:
            self.on_action()

    def _span(self) -> tuple[int, int]:
        low, high = sorted((self.start, self.end))
        return place(self.text, low), place(self.text, high)

    def _whole(self, position: int) -> int:
        return units(self.text[: place(self.text, position)])

    def _set(self, text: str, cursor: int) -> None:
        self.text = text
        self.start = self.end = units(text[:cursor])
        if self.on_change:
            self.on_change()

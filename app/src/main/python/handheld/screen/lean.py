"""The screen in few words: a short line for each element that can be acted on, or that says something of its own.

    id ⇥ label ⇥ flags ⇥ centre ⇥ class

Empty cells at the end are left out. What the texts inside something clickable say stands in its label, for it is what is clicked.
A centre is told only where the label does not tell which one is meant, a class only where it tells more than label and flags.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .clean import clean, clean_all
from .tree import (
    CHECKABLE,
    CHECKED,
    CLASS,
    CLICKABLE,
    DESC,
    EDITABLE,
    ENABLED,
    FLAGS,
    FOCUSED,
    LEFT,
    LONG_CLICKABLE,
    PARENT,
    PASSWORD,
    RES_ID,
    SCROLLABLE,
    SELECTED,
    TEXT,
    Screen,
    Window,
)  # fmt: skip

_LETTERS = (
    (CLICKABLE, "c"), (LONG_CLICKABLE, "l"), (SCROLLABLE, "s"), (EDITABLE, "e"), (PASSWORD, "p"), (SELECTED, "v"), (FOCUSED, "f"),
)  # fmt: skip
_ACTIONABLE = CLICKABLE | LONG_CLICKABLE | SCROLLABLE | EDITABLE
_STATE = CHECKABLE | CHECKED | SELECTED | FOCUSED

_MAX_CHARACTERS = 100
_CUT = "…"
_MOST_FOLDED = 8
_BETWEEN = " | "
_DECOR = ("android:id/statusBarBackground", "android:id/navigationBarBackground")

_GENERIC = r"|View|\w*ViewGroup|\w*Layout|\w*LayoutCompat|\w*TextView|CardView|ComposeView|TableRow"
_TELLS_NOTHING = re.compile(_GENERIC)
_TELLS_NOTHING_MORE = re.compile(rf"{_GENERIC}|Button|ImageButton|ImageView|EditText|CheckBox|Switch")


@dataclass(frozen=True, slots=True)
class Line:
    index: int
    """The row of the element."""
    cells: str
    """All that its line says after the id."""
    holds: frozenset[int]
    """The rows that it tells of: its own, and those inside it that have no line."""


def lines(screen: Screen) -> dict[int, list[Line]]:
    """The lines of each window, by its id."""
    words = [text.strip() for text in clean_all(screen.strings)]
    drafts = {window.id: list(_Drafts(screen, window, words)) for window in screen.windows}
    labels = Counter(draft.label for window in drafts.values() for draft in window)
    return {id: [draft.line(screen, labels) for draft in window] for id, window in drafts.items()}


@dataclass(frozen=True, slots=True)
class _Draft:
    index: int
    label: str
    flags: int
    holds: frozenset[int]

    def line(self, screen: Screen, labels: Counter[str]) -> Line:
        is_on = screen.is_on(self.index)
        is_unclear = not self.label or labels[self.label] > 1
        cells = (
            self.label,
            _letters(self.flags, is_on),
            _centre(screen, self.index) if is_unclear and is_on else "",
            _kind(screen.string(self.index, CLASS), has_label=bool(self.label)),
        )
        return Line(self.index, "\t".join(cells).rstrip("\t"), self.holds)


class _Drafts:
    """The lines of one window, before it is known which labels are unclear."""

    def __init__(self, screen: Screen, window: Window, words: list[str]):
        self._screen = screen
        self._span = range(window.first, window.first + window.count)
        self._strings = words
        self._inside: dict[int, list[int]] = {}
        """From something clickable to what tells of it: rows inside that cannot be acted on."""
        self._silent: dict[int, list[int]] = {}
        """The same, but these say nothing."""
        self._loose: set[int] = set()
        """What cannot be acted on either, but has its own line."""
        self._sort(self._owners())
        self._folded = {outer: self._fold(outer, inner) for outer, inner in self._inside.items()}

    def __iter__(self) -> Iterator[_Draft]:
        for index in self._span:
            flags = self._screen.rows[index][FLAGS]
            if not flags & _ACTIONABLE and index not in self._loose:
                continue
            folded = self._folded.get(index, [])
            for inner in folded:
                flags |= self._screen.rows[inner][FLAGS] & _STATE
            yield _Draft(index, self._label(index, folded), flags, frozenset((index, *folded, *self._silent.get(index, ()))))

    def _owners(self) -> dict[int, int]:
        """From each row to the nearest that can be acted on: itself, or one around it."""
        owners: dict[int, int] = {}
        for index in self._span:
            row = self._screen.rows[index]
            owners[index] = index if row[FLAGS] & _ACTIONABLE else owners.get(row[PARENT], -1)
        return owners

    def _sort(self, owners: dict[int, int]) -> None:
        rows = self._screen.rows
        outer = {rows[index][PARENT] for index in self._span}
        for index, owner in owners.items():
            if owner == index:
                continue
            flags, has_words = rows[index][FLAGS], any(self._words(index))
            is_inside = owner >= 0 and not rows[owner][FLAGS] & (SCROLLABLE | EDITABLE)
            if is_inside:
                (self._inside if has_words or flags & _STATE else self._silent).setdefault(owner, []).append(index)
            elif has_words or flags & CHECKABLE or (index not in outer and self._may_take_touches(index)):
                self._loose.add(index)

    def _may_take_touches(self, index: int) -> bool:
        """Views that an app draws itself often do not tell that they can be clicked, but have a name."""
        return bool(self._word(index, RES_ID)) and self._word(index, RES_ID) not in _DECOR and self._screen.is_on(index)

    def _fold(self, outer: int, inner: list[int]) -> list[int]:
        """Those whose words and state the line of the outer one tells; the others get their own."""
        rows, is_on = self._screen.rows, self._screen.is_on
        states = [index for index in inner if rows[index][FLAGS] & _STATE & ~rows[outer][FLAGS]]
        apart = set(states) if len(states) > 1 else set()  # whose state it is could not be told
        folded = [
            index
            for index in inner
            if index not in apart
            and (is_on(outer) or not is_on(index))
            and len(max(self._words(index), key=len)) <= _MAX_CHARACTERS
        ]
        if len(folded) > _MOST_FOLDED:
            folded = []
        self._loose.update(index for index in inner if index not in folded)
        return folded

    def _label(self, index: int, folded: list[int]) -> str:
        said = self._own(index)
        summary = _BETWEEN.join(said)
        for inner in folded:
            said += [word for word in self._own(inner) if not _says(summary, word)]
        if said:
            return _BETWEEN.join(word if len(word) <= _MAX_CHARACTERS else word[:_MAX_CHARACTERS] + _CUT for word in said)
        name = self._word(index, RES_ID)
        return f"#{name.rpartition('/')[2]}" if name else ""

    def _own(self, index: int) -> list[str]:
        """Text and description, once where they are the same."""
        return [word for word in dict.fromkeys(self._words(index)) if word]

    def _words(self, index: int) -> tuple[str, str]:
        return self._word(index, TEXT), self._word(index, DESC)

    def _word(self, index: int, column: int) -> str:
        return self._strings[self._screen.rows[index][column]]


def _says(summary: str, word: str) -> bool:
    """Does something clickable say it too, where it sums up what is in it?"""
    return word in summary and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", summary) is not None


@lru_cache(maxsize=1024)
def _letters(flags: int, is_on: bool) -> str:
    letters = "".join(letter for flag, letter in _LETTERS if flags & flag)
    if flags & (CHECKABLE | CHECKED):
        letters += "x" if flags & CHECKED else "o"
    return letters + ("" if flags & ENABLED else "!") + ("" if is_on else "~")


def _centre(screen: Screen, index: int) -> str:
    left, top, right, bottom = screen.rows[index][LEFT:FLAGS]
    return f"{(left + right) // 2},{(top + bottom) // 2}"


@lru_cache(maxsize=1024)
def _kind(name: str | None, has_label: bool) -> str:
    kind = clean(name).rpartition(".")[2]
    return "" if (_TELLS_NOTHING_MORE if has_label else _TELLS_NOTHING).fullmatch(kind) else kind

"""A snapshot as the seam delivers it, read once.

The JSON, made in one pass by the phone (numbers only, but for the table of strings):

    {"snapshot": 17,                              its number; acts name it
     "display": [1080, 2400, 420, "portrait"],    width, height, density, orientation
     "foreground": ["com.example", ".Main"],      package and activity, "unknown" where not known
     "degraded": false,                           true: only the active window could be had
     "strings": [null, "android.widget.Button", …],   every string once; 0 stands for none
     "windows": [[id, type, package, title, layer, focused, first, count], …],
     "nodes": [[parent, class, text, desc, res_id, left, top, right, bottom, flags], …]}

Windows stand front to back. `type`, `package`, `title`, `class`, `text`, `desc`, `res_id` are places in `strings`; `focused` is 0
or 1. A window's nodes are `nodes[first : first + count]`, parents before children (pre-order), `parent` the place of the parent
in `nodes` or -1 for the root; `count` 0 is a window whose root the system did not give, or of a private app (package PRIVATE), of
which nothing else is told. `flags` is a sum of the bits below.
Window types are APPLICATION, INPUT_METHOD, SYSTEM, ACCESSIBILITY_OVERLAY, SPLIT_SCREEN_DIVIDER, MAGNIFICATION_OVERLAY.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from .. import codec
from ..device import Display, Foreground
from ..errors import ActionFailed

VISIBLE = 1
CLICKABLE = 2
LONG_CLICKABLE = 4
FOCUSABLE = 8
SCROLLABLE = 16
EDITABLE = 32
ENABLED = 64
CHECKABLE = 128
CHECKED = 256
SELECTED = 512
FOCUSED = 1024
PASSWORD = 2048
SHOWING_HINT = 4096

HIDDEN = "••••••••"
"""Stands for whatever a password field holds, from here on: nothing that reads a screen can tell it."""

PRIVATE = "private"
"""In place of the package of a private app, here and as the app in front; no real one is without a dot."""

PARENT, CLASS, TEXT, DESC, RES_ID, LEFT, TOP, RIGHT, BOTTOM, FLAGS = range(10)

Row = list[int]


@dataclass(frozen=True, slots=True)
class Window:
    id: int
    type: str
    package: str
    title: str
    layer: int
    focused: bool
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Screen:
    snapshot: int
    display: Display
    foreground: Foreground
    degraded: bool
    strings: list[str | None]
    windows: list[Window]
    rows: list[Row]
    ids: list[str] = field(default_factory=list)
    """The id of each row, once `ids.IdTable` has named them."""
    lines: list[str] = field(default_factory=list, repr=False, compare=False)
    """What an agent reads, once `tsv.render` has written it."""

    def string(self, index: int, column: int) -> str | None:
        return self.strings[self.rows[index][column]]

    def is_on(self, index: int) -> bool:
        """Is any of it to be seen? Android calls a node visible also where it lies beside the display."""
        _, _, _, _, _, left, top, right, bottom, flags = self.rows[index]
        if not flags & VISIBLE or left >= right or top >= bottom:
            return False
        return left < self.display.width and top < self.display.height and right > 0 and bottom > 0

    def ancestors(self, index: int) -> Iterator[int]:
        """From the parent up to the root."""
        while (index := self.rows[index][PARENT]) >= 0:
            yield index


def read(data: bytes) -> Screen:
    """The screen of a snapshot; ActionFailed where there is nothing to see."""
    raw = codec.loads(data)
    strings: list[str | None] = raw["strings"]
    windows = [
        Window(id, strings[type] or "", strings[package] or "", strings[title] or "", layer, bool(focused), first, count)
        for id, type, package, title, layer, focused, first, count in raw["windows"]
    ]
    if not windows:
        raise ActionFailed("No windows available and no active window root node")
    if not any(window.count or window.package == PRIVATE for window in windows):
        raise ActionFailed("All windows returned null root nodes")
    _hide_passwords(raw["nodes"], strings)
    return Screen(
        snapshot=raw["snapshot"],
        display=Display(*raw["display"]),
        foreground=Foreground(*raw["foreground"]),
        degraded=raw["degraded"],
        strings=strings,
        windows=windows,
        rows=raw["nodes"],
    )


def _hide_passwords(rows: list[Row], strings: list[str | None]) -> None:
    """Of such a field and what is in it. It goes from the table too, unless something else says the same."""
    if not [row for row in rows if row[FLAGS] & PASSWORD]:
        return
    inside: set[int] = set()
    held: set[int] = set()
    strings.append(HIDDEN)
    for index, row in enumerate(rows):
        if not (row[FLAGS] & PASSWORD or row[PARENT] in inside):
            continue
        inside.add(index)
        if strings[row[TEXT]] and not row[FLAGS] & SHOWING_HINT:
            held.add(row[TEXT])
            row[DESC] = 0 if row[DESC] == row[TEXT] else row[DESC]
            row[TEXT] = len(strings) - 1
    for place in held.difference(*(row[CLASS:LEFT] for row in rows)):
        strings[place] = None

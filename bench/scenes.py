"""Screens of any size, made like those of real apps: a status bar, a toolbar, a long list, a bar of tabs.

Recorded screens of real apps have 45 to 95 bytes a node (median 65) and tell of 45 to 95 nodes in 100 (median 73).
"""

from dataclasses import dataclass, field
from typing import Any

from handheld import codec
from handheld.screen.tree import CLICKABLE, ENABLED, FOCUSABLE, SCROLLABLE, VISIBLE

WIDTH, HEIGHT = 1080, 2400
SEEN = VISIBLE | ENABLED
BUTTON = SEEN | CLICKABLE | FOCUSABLE
ROW_NODES, ROW_HEIGHT = 7, 168
FRAME, LINEAR, LABEL, PICTURE, PUSH, LIST = (
    "android.widget.FrameLayout",
    "android.widget.LinearLayout",
    "android.widget.TextView",
    "android.widget.ImageView",
    "android.widget.ImageButton",
    "androidx.recyclerview.widget.RecyclerView",
)
EDITED = "Draft of person 2"
"""What one row says, and no other."""


def snapshot(nodes: int, scrolled: int = 0) -> bytes:
    """A screen of that many nodes, its list scrolled by some rows."""
    return _Scene().written(nodes, scrolled)


def numbered(data: bytes, number: int) -> bytes:
    """The same screen in another snapshot."""
    return b'{"snapshot":%d' % number + data[data.index(b",") :]


def edited(data: bytes, text: str) -> bytes:
    """The same screen with one text changed."""
    return data.replace(codec.dumps(EDITED), codec.dumps(text))


@dataclass
class _Scene:
    strings: dict[str | None, int] = field(default_factory=lambda: {None: 0})
    rows: list[list[int]] = field(default_factory=list)
    windows: list[list[int]] = field(default_factory=list)

    def written(self, nodes: int, scrolled: int) -> bytes:
        self._window(1, "APPLICATION", "com.example.mail", lambda: self._app(nodes - 6, scrolled))
        self._window(2, "SYSTEM", "com.android.systemui", self._status_bar)
        return codec.dumps({
            "snapshot": 1,
            "display": [WIDTH, HEIGHT, 420, "portrait"],
            "foreground": ["com.example.mail", ".Inbox"],
            "degraded": False,
            "strings": list(self.strings),
            "windows": self.windows,
            "nodes": self.rows,
        })  # fmt: skip

    def _window(self, id: int, type: str, package: str, fill: Any) -> None:
        first = len(self.rows)
        fill()
        names = [self._string(name) for name in (type, package, None)]
        self.windows.append([id, *names, 2 - id, int(id == 1), first, len(self.rows) - first])

    def _app(self, nodes: int, scrolled: int) -> None:
        root = self._node(-1, FRAME, (0, 0, WIDTH, HEIGHT))
        page = self._node(root, LINEAR, (0, 80, WIDTH, HEIGHT), res_id="content")
        self._toolbar(page)
        listed = self._node(page, LIST, (0, 248, WIDTH, 2230), res_id="messages", flags=SEEN | SCROLLABLE | FOCUSABLE)
        tabs = 13
        rows, rest = divmod(nodes - len(self.rows) - tabs, ROW_NODES)
        for row in range(rows):
            self._row(listed, row + scrolled, 248 + row * ROW_HEIGHT)
        for extra in range(rest):
            self._node(listed, LABEL, (0, 248, WIDTH, 300), text=f"Section {extra}", res_id="section")
        self._tabs(page)

    def _toolbar(self, page: int) -> None:
        bar = self._node(page, LINEAR, (0, 80, WIDTH, 248), res_id="toolbar")
        self._node(bar, LABEL, (40, 120, 500, 210), text="Inbox", res_id="title")
        for at, name in enumerate(("Search", "More options")):
            self._node(bar, PUSH, (800 + at * 140, 100, 940 + at * 140, 240), desc=name, flags=BUTTON)

    def _row(self, listed: int, number: int, top: int) -> None:
        inner = top + 20
        row = self._node(listed, LINEAR, (0, top, WIDTH, top + ROW_HEIGHT), res_id="message", flags=BUTTON)
        frame = self._node(row, FRAME, (20, inner, 160, inner + 130))
        self._node(frame, PICTURE, (30, inner, 150, inner + 120), desc=f"Picture of person {number}", res_id="sender")
        words = self._node(row, LINEAR, (180, inner, 900, inner + 130))
        self._node(words, LABEL, (180, inner, 900, inner + 60), text=f"Person {number}", res_id="name")
        usual = f"What person {number} wrote on day {number * 7919 % 1000}: shall we meet at the usual place?"
        said = EDITED if number == 2 else usual
        self._node(words, LABEL, (180, inner + 60, 900, inner + 130), text=said, res_id="preview")
        star = f"Star the message of person {number}"
        self._node(row, PUSH, (930, inner, 1050, inner + 120), desc=star, res_id="star", flags=BUTTON)

    def _tabs(self, page: int) -> None:
        bar = self._node(page, LINEAR, (0, 2230, WIDTH, HEIGHT), res_id="tabs")
        for at, name in enumerate(("Mail", "Chat", "Spaces", "Meet")):
            tab = self._node(bar, FRAME, (at * 270, 2230, at * 270 + 270, HEIGHT), desc=name, flags=BUTTON)
            self._node(tab, PICTURE, (at * 270 + 90, 2240, at * 270 + 180, 2320))
            self._node(tab, LABEL, (at * 270 + 60, 2320, at * 270 + 210, 2390), text=name, res_id="label")

    def _status_bar(self) -> None:
        root = self._node(-1, FRAME, (0, 0, WIDTH, 80))
        self._node(root, LABEL, (40, 10, 200, 70), text="12:34", res_id="clock")
        for at, name in enumerate(("Wi-Fi signal full", "Phone four bars", "Battery 80 percent", "Alarm set")):
            self._node(root, PICTURE, (700 + at * 80, 10, 760 + at * 80, 70), desc=name)

    def _node(
        self, parent: int, kind: str, bounds: tuple[int, int, int, int],
        text: str | None = None, desc: str | None = None, res_id: str | None = None, flags: int = SEEN,
    ) -> int:  # fmt: skip
        full = f"com.example.mail:id/{res_id}" if res_id else None
        named = [self._string(each) for each in (kind, text, desc, full)]
        self.rows.append([parent, *named, *bounds, flags])
        return len(self.rows) - 1

    def _string(self, value: str | None) -> int:
        return self.strings.setdefault(value, len(self.strings))

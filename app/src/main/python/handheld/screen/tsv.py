"""The screen as an agent reads it: a line for each element worth telling."""

from collections.abc import Iterator
from typing import ClassVar

from .clean import clean, clean_all
from .tree import (
    CLASS,
    CLICKABLE,
    EDITABLE,
    ENABLED,
    FLAGS,
    FOCUSABLE,
    LEFT,
    LONG_CLICKABLE,
    SCROLLABLE,
    VISIBLE,
    Row,
    Screen,
    Window,
)  # fmt: skip

NOTES = (
    "note:structural-only nodes are omitted from the tree",
    "note:certain elements are custom and will not be properly reported, if needed or if tools are not working as expected set "
    "include_screenshot=true to see the screen and take what you see into account",
    "note:flags: on=onscreen off=offscreen clk=clickable lclk=longClickable foc=focusable scr=scrollable edt=editable "
    "ena=enabled",
    "note:offscreen items require scroll_to_element before interaction",
)
DEGRADED = "note:DEGRADED — multi-window API unavailable, showing rootInActiveWindow only"
COLUMNS = "id\tclass\ttext\tdesc\tres_id\tbounds\tflags"

_MAX_CHARACTERS = 100
_TRUNCATED = "...truncated"
_MOST_NUMBERS = 20_000
_ACTIONABLE = CLICKABLE | LONG_CLICKABLE | SCROLLABLE | EDITABLE
_FLAG_NAMES = (
    (CLICKABLE, "clk"), (LONG_CLICKABLE, "lclk"), (FOCUSABLE, "foc"), (SCROLLABLE, "scr"), (EDITABLE, "edt"), (ENABLED, "ena"),
)  # fmt: skip


def render(screen: Screen) -> str:
    if not screen.lines:
        screen.lines[:] = _lines(screen)
    return "\n".join(screen.lines)


def _lines(screen: Screen) -> list[str]:
    display = screen.display
    lines = [*NOTES]
    if screen.degraded:
        lines.append(DEGRADED)
    lines.append(f"screen:{display.width}x{display.height} density:{display.density} orientation:{display.orientation}")
    cells = _Cells(screen)
    for window in screen.windows:
        lines.append(_header(screen, window))
        lines.append(COLUMNS)
        lines += cells.rows(window)
    return lines


def told(screen: Screen, window: Window) -> Iterator[int]:
    """The rows of a window that have a line."""
    said = clean_all(screen.strings)
    for index in range(window.first, window.first + window.count):
        _, _, text, desc, res_id, *_, flags = screen.rows[index]
        if said[text] or said[desc] or said[res_id] or flags & _ACTIONABLE:
            yield index


class _Cells:
    """What a line is put together from, each made once, with the tab or comma that stands there. This is where the time goes on
    a large screen, so nothing is called for a line but `append`."""

    _edges: ClassVar[dict[int, str]] = {}
    _bottoms: ClassVar[dict[int, str]] = {}
    _on: ClassVar[dict[int, str]] = {}
    _off: ClassVar[dict[int, str]] = {}
    """Flags in words, of elements that lie on the display and of others."""

    def __init__(self, screen: Screen):
        self._screen = screen
        texts = clean_all(screen.strings)
        self._blank = {place for place, text in enumerate(texts) if place and not text} if texts.count("") > 1 else set()
        self._full = [f"{text or '-'}\t" for text in texts]
        self._short = [
            text if len(text) <= _MAX_CHARACTERS + 1 else f"{text[:_MAX_CHARACTERS]}{_TRUNCATED}\t" for text in self._full
        ]
        classes = {row[CLASS] for row in screen.rows}
        self._classes = {place: f"\t{texts[place].rpartition('.')[2] or '-'}\t" for place in classes}
        if len(self._edges) > _MOST_NUMBERS:
            self._edges.clear()
            self._bottoms.clear()

    def rows(self, window: Window) -> list[str]:
        full, short, classes, edges, bottoms = self._full, self._short, self._classes, self._edges, self._bottoms
        on, off, width, height = self._on, self._off, self._screen.display.width, self._screen.display.height
        span = slice(window.first, window.first + window.count)
        rows = self._screen.rows[span]
        if self._blank:
            rows = [[0 if CLASS < at < LEFT and value in self._blank else value for at, value in enumerate(row)] for row in rows]
        lines: list[str] = []
        append = lines.append
        for id, row in zip(self._screen.ids[span], rows, strict=True):
            _, kind, text, desc, res_id, left, top, right, bottom, flags = row
            if text or desc or res_id or flags & _ACTIONABLE:
                words = on if 0 < right > left < width and 0 < bottom > top < height else off
                try:
                    bounds = f"{edges[left]}{edges[top]}{edges[right]}{bottoms[bottom]}{words[flags]}"
                except KeyError:
                    self._learn(row)
                    bounds = f"{left},{top},{right},{bottom}\t{words[flags]}"
                append(f"{id}{classes[kind]}{short[text]}{short[desc]}{full[res_id]}{bounds}")
        return lines

    def _learn(self, row: Row) -> None:
        """So that the next line with the same flags and numbers need not be told again."""
        for number in row[LEFT:FLAGS]:
            self._edges[number] = f"{number},"
            self._bottoms[number] = f"{number}\t"
        flags = row[FLAGS]
        able = [name for flag, name in _FLAG_NAMES if flags & flag]
        self._on[flags] = ",".join(["on" if flags & VISIBLE else "off", *able])
        self._off[flags] = ",".join(["off", *able])


def activity(screen: Screen, window: Window) -> str | None:
    """Only the app in front has one that is known."""
    front = screen.foreground
    if window.focused and window.type == "APPLICATION" and window.package == front.package and front.activity != "unknown":
        return front.activity or None
    return None


def _header(screen: Screen, window: Window) -> str:
    name = activity(screen, window)
    shown = f"activity:{clean(name)} " if name else ""
    return (
        f"--- window:{window.id} type:{window.type} pkg:{clean(window.package) or 'unknown'} "
        f"title:{clean(window.title) or 'unknown'} {shown}layer:{window.layer} focused:{str(window.focused).lower()} ---"
    )

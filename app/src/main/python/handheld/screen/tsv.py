"""The screen as an agent reads it: a line for each element worth telling."""

from collections.abc import Iterator

from .clean import clean
from .tree import CLICKABLE, EDITABLE, ENABLED, FOCUSABLE, LONG_CLICKABLE, SCROLLABLE, VISIBLE, Screen, Window

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
_ACTIONABLE = CLICKABLE | LONG_CLICKABLE | SCROLLABLE | EDITABLE
_FLAGS = (
    (CLICKABLE, "clk"), (LONG_CLICKABLE, "lclk"), (FOCUSABLE, "foc"), (SCROLLABLE, "scr"), (EDITABLE, "edt"), (ENABLED, "ena"),
)  # fmt: skip


class _FlagNames(dict[int, str]):
    """The flags column, by flags; those that are not told do not matter."""

    def __missing__(self, flags: int) -> str:
        names = ["on" if flags & VISIBLE else "off"] + [name for flag, name in _FLAGS if flags & flag]
        self[flags] = ",".join(names)
        return self[flags]


_flag_names = _FlagNames()


class _ClassNames(dict[int, str]):
    """The class column, by the place of the class among the strings."""

    def __init__(self, strings: list[str | None]):
        self._strings = strings

    def __missing__(self, place: int) -> str:
        self[place] = clean(self._strings[place]).rpartition(".")[2] or "-"
        return self[place]


def render(screen: Screen) -> str:
    display = screen.display
    lines = [*NOTES]
    if screen.degraded:
        lines.append(DEGRADED)
    lines.append(f"screen:{display.width}x{display.height} density:{display.density} orientation:{display.orientation}")
    full = [clean(text) for text in screen.strings]
    for window in screen.windows:
        lines.append(_header(screen, window))
        lines.append(COLUMNS)
        lines += _rows(screen, window, full)
    return "\n".join(lines)


def told(screen: Screen, window: Window) -> Iterator[int]:
    """The rows of a window that have a line."""
    full = [clean(text) for text in screen.strings]
    for index in range(window.first, window.first + window.count):
        _, _, text, desc, res_id, *_, flags = screen.rows[index]
        if full[text] or full[desc] or full[res_id] or flags & _ACTIONABLE:
            yield index


def _rows(screen: Screen, window: Window, full: list[str]) -> list[str]:
    """The lines of a window. All that a line needs of a string is made once, and nothing is called for a row: this is where the
    time goes on a large screen."""
    width, height = screen.display.width, screen.display.height
    names, classes = _flag_names, _ClassNames(screen.strings)
    cells = [text or "-" for text in full]
    short = [text if len(text) <= _MAX_CHARACTERS else text[:_MAX_CHARACTERS] + "...truncated" for text in cells]
    span = slice(window.first, window.first + window.count)
    lines = []
    for id, row in zip(screen.ids[span], screen.rows[span], strict=True):
        _, kind, text, desc, res_id, left, top, right, bottom, flags = row
        if full[text] or full[desc] or full[res_id] or flags & _ACTIONABLE:
            if flags & VISIBLE and not (0 < right > left < width and 0 < bottom > top < height):
                flags -= VISIBLE
            lines.append(
                f"{id}\t{classes[kind]}\t{short[text]}\t{short[desc]}\t{cells[res_id]}\t{left},{top},{right},{bottom}\t{names[flags]}"
            )
    return lines


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

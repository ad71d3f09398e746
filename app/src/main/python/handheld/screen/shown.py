"""A screen as it is shown: in full or compact, all of it or what was asked for."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..errors import ElementNotFound, InvalidArguments
from . import lean, tsv
from .clean import clean
from .find import By, matches
from .page import Page, Section
from .tree import Screen, Window

_SOUGHT: tuple[By, ...] = ("text", "content_desc", "resource_id")
_DEGRADED = "only the active window could be read"


@dataclass(frozen=True, slots=True)
class Shown:
    page: Page
    marks: list[tuple[int, str]]
    """The rows that have a line, and how they are labelled in a picture."""


@dataclass(frozen=True, slots=True)
class Part:
    """What was asked for of a screen: one window, what matches a query, or with neither all."""

    window: int | None = None
    query: str | None = None

    def windows(self, screen: Screen) -> list[Window]:
        found = [window for window in screen.windows if self.window in (None, window.id)]
        if found:
            return found
        there = ", ".join(f"{window.id} ({clean(window.package) or window.type})" for window in screen.windows)
        raise ElementNotFound(f"Window {self.window} is not on the screen. There are: {there}")

    def rows(self, screen: Screen) -> set[int] | None:
        """Those that match, in the way of find_elements; None for all."""
        if self.query is None:
            return None
        if not clean(self.query):
            raise InvalidArguments("Invalid argument 'query': it has no visible character")
        return {index for by in _SOUGHT for index in matches(screen, by, self.query, exact=False)}

    def note(self, sections: dict[int, Section]) -> tuple[str, ...]:
        return () if sections or self.query is None else (f"no element matches '{clean(self.query)}'",)


def full(screen: Screen, part: Part) -> Shown:
    """The text of `tsv.render`, or a part of it."""
    text = tsv.render(screen).split("\n")
    wanted, sought = part.windows(screen), part.rows(screen)
    start = next(place for place, line in enumerate(text) if line.startswith("--- "))
    head, lines = text[:start], iter(text[start:])
    sections: dict[int, Section] = {}
    marks: list[tuple[int, str]] = []
    for window in screen.windows:
        window_head = (next(lines), next(lines))
        rows = [(index, next(lines)) for index in tsv.told(screen, window)]
        found = [(index, line) for index, line in rows if sought is None or index in sought] if window in wanted else []
        if found or (sought is None and window in wanted):
            sections[window.id] = Section(window_head, {screen.ids[index]: line for index, line in found})
            marks += [(index, screen.ids[index].split("_")[1]) for index, _ in found]
    return Shown(Page((*head, *(f"note:{note}" for note in part.note(sections))), sections), marks)


def compact(screen: Screen, part: Part, short_ids: Callable[[Sequence[int]], list[str]]) -> Shown:
    """The lines of `lean.lines`, under the short ids of these rows."""
    found = list(_lean(screen, part))
    rows = [line.index for _, lines in found for line in lines]
    ids = dict(zip(rows, short_ids(rows), strict=True))
    sections = {
        window.id: Section((_header(window),), {ids[line.index]: f"{ids[line.index]}\t{line.cells}" for line in lines})
        for window, lines in found
    }
    head = f"{screen.display.width}x{screen.display.height}"
    degraded = (_DEGRADED,) if screen.degraded else ()
    return Shown(Page((head, *degraded, *part.note(sections)), sections), list(ids.items()))


def _lean(screen: Screen, part: Part) -> Iterator[tuple[Window, list[lean.Line]]]:
    """Windows with their lines. One that says nothing is told of only if it has the focus, or was asked for."""
    every, sought = lean.lines(screen), part.rows(screen)
    for window in part.windows(screen):
        lines = [line for line in every[window.id] if sought is None or line.holds & sought]
        if lines or (sought is None and (window.focused or window.id == part.window)):
            yield window, lines


def _header(window: Window) -> str:
    kind = "" if window.type == "APPLICATION" else window.type
    said = (f"--- {window.id}{'*' if window.focused else ''}", kind, clean(window.package), clean(window.title))
    return " ".join(filter(None, said))

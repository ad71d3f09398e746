"""What each client was shown: short ids of elements, and pages that it can be told the changes of.

A client is known by its token and program only, so several sessions may look like one. That is why a short id or a revision is
a number that was never given before: whoever holds it, it means that element or that page, or nothing any more.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple

from .numbers import Numbers
from .page import Page
from .rows import Titles

Who = tuple[str, str]
"""The name of a client's token, and its program."""
NOBODY: Who = ("", "")

_ELEMENTS = 20_000
_CHARACTERS = 4_000_000
"""How much is remembered of what was shown last, to all clients together: elements, and the text of pages."""

Keys = Callable[[Sequence[str]], Iterable[int | None]]
"""From ids to what they are made of: an id may come to mean another element when the first is long forgotten."""


class Element(NamedTuple):
    """What a short id means: an element as this client was shown it."""

    who: Who
    id: str
    key: int | None
    titles: Titles


class Readers:
    def __init__(self, numbers: Numbers, keys: Keys) -> None:
        self._numbers = numbers
        self._keys = keys
        self._elements: OrderedDict[str, Element] = OrderedDict()
        """By short id."""
        self._short_ids: dict[Element, str] = {}
        self._pages: OrderedDict[tuple[Who, Hashable], _Known] = OrderedDict()
        self._characters = 0
        self._lock = threading.Lock()

    def short_ids(self, who: Who, ids: Sequence[str], titles: Sequence[Titles]) -> list[str]:
        """A number for each element: the one that it was shown with before, or a new one."""
        elements = list(map(Element, [who] * len(ids), ids, self._keys(ids), titles))
        with self._lock:
            shown = [self._short_id(element) for element in elements]
            while len(self._elements) > max(_ELEMENTS, len(ids)):
                del self._short_ids[self._elements.popitem(last=False)[1]]
        return shown

    def _short_id(self, element: Element) -> str:
        short_id = self._short_ids.get(element) or self._short_ids.setdefault(element, str(self._numbers.take()))
        self._elements[short_id] = element
        self._elements.move_to_end(short_id)
        return short_id

    def shown(self, who: Who, short_id: str) -> Element | None:
        """The element that this client was shown with this number, as it was then."""
        with self._lock:
            element = self._elements.get(short_id)
        if element is None or element.who != who or element.key is None or [element.key] != list(self._keys([element.id])):
            return None
        return element

    def show(self, who: Who, view: Hashable, page: Page, changes_only: bool) -> str:
        """The page, or its changes since this client was last shown the same view, with the number of its revision."""
        with self._lock:
            before = self._pages.pop((who, view), None)
            now = before if before and before.page == page else _Known(self._numbers.take(), page)
            self._pages[who, view] = now
            self._characters += now.page.size - (before.page.size if before else 0)
            while self._characters > _CHARACTERS and len(self._pages) > 1:
                self._characters -= self._pages.popitem(last=False)[1].page.size
        if now is before and changes_only:
            return f"r{now.revision} unchanged"
        changes = page.changes(before.page) if before and changes_only else None
        if before is None or changes is None:
            return "\n".join([f"r{now.revision}", *page.whole()])
        return "\n".join([f"r{now.revision} changes since r{before.revision}", *changes])


class _Known(NamedTuple):
    revision: int
    page: Page

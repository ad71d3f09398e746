"""What each client was shown: short ids of elements, and pages that it can be told the changes of.

A client is known by its token and program only, so several sessions may look like one. That is why a short id or a revision is
a number that was never given before: whoever holds it, it means that element or that page, or nothing any more.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from .numbers import Numbers
from .page import Page

Who = tuple[str, str]
"""The name of a client's token, and its program."""
NOBODY: Who = ("", "")

_READERS = 64
_ELEMENTS = 5000
_PAGES = 8
"""How many are remembered: clients, and of each the elements and pages that it was shown last."""

Keys = Callable[[Sequence[str]], Iterable[int | None]]
"""From ids to what they are made of: an id may come to mean another element when the first is long forgotten."""
K = TypeVar("K")
V = TypeVar("V")


class Readers:
    def __init__(self, numbers: Numbers, keys: Keys) -> None:
        self._numbers = numbers
        self._keys = keys
        self._readers: OrderedDict[Who, _Reader] = OrderedDict()
        self._lock = threading.Lock()

    def short_ids(self, who: Who, ids: Sequence[str]) -> list[str]:
        """A number for each element: the one that it was shown with before, or a new one."""
        elements = list(map(_Element, ids, self._keys(ids)))
        with self._lock:
            reader = self._reader(who)
            numbers = [reader.number(element) or reader.add(element, self._numbers.take()) for element in elements]
            reader.forget(max(_ELEMENTS, len(ids)))
        return [str(number) for number in numbers]

    def element_id(self, who: Who, short_id: str) -> str | None:
        """The id of the element that this client was shown with this number, unless it is long forgotten."""
        with self._lock:
            reader = self._readers.get(who)
            element = reader.elements.get(short_id) if reader else None
        if element is None or element.key is None or [element.key] != list(self._keys([element.id])):
            return None
        return element.id

    def show(self, who: Who, view: Hashable, page: Page, changes_only: bool) -> str:
        """The page, or its changes since this client was last shown the same view, with the number of its revision."""
        with self._lock:
            pages = self._reader(who).pages
            before = pages.get(view)
            if before is None or before.page != page:
                pages[view] = _Known(self._numbers.take(), page)
            revision = f"r{pages[view].revision}"
            pages.move_to_end(view)
            _keep_last(pages, _PAGES)
        if not changes_only or before is None:
            return "\n".join([revision, *page.whole()])
        if before.page == page:
            return f"{revision} unchanged"
        changes = page.changes(before.page)
        if changes is None:
            return "\n".join([revision, *page.whole()])
        return "\n".join([f"{revision} changes since r{before.revision}", *changes])

    def _reader(self, who: Who) -> "_Reader":
        reader = self._readers.setdefault(who, _Reader())
        self._readers.move_to_end(who)
        _keep_last(self._readers, _READERS)
        return reader


class _Element(NamedTuple):
    id: str
    key: int | None


class _Known(NamedTuple):
    revision: int
    page: Page


class _Reader:
    def __init__(self) -> None:
        self.elements: dict[str, _Element] = {}
        """By short id."""
        self.pages: OrderedDict[Hashable, _Known] = OrderedDict()
        self._numbers: OrderedDict[_Element, int] = OrderedDict()

    def number(self, element: _Element) -> int | None:
        number = self._numbers.get(element)
        if number is not None:
            self._numbers.move_to_end(element)
        return number

    def add(self, element: _Element, number: int) -> int:
        self._numbers[element] = number
        self.elements[str(number)] = element
        return number

    def forget(self, most: int) -> None:
        for number in _keep_last(self._numbers, most):
            del self.elements[str(number)]


def _keep_last(known: OrderedDict[K, V], most: int) -> list[V]:
    """Drops the oldest, and gives them back."""
    return [known.popitem(last=False)[1] for _ in range(len(known) - most)]

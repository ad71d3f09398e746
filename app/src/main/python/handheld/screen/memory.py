"""What was last seen on the screen, and how an element is found again from its id."""

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from ..device import Device
from ..errors import ActionFailed, ElementNotFound, StaleNode
from . import tree
from .ids import IdTable
from .numbers import Numbers
from .readers import NOBODY, Readers, Who
from .rows import Rows
from .tree import Screen

T = TypeVar("T")

_NUMBER = re.compile(rb'\{"snapshot": ?(\d+),')
_KEPT_SCREENS = 4

_ABLE = {tree.CLICKABLE: "clickable", tree.LONG_CLICKABLE: "long-clickable", tree.EDITABLE: "editable"}


class Memory:
    def __init__(self, device: Device, numbers: Numbers | None = None) -> None:
        self._device = device
        self._table = IdTable()
        self.readers = Readers(numbers or Numbers(), self._keys)
        self._screens: OrderedDict[int, Screen] = OrderedDict()
        self._body = b""
        self._touched = False
        self._lock = threading.Lock()

    def look(self) -> Screen:
        """The screen now, with the ids of its elements."""
        with self._lock:
            data = self._device.snapshot()
            screen = self._same(data) or self._read(data)
            self._screens[screen.snapshot] = screen
            self._screens.move_to_end(screen.snapshot)
            while len(self._screens) > _KEPT_SCREENS:
                self._screens.popitem(last=False)
            self._touched = False
            return screen

    def _same(self, data: bytes) -> Screen | None:
        """A screen that has not changed but for the number of the snapshot need not be read again."""
        number = _NUMBER.match(data)
        if number is None or data[number.end() :] != self._body or not self._screens:
            return None
        return replace(self._last(), snapshot=int(number[1]))

    def _read(self, data: bytes) -> Screen:
        screen = tree.read(data)
        screen.ids.extend(self._table.name(screen))
        number = _NUMBER.match(data)
        self._body = data[number.end() :] if number else b""
        return screen

    def _last(self) -> Screen:
        return next(reversed(self._screens.values()))

    def touched(self) -> None:
        """Something was done to the screen: what was last seen may be gone."""
        self._touched = True

    def flags(self, snapshot: int, index: int) -> int:
        """The flags of a node of a recent snapshot."""
        screen = self._screens.get(snapshot)
        return screen.rows[index][tree.FLAGS] if screen else 0

    def short_ids(self, screen: Screen, rows: Sequence[int], who: Who) -> list[str]:
        """Numbers by which this client may call these elements from now on."""
        titles = Rows(screen)
        return self.readers.short_ids(who, [screen.ids[index] for index in rows], [titles.titles(index) for index in rows])

    def _keys(self, ids: Sequence[str]) -> list[int | None]:
        with self._lock:
            return [self._table.key_of(element_id) for element_id in ids]

    def places(self, screen: Screen, element_ids: Sequence[str], who: Who) -> list[int | None]:
        """The rows of the elements that this client calls so; None where one is not there, or another may be in its place."""
        known = [self.readers.shown(who, element_id) if element_id.isdecimal() else None for element_id in element_ids]
        rows = Rows(screen) if any(known) else None
        index_of = {element_id: index for index, element_id in enumerate(screen.ids)}
        found: list[int | None] = []
        for element_id, shown in zip(element_ids, known, strict=True):
            index = index_of.get(shown.id if shown else element_id)
            is_another = rows is not None and shown is not None and index is not None and rows.titles(index) != shown.titles
            found.append(None if is_another else index)
        return found

    def find(self, screen: Screen, element_id: str, who: Who = NOBODY) -> int:
        """The row of an element; ElementNotFound saying what to do."""
        (index,) = self.places(screen, [element_id], who)
        if index is not None:
            return index
        shown = self.readers.shown(who, element_id)
        if element_id.isdecimal() and shown is None:
            raise ElementNotFound(
                f"Element '{element_id}' is not known. A short id is good for the client that was shown it, while the server "
                "runs. Call get_screen_state for the ids that are good now."
            )
        full_id = shown.id if shown else element_id
        if full_id in screen.ids:
            raise ElementNotFound(
                f"Element '{element_id}' may be another one now: it or a row around it says something else than when it was "
                "shown. Call get_screen_state to see what is there now."
            )
        with self._lock:
            was_there = self._table.knows(full_id)
        if was_there:
            raise ElementNotFound(
                f"Element '{element_id}' is not on the screen any more. Call get_screen_state to see what is there now."
            )
        raise ElementNotFound(
            f"Element '{element_id}' not found. Take an element id from get_screen_state or find_elements, which show the "
            "screen as it is now."
        )

    def act(self, element_id: str, action: Callable[[int, int], T], needs: int = 0, who: Who = NOBODY) -> T:
        """Does something to an element: `action` takes the snapshot and the place of the node in it. The screen is looked at
        only if it must be; an element that has changed since is found again and tried once more. `needs` is a flag that the
        element must have, `who` the client that names it."""
        known = self._trusted(element_id, needs, who)
        if known is not None:
            try:
                return action(*known)
            except StaleNode:
                pass
        screen = self.look()
        index = self.find(screen, element_id, who)
        _require(screen, index, needs, element_id)
        try:
            return action(screen.snapshot, index)
        except StaleNode:
            raise ElementNotFound(
                f"Element '{element_id}' changes while it is acted on. Call wait_for_idle, then get_screen_state, and try again."
            ) from None

    def _trusted(self, element_id: str, needs: int, who: Who) -> tuple[int, int] | None:
        """The element on the last screen, if that is good enough to act on. The phone refuses a node that says something else
        now; where another says the same, a row that was put in its place would not be noticed, so after a touch we look again."""
        with self._lock:
            if not self._screens:
                return None
            screen, touched = self._last(), self._touched
        (index,) = self.places(screen, [element_id], who)
        if index is None:
            return None
        row = screen.rows[index]
        if row[tree.FLAGS] & needs != needs:
            return None
        if touched and (not (row[tree.TEXT] or row[tree.DESC]) or _says_the_same(screen, index)):
            return None
        return screen.snapshot, index


def _says_the_same(screen: Screen, index: int) -> bool:
    said = screen.rows[index][tree.CLASS : tree.LEFT]
    return sum(row[tree.CLASS : tree.LEFT] == said for row in screen.rows) > 1


def _require(screen: Screen, index: int, needs: int, element_id: str) -> None:
    if screen.rows[index][tree.FLAGS] & needs == needs:
        return
    message = f"Element '{element_id}' is not {_ABLE[needs]}"
    for outer in screen.ancestors(index):
        if screen.rows[outer][tree.FLAGS] & needs:
            raise ActionFailed(f"{message}, but '{screen.ids[outer]}', which it is part of, is")
    raise ActionFailed(message)

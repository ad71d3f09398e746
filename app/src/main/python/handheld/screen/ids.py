"""Ids that stay with an element while it lives.

An element's key is its parent's key and its kind (class and resource id); among siblings of one kind, and in lists, also what
it says. The id is made of the key, so the same tree gets the same ids at any time and anywhere. An element whose key has
changed since the last screen (another text, a new sibling) is recognised by its neighbours and keeps the key it had.
"""

import sys
from array import array
from collections import OrderedDict
from itertools import islice
from zlib import crc32

from .recognition import Recognition
from .siblings import Tree
from .tree import Screen

_REMEMBERED_WINDOWS = 32
_REMEMBERED_ELEMENTS = 10_000
"""Of each window, besides those on the screen."""


class IdTable:
    """The ids of one phone's elements. Remembers the last screens of each window."""

    def __init__(self) -> None:
        self._windows: OrderedDict[int, _WindowIds] = OrderedDict()

    def name(self, screen: Screen) -> list[str]:
        """An id for each row of the screen."""
        ids = [""] * len(screen.rows)
        for window in screen.windows:
            if window.count:
                names = self._windows.setdefault(window.id, _WindowIds(window.id))
                self._windows.move_to_end(window.id)
                ids[window.first : window.first + window.count] = names.name(Tree(screen, window))
        while len(self._windows) > max(_REMEMBERED_WINDOWS, len(screen.windows)):
            self._windows.popitem(last=False)
        return ids

    def knows(self, element_id: str) -> bool:
        """Was this the id of an element on a recent screen?"""
        return any(element_id in window.taken for window in self._windows.values())


class _WindowIds:
    def __init__(self, window_id: int) -> None:
        self._suffix = f"_w{window_id}"
        self._seed = crc32(self._suffix.encode())
        self._last: Tree | None = None
        self._older: dict[int, int] = {}
        """What `Tree.canon` was on earlier screens."""
        self._names: dict[int, str] = {}
        self.taken: dict[str, int] = {}
        """From an id to the key of its element."""

    def name(self, tree: Tree) -> list[str]:
        self._find_keys(tree)
        if self._last is not None and tree.keys != self._last.keys:
            self._older |= self._last.canon
        self._last = tree
        if len(self._older) > _REMEMBERED_ELEMENTS + 4 * len(tree.keys):
            self._forget(tree)
        names = self._names
        self._add_names([key for key in tree.keys if key not in names])
        return [names[key] for key in tree.keys]

    def _find_keys(self, tree: Tree) -> None:
        """Runs for every element of every screen: all that can be is prepared, and nothing is called that need not be."""
        last, older = self._last, self._older
        known = last.canon if last else {}
        kinds, extra = tree.kinds, tree.extras.get
        root = crc32(tree.kind(0), self._seed)
        keys, now = tree.keys, [root]
        keys.append(root)
        settled: dict[int, int] = {}
        for place, (parent, name, res_id) in enumerate(islice(tree.marks, 1, None), start=1):
            key = crc32(kinds[name][res_id], keys[parent])
            more = extra(place)
            if more is not None:
                key = crc32(more, key)
            kept = known.get(key)
            if kept is None:
                if last and place not in settled and keys[parent] in last.places:
                    settled |= self._settle(last, tree, parent)
                kept = settled.get(place) or older.get(key, key)
            keys.append(kept)
            now.append(key)
        if len(set(keys)) < len(keys):
            keys[:] = _distinct(keys)
        tree.canon = dict(zip(reversed(now), reversed(keys), strict=True))

    def _settle(self, last: Tree, tree: Tree, parent: int) -> dict[int, int]:
        """The keys that siblings keep, some of whom are new or have changed. A key stays among the children of one parent, so
        no one else lays claim to it."""
        claims = _Claims(tree.keys_now(parent))
        claims.add_alike(last.canon)
        recognition = Recognition(tree, last, parent, last.places[tree.keys[parent]])
        claims.add(recognition.alike(claims.kept))
        claims.add_alike(self._older)
        claims.add(recognition.changed(claims.kept))
        return dict(zip(tree.kids[parent], claims.complete(), strict=True))

    def _add_names(self, keys: list[int]) -> None:
        """The id is the last digits of the key: four, or more where these are taken."""
        digits = array("I", keys)
        if sys.byteorder == "little":
            digits.byteswap()
        digit, suffix = digits.tobytes().hex(), self._suffix
        names, taken = self._names, self.taken
        for end, key in zip(range(8, 8 * len(keys) + 1, 8), keys, strict=True):
            name = f"node_{digit[end - 4 : end]}{suffix}"
            if taken.setdefault(name, key) != key:
                longer = (f"node_{digit[end - length : end]}{suffix}" for length in range(5, 9))
                name = next(name for name in longer if taken.setdefault(name, key) == key)
            names[key] = name

    def _forget(self, tree: Tree) -> None:
        recent = islice(reversed(self._older.items()), _REMEMBERED_ELEMENTS // 2)
        self._older = dict(reversed(list(recent)))
        alive = {*tree.keys, *self._older.values()}
        self._names = {key: name for key, name in self._names.items() if key in alive}
        self.taken = {name: key for key, name in self._names.items()}


class _Claims:
    """Which key each of some siblings keeps, by its place among them. No two keep the same."""

    def __init__(self, now: list[int]):
        self._now = now
        self.kept: dict[int, int] = {}
        self._used: set[int] = set()

    def add(self, found: dict[int, int]) -> None:
        for place, key in found.items():
            if place not in self.kept and key not in self._used:
                self.kept[place] = key
                self._used.add(key)

    def add_alike(self, canon: dict[int, int]) -> None:
        """An element that is in all like one of an earlier screen is that one."""
        self.add({place: canon[key] for place, key in enumerate(self._now) if key in canon})

    def complete(self) -> list[int]:
        """The others are new, and keep the key that they have now."""
        for place, key in enumerate(self._now):
            while place not in self.kept and key in self._used:
                key = _next(key)
            self.add({place: key})
        return [self.kept[place] for place in range(len(self._now))]


def _distinct(keys: list[int]) -> list[int]:
    """Two elements far apart may come to the same key, for a key has only 32 bits."""
    seen: dict[int, None] = {}
    for key in keys:
        while key in seen:
            key = _next(key)
        seen[key] = None
    return list(seen)


def _next(key: int) -> int:
    return crc32(b"+", key)

"""Ids that stay with an element while it lives.

An element's key is its parent's key and its kind (class and resource id); among siblings of one kind, and in lists, also what
it says. The id is made of the key, so the same tree gets the same ids at any time and anywhere. An element whose key has
changed since the last screen (another text, a new sibling) is recognised by its neighbours and keeps the key it had.
"""

import sys
from array import array
from collections import OrderedDict
from itertools import compress, count, filterfalse, islice
from operator import ne
from zlib import crc32

from .recognition import Recognition
from .siblings import Tree
from .tree import Screen, Window

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
                ids[window.first : window.first + window.count] = names.name(screen, window)
        while len(self._windows) > max(_REMEMBERED_WINDOWS, len(screen.windows)):
            self._windows.popitem(last=False)
        return ids

    def knows(self, element_id: str) -> bool:
        """Was this the id of an element on a recent screen?"""
        return self.key_of(element_id) is not None

    def key_of(self, element_id: str) -> int | None:
        """The key of the element on a recent screen that had this id."""
        keys = (window.taken.get(element_id) for window in self._windows.values())
        return next((key for key in keys if key is not None), None)


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

    def name(self, screen: Screen, window: Window) -> list[str]:
        last = self._last
        tree = self._last = Tree(screen, window, last)
        self._find_keys(tree, last)
        if last is not None and tree.keys == last.keys:
            tree.names = last.names
            return tree.names
        if len(set(tree.keys)) < len(tree.keys):
            tree.keys = _distinct(tree.keys)
        self._older |= last.canon if last else {}
        if len(self._older) > _REMEMBERED_ELEMENTS + 4 * len(tree.keys):
            self._forget(tree)
        tree.names = self._names_of(tree.keys)
        return tree.names

    def _names_of(self, keys: list[int]) -> list[str]:
        names = self._names
        if not names:
            return self._new_names(keys)
        self._new_names(list(filterfalse(names.__contains__, keys)))
        return list(map(names.__getitem__, keys))

    def _find_keys(self, tree: Tree, last: Tree | None) -> None:
        root = crc32(tree.kinds[0], self._seed)
        if last is None:
            tree.now = tree.keys = tree.new_keys(root)
        elif tree.parents != last.parents or root != last.keys[0]:
            tree.now, tree.keys = [root], [root]
            self._find_known_keys(tree, last, {})
        elif tree.traits == last.traits:
            tree.now, tree.keys = last.now, last.keys
        else:
            self._find_known_keys(tree, last, self._keep_keys(tree, last))

    def _keep_keys(self, tree: Tree, last: Tree) -> dict[int, int]:
        """Most often some texts have changed and nothing else: then only these are looked at. Up to the first element that is
        another now, all have the keys that they had."""
        keys, now = last.keys.copy(), last.now.copy()
        tree.keys, tree.now = keys, now
        settled: dict[int, int] = {}
        for place in tree.differing(last):
            parent = tree.parents[place]
            now[place] = crc32(tree.traits[place], keys[parent])
            kept = last.canon.get(now[place])
            if kept is None:
                if place not in settled:
                    settled |= self._settle(last, parent, tree, parent)
                kept = settled[place]
            if kept != keys[place]:
                del keys[place:], now[place:]
                break
        return settled

    def _find_known_keys(self, tree: Tree, last: Tree, settled: dict[int, int]) -> None:
        """Runs for every element of every screen: all that can be is prepared, and nothing is called that need not be."""
        known, older, keys, now = last.canon.get, self._older, tree.keys, tree.now
        for parent, trait in tree.below(len(keys)):
            key = crc32(trait, keys[parent])
            kept = known(key)
            if kept is None:
                place = len(keys)
                if place not in settled and keys[parent] in last.places:
                    settled |= self._settle(last, last.places[keys[parent]], tree, parent)
                kept = settled.get(place) or older.get(key, key)
            keys.append(kept)
            now.append(key)

    def _settle(self, last: Tree, old_parent: int, tree: Tree, parent: int) -> dict[int, int]:
        """The keys that siblings keep, some of whom are new or have changed. A key stays among the children of one parent, so
        no one else lays claim to it."""
        claims = _Claims(tree.keys_under(parent))
        claims.add_alike(last.canon)
        recognition = Recognition(tree, last, parent, old_parent)
        claims.add(recognition.alike(claims.kept))
        claims.add_alike(self._older)
        claims.add(recognition.changed(claims.kept))
        return dict(zip(tree.kids[parent], claims.complete(), strict=True))

    def _new_names(self, keys: list[int]) -> list[str]:
        """The id is the last digits of the key: four, or more where these are taken."""
        digits = array("I", keys)
        if sys.byteorder == "little":
            digits.byteswap()
        fours = array("H", digits.tobytes())[1::2].tobytes().hex(" ", 2)
        names = f"node_{fours.replace(' ', f'{self._suffix} node_')}{self._suffix}".split() if keys else []
        holders = list(map(self.taken.setdefault, names, keys))
        for place in compress(count(), map(ne, holders, keys)):
            names[place] = self._longer_name(keys[place])
        self._names.update(zip(keys, names, strict=True))
        return names

    def _longer_name(self, key: int) -> str:
        longer = (f"node_{f'{key:08x}'[-length:]}{self._suffix}" for length in range(5, 9))
        return next(name for name in longer if self.taken.setdefault(name, key) == key)

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
            if place not in self.kept:
                while key in self._used:
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

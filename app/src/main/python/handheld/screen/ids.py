"""Ids that stay with an element while it lives.

An element's key is its parent's key and its kind (class and resource id); among siblings of one kind, and in lists, also what
it says. The id is made of the key, so the same tree gets the same ids at any time and anywhere. An element whose key has
changed since the last screen (another text, a new sibling) is recognised by its neighbours and keeps the key it had.
"""

from collections import OrderedDict, deque
from zlib import crc32

from .siblings import Tree, recognise
from .tree import Screen, Window

_REMEMBERED_WINDOWS = 32
_REMEMBERED_SCREENS = 8
_REMEMBERED_NAMES = 20_000


class IdTable:
    """The ids of one phone's elements. Remembers the last screens of each window."""

    def __init__(self) -> None:
        self._windows: OrderedDict[int, _WindowIds] = OrderedDict()

    def name(self, screen: Screen) -> list[str]:
        """An id for each row of the screen."""
        keys = [0] * len(screen.rows)
        ids = [""] * len(screen.rows)
        for window in screen.windows:
            if window.count:
                names = self._windows.setdefault(window.id, _WindowIds(window.id))
                self._windows.move_to_end(window.id)
                ids[window.first : window.first + window.count] = names.name(screen, window, keys)
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
        self._older: deque[dict[int, int]] = deque(maxlen=_REMEMBERED_SCREENS)
        self._names: dict[int, str] = {}
        self.taken: dict[str, int] = {}
        """From an id to the key of its element."""

    def name(self, screen: Screen, window: Window, keys: list[int]) -> list[str]:
        tree = Tree(screen, window, keys)
        self._find_keys(tree)
        own = keys[tree.first : tree.end]
        if self._last is not None and own != self._last.keys[self._last.first : self._last.end]:
            self._older.appendleft(self._last.canon)
        self._last = tree
        if len(self._names) > _REMEMBERED_NAMES + 2 * len(own):
            self._forget()
        names = self._names
        return [names.get(key) or self._new_name(key) for key in own]

    def _find_keys(self, tree: Tree) -> None:
        keys, canon = tree.keys, tree.canon
        known = self._last.canon if self._last else None
        root = crc32(tree.kind(tree.rows[tree.first]), self._seed)
        keys[tree.first] = canon[root] = root
        used = {root}
        for parent, group in tree.kids.items():
            now = tree.sibling_keys(parent)
            kept = now if known is None else [known[key] for key in now if key in known]
            if len(set(kept)) < len(now) or not used.isdisjoint(kept):
                now, kept = self._settle(tree, parent, now, used)
            canon.update(zip(now, kept, strict=True))
            used.update(kept)
            for index, key in zip(group, kept, strict=True):
                keys[index] = key

    def _settle(self, tree: Tree, parent: int, now: list[int], used: set[int]) -> tuple[list[int], list[int]]:
        """The keys that siblings keep, some of which are new or have changed."""
        now = _distinct(now, tree.canon)
        claimed = {}
        for place, key in enumerate(now):
            kept = self._remembered(key)
            if kept is not None and kept not in used:
                claimed[place] = kept
                used.add(kept)
        if len(claimed) < len(now) and self._last:
            self._recognise(tree, parent, claimed)
            used.update(claimed.values())
        for place, key in enumerate(now):
            if place not in claimed:
                while key in used or (self._last and key in self._last.places):
                    key = _next(key)
                claimed[place] = key
                used.add(key)
        return now, [claimed[place] for place in range(len(now))]

    def _remembered(self, key: int) -> int | None:
        """The key that an element just like this kept on the last screen, or on an earlier one if it was gone since."""
        if self._last is None:
            return None
        kept = self._last.canon.get(key)
        if kept is not None:
            return kept
        earlier = (canon[key] for canon in self._older if key in canon)
        return next((kept for kept in earlier if kept not in self._last.places), None)

    def _recognise(self, tree: Tree, parent: int, claimed: dict[int, int]) -> None:
        last = self._last
        old_parent = last.places.get(tree.keys[parent]) if last else None
        if last is None or old_parent is None:
            return
        old_group = last.kids.get(old_parent, [])
        old_place = {last.keys[index]: place for place, index in enumerate(old_group)}
        anchors = {place: old_place[kept] for place, kept in claimed.items() if kept in old_place}
        for place, old in recognise(tree, last, parent, old_parent, anchors).items():
            claimed.setdefault(place, last.keys[old_group[old]])

    def _new_name(self, key: int) -> str:
        digits = f"{key:08x}"
        for length in range(4, 9):
            name = f"node_{digits[-length:]}{self._suffix}"
            if self.taken.setdefault(name, key) == key:
                break
        self._names[key] = name
        return name

    def _forget(self) -> None:
        alive = set(self._last.keys) if self._last else set()
        alive.update(*(canon.values() for canon in self._older))
        self._names = {key: name for key, name in self._names.items() if key in alive}
        self.taken = {name: key for key, name in self._names.items()}


def _distinct(keys: list[int], others: dict[int, int]) -> list[int]:
    distinct: dict[int, None] = {}
    for key in keys:
        while key in distinct or key in others:
            key = _next(key)
        distinct[key] = None
    return list(distinct)


def _next(key: int) -> int:
    return crc32(b"+", key)

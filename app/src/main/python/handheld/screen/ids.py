"""Ids that stay with an element while it lives.

An element's key is its parent's key and its kind (class and resource id); among siblings of one kind, and in lists, also what
it says. The id is made of the key, so the same tree gets the same ids at any time and anywhere. An element whose key has
changed since the last screen (another text, a new sibling) is recognised by its neighbours and keeps the key it had.
"""

from collections import OrderedDict, deque
from zlib import crc32

from .recognition import Recognition
from .siblings import Tree
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
        """The keys that siblings keep, some of which are new or have changed. A key stays among the children of one parent, so
        no one else can lay claim to it."""
        claims = _Claims(_distinct(now, tree.canon), used)
        if self._last is not None:
            claims.add_alike(self._last.canon)
            old_parent = self._last.places.get(tree.keys[parent])
            recognition = Recognition(tree, self._last, parent, old_parent) if old_parent is not None else None
            if recognition:
                claims.add(recognition.alike(claims.kept))
            for canon in self._older:
                claims.add_alike(canon)
            if recognition:
                claims.add(recognition.changed(claims.kept))
        return claims.now, claims.complete()

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


class _Claims:
    """Which key each of some siblings keeps, by its place among them. No two keep the same."""

    def __init__(self, now: list[int], used: set[int]):
        self.now = now
        self.kept: dict[int, int] = {}
        self._used = used

    def add(self, found: dict[int, int]) -> None:
        for place, key in found.items():
            if place not in self.kept and key not in self._used:
                self.kept[place] = key
                self._used.add(key)

    def add_alike(self, canon: dict[int, int]) -> None:
        """An element that is in all like one of an earlier screen is that one."""
        self.add({place: canon[key] for place, key in enumerate(self.now) if key in canon})

    def complete(self) -> list[int]:
        """The others are new, and keep the key that they have now."""
        for place, key in enumerate(self.now):
            while place not in self.kept and key in self._used:
                key = _next(key)
            self.add({place: key})
        return [self.kept[place] for place in range(len(self.now))]


def _distinct(keys: list[int], others: dict[int, int]) -> list[int]:
    distinct: dict[int, None] = {}
    for key in keys:
        while key in distinct or key in others:
            key = _next(key)
        distinct[key] = None
    return list(distinct)


def _next(key: int) -> int:
    return crc32(b"+", key)

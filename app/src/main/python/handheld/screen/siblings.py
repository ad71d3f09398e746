"""The elements of a window by what tells them from their siblings."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import islice
from zlib import crc32

from .tree import CLASS, DESC, FLAGS, PARENT, RES_ID, SCROLLABLE, TEXT, Row, Screen, Window

_LABELS = 4
_REACH = 16
"""How many labels, and how many nodes from the top of a row, tell what the row says."""

_LISTS = ("RecyclerView", "ListView", "GridView")
_PANES = ("ScrollView", "WebView")

class Tree:
    """One window of a screen. Elements are known by their place in it."""

    def __init__(self, screen: Screen, window: Window):
        self._first = window.first
        self.rows: list[Row] = screen.rows[window.first : window.first + window.count]
        self.strings = screen.strings
        self.parents = [row[PARENT] - window.first for row in self.rows]
        kinds = _Kinds(screen.strings)
        self._classes = kinds.keys()
        self._kinds = [kinds[row[CLASS]][row[RES_ID]] for row in self.rows]
        self.kinds = list(map(kinds.short.__getitem__, self._kinds))
        self.now: list[int] = []
        """The key that each element has by what it is now."""
        self.keys: list[int] = []
        """The key that each element keeps, which is older where it has changed."""
        self.names: list[str] = []
        """The ids made of these keys."""

    @cached_property
    def canon(self) -> dict[int, int]:
        """From the keys that elements have now to those they keep. Of two that have the same, the first counts."""
        return dict(zip(reversed(self.now), reversed(self.keys), strict=True))

    @cached_property
    def places(self) -> dict[int, int]:
        """From the key that an element keeps to its place."""
        return dict(zip(self.keys, range(len(self.keys)), strict=True))

    @cached_property
    def kids(self) -> defaultdict[int, list[int]]:
        kids = defaultdict(list)
        for place, parent in enumerate(self.parents):
            kids[parent].append(place)
        return kids

    @cached_property
    def lists(self) -> set[int]:
        """Those that put other rows in place of the ones that scroll away. A pane that scrolls keeps what it holds."""
        classes = {name: self.strings[name] or "" for name in self._classes}
        lists = {name for name, text in classes.items() if text.endswith(_LISTS)}
        panes = {name for name, text in classes.items() if text.endswith(_PANES)}
        scroll = [place for place, row in enumerate(self.rows) if row[FLAGS] & SCROLLABLE or row[CLASS] in lists]
        return {place for place in scroll if self.rows[place][CLASS] not in panes}

    def said(self, place: int) -> bytes:
        """The first labels in an element, or the kinds of what is in it where there are none."""
        strings, rows, top = self.strings, self.rows, place + self._first
        labels = [strings[rows[place][TEXT]], strings[rows[place][DESC]]]
        size = 1
        for row in rows[place + 1 : place + _REACH]:
            if row[PARENT] < top:
                break
            if row[TEXT]:
                labels.append(strings[row[TEXT]])
            if row[DESC]:
                labels.append(strings[row[DESC]])
            size += 1
        said = "\0".join(list(filter(None, labels))[:_LABELS])
        return said.encode() if said else b"\1" + b"".join(self.kinds[place + 1 : place + size])

    @cached_property
    def traits(self) -> list[bytes]:
        """What tells each element from its siblings: its kind; in a list, or where another has the same kind, what it says; and
        where another says the same, what stands around it."""
        parents, lists, traits = self.parents, self.lists, self.kinds.copy()
        span = len(self.rows)
        marks = [kind * span + parent for kind, parent in zip(self._kinds, parents, strict=True)]
        shared = {mark for mark, count in Counter(marks).items() if count > 1}
        unclear = [place for place, mark in enumerate(marks) if mark in shared or parents[place] in lists]
        for place in unclear:
            traits[place] += self.said(place)
        twins = Counter([(parents[place], traits[place]) for place in unclear])
        for parent in {parent for (parent, _), count in twins.items() if count > 1}:
            self._tell_twins_apart(self.kids[parent], traits)
        return traits

    def _tell_twins_apart(self, group: list[int], traits: list[bytes]) -> None:
        """By the nearest siblings before and after that have no twin, and how far these are: the third "Delete" of a list is
        not the same as the third after the list was scrolled."""
        short = [crc32(traits[place]) for place in group]
        counts = Counter(short)
        before = _landmarks(short, counts)
        after = _landmarks(short[::-1], counts)[::-1]
        for place, trait, back, ahead in zip(group, short, before, after, strict=True):
            if counts[trait] > 1:
                traits[place] += b"\0%x %x %x %x" % (*back, *ahead)

    def new_keys(self, root: int) -> list[int]:
        """The keys of elements of whom nothing is known."""
        keys = [root]
        for parent, trait in self.below_root():
            keys.append(crc32(trait, keys[parent]))
        return keys

    def below_root(self) -> Iterable[tuple[int, bytes]]:
        """Parent and trait of all elements but the first."""
        return islice(zip(self.parents, self.traits, strict=True), 1, None)

    def keys_under(self, parent: int) -> list[int]:
        """The keys of the children of a parent, by what they are now."""
        base, traits = self.keys[parent], self.traits
        return [crc32(traits[place], base) for place in self.kids[parent]]


class _Kinds(dict[int, dict[int, int]]):
    """Class and resource id, by their places among the strings, as one number. The numbers of the kinds count up from 0."""

    def __init__(self, strings: list[str | None]):
        self.strings = strings
        self.short: list[bytes] = []
        """What keys are made of, by the number of the kind."""

    def __missing__(self, name: int) -> dict[int, int]:
        kinds = self[name] = _KindsOfClass(self, self.strings[name] or "")
        return kinds


class _KindsOfClass(dict[int, int]):
    def __init__(self, kinds: _Kinds, name: str):
        self._kinds = kinds
        self._name = name

    def __missing__(self, res_id: int) -> int:
        kind = self[res_id] = len(self._kinds.short)
        self._kinds.short.append(_short_kind(self._name, self._kinds.strings[res_id] or ""))
        return kind


@lru_cache(maxsize=1024)
def _short_kind(name: str, res_id: str) -> bytes:
    return crc32(res_id.encode(), crc32(name.encode())).to_bytes(4, "little")


def _landmarks(traits: list[int], counts: Counter[int]) -> list[tuple[int, int]]:
    """For each, the last before it that has no twin, and how far that is."""
    landmarks = []
    landmark = distance = 0
    for trait in traits:
        landmarks.append((landmark, distance))
        landmark, distance = (trait, 0) if counts[trait] == 1 else (landmark, distance + 1)
    return landmarks

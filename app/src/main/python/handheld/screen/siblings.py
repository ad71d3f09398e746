"""The elements of a window by what tells them from their siblings."""

from collections import Counter, defaultdict
from functools import cached_property
from itertools import islice
from operator import itemgetter
from zlib import crc32

from .tree import CLASS, DESC, FLAGS, PARENT, RES_ID, SCROLLABLE, TEXT, Row, Screen, Window

_LABELS = 4
_REACH = 16
"""How many labels, and how many nodes from the top of a row, tell what the row says."""

_LISTS = ("RecyclerView", "ListView", "GridView")
_PANES = ("ScrollView", "WebView")

Mark = tuple[int, int, int]
"""Parent, class and resource id, the last two by their places among the strings."""


class Tree:
    """One window of a screen. Elements are known by their place in it."""

    def __init__(self, screen: Screen, window: Window):
        self._first = window.first
        self.rows: list[Row] = screen.rows[window.first : window.first + window.count]
        self.strings = screen.strings
        self.kinds = _Kinds(screen.strings)
        self.marks: list[Mark] = list(map(itemgetter(PARENT, CLASS, RES_ID), self.rows))
        if window.first:
            self.marks = [(parent - window.first, name, res_id) for parent, name, res_id in self.marks]
        self.keys: list[int] = []
        """The key that each element keeps."""
        self.canon: dict[int, int] = {}
        """From the key that an element has by what it is now to the key it keeps, which is older where it has changed."""

    @cached_property
    def places(self) -> dict[int, int]:
        """From the key that an element keeps to its place."""
        return {key: place for place, key in enumerate(self.keys)}

    @cached_property
    def kids(self) -> defaultdict[int, list[int]]:
        kids = defaultdict(list)
        for place, mark in enumerate(self.marks):
            kids[mark[0]].append(place)
        return kids

    @cached_property
    def lists(self) -> set[int]:
        """Those that put other rows in place of the ones that scroll away. A pane that scrolls keeps what it holds."""
        classes = {name: self.strings[name] or "" for name in {row[CLASS] for row in self.rows}}
        lists = {name for name, text in classes.items() if text.endswith(_LISTS)}
        panes = {name for name, text in classes.items() if text.endswith(_PANES)}
        scroll = [place for place, row in enumerate(self.rows) if row[FLAGS] & SCROLLABLE or row[CLASS] in lists]
        return {place for place in scroll if self.rows[place][CLASS] not in panes}

    def kind(self, place: int) -> bytes:
        _, name, res_id = self.marks[place]
        return self.kinds[name][res_id]

    def said(self, place: int) -> bytes:
        """The first labels in an element, or the kinds of what is in it where there are none."""
        strings, top = self.strings, place + self._first
        _, _, text, desc, *_ = self.rows[place]
        labels = [strings[text], strings[desc]]
        size = 1
        for row in self.rows[place + 1 : place + _REACH]:
            if row[PARENT] < top:
                break
            if row[TEXT]:
                labels.append(strings[row[TEXT]])
            if row[DESC]:
                labels.append(strings[row[DESC]])
            size += 1
        said = "\0".join(islice(filter(None, labels), _LABELS))
        return said.encode() if said else b"\1" + b"".join(map(self.kind, range(place + 1, place + size)))

    @cached_property
    def extras(self) -> dict[int, bytes]:
        """What tells an element from its siblings besides its kind: in a list, or where another has the same kind, what it
        says; and where another says the same, what stands around it."""
        marks, lists = self.marks, self.lists
        shared = {mark for mark, count in Counter(marks).items() if count > 1}
        extras = {place: self.said(place) for place, mark in enumerate(marks) if mark in shared or mark[0] in lists}
        if extras:
            twins = Counter((marks[place], said) for place, said in extras.items())
            for parent in {mark[0] for (mark, _), count in twins.items() if count > 1}:
                self._tell_twins_apart(parent, extras)
        return extras

    def _tell_twins_apart(self, parent: int, extras: dict[int, bytes]) -> None:
        """By the nearest siblings before and after that have no twin, and how far these are: the third "Delete" of a list is
        not the same as the third after the list was scrolled."""
        group = self.kids[parent]
        traits = [crc32(extras.get(place, b""), crc32(self.kind(place))) for place in group]
        counts = Counter(traits)
        before = _landmarks(traits, counts)
        after = _landmarks(traits[::-1], counts)[::-1]
        for place, trait, back, ahead in zip(group, traits, before, after, strict=True):
            if counts[trait] > 1:
                extras[place] = extras.get(place, b"") + b"\0%x %x %x %x" % (*back, *ahead)

    def keys_now(self, parent: int) -> list[int]:
        """The keys of the children of a parent, by what they are now."""
        base, extras = self.keys[parent], self.extras
        return [crc32(extras.get(place, b""), crc32(self.kind(place), base)) for place in self.kids[parent]]


class _Kinds(dict[int, dict[int, bytes]]):
    """Class and resource id in short, by their places among the strings."""

    def __init__(self, strings: list[str | None]):
        self._strings = strings

    def __missing__(self, name: int) -> dict[int, bytes]:
        kinds = self[name] = _KindsOfClass(self._strings, self._strings[name] or "")
        return kinds


class _KindsOfClass(dict[int, bytes]):
    def __init__(self, strings: list[str | None], name: str):
        self._strings = strings
        self._seed = crc32(name.encode())

    def __missing__(self, res_id: int) -> bytes:
        kind = self[res_id] = crc32((self._strings[res_id] or "").encode(), self._seed).to_bytes(4, "little")
        return kind


def _landmarks(traits: list[int], counts: Counter[int]) -> list[tuple[int, int]]:
    """For each, the last before it that has no twin, and how far that is."""
    landmarks = []
    landmark = distance = 0
    for trait in traits:
        landmarks.append((landmark, distance))
        landmark, distance = (trait, 0) if counts[trait] == 1 else (landmark, distance + 1)
    return landmarks

"""The elements of a window by what tells them from their siblings."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import compress, count, islice
from operator import ne
from zlib import crc32

from .shape import Shape
from .tree import DESC, PARENT, TEXT, Row, Screen, Window

_LABELS = 4
_REACH = 16
"""How many labels, and how many nodes from the top of a row, tell what the row says."""


class Tree:
    """One window of a screen. Elements are known by their place in it. What is the same as on the last screen is taken from
    there."""

    def __init__(self, screen: Screen, window: Window, last: "Tree | None"):
        self._first = window.first
        self.rows: list[Row] = screen.rows[window.first : window.first + window.count]
        self.strings = screen.strings
        changed = self._changed_words(last) if last is not None else None
        self.shape: Shape = Shape(self.rows, self._first, self.strings) if last is None or changed is None else last.shape
        self.parents, self.kinds, self.lists = self.shape.parents, self.shape.kinds, self.shape.lists
        self._said: dict[int, bytes] = {} if last is None or changed is None else last._said.copy()
        unclear = self.shape.unclear() if changed is None else self._said.keys() & self._touched_by(changed)
        self._said |= {place: self.said(place) for place in unclear}
        self.traits = self._find_traits()
        self.now: list[int] = []
        """The key that each element has by what it is now."""
        self.keys: list[int] = []
        """The key that each element keeps, which is older where it has changed."""
        self.names: list[str] = []
        """The ids made of these keys."""

    def _changed_words(self, last: "Tree") -> set[int] | None:
        """Which strings are others now; None where more than what is said has changed."""
        if self.rows != last.rows:
            return None
        changed = set(compress(count(), map(ne, self.strings, last.strings)))
        return changed if changed.isdisjoint(last.shape.words) else None

    def _touched_by(self, changed: set[int]) -> set[int]:
        """The elements that may say something else now."""
        rows = [place for place, row in enumerate(self.rows) if row[TEXT] in changed or row[DESC] in changed]
        return {place - above for place in rows for above in range(_REACH)}

    @cached_property
    def canon(self) -> dict[int, int]:
        """From the keys that elements have now to those they keep. Of two that have the same, the first counts."""
        return dict(zip(reversed(self.now), reversed(self.keys), strict=True))

    @cached_property
    def places(self) -> dict[int, int]:
        """From the key that an element keeps to its place."""
        return dict(zip(self.keys, range(len(self.keys)), strict=True))

    @property
    def kids(self) -> dict[int, list[int]]:
        return self.shape.kids

    def said(self, place: int) -> bytes:
        """The first labels in an element, or the kinds of what is in it where there are none."""
        rows, top = self.rows, place + self._first
        labels = [rows[place][TEXT], rows[place][DESC]]
        end = place + 1
        for row in rows[end : place + _REACH]:
            if row[PARENT] < top:
                break
            if row[TEXT]:
                labels.append(row[TEXT])
            if row[DESC]:
                labels.append(row[DESC])
            end += 1
        said = "\0".join(list(filter(None, map(self.strings.__getitem__, labels)))[:_LABELS])
        return said.encode() if said else b"\1" + b"".join(self.kinds[place + 1 : end])

    def _find_traits(self) -> list[bytes]:
        """What tells each element from its siblings: its kind; in a list, or where another has the same kind, what it says; and
        where another says the same, what stands around it."""
        parents, traits = self.parents, self.kinds.copy()
        for place, said in self._said.items():
            traits[place] += said
        twins = [(parents[place], traits[place]) for place in self._said]
        if len(set(twins)) < len(twins):
            for parent in {parent for (parent, _), count in Counter(twins).items() if count > 1}:
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
        for parent, trait in self.below(1):
            keys.append(crc32(trait, keys[parent]))
        return keys

    def below(self, place: int) -> Iterable[tuple[int, bytes]]:
        """Parent and trait of all elements from a place on."""
        return islice(zip(self.parents, self.traits, strict=True), place, None)

    def differing(self, other: "Tree") -> Iterable[int]:
        """The places at which two trees of the same shape differ."""
        return compress(range(len(self.rows)), map(ne, self.traits, other.traits))

    def keys_under(self, parent: int) -> list[int]:
        """The keys of the children of a parent, by what they are now."""
        base, traits = self.keys[parent], self.traits
        return [crc32(traits[place], base) for place in self.kids[parent]]


def _landmarks(traits: list[int], counts: Counter[int]) -> list[tuple[int, int]]:
    """For each, the last before it that has no twin, and how far that is."""
    landmarks = []
    landmark = distance = 0
    for trait in traits:
        landmarks.append((landmark, distance))
        landmark, distance = (trait, 0) if counts[trait] == 1 else (landmark, distance + 1)
    return landmarks

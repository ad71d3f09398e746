"""Knowing again the children of one parent when their keys have changed.

Only neighbours decide: an element is the one that was in the same gap between the same siblings, and even there only if no
other could be meant. The ends of a list that has moved are not neighbours, for rows come and go there.
"""

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import filterfalse
from typing import NamedTuple

from .siblings import Tree
from .tree import FLAGS, LEFT, TOP

_Fence = tuple[int, int]
"""The place of a known sibling now and then."""


class _Gap(NamedTuple):
    """Places that are not known yet, here and before."""

    here: range
    before: range
    firm: bool
    """No row can have come or gone at its ends."""


class Recognition:
    """Children of one parent, now and on an earlier screen. `kept` maps the place of a child among its siblings to the key it
    keeps from then; both methods find more of these."""

    def __init__(self, new: Tree, old: Tree, parent: int, old_parent: int):
        self._here = _Family(new, parent)
        self._before = _Family(old, old_parent)
        self._recycles = parent in new.lists
        self._old_keys = [old.keys[place] for place in old.kids.get(old_parent, [])]
        self._old_places = {key: place for place, key in enumerate(self._old_keys)}

    def alike(self, kept: dict[int, int]) -> dict[int, int]:
        """Those that say just what they said."""
        known = self._known(kept)
        firm, taken = self._has_firm_ends(known), set(known.values())
        for left, right in self._openings(known):
            if firm or left[0] >= 0:
                self._extend(left, right, known, taken, step=1)
            if firm or right[0] < len(self._here):
                self._extend(right, left, known, taken, step=-1)
        for gap in self._gaps(known):
            self._pair(gap, known, _Family.words)
        return {place: self._old_keys[old] for place, old in known.items() if place not in kept}

    def changed(self, kept: dict[int, int]) -> dict[int, int]:
        """Those that say something else now, by their title, or by their kind alone."""
        known = self._known(kept)
        if self._recycles and not known:
            self._pair_refreshed(known)
        for trait in (_Family.title, _Family.kind):
            for gap in self._gaps(known):
                if gap.firm:
                    self._pair(gap, known, trait)
        return {place: self._old_keys[old] for place, old in known.items() if place not in kept}

    def _known(self, kept: dict[int, int]) -> dict[int, int]:
        """From places now to places then."""
        return {place: self._old_places[key] for place, key in kept.items() if key in self._old_places}

    def _has_firm_ends(self, known: dict[int, int]) -> bool:
        """A list whose rows are where they were has not been scrolled."""
        if not self._recycles:
            return True
        here, before = self._here.tops, self._before.tops
        still = [(place, old) for place, old in known.items() if here[place] == before[old]]
        return any(self._here.bounds(place) == self._before.bounds(old) for place, old in still)

    def _pair_refreshed(self, known: dict[int, int]) -> None:
        """A list in which every row has changed a little, and stayed in its place."""
        old = {(self._before.title(place), *self._before.bounds(place)): place for place in range(len(self._before))}
        for place in range(len(self._here)):
            before = old.get((self._here.title(place), *self._here.bounds(place)))
            if before is not None and _changed_a_little(self._here.labels(place), self._before.labels(before)):
                known[place] = before

    def _openings(self, known: dict[int, int]) -> list[tuple[_Fence, _Fence]]:
        """Known neighbours who have someone between them that is not known."""
        size, openings = len(self._here), []
        right = -1
        for place in filterfalse(known.__contains__, range(size)):
            if place > right:
                left, right = place - 1, next(filter(known.__contains__, range(place, size)), size)
                openings.append(((left, known.get(left, -1)), (right, known.get(right, len(self._before)))))
        return openings

    def _extend(self, fence: _Fence, end: _Fence, known: dict[int, int], taken: set[int], step: int) -> None:
        """From a known sibling on, as far as the next ones are the same."""
        place, old_place = fence[0] + step, fence[1] + step
        while place != end[0] and place not in known and 0 <= old_place < len(self._before) and old_place not in taken:
            if self._here.words(place) != self._before.words(old_place):
                return
            known[place] = old_place
            taken.add(old_place)
            place, old_place = place + step, old_place + step

    def _gaps(self, known: dict[int, int]) -> list[_Gap]:
        gaps = []
        firm, taken = self._has_firm_ends(known), set(known.values())
        for (left, old_left), (right, old_right) in self._openings(known):
            here, before = range(left + 1, right), range(old_left + 1, old_right)
            if before and taken.isdisjoint(before):
                gaps.append(_Gap(here, before, firm or (left >= 0 and right < len(self._here))))
        return gaps

    def _pair(self, gap: _Gap, known: dict[int, int], trait: Callable[["_Family", int], Hashable]) -> None:
        here, before = _unique(self._here, gap.here, trait), _unique(self._before, gap.before, trait)
        for shared in here.keys() & before.keys():
            known[here[shared]] = before[shared]


class _Family:
    """The children of one parent, by their places among each other."""

    def __init__(self, tree: Tree, parent: int):
        self._tree = tree
        self._group = tree.kids.get(parent, [])
        self.tops = [tree.rows[place][TOP] for place in self._group]
        self._words: dict[int, tuple[bytes, bytes]] = {}

    def __len__(self) -> int:
        return len(self._group)

    def words(self, place: int) -> tuple[bytes, bytes]:
        if place not in self._words:
            self._words[place] = self.kind(place), self._tree.said(self._group[place])
        return self._words[place]

    def labels(self, place: int) -> list[bytes]:
        return self.words(place)[1].split(b"\0")

    def title(self, place: int) -> Hashable:
        return self.kind(place), self.labels(place)[0]

    def bounds(self, place: int) -> list[int]:
        return self._tree.rows[self._group[place]][LEFT:FLAGS]

    def kind(self, place: int) -> bytes:
        return self._tree.kinds[self._group[place]]


def _unique(family: _Family, places: range, trait: Callable[[_Family, int], Hashable]) -> dict[Hashable, int]:
    """Those places whose trait no other has."""
    places_of: dict[Hashable, list[int]] = {}
    for place in places:
        places_of.setdefault(trait(family, place), []).append(place)
    return {value: alike[0] for value, alike in places_of.items() if len(alike) == 1}


def _changed_a_little(labels: list[bytes], others: list[bytes]) -> bool:
    same = sum((Counter(labels) & Counter(others)).values())
    most = max(len(labels), len(others))
    return most / 2 < same < most

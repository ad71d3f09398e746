"""Knowing again the children of one parent when their keys have changed.

Only neighbours decide: an element is the one that was in the same gap between the same siblings, and even there only if no
other could be meant. The ends of a list are not neighbours, for rows come and go there.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise
from typing import NamedTuple

from .siblings import Tree
from .tree import FLAGS, LEFT


class _Gap(NamedTuple):
    """Places that are not known yet, here and before; `firm` where both ends are known siblings, or ends that do not move."""

    here: range
    before: range
    firm: bool


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
        taken = set(known.values())
        for left, right in pairwise(self._fences(known)):
            self._extend(left, right, known, taken, step=1)
            self._extend(right, left, known, taken, step=-1)
        for gap in self._gaps(known):
            self._pair(gap, known, _Family.words)
        return {place: self._old_keys[old] for place, old in known.items()}

    def changed(self, kept: dict[int, int]) -> dict[int, int]:
        """Those that say something else now, by their title, or by their kind alone."""
        known = self._known(kept)
        for gap in self._gaps(known):
            self._pair(gap, known, _Family.title if gap.firm else _Family.title_and_bounds)
        for gap in self._gaps(known):
            if gap.firm:
                self._pair(gap, known, _Family.kind)
        return {place: self._old_keys[old] for place, old in known.items()}

    def _known(self, kept: dict[int, int]) -> dict[int, int]:
        """From places now to places then."""
        return {place: self._old_places[key] for place, key in kept.items() if key in self._old_places}

    def _fences(self, known: dict[int, int]) -> list[tuple[int, int]]:
        return [(-1, -1), *sorted(known.items()), (len(self._here), len(self._before))]

    def _is_firm(self, place: int) -> bool:
        return 0 <= place < len(self._here) or not self._recycles

    def _extend(self, fence: tuple[int, int], end: tuple[int, int], known: dict[int, int], taken: set[int], step: int) -> None:
        """From a known sibling on, as far as the next ones are the same."""
        place, old_place = fence[0] + step, fence[1] + step
        if not self._is_firm(fence[0]):
            return
        while place != end[0] and place not in known and 0 <= old_place < len(self._before) and old_place not in taken:
            if self._here.words(place) != self._before.words(old_place):
                return
            known[place] = old_place
            taken.add(old_place)
            place, old_place = place + step, old_place + step

    def _gaps(self, known: dict[int, int]) -> list[_Gap]:
        gaps = []
        taken = set(known.values())
        for (left, old_left), (right, old_right) in pairwise(self._fences(known)):
            here, before = range(left + 1, right), range(old_left + 1, old_right)
            if here and before and taken.isdisjoint(before):
                gaps.append(_Gap(here, before, self._is_firm(left) and self._is_firm(right)))
        return gaps

    def _pair(self, gap: _Gap, known: dict[int, int], trait: Callable[["_Family", int], Hashable]) -> None:
        here = _unique(gap.here, lambda place: trait(self._here, place))
        before = _unique(gap.before, lambda place: trait(self._before, place))
        for shared in here.keys() & before.keys():
            known[here[shared]] = before[shared]


class _Family:
    def __init__(self, tree: Tree, parent: int):
        group = tree.kids.get(parent, [])
        self._rows = [tree.rows[place] for place in group]
        self._words = [(tree.kind(place), tree.said(place)) for place in group]

    def __len__(self) -> int:
        return len(self._rows)

    def words(self, place: int) -> tuple[bytes, bytes]:
        return self._words[place]

    def title(self, place: int) -> Hashable:
        kind, said = self._words[place]
        return kind, said.partition(b"\0")[0]

    def title_and_bounds(self, place: int) -> Hashable:
        return self.title(place), tuple(self._rows[place][LEFT:FLAGS])

    def kind(self, place: int) -> Hashable:
        return self._words[place][0]


def _unique(places: Iterable[int], trait: Callable[[int], Hashable]) -> dict[Hashable, int]:
    """Those places whose trait no other has."""
    traits = {place: trait(place) for place in places}
    counts = Counter(traits.values())
    return {value: place for place, value in traits.items() if counts[value] == 1}

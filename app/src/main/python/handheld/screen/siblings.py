"""The elements of a window by what tells them from their siblings."""

from collections import Counter, defaultdict
from itertools import groupby
from zlib import crc32

from .tree import CLASS, DESC, FLAGS, PARENT, RES_ID, SCROLLABLE, TEXT, Row, Screen, Window

_LABELS = 4
_REACH = 24
"""How many labels, and how many nodes from the top of a row, tell what the row says."""

_LISTS = ("RecyclerView", "ListView", "GridView")
_PANES = ("ScrollView", "WebView")


class Tree:
    """One window of a screen, with the key of each element."""

    def __init__(self, screen: Screen, window: Window, keys: list[int]):
        self.rows: list[Row] = screen.rows
        self.strings = screen.strings
        self.first = window.first
        self.end = window.first + window.count
        self.keys = keys
        """Of the whole screen; this window fills its part."""
        self.canon: dict[int, int] = {}
        """From the key that an element has by what it is now to the key it keeps, which is older where it has changed."""
        self.kids: defaultdict[int, list[int]] = defaultdict(list)
        for index in range(self.first + 1, self.end):
            self.kids[self.rows[index][PARENT]].append(index)
        self._kinds: dict[tuple[int, int], bytes] = {}
        self._places: dict[int, int] | None = None

    @property
    def places(self) -> dict[int, int]:
        """From the key that an element keeps to its row."""
        if self._places is None:
            span = range(self.first, self.end)
            self._places = dict(zip(self.keys[self.first : self.end], span, strict=True))
        return self._places

    def kind(self, row: Row) -> bytes:
        what = row[CLASS], row[RES_ID]
        found = self._kinds.get(what)
        if found is None:
            found = self._kinds[what] = f"{self.strings[what[0]]}\0{self.strings[what[1]]}\n".encode()
        return found

    def is_list(self, index: int) -> bool:
        """Does it put other rows in place of those that scroll away? A pane that scrolls keeps what it holds."""
        row = self.rows[index]
        name = self.strings[row[CLASS]] or ""
        return (bool(row[FLAGS] & SCROLLABLE) or name.endswith(_LISTS)) and not name.endswith(_PANES)

    def said(self, index: int) -> bytes:
        """The first labels in an element, or the kinds of what is in it where there are none."""
        rows, strings = self.rows, self.strings
        labels: list[str] = []
        kinds = []
        for at in range(index, min(self.end, index + _REACH)):
            row = rows[at]
            if row[PARENT] < index < at or len(labels) >= _LABELS:
                break
            for text in (strings[row[TEXT]], strings[row[DESC]]):
                if text:
                    labels.append(text)
            kinds.append(self.kind(row))
        return b"\1" + ("\0".join(labels).encode() or b"".join(kinds[1:]))

    def sibling_keys(self, parent: int) -> list[int]:
        """The keys of the children, by what they are now."""
        base = self.keys[parent]
        group = self.kids[parent]
        kinds = [self.kind(self.rows[index]) for index in group]
        in_list = self.is_list(parent)
        if not in_list and len(set(kinds)) == len(kinds):
            return [crc32(kind, base) for kind in kinds]
        shared = Counter(kinds)
        traits = [
            crc32(self.said(index), crc32(kind, base)) if in_list or shared[kind] > 1 else crc32(kind, base)
            for index, kind in zip(group, kinds, strict=True)
        ]
        return traits if len(set(traits)) == len(traits) else _tell_twins_apart(traits)


def _tell_twins_apart(traits: list[int]) -> list[int]:
    """Those that are the same in all they say are told by what stands before and after them, then by their order: the third
    "Delete" of a list is not the same as the third after it was scrolled."""
    counts = Counter(traits)
    runs = [(trait, sum(1 for _ in run)) for trait, run in groupby(traits)]
    keys: list[int] = []
    for place, (trait, length) in enumerate(runs):
        if counts[trait] == 1:
            keys.append(trait)
            continue
        before = runs[place - 1][0] if place else 0
        after = runs[place + 1][0] if place + 1 < len(runs) else 0
        around = crc32(b"%x %x" % (before, after), trait)
        keys += [crc32(b"%x" % number, around) for number in range(length)]
    return keys

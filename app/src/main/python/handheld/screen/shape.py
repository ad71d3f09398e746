"""The build of a window: who is in whom, and of what kind. Most screens differ from the last one only in what they say."""

from collections import Counter, defaultdict
from functools import cached_property, lru_cache
from itertools import compress
from zlib import crc32

from .tree import CLASS, FLAGS, PARENT, RES_ID, SCROLLABLE, Row

_LISTS = ("RecyclerView", "ListView", "GridView")
_PANES = ("ScrollView", "WebView")


class Shape:
    """Elements are known by their place in the window."""

    def __init__(self, rows: list[Row], first: int, strings: list[str | None]):
        span = len(strings)
        self.parents = [row[PARENT] - first for row in rows]
        self.parents[0] = -1
        self._codes = [row[CLASS] * span + row[RES_ID] for row in rows]
        """Class and resource id, by their places among the strings, as one number."""
        codes = {code: divmod(code, span) for code in set(self._codes)}
        self.words = {place for pair in codes.values() for place in pair}
        """The strings that it depends on."""
        short = {code: _short_kind(strings[name], strings[res_id]) for code, (name, res_id) in codes.items()}
        self.kinds = list(map(short.__getitem__, self._codes))
        """Class and resource id of each element, in short."""
        lists, panes = ({name for name, _ in codes.values() if _ends(strings[name], ends)} for ends in (_LISTS, _PANES))
        scroll = [place for place, row in enumerate(rows) if row[FLAGS] & SCROLLABLE or row[CLASS] in lists]
        self.lists = {place for place in scroll if rows[place][CLASS] not in panes}
        """Those that put other rows in place of the ones that scroll away. A pane that scrolls keeps what it holds."""

    @cached_property
    def kids(self) -> defaultdict[int, list[int]]:
        kids = defaultdict(list)
        for place, parent in enumerate(self.parents):
            kids[parent].append(place)
        return kids

    def unclear(self) -> list[int]:
        """Elements in lists, and those that have a sibling of the same kind."""
        span = len(self.parents)
        steps = [span] * span
        for place in self.lists:
            steps[place] = 0
        # A number for each parent and kind; for all children of a list the same: the place of the list.
        marks = [code * steps[parent] + parent for code, parent in zip(self._codes, self.parents, strict=True)]
        shared = {mark for mark, count in Counter(marks).items() if count > 1} | self.lists
        return list(compress(range(span), map(shared.__contains__, marks)))


@lru_cache(maxsize=1024)
def _short_kind(name: str | None, res_id: str | None) -> bytes:
    return crc32((res_id or "").encode(), crc32((name or "").encode())).to_bytes(4, "little")


@lru_cache(maxsize=1024)
def _ends(name: str | None, ends: tuple[str, ...]) -> bool:
    return (name or "").endswith(ends)

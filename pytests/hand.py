"""A hand for the simulated phone: it looks at the screen, and touches what it sees."""

from dataclasses import dataclass
from pathlib import Path

from fakes import FakeClock

from handheld.device import Point
from handheld.screen import tree
from handheld_desktop.sim import SimulatedPhone


@dataclass(frozen=True)
class Seen:
    """An element of a snapshot."""

    snapshot: int
    index: int
    window: tree.Window
    kind: str
    text: str | None
    desc: str | None
    res_id: str | None
    bounds: tuple[int, int, int, int]
    flags: int

    @property
    def center(self) -> tuple[float, float]:
        left, top, right, bottom = self.bounds
        return (left + right) / 2, (top + bottom) / 2

    def has(self, flag: int) -> bool:
        return bool(self.flags & flag)


class Hand:
    def __init__(self, storage: Path, seed: int = 0) -> None:
        self.clock = FakeClock()
        self.phone = SimulatedPhone(storage, seed, self.clock)

    def look(self) -> tree.Screen:
        return tree.read(self.phone.snapshot())

    def see(self) -> list[Seen]:
        screen = self.look()
        found = []
        for window in screen.windows:
            for index in range(window.first, window.first + window.count):
                row = screen.rows[index]
                words = [screen.strings[place] for place in row[1:5]]
                kind = words[0]
                assert kind
                bounds = (row[tree.LEFT], row[tree.TOP], row[tree.RIGHT], row[tree.BOTTOM])
                found.append(Seen(screen.snapshot, index, window, kind, *words[1:], bounds, row[tree.FLAGS]))
        return found

    def all(self, text: str | None = None, *, desc: str | None = None, id: str | None = None) -> list[Seen]:
        return [
            seen
            for seen in self.see()
            if (text is None or seen.text == text)
            and (desc is None or seen.desc == desc)
            and (id is None or (seen.res_id or "").endswith(f"/{id}"))
        ]

    def find(self, text: str | None = None, *, desc: str | None = None, id: str | None = None) -> Seen:
        found = self.all(text, desc=desc, id=id)
        assert found, f"no {text or desc or id} on {[(seen.text or seen.desc) for seen in self.see() if seen.text or seen.desc]}"
        return found[0]

    def texts(self) -> list[str]:
        return [seen.text for seen in self.see() if seen.text and seen.has(tree.VISIBLE)]

    def click(self, text: str | None = None, *, desc: str | None = None, id: str | None = None) -> None:
        seen = self.find(text, desc=desc, id=id)
        self.phone.click_node(seen.snapshot, seen.index)

    def focus(self, id: str) -> None:
        seen = self.find(id=id)
        self.phone.focus_field(seen.snapshot, seen.index)

    def tap(self, text: str | None = None, *, desc: str | None = None, id: str | None = None) -> None:
        self.press(*self.find(text, desc=desc, id=id).center)

    def press(self, x: float, y: float, ms: int = 50) -> None:
        self.phone.gesture([[Point(x, y, 0), Point(x, y, ms)]])

    def swipe(self, x: float, y: float, to_x: float, to_y: float, ms: int = 300) -> None:
        self.phone.gesture([[Point(x, y, 0), Point(to_x, to_y, ms)]])

    def rest(self, seconds: float) -> None:
        self.clock.time += seconds

"""The figures that matter: ratios of one run, each with what we aim at."""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from contestants import BARE, BARE_H11, FAST, INSTANT, OFFICIAL, OURS, OURS_H11, THREADED
from rounds import Cell, Results, cpu_ratio, ratio

LINEAR = 1.1
"""The largest power of the number of nodes that still counts as growing linearly."""
SMALLEST = 500
"""Below this, what a screen costs whatever its size hides how the cost grows."""


@dataclass(frozen=True, slots=True)
class Figure:
    what: str
    value: float
    aim: str = ""
    met: bool | None = None
    """None where there is no aim."""
    by_cpu: float | None = None
    """The same ratio for the same CPU time of the server."""


_CALLS: tuple[tuple[str, str, str, str, str, float | None], ...] = (
    ("legacy", INSTANT, OURS, OFFICIAL, "official SDK, sessionless as we are", 8),
    ("legacy", INSTANT, OURS, f"{OFFICIAL}, sessions", "official SDK, in sessions", None),
    ("modern", INSTANT, OURS, OFFICIAL, "official SDK", 4),
    ("legacy", INSTANT, OURS, FAST, "FastMCP, sessionless", 10),
    ("legacy", INSTANT, OURS, f"{FAST}, sessions", "FastMCP, in sessions", None),
    ("modern", INSTANT, OURS, FAST, "FastMCP", 10),
    ("legacy", INSTANT, OURS, BARE, "bare Starlette, httptools", 0.75),
    ("modern", INSTANT, OURS, BARE, "bare Starlette, httptools", 0.75),
    ("legacy", INSTANT, OURS_H11, BARE_H11, "bare Starlette, h11", 0.75),
    ("modern", INSTANT, OURS_H11, BARE_H11, "bare Starlette, h11", 0.75),
    ("legacy", THREADED, OURS, OFFICIAL, "official SDK, tool in a thread", None),
    ("modern", THREADED, OURS, OFFICIAL, "official SDK, tool in a thread", None),
    ("legacy", THREADED, OURS, FAST, "FastMCP, tool in a thread", None),
    ("modern", THREADED, OURS, FAST, "FastMCP, tool in a thread", None),
    ("legacy", THREADED, OURS, BARE, "bare Starlette, tool in a thread", None),
)
"""Era, tool, who, against whom, in words, the aim."""


def of_calls(results: Results, clients: int) -> list[Figure]:
    """How many times as many calls a second."""
    found = []
    for era, tool, ours, theirs, words, aim in _CALLS:
        pair = Cell(tool, clients, ours, era), Cell(tool, clients, theirs, era)
        value = ratio(results, *pair)
        if value is not None:
            wanted, met = (f"≥ {aim:g}", value >= aim) if aim else ("", None)
            what = f"times the calls/s of {words} ({era}, {clients} clients)"
            found.append(Figure(what, value, wanted, met, cpu_ratio(results, *pair)))
    return found


def of_screens(screens: Sequence[dict[str, Any]]) -> list[Figure]:
    """The time to read a screen by the codec's time to parse it, at the worst size; and how it grows, in the worst case."""
    found = []
    for codec in dict.fromkeys(each["codec"] for each in screens):
        powers = []
        for case in dict.fromkeys(each["case"] for each in screens):
            rows = [each for each in screens if (each["codec"], each["case"]) == (codec, case)]
            worst = max(each["of_parse"] for each in rows)
            found.append(Figure(f"snapshot → TSV, times parsing alone: {case} ({codec})", worst, "≤ 3", worst <= 3))
            powers += growth(rows)
        if powers:
            power = max(powers)
            found.append(Figure(f"power of the nodes it grows with ({codec})", power, f"≤ {LINEAR}", power <= LINEAR))
    return found


def growth(rows: Iterable[dict[str, Any]]) -> list[float]:
    """1 is linear, 2 is quadratic; nothing where there are too few sizes to tell."""
    points = [(math.log(each["nodes"]), math.log(each["ms"])) for each in rows if each["nodes"] >= SMALLEST]
    return [statistics.linear_regression(*zip(*points, strict=True)).slope] if len(points) > 1 else []

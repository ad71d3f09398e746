"""The figures that matter: ratios of one run, each with what we aim at."""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from contestants import BARE, BARE_H11, FAST, INSTANT, OFFICIAL, OURS, OURS_H11, THREADED
from processes import Memory
from rounds import Cell, Results, cost_ratio, ratio
from start import EMPTY, HANDHELD, PHONE

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
            found.append(Figure(what, value, wanted, met, cost_ratio(results, *pair, lambda one: one.cpu_us)))
    return found


def against(results: Results, memory: Mapping[str, Memory]) -> list[dict[str, Any]]:
    """How many times better Handheld is, by each measure, with each number of clients: more calls, less time, CPU and memory."""
    rows = []
    for era, tool, ours, theirs, words, _ in _CALLS:
        for clients in sorted({cell.clients for cell in results if cell.tool == tool}):
            pair = Cell(tool, clients, ours, era), Cell(tool, clients, theirs, era)
            rate = ratio(results, *pair)
            if rate is not None:
                rows.append({
                    "against": words, "era": era, "tool": tool, "clients": clients, "rate": rate,
                    "p50": cost_ratio(results, *pair, lambda one: one.p50_ms),
                    "p99": cost_ratio(results, *pair, lambda one: one.p99_ms),
                    "cpu": cost_ratio(results, *pair, lambda one: one.cpu_us),
                    "memory": memory[theirs].pss_mb / memory[ours].pss_mb if {ours, theirs} <= memory.keys() else None,
                })  # fmt: skip
    return rows


def of_start(start: Mapping[str, Sequence[dict[str, Any]]]) -> list[Figure]:
    answers = {row["server"]: row["ms"] for row in start["answers"]}
    imports = {row["what"]: row["cpu_ms"] for row in start["imports"]}
    found = [
        Figure(f"`{HANDHELD}` to its first answer, times that of {name}", answers[HANDHELD] / ms)
        for name, ms in answers.items()
        if name != HANDHELD
    ]
    return [*found, Figure(f"CPU of importing {PHONE}, times that of {EMPTY}", imports[PHONE] / imports[EMPTY])]


def of_idle(idle: Sequence[dict[str, Any]]) -> list[Figure]:
    by_name = {row["server"]: row for row in idle}
    if not {OURS_H11, BARE_H11} <= by_name.keys():
        return []
    ours, bare = by_name[OURS_H11], by_name[BARE_H11]
    return [
        Figure("CPU while nobody calls, times that of bare Starlette", ours["cpu_s_per_hour"] / bare["cpu_s_per_hour"]),
        Figure("wake-ups while nobody calls, times those of bare Starlette", ours["wakes_per_hour"] / bare["wakes_per_hour"]),
    ]


def of_seam(seam: Mapping[str, Sequence[dict[str, Any]]]) -> list[Figure]:
    most = max(row["crossings"] for row in seam["crossings"])
    took = [row["us"] for row in seam["costs"]]
    return [
        Figure("crossings of the seam a tool call, at most", most, "≤ 1", most <= 1),
        Figure("a crossing without contents, times a call in Python", took[1] / took[0]),
        Figure("a crossing without contents, of a whole tool call with the screen", took[1] / took[-1]),
    ]


def of_screens(screens: Sequence[dict[str, Any]]) -> list[Figure]:
    """The time to read a screen by the codec's time to parse it, at the worst size; and how it grows, in the worst case."""
    found = []
    for codec in dict.fromkeys(each["codec"] for each in screens):
        powers = []
        for case in dict.fromkeys(each["case"] for each in screens):
            rows = [each for each in screens if (each["codec"], each["case"]) == (codec, case)]
            worst, nodes = max((each["of_parse"], each["nodes"]) for each in rows)
            what = f"snapshot → TSV, times parsing alone: {case} ({codec}; worst at {nodes:,} nodes)"
            found.append(Figure(what, worst, "≤ 3", worst <= 3))
            powers += growth(rows)
        if powers:
            power = max(powers)
            found.append(Figure(f"power of the nodes it grows with ({codec})", power, f"≤ {LINEAR}", power <= LINEAR))
    return found


def growth(rows: Iterable[dict[str, Any]]) -> list[float]:
    """1 is linear, 2 is quadratic; nothing where there are too few sizes to tell."""
    points = [(math.log(each["nodes"]), math.log(each["ms"])) for each in rows if each["nodes"] >= SMALLEST]
    return [statistics.linear_regression(*zip(*points, strict=True)).slope] if len(points) > 1 else []

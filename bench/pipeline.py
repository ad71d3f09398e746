"""From a snapshot's bytes to the text that an agent reads, against the codec's parse time alone: pipeline.py SECONDS NODES…

Prints a JSON line for each case. The codec is the one that HANDHELD_JSON names.
"""

import itertools
import json
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any, cast

import scenes

from handheld import codec
from handheld.device import Device
from handheld.screen import tsv
from handheld.screen.memory import Memory

FEWEST, MOST = 7, 500
STEPS, STEP_ROWS = 8, 3
"""How often a list is scrolled before it begins again at its top, and by how many rows."""


class Showing:
    """The one method of a device that reading a screen needs."""

    def __init__(self) -> None:
        self.data = b""

    def snapshot(self) -> bytes:
        return self.data


class Reader:
    """Someone who looks at a phone's screen again and again."""

    def __init__(self) -> None:
        self._showing = Showing()
        self._memory = Memory(cast(Device, self._showing))

    def read(self, data: bytes) -> str:
        self._showing.data = data
        return tsv.render(self._memory.look())


Step = tuple[Reader, bytes]


def first_sight(data: bytes) -> Iterator[Step]:
    while True:
        yield Reader(), data


def same_again(data: bytes) -> Iterator[Step]:
    reader = Reader()
    reader.read(data)
    for number in itertools.count(2):
        yield reader, scenes.numbered(data, number)


def text_changed(data: bytes) -> Iterator[Step]:
    reader = Reader()
    reader.read(data)
    for number in itertools.count(2):
        yield reader, scenes.edited(scenes.numbered(data, number), f"Draft {number}")


def list_scrolled(data: bytes) -> Iterator[Step]:
    nodes = len(codec.loads(data)["nodes"])
    steps = [scenes.numbered(scenes.snapshot(nodes, step * STEP_ROWS), step + 1) for step in range(1, STEPS)]
    while True:
        reader = Reader()
        reader.read(data)
        yield from ((reader, step) for step in steps)


CASES = {"first sight": first_sight, "same again": same_again, "text changed": text_changed, "list scrolled": list_scrolled}


def measure(steps: Iterator[Step], seconds: float) -> tuple[float, float]:
    """Median seconds of a reading, and of parsing the same bytes: of CPU time, for others use the machine too."""
    reading: list[float] = []
    parsing: list[float] = []
    until = time.perf_counter() + seconds
    while len(reading) < FEWEST or (time.perf_counter() < until and len(reading) < MOST):
        reader, data = next(steps)
        started = time.thread_time()
        parsed = codec.loads(data)
        between = time.thread_time()
        reader.read(data)
        reading.append(time.thread_time() - between)
        parsing.append(between - started)
        del parsed
    return statistics.median(reading), statistics.median(parsing)


def figures(nodes: int, case: str, seconds: float) -> dict[str, Any]:
    data = scenes.snapshot(nodes)
    lines = Reader().read(data).count("\n")
    reading, parsing = measure(CASES[case](data), seconds)
    return {
        "codec": codec.name,
        "nodes": nodes,
        "case": case,
        "bytes": len(data),
        "lines": lines,
        "ms": reading * 1000,
        "parse_ms": parsing * 1000,
        "us_per_node": reading * 1e6 / nodes,
        "of_parse": reading / parsing,
    }


def main(seconds: str, *sizes: str) -> None:
    for nodes in map(int, sizes):
        for case in CASES:
            print(json.dumps(figures(nodes, case, float(seconds))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

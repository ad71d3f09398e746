"""Logcat's text (`-v threadtime -v year`), read line by line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

LEVELS = "VDIWEF"
"""From the least to the most important."""

_LINE = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})\d* +\d+ +\d+ ([VDIWEF]) (.*?) *:(?: (.*))?")
_DIVIDER = "--------- "


@dataclass(frozen=True, slots=True)
class Line:
    moment: str
    """`2026-02-11 16:30:00.123`, in the phone's time zone: such moments sort as text."""
    level: str
    tag: str
    message: str

    def brief(self) -> str:
        return f"{self.moment[5:]} {self.level}/{self.tag}: {self.message}"


def parse(text: str) -> Iterator[Line]:
    """A line without a head of its own belongs to the message above it, and gets that head, as logcat itself repeats it."""
    last: Line | None = None
    for raw in text.split("\n"):
        raw = raw.rstrip("\r")
        if not raw or raw.startswith(_DIVIDER):
            continue
        match = _LINE.fullmatch(raw)
        if match:
            moment, level, tag, message = match.groups(default="")
            last = Line(moment, level, tag, message)
        elif last:
            last = Line(last.moment, last.level, last.tag, raw)
        else:
            continue
        yield last

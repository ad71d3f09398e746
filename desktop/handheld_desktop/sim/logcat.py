"""What happens on the phone, as logcat lines."""

import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from handheld.clock import Clock

Level = Literal["V", "D", "I", "W", "E", "F"]
_KEPT = 2000


@dataclass(frozen=True, slots=True)
class Entry:
    time: float
    level: Level
    tag: str
    message: str
    package: str


def pid(package: str) -> int:
    return 1000 if package == "android" else 2000 + zlib.crc32(package.encode()) % 28_000


class Logcat:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: deque[Entry] = deque(maxlen=_KEPT)

    def add(self, level: Level, tag: str, message: str, package: str = "android") -> None:
        # A real log is one line an entry.
        for line in message.splitlines() or [""]:
            self._entries.append(Entry(self._clock.now(), level, tag, line, package))

    def read(self, package: str | None, hides: Callable[[str], bool]) -> str:
        entries = [entry for entry in self._entries if package in (None, entry.package) and not hides(entry.package)]
        return "\n".join(map(_format, entries))


def _format(entry: Entry) -> str:
    time = datetime.fromtimestamp(entry.time)
    process = pid(entry.package)
    thread = process + len(entry.tag) % 7
    stamp = f"{time:%Y-%m-%d %H:%M:%S}.{time.microsecond // 1000:03d}"
    return f"{stamp} {process:5d} {thread:5d} {entry.level} {entry.tag}: {entry.message}"

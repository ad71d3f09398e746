"""Numbers that are given only once, also after a restart: a short id that an agent still holds can mean nothing else."""

import secrets
import threading
from pathlib import Path

from .. import atomic

_BLOCK = 1000
"""So many are noted as given before the first of them is, and lost by a restart."""
_writing = threading.Lock()


class Numbers:
    def __init__(self, path: Path | None = None) -> None:
        """Without a file they begin with 1 each time."""
        self._path = path
        self._lock = threading.Lock()
        self._next = self._end = 0

    def take(self) -> int:
        with self._lock:
            if self._next == self._end:
                self._next = self._reserve()
                self._end = self._next + _BLOCK
            self._next += 1
            return self._next - 1

    def _reserve(self) -> int:
        if self._path is None:
            return self._end or 1
        with _writing:
            try:
                first = max(_noted(self._path), self._end)
                atomic.write(self._path, b"%d\n" % (first + _BLOCK))
                return first
            except (OSError, ValueError):
                return self._end + _far()


def _noted(path: Path) -> int:
    """The first that was never given."""
    try:
        text = path.read_bytes().strip()
    except FileNotFoundError:
        return 1
    return int(text) if text.isdigit() else _far()


def _far() -> int:
    """Where it is not known what was given before: so far off that none of it is met again, but for a rare chance."""
    return 1_000_000 * (1 + secrets.randbelow(998))

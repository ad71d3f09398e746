"""The audit log: a JSON line for every call, for the person whose phone it is."""

import errno
import logging
import math
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any

from . import codec
from .clock import Clock
from .schema import Schema

_log = logging.getLogger(__name__)
_KEPT_FILES = 3
_LONGEST_VALUE = 200
_FRACTIONS = tuple(f".{ms:03}Z" for ms in range(1000))


class AuditLog:
    """Append-only: `audit.jsonl`, and `audit.1.jsonl` … with older lines once it has grown too large. A line is with the system
    before its call is answered, so a kill of the process loses none of an answered call; it is not forced to the disk, so a
    battery that is pulled out may cost the last seconds."""

    def __init__(
        self, folder: Path, clock: Clock, max_bytes: int = 1_000_000, told: Callable[[Mapping[str, Any]], None] | None = None
    ) -> None:
        self._path = folder / "audit.jsonl"
        self.clock = clock
        self._max_bytes = max_bytes
        self._told = told
        self._lock = threading.Lock()
        self._fd: int | None = None
        self._size = 0
        self._lost = 0

    def write(
        self, client: str, tool: str, arguments: Mapping[str, Any], outcome: str, seconds: float, picture: str | None = None
    ) -> None:
        entry = self._entry(client, tool, arguments, outcome, seconds)
        if picture is not None:
            entry["picture"] = picture
        self._keep(codec.dumps(entry) + b"\n")
        if self._told is not None:  # whoever hears of it finds it in the log
            self._told(entry)

    def _keep(self, line: bytes) -> None:
        with self._lock:
            try:
                if self._lost:
                    self._tell_gap()
                self._append(line)
            except OSError as error:  # a full disk is no reason to lose the phone
                if not self._lost:
                    _log.error("Cannot write %s: %s", self._path, error)
                self._lost += 1
                self._close()

    def of(self, client: str, tool: str, arguments: Any, schema: Schema) -> "Doing":
        """Puts on record what is done inside, and how it ends: an exception is known by its `code`."""
        return Doing(self, client, tool, arguments, schema)

    def entries(self) -> Iterator[dict[str, Any]]:
        """Every call on record, the latest first. What is no whole line, as a kill can leave it, is left out."""
        with self._lock:  # no file may become an older one between two reads
            files = [path.read_bytes() for path in map(self._numbered, range(_KEPT_FILES)) if path.is_file()]
        for line in (line for data in files for line in reversed(data.splitlines())):
            try:
                entry = codec.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(entry, dict):
                yield entry

    def close(self) -> None:
        """Lets go of the file; what is still written opens it again."""
        with self._lock:
            self._close()

    def __del__(self) -> None:
        self._close()

    def _entry(self, client: str, tool: str, arguments: Mapping[str, Any], outcome: str, seconds: float) -> dict[str, Any]:
        now_ms = int(self.clock.now() * 1000)
        return {
            "time": _to_the_second(now_ms // 1000) + _FRACTIONS[now_ms % 1000],
            "client": client,
            "tool": tool,
            "arguments": arguments,
            "outcome": outcome,
            "ms": int(seconds * 10_000 + 0.5) / 10,
        }

    def _tell_gap(self) -> None:
        gap = self._entry("handheld", "audit_log", {"lines_lost": self._lost}, "action_failed", 0)
        self._append(codec.dumps(gap) + b"\n")
        self._lost = 0

    def _append(self, line: bytes) -> None:
        fd = self._open() if self._fd is None else self._fd
        if self._size and self._size + len(line) > self._max_bytes:
            self._rotate()
            fd = self._open()
        written = os.write(fd, line)
        self._size += written
        if written < len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _open(self) -> int:
        # Nobody else on the device may read what was done with it.
        fd = self._fd = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._size = os.fstat(fd).st_size
        if self._size and os.pread(fd, 1, self._size - 1) != b"\n":
            self._size += os.write(fd, b"\n")  # what a kill or a full disk cut off ends here
        return fd

    def _close(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
        self._fd = None

    def _rotate(self) -> None:
        """From the oldest to the newest: a kill in between leaves a gap in the numbers and loses nothing else."""
        self._close()
        for number in range(_KEPT_FILES - 1, 0, -1):
            if self._numbered(number - 1).exists():
                self._numbered(number - 1).replace(self._numbered(number))

    def _numbered(self, number: int) -> Path:
        return self._path.with_name(f"audit.{number}.jsonl") if number else self._path


class Doing:
    """A call that is being done. Not a generator with @contextmanager: every call passes here."""

    __slots__ = ("_arguments", "_client", "_log", "_schema", "_started", "_tool", "picture")

    def __init__(self, log: AuditLog, client: str, tool: str, arguments: Any, schema: Schema) -> None:
        self._log, self._client, self._tool, self._arguments, self._schema = log, client, tool, arguments, schema
        self._started = log.clock.monotonic()
        self.picture: str | None = None
        """The name of the one that shows the screen afterwards."""

    def __enter__(self) -> "Doing":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        outcome = "ok" if error is None else getattr(error, "code", "internal_error")
        took = self._log.clock.monotonic() - self._started
        self._log.write(self._client, self._tool, masked(self._arguments, self._schema), outcome, took, self.picture)


@lru_cache(maxsize=4)
def _to_the_second(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def masked(arguments: Any, schema: Schema) -> dict[str, Any]:
    """The arguments without what a person wrote: texts show their length only, unless they are one of a few words, an id, a
    package or a path."""
    if not isinstance(arguments, dict):
        return {}
    kinds = schema.get("properties", {})
    return {name: _masked(name, value, kinds[name]) for name, value in arguments.items() if name in kinds}


def _masked(name: str, value: Any, kind: Schema) -> Any:
    if isinstance(value, str):
        is_plain = "enum" in kind or name == "path" or name.endswith(("_id", "_name"))
        return value[:_LONGEST_VALUE] if is_plain else f"<{len(value)} characters>"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict | list):
        return f"<{len(value)} items>"
    return value

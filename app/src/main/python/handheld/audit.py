"""The audit log: a JSON line for every call, for the person whose phone it is."""

import logging
import math
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import codec
from .clock import Clock
from .schema import Schema

_log = logging.getLogger(__name__)
_KEPT_FILES = 3
_DELAY_SECONDS = 0.1
_LONGEST_VALUE = 200


class AuditLog:
    """Append-only: `audit.jsonl`, and `audit.1.jsonl` … with older lines once it has grown too large. A line reaches the disk a
    moment after it was written, with its neighbours, so that no call waits for the disk."""

    def __init__(
        self, folder: Path, clock: Clock, max_bytes: int = 1_000_000, told: Callable[[Mapping[str, Any]], None] | None = None
    ) -> None:
        self._path = folder / "audit.jsonl"
        self._clock = clock
        self._max_bytes = max_bytes
        self._told = told
        self._lock = threading.Lock()
        self._pending: list[bytes] = []
        self._timer: threading.Timer | None = None

    def write(self, client: str, tool: str, arguments: Mapping[str, Any], outcome: str, seconds: float) -> None:
        second, fraction = divmod(self._clock.now(), 1)
        entry = {
            "time": f"{_to_the_second(int(second))}.{int(fraction * 1000):03}Z",
            "client": client,
            "tool": tool,
            "arguments": arguments,
            "outcome": outcome,
            "ms": round(seconds * 1000, 1),
        }
        line = codec.dumps(entry)
        if self._told is not None:
            self._told(entry)
        with self._lock:
            self._pending.append(line + b"\n")
            if self._timer is None:
                self._timer = threading.Timer(_DELAY_SECONDS, self.flush)
                self._timer.daemon = True
                self._timer.start()

    @contextmanager
    def of(self, client: str, tool: str, arguments: Any, schema: Schema) -> Iterator[None]:
        """Puts on record what is done inside, and how it ends: an exception is known by its `code`."""
        started, outcome = self._clock.monotonic(), "ok"
        try:
            yield
        except BaseException as error:
            outcome = getattr(error, "code", "internal_error")
            raise
        finally:
            self.write(client, tool, masked(arguments, schema), outcome, self._clock.monotonic() - started)

    def entries(self) -> Iterator[dict[str, Any]]:
        """Every call on record, the latest first. A line that a kill cut off is left out."""
        self.flush()
        for number in range(_KEPT_FILES):
            path = self._path.with_name(f"audit.{number}.jsonl") if number else self._path
            try:
                lines = path.read_bytes().splitlines()
            except FileNotFoundError:
                continue
            for line in reversed(lines):
                try:
                    yield codec.loads(line)
                except ValueError:
                    continue

    def flush(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = None
            lines, self._pending = self._pending, []
            try:
                self._append(lines)
            except OSError as error:
                _log.error("Cannot write %s: %s", self._path, error)  # a full disk is no reason to lose the phone

    def _append(self, lines: list[bytes]) -> None:
        size = self._path.stat().st_size if self._path.exists() else 0
        batch = bytearray()
        for line in lines:
            if size and size + len(line) > self._max_bytes:
                self._put(batch)
                self._rotate()
                batch, size = bytearray(), 0
            batch += line
            size += len(line)
        self._put(batch)

    def _put(self, batch: bytearray) -> None:
        if not batch:
            return
        # Nobody else on the device may read what was done with it.
        fd = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with os.fdopen(fd, "ab") as file:
            file.write(batch)

    def _rotate(self) -> None:
        for number in range(_KEPT_FILES - 1, 0, -1):
            older = self._path.with_name(f"audit.{number}.jsonl")
            newer = self._path.with_name(f"audit.{number - 1}.jsonl") if number > 1 else self._path
            if newer.exists():
                newer.replace(older)


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
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, bool | int | float) or value is None:
        return value
    if not isinstance(value, str):
        return f"<{len(value)} items>"
    if "enum" in kind or name == "path" or name.endswith(("_id", "_name")):
        return value[:_LONGEST_VALUE]
    return f"<{len(value)} characters>"

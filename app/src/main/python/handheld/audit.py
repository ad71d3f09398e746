"""The audit log: a JSON line for every call, for the person whose phone it is."""

import logging
import math
import os
import threading
from collections.abc import Iterator, Mapping
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
_LONGEST_VALUE = 200


class AuditLog:
    """Append-only: `audit.jsonl`, and `audit.1.jsonl` … with older lines once it has grown too large."""

    def __init__(self, folder: Path, clock: Clock, max_bytes: int = 1_000_000) -> None:
        self._path = folder / "audit.jsonl"
        self._clock = clock
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._fd = -1
        self._size = 0

    def write(self, client: str, tool: str, arguments: Mapping[str, Any], outcome: str, seconds: float) -> None:
        second, fraction = divmod(self._clock.now(), 1)
        line = codec.dumps(
            {
                "time": f"{_to_the_second(int(second))}.{int(fraction * 1000):03}Z",
                "client": client,
                "tool": tool,
                "arguments": arguments,
                "outcome": outcome,
                "ms": round(seconds * 1000, 1),
            }
        )
        with self._lock:
            try:
                self._append(line + b"\n")
            except OSError as error:
                _log.error("Cannot write %s: %s", self._path, error)  # a full disk is no reason to lose the phone

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

    def close(self) -> None:
        with self._lock:
            self._close()

    def _append(self, line: bytes) -> None:
        if self._fd < 0:
            self._open()
        if self._size and self._size + len(line) > self._max_bytes:
            self._close()
            self._rotate()
            self._open()
        os.write(self._fd, line)
        self._size += len(line)

    def _open(self) -> None:
        # Nobody else on the device may read what was done with it.
        self._fd = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._size = os.fstat(self._fd).st_size

    def _rotate(self) -> None:
        for number in range(_KEPT_FILES - 1, 0, -1):
            older = self._path.with_name(f"audit.{number}.jsonl")
            newer = self._path.with_name(f"audit.{number - 1}.jsonl") if number > 1 else self._path
            if newer.exists():
                newer.replace(older)

    def _close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = -1


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

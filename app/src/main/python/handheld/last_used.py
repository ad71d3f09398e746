"""When each token was last used, across restarts: a small file that a clean stop writes, and the audit log for after a kill."""

import logging
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from . import atomic, codec
from .audit import AuditLog
from .clock import Clock

_log = logging.getLogger(__name__)
_FILE = "last-used.json"


def before(folder: Path, clock: Clock) -> dict[str, float]:
    """By the token's name, in Unix time."""
    used = _kept(folder / _FILE)
    for entry in AuditLog(folder, clock).entries():
        name, moment = _use(entry)
        used[name] = max(moment, used.get(name, 0))
    return used


def keep(folder: Path, used: Mapping[str, float]) -> None:
    try:
        atomic.write(folder / _FILE, codec.dumps(dict(used)))
    except OSError as error:  # a full disk must not keep a server from stopping
        _log.error("Cannot write %s: %s", folder / _FILE, error)


def _kept(path: Path) -> dict[str, float]:
    try:
        kept = codec.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return {name: moment for name, moment in kept.items() if isinstance(moment, int | float)} if isinstance(kept, dict) else {}


def _use(entry: Mapping[str, Any]) -> tuple[str, float]:
    """Of a line of the log; one that somebody else wrote says nothing."""
    try:
        return entry["client"], datetime.fromisoformat(entry["time"]).timestamp()
    except (KeyError, TypeError, ValueError):
        return "", 0

"""Writes a file whole or not at all, for this user's eyes only."""

import contextlib
import os
import re
import secrets
from pathlib import Path

_DRAFT = re.compile(r"\..+\.[0-9a-f]{8}")


def write(path: Path, data: bytes) -> None:
    """Replaces the file at once: a reader, or a crash half-way, sees the old content or the new, never a part."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(draft, "xb", opener=_private) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            draft.unlink()
        raise


def sweep(folder: Path) -> None:
    """Removes what killed writes left; only for the one who starts to write there."""
    for path in folder.glob(".*"):
        if _DRAFT.fullmatch(path.name):
            path.unlink(missing_ok=True)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)

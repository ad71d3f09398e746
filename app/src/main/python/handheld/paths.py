"""Paths inside a storage location, checked before they cross the seam: nothing that passes can name a place outside."""

import re
import unicodedata

from .errors import InvalidArguments

_MAX_NAME_BYTES = 255
_MAX_PATH_BYTES = 4096
_DRIVE = re.compile(r"[A-Za-z]:")
_DRAFT = re.compile(r"\.handheld-[0-9a-f]+-[0-9]+\.tmp", re.IGNORECASE)


def check(path: str) -> str:
    """The path itself, or InvalidArguments saying what is wrong with it. "" is the location's root."""
    if not path:
        return path
    problem = _problem(path)
    if problem is not None:
        shown = path if len(path) <= 100 else path[:99] + "…"
        example = "Paths are relative to the storage location, like 'notes/todo.txt'"
        raise InvalidArguments(f"Invalid path {shown!r}: {problem}. {example}")
    return path


def _problem(path: str) -> str | None:
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in path):
        return "it has control characters or broken Unicode"
    if "\\" in path:
        return "it has a backslash; folders are separated by '/'"
    if path.startswith("/") or _DRIVE.match(path):
        return "it is absolute"
    if len(path.encode()) > _MAX_PATH_BYTES:
        return f"it is longer than {_MAX_PATH_BYTES} bytes"
    return next(filter(None, map(_problem_of_name, path.split("/"))), None)


def _problem_of_name(name: str) -> str | None:
    if not name:
        return "it has an empty part ('//', or '/' at its end)"
    if _climbs(name):
        return f"it has the part {name!r}"
    if len(name.encode()) > _MAX_NAME_BYTES:
        return f"it has a name longer than {_MAX_NAME_BYTES} bytes"
    if is_draft(name):
        return "names like this are Handheld's own, for files it is writing"
    return None


def _climbs(name: str) -> bool:
    """Whether some file system could take the name for `.` or `..`: written in look-alikes that normalise to dots or slashes,
    with invisible characters between, or with the spaces and dots that FAT drops from the end."""
    plain = "".join(character for character in unicodedata.normalize("NFKC", name) if unicodedata.category(character) != "Cf")
    return not plain or any(piece and not piece.strip(". ") for piece in re.split(r"[/\\]", plain))


def parent(path: str) -> str:
    return path.rpartition("/")[0]


def draft(path: str, unique: str) -> str:
    """The name, beside `path`, under which its new content is written before it takes its place."""
    folder, slash, _ = path.rpartition("/")
    return f"{folder}{slash}.handheld-{unique}.tmp"


def is_draft(name: str) -> bool:
    return _DRAFT.fullmatch(name) is not None

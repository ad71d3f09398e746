"""The storage of the simulated phone: folders of a real disk, never left whatever lies in them."""

import contextlib
import dataclasses
import errno
import mimetypes
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from handheld.device import Entry, FileMode, Location
from handheld.errors import ActionFailed, InvalidArguments, NoSuchFile

PHONE_LOCATIONS = (
    Location("com.android.externalstorage.documents/primary:", "Internal Storage", "/", None),
    Location("com.android.externalstorage.documents/primary:Documents", "Documents", "/Documents", None),
    Location("com.android.providers.downloads.documents/downloads", "Downloads", "/Download", None),
)

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_FILE_FLAGS: dict[FileMode, int] = {"r": os.O_RDONLY, "w": os.O_WRONLY | os.O_CREAT, "a": os.O_WRONLY | os.O_APPEND}
_MIME_TYPES = mimetypes.MimeTypes()  # its own table: the machine's would differ from one desktop to the next


class Disk:
    """The storage part of a Device. The path of each location is its folder under `root`.

    Every step of a path is opened relative to the folder before it and without following links, so that a link planted or
    swapped in while we look leads nowhere.
    """

    def __init__(self, root: Path, locations: Sequence[Location] = PHONE_LOCATIONS) -> None:
        self._root = root
        self._locations = {location.id: location for location in locations}
        for location in locations:
            (root / location.path.strip("/")).mkdir(parents=True, exist_ok=True)

    def storage_locations(self) -> list[Location]:
        free = os.statvfs(self._root)
        available = free.f_bavail * free.f_frsize
        return [dataclasses.replace(location, available_bytes=available) for location in self._locations.values()]

    def list_directory(self, location: str, path: str) -> list[Entry]:
        entries = []
        with _telling(path), self._folder(location, _parts(path)) as folder:
            for name in filter(_is_unicode, os.listdir(folder)):
                with contextlib.suppress(FileNotFoundError):  # gone since
                    entries.append(_entry(name, os.stat(name, dir_fd=folder, follow_symlinks=False)))
        return [entry for entry in entries if entry is not None]

    def stat_file(self, location: str, path: str) -> Entry:
        with _telling(path), self._parent(location, path) as (folder, name):
            entry = _entry(name, os.stat(name, dir_fd=folder, follow_symlinks=False))
        if entry is None:
            raise ActionFailed(f"Neither a file nor a folder: {path}")
        return entry

    def open_file(self, location: str, path: str, mode: FileMode) -> int:
        with _telling(path), self._parent(location, path, make=mode == "w") as (folder, name):
            # A pipe that lies there must not block the open.
            fd = os.open(name, _FILE_FLAGS[mode] | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644, dir_fd=folder)
        try:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise ActionFailed(f"Not a file: {path}")
            os.set_blocking(fd, True)
            if mode == "w":
                os.ftruncate(fd, 0)
        except BaseException:
            os.close(fd)
            raise
        return fd

    def replace_file(self, location: str, path: str, by: str) -> None:
        with (
            _telling(path),
            self._parent(location, path) as (folder, name),
            self._parent(location, by) as (from_folder, from_name),
        ):
            os.replace(from_name, name, src_dir_fd=from_folder, dst_dir_fd=folder)
            os.fsync(folder)

    def delete_file(self, location: str, path: str) -> None:
        with _telling(path), self._parent(location, path) as (folder, name):
            os.unlink(name, dir_fd=folder)

    @contextlib.contextmanager
    def _parent(self, location: str, path: str, make: bool = False) -> Iterator[tuple[int, str]]:
        *parents, name = _parts(path) or [""]
        if not name:
            raise ActionFailed("Not a file but the folder of a storage location")
        with self._folder(location, parents, make) as folder:
            yield folder, name

    @contextlib.contextmanager
    def _folder(self, location: str, parts: Sequence[str], make: bool = False) -> Iterator[int]:
        if location not in self._locations:
            raise ActionFailed(f"Storage location not found: {location}")
        folder = os.open(self._root, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for part in (*_parts(self._locations[location].path.strip("/")), *parts):
                if make:
                    with contextlib.suppress(FileExistsError):
                        os.mkdir(part, dir_fd=folder)
                inner = os.open(part, _FOLDER, dir_fd=folder)
                os.close(folder)
                folder = inner
            yield folder
        finally:
            os.close(folder)


def _parts(path: str) -> list[str]:
    parts = path.split("/") if path else []
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        raise InvalidArguments(f"Not a path inside a storage location: {path!r}")
    return parts


def _is_unicode(name: str) -> bool:
    """Names on a phone are; a desktop's disk can hold others, which no caller could ask for."""
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _entry(name: str, status: os.stat_result) -> Entry | None:
    modified_ms = status.st_mtime_ns // 1_000_000
    if stat.S_ISDIR(status.st_mode):
        return Entry(name, True, 0, modified_ms, None)
    if stat.S_ISREG(status.st_mode):
        return Entry(name, False, status.st_size, modified_ms, _mime_type(name))
    return None


def _mime_type(name: str) -> str:
    kind, packed = _MIME_TYPES.guess_type(name)
    return f"application/{packed}" if packed else kind or "application/octet-stream"


@contextlib.contextmanager
def _telling(path: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise NoSuchFile(f"Not found: {path}") from None
    except OSError as error:
        if error.errno == errno.ENOTDIR:
            raise ActionFailed(f"Not a folder, or below something that is not one: {path}") from None
        if error.errno == errno.ELOOP:
            raise ActionFailed(f"Links are not followed: {path}") from None
        raise ActionFailed(f"{os.strerror(error.errno or 0)}: {path}") from error

"""Files in the folders a person has granted: who may do what where, and reading and writing them over the seam."""

import codecs
import contextlib
import errno
import io
import itertools
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO

from . import paths
from .call import Call
from .device import Entry, Location
from .errors import ActionFailed, HandheldError, InvalidArguments, NoSuchFile, PermissionDenied, Unsupported
from .phone import Phone
from .settings import LocationRules
from .turn import Turn

_CHUNK = 1 << 16
_SESSION = secrets.token_hex(4)
_DRAFTS = itertools.count(1)
_LOCKS = tuple(Turn() for _ in range(64))
"""One writer at a time for a file: each file has one of these by its hash, and nobody ever holds two."""


class NoSuchLocation(ActionFailed):
    """The phone has no storage location of that id."""


@dataclass(frozen=True, slots=True)
class File:
    """A checked path in a location that is there."""

    location: Location
    path: str

    def __str__(self) -> str:
        return f"{self.path or '/'} in {self.location.name}"


def rules(phone: Phone, location_id: str) -> LocationRules:
    return phone.settings.storage.get(location_id, LocationRules())


def to_list(phone: Phone, location_id: str, path: str) -> File:
    paths.check(path)
    for location in phone.device.storage_locations():
        if location.id == location_id:
            return File(location, path)
    ask = f"{phone.prefix}list_storage_locations tells which there are"
    raise NoSuchLocation(f"Storage location not found: {location_id!r}; {ask}")


def to_read(phone: Phone, location_id: str, path: str) -> File:
    if not path:
        raise InvalidArguments("Invalid path '': it must name a file")
    return to_list(phone, location_id, path)


def to_write(phone: Phone, location_id: str, path: str) -> File:
    file = to_read(phone, location_id, path)
    if not rules(phone, location_id).allow_write:
        raise _not_allowed("Write", "writing", file.location)
    return file


def is_free(phone: Phone, location_id: str, path: str) -> bool:
    """Whether agents write there without asking the person first."""
    folders = (folder.strip("/") for folder in rules(phone, location_id).free_folders)
    return any(not folder or path.startswith(f"{folder}/") for folder in folders)


def to_delete(phone: Phone, location_id: str, path: str) -> File:
    file = to_read(phone, location_id, path)
    if not rules(phone, location_id).allow_delete:
        raise _not_allowed("Delete", "deleting", file.location)
    return file


def _not_allowed(what: str, doing: str, location: Location) -> PermissionDenied:
    allow = f"Allow {doing} (allow_{what.lower()}) for this storage location in the Handheld settings"
    return PermissionDenied(f"{what} not allowed in {location.name} ({location.id}). {allow}")


def list_directory(phone: Phone, folder: File) -> list[Entry]:
    """Folders first, then by name; without the drafts of writes under way or killed."""
    with _telling(folder, "Path", "Listing"):
        entries = phone.device.list_directory(folder.location.id, folder.path)
    shown = [entry for entry in entries if not paths.is_draft(entry.name)]
    return sorted(shown, key=lambda entry: (not entry.is_directory, entry.name.casefold(), entry.name))


def read_bytes(phone: Phone, file: File) -> bytes:
    """The whole of a file of any kind. ActionFailed if it is too large."""
    with _source(phone, file, text=False) as source:
        return source.read()


@contextlib.contextmanager
def reading(phone: Phone, file: File) -> Iterator[TextIO]:
    """The lines of a text file, decoded as they are read. ActionFailed, maybe late, if it is too large or not UTF-8."""
    with _source(phone, file, text=True) as source, io.TextIOWrapper(source, encoding="utf-8-sig") as text:
        yield text


@contextlib.contextmanager
def _source(phone: Phone, file: File, text: bool) -> Iterator[io.BufferedReader]:
    with _telling(file, "File", "Reading"):
        fd = phone.device.open_file(file.location.id, file.path, "r")
        raw = _Source(fd, file, phone.settings.file_size_limit_bytes, text)
        source: io.BufferedReader = io.BufferedReader(raw, _CHUNK)
        with source:
            raw.refuse_too_large(os.fstat(fd).st_size)
            yield source


class _Source(io.RawIOBase):
    """The bytes of a file, refused as soon as they are too many (not every storage knows a file's size) or cannot be text."""

    def __init__(self, fd: int, file: File, limit: int, text: bool) -> None:
        self._fd = fd
        self._file = file
        self._limit = limit
        self._text = text
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = os.read(self._fd, len(buffer))
        self._count += len(data)
        self.refuse_too_large(self._count)
        if self._text and 0 in data:
            raise _not_text(self._file)
        buffer[: len(data)] = data
        return len(data)

    def refuse_too_large(self, size: int) -> None:
        if size > self._limit:
            raise ActionFailed(f"File exceeds size limit: {self._file} is larger than {self._limit} bytes")

    def close(self) -> None:
        if not self.closed:
            os.close(self._fd)
        super().close()


def encode(phone: Phone, content: str) -> bytes:
    """The bytes to write for a text that a caller sent."""
    try:
        data = content.encode()
    except UnicodeEncodeError:
        raise InvalidArguments("The content has broken Unicode: half of a surrogate pair") from None
    _refuse_too_large(phone, len(data))
    return data


def _refuse_too_large(phone: Phone, size: int) -> None:
    limit = phone.settings.file_size_limit_bytes
    if size > limit:
        raise ActionFailed(f"Content exceeds file size limit: {size} bytes, and the limit is {limit}")


def write(call: Call, file: File, chunks: Iterable[bytes]) -> None:
    """Puts new content in place of the old at once. Whatever stops it on the way leaves the old file as it was."""
    with _draft(call.phone, file, chunks) as draft, _alone(call, file):
        call.phone.device.replace_file(file.location.id, file.path, draft)


def edit(call: Call, file: File, change: Callable[[bytes], bytes]) -> None:
    """Replaces a text file by what `change` makes of it; nobody else writes it meanwhile."""
    with _alone(call, file):
        data = change(_read_utf8(call.phone, file))
        _refuse_too_large(call.phone, len(data))
        with _draft(call.phone, file, [data]) as draft:
            call.phone.device.replace_file(file.location.id, file.path, draft)


def _read_utf8(phone: Phone, file: File) -> bytes:
    with _source(phone, file, text=True) as source:
        data = source.read()
    decoder = codecs.getincrementaldecoder("utf-8")()
    with _telling(file, "File", "Reading"):
        for start in range(0, len(data), _CHUNK):  # in pieces, so that a large file is not held a second time
            decoder.decode(data[start : start + _CHUNK])
        decoder.decode(b"", final=True)
    return data


def append(call: Call, file: File, data: bytes) -> None:
    device = call.phone.device
    with _alone(call, file), _telling(file, "File", "Appending"):
        entry = device.stat_file(file.location.id, file.path)
        _refuse_folder(file, entry)
        _refuse_too_large(call.phone, entry.size + len(data))
        try:
            fd = device.open_file(file.location.id, file.path, "a")
        except Unsupported:
            instead = f"Use {call.phone.prefix}read_file, then {call.phone.prefix}write_file with the whole content, instead"
            raise Unsupported(f"Append mode not supported by {file.location.name}. {instead}") from None
        _write_all(fd, [data])


def delete(call: Call, file: File) -> None:
    device = call.phone.device
    with _alone(call, file), _telling(file, "File", "Deleting"):
        # Asked here, for a storage would delete a folder with all that is in it.
        _refuse_folder(file, device.stat_file(file.location.id, file.path))
        device.delete_file(file.location.id, file.path)


@contextlib.contextmanager
def _alone(call: Call, file: File) -> Iterator[None]:
    key = (file.location.id, file.path.casefold())  # a.txt and A.txt are one file on a phone
    with call.holding(_LOCKS[hash(key) % len(_LOCKS)]):
        yield


@contextlib.contextmanager
def _draft(phone: Phone, file: File, chunks: Iterable[bytes]) -> Iterator[str]:
    """The new content under a name of its own in the same folder; removed again unless it takes the file's place."""
    location = file.location.id
    with _telling(file, "File", "Writing"):
        with contextlib.suppress(NoSuchFile):
            _refuse_folder(file, phone.device.stat_file(location, file.path))
        _sweep(phone, file)
        draft = paths.draft(file.path, f"{_SESSION}-{next(_DRAFTS)}")
        fd = phone.device.open_file(location, draft, "w")
        try:
            _write_all(fd, chunks)
            yield draft
        except BaseException:
            with contextlib.suppress(HandheldError):
                phone.device.delete_file(location, draft)
            raise


def _sweep(phone: Phone, file: File) -> None:
    """Removes what killed writes left in the folder. Once is enough: a write that fails here removes its own draft."""
    folder = paths.parent(file.path)
    if (file.location.id, folder) in phone.swept_folders:
        return
    with contextlib.suppress(HandheldError):
        for entry in phone.device.list_directory(file.location.id, folder):
            if paths.is_draft(entry.name) and _SESSION not in entry.name:
                phone.device.delete_file(file.location.id, f"{folder}/{entry.name}".lstrip("/"))
    phone.swept_folders.add((file.location.id, folder))


def _write_all(fd: int, chunks: Iterable[bytes]) -> None:
    with open(fd, "wb") as out:
        for chunk in chunks:
            out.write(chunk)
        out.flush()
        try:
            os.fsync(fd)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a cloud storage hands out a pipe
                raise


def _refuse_folder(file: File, entry: Entry) -> None:
    if entry.is_directory:
        raise ActionFailed(f"Not a file but a folder: {file}")


def _not_text(file: File) -> ActionFailed:
    return ActionFailed(f"File is not a text file: {file} is not UTF-8 text")


@contextlib.contextmanager
def _telling(file: File, what: str, doing: str) -> Iterator[None]:
    """Says what went wrong in the words of a person who knows the path and not the storage behind it."""
    try:
        yield
    except NoSuchFile:
        prefix = f"{file.location.id}/"
        hint = f". Leave out '{prefix}': paths are relative to the storage location" if file.path.startswith(prefix) else ""
        raise NoSuchFile(f"{what} not found: {file}{hint}") from None
    except UnicodeDecodeError:
        raise _not_text(file) from None
    except OSError as error:
        raise ActionFailed(f"{doing} failed: {file}: {error.strerror or error}") from error

"""Files in storage locations, and downloads."""

import json
from dataclasses import replace
from typing import Any

from case import Case, Given, answers, both, instead, nothing, refuses
from cases_element import EMPTY, MISSING
from world import DOCUMENTS, DOWNLOADS, INTERNAL, World

from handheld.device import Entry, Location
from handheld.errors import ActionFailed, InvalidArguments, PermissionDenied, Unsupported
from handheld.settings import DownloadRules

_TOOLS: dict[str, dict[str, Any]] = {
    "list_files": {},
    "read_file": {"path": "todo.txt"},
    "write_file": {"path": "todo.txt", "content": "x"},
    "append_file": {"path": "todo.txt", "content": "x"},
    "file_replace": {"path": "todo.txt", "old_string": "Buy", "new_string": "Sell"},
    "download_from_url": {"path": "photo.jpg", "url": "https://example.com/photo.jpg"},
    "delete_file": {"path": "todo.txt"},
}
_WRITERS = ("write_file", "append_file", "file_replace", "download_from_url")
_NO_LOCATION = "Storage location not found: 'nowhere'; android_list_storage_locations tells which there are"
_NO_FILE = "File not found: todo.txt in Downloads"
_READ_ONLY = f"Write not allowed in Internal Storage ({INTERNAL}). Allow writing (allow_write) for this storage location in the Handheld settings"  # noqa: E501
_UNDELETABLE = f"Delete not allowed in Documents ({DOCUMENTS}). Allow deleting (allow_delete) for this storage location in the Handheld settings"  # noqa: E501
_TOO_LARGE = "File exceeds size limit: todo.txt in Downloads is larger than 10 bytes"


def holding(text: str | bytes, name: str = "todo.txt") -> Given:
    """A file of that content among the downloads."""

    def given(world: World) -> None:
        path = world.storage / "Download" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    return given


def _limit(size: int) -> Given:
    return lambda world: world.set(file_size_limit_bytes=size)


def _downloads(**rules: Any) -> Given:
    return lambda world: world.set(download=replace(DownloadRules(), **rules))


def _in(tool: str, location: str = DOWNLOADS, **more: Any) -> dict[str, Any]:
    return {"location_id": location, **_TOOLS[tool], **more}


def _wrong(name: str, says: str, without: str = "", **more: Any) -> Case:
    arguments = _in(name.partition(".")[0], **more)
    arguments.pop(without, None)
    return refuses(name, arguments, InvalidArguments, says)


def _fails(name: str, says: str, given: Given = nothing, **more: Any) -> Case:
    return refuses(name, _in(name.partition(".")[0], **more), ActionFailed, says, given)


def _lines(count: int) -> Given:
    return holding("".join(f"line {number}\n" for number in range(1, count + 1)))


_BROKEN = ActionFailed("The storage does not answer")
_PLACES = instead(
    storage_locations=[
        Location(INTERNAL, "Internal Storage", "/", 52428800000),
        Location(DOWNLOADS, "Downloads", "/Download", None),
    ]
)
_LISTED = [
    {"id": INTERNAL, "name": "Internal Storage", "path": "/", "description": "", "available_bytes": 52428800000,
     "allow_read": True, "allow_write": False, "allow_delete": False},
    {"id": DOWNLOADS, "name": "Downloads", "path": "/Download", "description": "Downloads", "available_bytes": None,
     "allow_read": True, "allow_write": True, "allow_delete": True},
]  # fmt: skip
_ENTRIES = instead(
    list_directory=[
        Entry("readme.txt", False, 1024, 1700000000000, "text/plain"), Entry("b", True, 0, None, None),
        Entry("Alpha.md", False, 1, None, None), Entry("Documents", True, 0, None, None),
    ]
)  # fmt: skip


def _files(*names: str, total: int = 4, more: bool = False, folder: str = "") -> str:
    known = {
        "b": (True, 0, None, None), "Documents": (True, 0, None, None), "Alpha.md": (False, 1, None, None),
        "readme.txt": (False, 1024, 1700000000000, "text/plain"),
    }  # fmt: skip
    keys = ("is_directory", "size", "last_modified", "mime_type")
    files = [
        {"name": name, "path": f"{DOWNLOADS}/{folder}{name}", **dict(zip(keys, known[name], strict=True))} for name in names
    ]
    return json.dumps({"files": files, "total_count": total, "has_more": more}, separators=(",", ":"))


CASES = [
    answers("list_storage_locations.output", {}, json.dumps(_LISTED, separators=(",", ":")), _PLACES),
    refuses(
        "list_storage_locations.error.failed", {}, ActionFailed, "Failed to query storage locations",
        instead(storage_locations=ActionFailed("Failed to query storage locations")),
    ),
    answers("list_files.output", {"location_id": DOWNLOADS}, _files("b", "Documents", "Alpha.md", "readme.txt"), _ENTRIES),
    answers(
        "list_files.page", {"location_id": DOWNLOADS, "offset": 1, "limit": 2},
        _files("Documents", "Alpha.md", more=True), _ENTRIES,
    ),
    answers(
        "list_files.last_page", {"location_id": DOWNLOADS, "offset": 2, "limit": 2}, _files("Alpha.md", "readme.txt"), _ENTRIES
    ),
    answers(
        "list_files.folder", {"location_id": DOWNLOADS, "path": "trip/old", "limit": 1},
        _files("b", more=True, folder="trip/old/"), _ENTRIES,
    ),
    _wrong("list_files.error.offset", "Invalid argument 'offset': -1 is less than the minimum of 0", offset=-1),
    _wrong("list_files.error.limit_too_low", "Invalid argument 'limit': 0 is less than the minimum of 1", limit=0),
    _wrong("list_files.error.limit_too_high", "Invalid argument 'limit': 201 is greater than the maximum of 200", limit=201),
    _fails("list_files.error.no_path", "Path not found: nowhere in Downloads", path="nowhere"),
    answers(
        "read_file.output", _in("read_file", limit=2),
        "1| line 1\n2| line 2\n--- More lines available. Use offset=3 to continue reading. Total lines: 100 ---", _lines(100),
    ),
    answers("read_file.whole", _in("read_file"), "1| Milk\n2| Bread", holding("Milk\nBread")),
    answers("read_file.last_page", _in("read_file", offset=3, limit=2), "3| line 3\n4| line 4", _lines(4)),
    answers(
        "read_file.default_limit", _in("read_file"),
        "\n".join(f"{number}| line {number}" for number in range(1, 201))
        + "\n--- More lines available. Use offset=201 to continue reading. Total lines: 201 ---",
        _lines(201),
    ),
    _wrong("read_file.error.offset", "Invalid argument 'offset': 0 is less than the minimum of 1", offset=0),
    _wrong("read_file.error.limit_too_low", "Invalid argument 'limit': 0 is less than the minimum of 1", limit=0),
    _wrong("read_file.error.limit_too_high", "Invalid argument 'limit': 201 is greater than the maximum of 200", limit=201),
    refuses(
        "read_file.error.offset_past_the_end", _in("read_file", offset=5), InvalidArguments,
        "Invalid argument 'offset': todo.txt has 4 line(s)", _lines(4),
    ),
    _fails("read_file.error.no_file", _NO_FILE),
    _fails("read_file.error.too_large", _TOO_LARGE, both(_limit(10), holding("x" * 11))),
    _fails(
        "read_file.error.not_text", "File is not a text file: todo.txt in Downloads is not UTF-8 text", holding(b"\xff\xfe\0x")
    ),
    answers("write_file.output", _in("write_file", path="notes/todo.txt"), "File written successfully: notes/todo.txt"),
    _fails(
        "write_file.error.too_large", "Content exceeds file size limit: 11 bytes, and the limit is 10", _limit(10),
        content="x" * 11,
    ),
    _fails("write_file.error.failed", "The storage does not answer", instead(open_file=_BROKEN)),
    answers("append_file.output", _in("append_file"), "Content appended successfully to: todo.txt", holding("Milk")),
    _fails("append_file.error.no_file", _NO_FILE),
    _fails(
        "append_file.error.too_large", "Content exceeds file size limit: 11 bytes, and the limit is 10",
        both(_limit(10), holding("12345")), content="123456",
    ),
    _fails(
        "append_file.error.unsupported",
        "Append mode not supported by Downloads. Use android_read_file, then android_write_file with the whole content, instead",
        both(holding("Milk"), instead(open_file=Unsupported("no append"))),
    ),
    answers("file_replace.output", _in("file_replace"), "Replaced 1 occurrence(s) in: todo.txt", holding("Buy this, Buy that")),
    answers(
        "file_replace.all", _in("file_replace", replace_all=True), "Replaced 2 occurrence(s) in: todo.txt",
        holding("Buy this, Buy that"),
    ),
    _wrong("file_replace.error.empty", EMPTY.format("old_string"), old_string=""),
    _fails("file_replace.error.no_file", _NO_FILE),
    _fails("file_replace.error.not_there", "old_string not found in file: todo.txt", holding("Sell")),
    _fails("file_replace.error.too_large", _TOO_LARGE, both(_limit(10), holding("Buy" * 4))),
    _wrong(
        "download_from_url.error.url", "Invalid URL 'photo.jpg': only http:// and https:// URLs can be downloaded",
        url="photo.jpg",
    ),
    _fails(
        "download_from_url.error.http",
        "HTTP not allowed: http://example.com/x is not encrypted. Use an https:// URL, or allow plain HTTP downloads in the"
        " Handheld settings",
        url="http://example.com/x",
    ),
    answers("delete_file.output", _in("delete_file"), "File deleted successfully: todo.txt", holding("Milk")),
    refuses(
        "delete_file.error.not_allowed", _in("delete_file", DOCUMENTS), PermissionDenied, _UNDELETABLE
    ),
    _fails("delete_file.error.no_file", _NO_FILE),
    _fails("delete_file.error.folder", "Not a file but a folder: old in Downloads", holding("x", "old/x.txt"), path="old"),
    _fails(
        "delete_file.error.failed", "The storage does not answer", both(holding("Milk"), instead(delete_file=_BROKEN))
    ),
    *(
        _wrong(f"{tool}.error.missing_{name}", MISSING.format(name), without=name)
        for tool, arguments in _TOOLS.items() for name in ("location_id", *arguments)
    ),
    *(_fails(f"{tool}.error.no_location", _NO_LOCATION, location="nowhere") for tool in _TOOLS),
    *(refuses(f"{tool}.error.not_allowed", _in(tool, INTERNAL), PermissionDenied, _READ_ONLY) for tool in _WRITERS),
]  # fmt: skip

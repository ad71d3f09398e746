"""Files in the storage locations that the person has added."""

from collections.abc import Callable
from typing import Annotated, Any, TypedDict

from .. import download, storage
from ..call import Call
from ..deed import Deed, deed
from ..errors import ActionFailed, InvalidArguments
from ..schema import param
from ..tool import tool

LocationId = Annotated[str, param("Storage location ID from `android_list_storage_locations`")]
FilePath = Annotated[str, param("Relative path to the file within the storage location")]

_MAX_PAGE = 200


class StorageLocation(TypedDict):
    id: str
    name: str
    path: str
    description: str
    available_bytes: int | None
    allow_read: bool
    allow_write: bool
    allow_delete: bool


class FileInfo(TypedDict):
    name: str
    path: str
    is_directory: bool
    size: int
    last_modified: int | None
    mime_type: str | None


class FileList(TypedDict):
    files: list[FileInfo]
    total_count: int
    has_more: bool


@tool("List storage locations", read_only=True, idempotent=True)
def list_storage_locations(call: Call) -> list[StorageLocation]:
    """Lists user-added storage locations with their metadata. Each location represents a directory the user granted access to
    via the app settings. Use the location ID from this list for all file operations."""
    listed: list[StorageLocation] = []
    for location in call.phone.device.storage_locations():
        rules = storage.rules(call.phone, location.id)
        listed.append(
            {
                "id": location.id,
                "name": location.name,
                "path": location.path,
                "description": rules.description,
                "available_bytes": location.available_bytes,
                "allow_read": True,
                "allow_write": rules.allow_write,
                "allow_delete": rules.allow_delete,
            }
        )
    return listed


@tool("List files", read_only=True, idempotent=True)
def list_files(
    call: Call,
    location_id: LocationId,
    path: Annotated[str, param("Relative path within the storage location")] = "",
    offset: Annotated[int, param("Pagination offset (0-based)", minimum=0)] = 0,
    limit: Annotated[int, param("Maximum number of entries to return (max 200)", minimum=1, maximum=_MAX_PAGE)] = _MAX_PAGE,
) -> FileList:
    """Lists files and directories in a storage location. Results are sorted directories-first, then alphabetically. Supports
    pagination via `offset` and `limit` parameters."""
    folder = storage.to_list(call.phone, location_id, path)
    entries = storage.list_directory(call.phone, folder)
    start = f"{location_id}/{path}/" if path else f"{location_id}/"
    files: list[FileInfo] = [
        {
            "name": entry.name,
            "path": start + entry.name,
            "is_directory": entry.is_directory,
            "size": entry.size,
            "last_modified": entry.last_modified_ms,
            "mime_type": entry.mime_type,
        }
        for entry in entries[offset : offset + limit]
    ]
    return {"files": files, "total_count": len(entries), "has_more": offset + limit < len(entries)}


@tool("Read a file", read_only=True, idempotent=True)
def read_file(
    call: Call,
    location_id: LocationId,
    path: FilePath,
    offset: Annotated[int, param("Starting line number (1-based)", minimum=1)] = 1,
    limit: Annotated[int, param("Maximum number of lines to return (max 200)", minimum=1, maximum=_MAX_PAGE)] = _MAX_PAGE,
) -> str:
    """Reads a text file with line-based pagination. Returns content with line numbers."""
    file = storage.to_read(call.phone, location_id, path)
    with storage.reading(call.phone, file) as text:
        lines, total = [], 0
        for total, line in enumerate(text, 1):
            if offset <= total < offset + limit:
                lines.append(f"{total}| " + line.removesuffix("\n"))
    if not lines and offset > 1:
        raise InvalidArguments(f"Invalid argument 'offset': {path} has {total} line(s)")
    following = offset + len(lines)
    if following <= total:
        lines.append(f"--- More lines available. Use offset={following} to continue reading. Total lines: {total} ---")
    return "\n".join(lines)


def _writing(kind: str) -> Callable[..., Deed]:
    def describe(call: Call, location_id: str, path: str, content: str = "", **facts: Any) -> Deed:
        return _of_file(kind, storage.to_write(call.phone, location_id, path), size=len(content), **facts)

    return describe


def _of_file(kind: str, file: storage.File, **facts: object) -> Deed:
    return deed(kind, where=file.location.id, path=file.path, location=file.location.name, **facts)


def _leaves_free_folders(call: Call, location_id: str, path: str, **rest: Any) -> bool:
    return not storage.is_free(call.phone, location_id, path)


@tool("Write a file", destructive=True, idempotent=True, describes=_writing("write_file"), asks=_leaves_free_folders)
def write_file(
    call: Call,
    location_id: LocationId,
    path: FilePath,
    content: Annotated[str, param("Text content to write (empty string creates an empty file)")],
) -> str:
    """Writes text content to a file. Creates the file if it doesn't exist, creates parent directories automatically, overwrites
    existing content. Empty content creates an empty file."""
    file = storage.to_write(call.phone, location_id, path)
    storage.write(call, file, [storage.encode(call.phone, content)])
    return f"File written successfully: {path}"


@tool("Append to a file", describes=_writing("append_file"), asks=_leaves_free_folders)
def append_file(
    call: Call, location_id: LocationId, path: FilePath, content: Annotated[str, param("Text content to append")]
) -> str:
    """Appends text content to an existing file. If the storage provider does not support append mode, an error with a hint to
    use `android_write_file` is returned."""
    file = storage.to_write(call.phone, location_id, path)
    storage.append(call, file, storage.encode(call.phone, content))
    return f"Content appended successfully to: {path}"


@tool("Replace text in a file", destructive=True, describes=_writing("file_replace"), asks=_leaves_free_folders)
def file_replace(
    call: Call,
    location_id: LocationId,
    path: FilePath,
    old_string: Annotated[str, param("The literal string to search for", minLength=1)],
    new_string: Annotated[str, param("The replacement string")],
    replace_all: Annotated[
        bool, param("If `true`, replaces all occurrences; if `false`, replaces only the first")
    ] = False,
) -> str:
    """Performs literal string replacement in a text file. Uses advisory file locking when supported by the storage provider."""
    file = storage.to_write(call.phone, location_id, path)
    old, new = storage.encode(call.phone, old_string), storage.encode(call.phone, new_string)
    count = 0

    def change(data: bytes) -> bytes:
        nonlocal count
        count = data.count(old) if replace_all else int(old in data)
        if count == 0:
            windows = b"\n" in old and old.replace(b"\n", b"\r\n") in data
            hint = ". The file's lines end with \\r\\n; write them so in old_string and new_string" if windows else ""
            raise ActionFailed(f"old_string not found in file: {path}{hint}")
        return data.replace(old, new, -1 if replace_all else 1)

    storage.edit(call, file, change)
    return f"Replaced {count} occurrence(s) in: {path}"


@tool(
    "Download a file",
    destructive=True,
    idempotent=True,
    open_world=True,
    describes=_writing("download_from_url"),
    asks=_leaves_free_folders,
)
def download_from_url(
    call: Call,
    location_id: LocationId,
    path: Annotated[str, param("Destination path within the storage location")],
    url: Annotated[str, param("URL to download from (HTTP or HTTPS)")],
) -> str:
    """Downloads a file from a URL and saves it to a storage location."""
    file = storage.to_write(call.phone, location_id, path)
    with download.open_url(call, url) as chunks:
        storage.write(call, file, chunks)
    return f"File downloaded successfully: {path}"


def _to_delete(call: Call, location_id: str, path: str) -> Deed:
    return _of_file("delete_file", storage.to_delete(call.phone, location_id, path))


@tool("Delete a file", destructive=True, idempotent=True, describes=_to_delete)
def delete_file(call: Call, location_id: LocationId, path: FilePath) -> str:
    """Deletes a single file from a storage location. Cannot delete directories."""
    storage.delete(call, storage.to_delete(call.phone, location_id, path))
    return f"File deleted successfully: {path}"

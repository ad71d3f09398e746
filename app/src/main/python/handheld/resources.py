"""What a client can attach by its address: the screen, a screenshot, an element, a file."""

import base64
import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import unquote

from . import storage
from .call import Call, Content
from .catalogue import Catalogue
from .errors import ActionFailed, NoSuchFile
from .tool import Tool

SCREEN = "android://screen"
SCREENSHOT = "android://screenshot"
ELEMENT = "android://elements/{element_id}"
FILE = "android://files/{location_id}/{+path}"

_VARIABLE = re.compile(r"\{(\+?)(\w+)}")


class NoSuchResource(Exception):
    """Nothing has this address."""


@dataclass(frozen=True)
class Resource:
    """One address, or a template for many (`uri` with variables in braces)."""

    uri: str
    name: str
    title: str
    description: str
    mime_type: str | None
    read: Callable[..., Content]
    """Takes the call and the template's variables; gives `text` or `blob`, and `mimeType` if that is not always the same."""
    same_as: str = ""
    """The tool that gives the same: who may not use that one may not read this."""

    @property
    def is_template(self) -> bool:
        return "{" in self.uri

    def describe(self) -> dict[str, Any]:
        described = {
            "uriTemplate" if self.is_template else "uri": self.uri,
            "name": self.name,
            "title": self.title,
            "description": self.description,
        }
        return described | ({"mimeType": self.mime_type} if self.mime_type else {})

    @property
    def variable_names(self) -> set[str]:
        return {match[2] for match in _VARIABLE.finditer(self.uri)}

    def variables(self, uri: str) -> dict[str, str] | None:
        """What the template's variables are in this address; None where it is another one."""
        pattern, end = "", 0
        for match in _VARIABLE.finditer(self.uri):
            pattern += re.escape(self.uri[end : match.start()]) + f"(?P<{match[2]}>{'.+' if match[1] else '[^/]+'})"
            end = match.end()
        found = re.fullmatch(pattern + re.escape(self.uri[end:]), uri, re.DOTALL)
        return {name: unquote(value) for name, value in found.groupdict().items()} if found else None


class Resources:
    def __init__(self, offered: Iterable[Resource]) -> None:
        self.all = list(offered)

    def within(self, tools: Container[str]) -> "Resources":
        """Those that someone may read who may use these tools."""
        return Resources(resource for resource in self.all if not resource.same_as or resource.same_as in tools)

    def has(self, uri: str) -> bool:
        return any(resource.variables(uri) is not None for resource in self.all)

    def read(self, call: Call, uri: str) -> list[Content]:
        for resource in self.all:
            variables = resource.variables(uri)
            if variables is not None:
                kind = {"mimeType": resource.mime_type} if resource.mime_type else {}
                return [{"uri": uri} | kind | resource.read(call, **variables)]
        raise NoSuchResource(uri)


def offered(catalogue: Catalogue) -> Iterator[Resource]:
    """Each only while the tool that gives the same is on."""
    if look := catalogue.named("get_screen_state"):
        about = "Every element on the screen now, with its id"
        yield Resource(SCREEN, "screen", "The screen", about, "text/plain", partial(_read_screen, look), look.name)
        about = "What the screen looks like now"
        yield Resource(SCREENSHOT, "screenshot", "Screenshot", about, "image/jpeg", _read_screenshot, look.name)
    if details := catalogue.named("get_element_details"):
        about = "The whole text of one element"
        yield Resource(ELEMENT, "element", "An element", about, "text/plain", partial(_read_element, details), details.name)
    if read := catalogue.named("read_file"):
        about = "A file in one of the storage locations"
        yield Resource(FILE, "file", "A file", about, None, _read_file, read.name)


def _read_screen(look: Tool, call: Call) -> Content:
    return {"text": look.run(call, {}).content[0]["text"]}


def _read_screenshot(call: Call) -> Content:
    return {"blob": base64.b64encode(call.phone.device.screenshot(0, 80, ()).jpeg).decode()}


def _read_element(details: Tool, call: Call, element_id: str) -> Content:
    text = details.run(call, {"ids": [element_id]}).content[0]["text"]
    if text.endswith("\tnot_found\tnot_found"):
        raise NoSuchResource(element_id)
    return {"text": text}


def _read_file(call: Call, location_id: str, path: str) -> Content:
    data, mime_type = _bytes_of(call, location_id, path)
    try:
        return {"mimeType": mime_type or "text/plain", "text": data.decode()}
    except UnicodeDecodeError:
        return {"mimeType": mime_type or "application/octet-stream", "blob": base64.b64encode(data).decode()}


def _bytes_of(call: Call, location_id: str, path: str) -> tuple[bytes, str | None]:
    try:
        file = storage.to_read(call.phone, location_id, path)
        entry = call.phone.device.stat_file(location_id, file.path)
        if entry.is_directory:
            raise ActionFailed(f"{file} is a folder")
        return storage.read_bytes(call.phone, file), entry.mime_type
    except (NoSuchFile, storage.NoSuchLocation) as error:
        raise NoSuchResource(path) from error

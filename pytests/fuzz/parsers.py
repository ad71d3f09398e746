"""All that reads what others wrote: bytes in, and either a value or the error that says what is wrong with them."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from handheld import codec, logcat, paths, resources
from handheld.address import is_public
from handheld.audit import AuditLog, masked
from handheld.bridge import _size
from handheld.call import NOBODY
from handheld.clock import SystemClock
from handheld.core import TOOLS
from handheld.device import FoundService, XmlElement
from handheld.errors import HandheldError
from handheld.hub import capabilities, schemas, untrusted
from handheld.page.door import _cookie, _hostname
from handheld.server import asking, envelope, jsonrpc
from handheld.server.auth import Gate, Refused
from handheld.server.guard import Guard, headers_of, is_ambiguous
from handheld.settings import Token
from handheld.settings_file import SettingsFile
from handheld.settings_json import changed
from handheld.url import Target
from handheld_desktop import recorded

_FOLDER = Path(tempfile.mkdtemp(prefix="handheld-fuzz-"))
_GUARD = Guard(("phone.example",))
_GATE = Gate([Token("a", "token")], SystemClock())


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass") if data.isascii() else data.decode("utf-16-le", "replace")


def _json_rpc(data: bytes) -> Any:
    value = jsonrpc.parse(data)
    try:
        return jsonrpc.message(value)
    finally:
        jsonrpc.failure(jsonrpc.id_of(value), jsonrpc.RpcError(-32600, "x"))


def _envelope(data: bytes) -> Any:
    head, _, body = data.partition(b"\n")
    headers = headers_of([(b"mcp-protocol-version", b"2026-07-28"), (b"mcp-method", head), (b"mcp-name", head)])
    return envelope.check(headers, jsonrpc.message(jsonrpc.parse(body)))


def _headers(data: bytes) -> Any:
    names = (b"host", b"origin", b"transfer-encoding", b"content-length", b"cookie", b"authorization")
    headers = headers_of(list(zip(names, data.split(b"\n"), strict=False)))
    is_ambiguous(headers)
    _cookie(headers, "x")
    _hostname(headers.get(b"host", b"").decode("latin-1"))
    _GUARD.refusal(headers)
    return _GATE.enter(headers.get(b"authorization"), headers.get(b"host", b"").decode("latin-1"))


def _settings(data: bytes) -> Any:
    path = _FOLDER / "settings.json"
    path.write_bytes(data)
    settings = SettingsFile(path).load()
    return changed(settings, codec.loads(data))


def _audit(data: bytes) -> Any:
    (_FOLDER / "audit.jsonl").write_bytes(data)
    log = AuditLog(_FOLDER, SystemClock())
    log.write("fuzz", "last", {}, "ok", 0)
    entries = list(log.entries())
    assert entries[0]["tool"] == "last"
    return entries


def _arguments(data: bytes) -> Any:
    tool = TOOLS[data[0] % len(TOOLS)] if data else TOOLS[0]
    value = codec.loads(data[1:])
    codec.dumps(masked(value, tool.arguments.schema))
    return tool.arguments.check(value)


def _of(element: ElementTree.Element) -> XmlElement:
    return XmlElement(element.tag, dict(element.attrib), tuple(_of(child) for child in element))


def _descriptor(data: bytes) -> Any:
    root = _of(ElementTree.fromstring(data))
    return capabilities.read(FoundService("com.x", ".S", "X", None, None, root), untrusted.Notes())


def _url(data: bytes) -> Any:
    target = Target.parse(_text(data))
    assert all(character.isascii() and character > " " for character in target.path + target.host)
    return is_public(target.host) if target.host.replace(".", "").isdigit() else target.join(data)


def _resource(data: bytes) -> Any:
    for uri in (resources.ELEMENT, resources.FILE):
        resources.Resource(uri, "", "", "", None, dict).variables(_text(data))


ALLOWED = (HandheldError, jsonrpc.RpcError, Refused, untrusted.Unusable)
"""What says to the other side what is wrong."""
NO_JSON = (ValueError, RecursionError)
PARSERS: dict[str, tuple[Callable[[bytes], Any], tuple[type[Exception], ...]]] = {
    "json_rpc": (_json_rpc, ()),
    "envelope": (_envelope, ()),
    "headers": (_headers, ()),
    "settings": (_settings, NO_JSON),
    "audit": (_audit, ()),
    "arguments": (_arguments, NO_JSON),
    "schema of another app": (lambda data: schemas.of_value(codec.loads(data), "x", untrusted.Notes()), NO_JSON),
    "text of another app": (lambda data: untrusted.parsed(untrusted.visible(_text(data)), "x"), ()),
    "descriptor": (_descriptor, (ElementTree.ParseError, RecursionError, ValueError, LookupError)),
    "recorded screen": (lambda data: recorded.render(data), ()),
    "jpeg": (_size, ()),
    "url": (_url, ()),
    "path": (lambda data: paths.check(_text(data)), ()),
    "resource": (_resource, ()),
    "logcat": (lambda data: list(logcat.parse(data.decode("latin-1"))), ()),
    "state": (lambda data: asking.answering(NOBODY, {"requestState": _text(data)}, b"key"), ()),
}


def read(name: str, data: bytes) -> None:
    parser, allowed = PARSERS[name]
    try:
        parser(data)
    except (*ALLOWED, *allowed):
        pass

"""What a modern request says of itself, in its headers and in `_meta`, and whether the two agree."""

import base64
import binascii
from typing import Any

from .guard import Headers
from .jsonrpc import INVALID_PARAMS, INVALID_REQUEST, Message, RpcError

LEGACY_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
MODERN_VERSION = "2026-07-28"
VERSIONS = (MODERN_VERSION, *LEGACY_VERSIONS)

HEADER_MISMATCH = -32020
MISSING_CAPABILITY = -32021
UNSUPPORTED_VERSION = -32022

_META = "io.modelcontextprotocol/"
SERVER_INFO = _META + "serverInfo"
SUBSCRIPTION_ID = _META + "subscriptionId"
_VERSION, _CAPABILITIES = _META + "protocolVersion", _META + "clientCapabilities"
_MODERN = MODERN_VERSION.encode()
_LEGACY = frozenset(version.encode() for version in LEGACY_VERSIONS)
_NAMES = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


def is_modern(headers: Headers) -> bool:
    """The era of a request: what names no version, or a legacy one, is served as before."""
    version = headers.get(b"mcp-protocol-version")
    return version is not None and version not in _LEGACY


def check(headers: Headers, message: Message) -> dict[str, Any]:
    """The client's capabilities, or RpcError where the message is not what the revision asks for."""
    if headers[b"mcp-protocol-version"] != _MODERN:
        raise _unsupported(headers[b"mcp-protocol-version"].decode("latin-1"))
    if not message.method:
        raise RpcError(INVALID_REQUEST, "This server asks nothing of a client, so it takes no responses")
    if message.id is None:
        return {}
    capabilities = _capabilities(message.params.get("_meta"))
    if not _says(headers.get(b"mcp-method"), message.method):
        raise _mismatch("Mcp-Method", "the method in the body")
    key = _NAMES.get(message.method, "")
    name = message.params.get(key)
    if isinstance(name, str) and not _says(headers.get(b"mcp-name"), name):
        raise _mismatch("Mcp-Name", f"params.{key} in the body")
    return capabilities


def _capabilities(meta: Any) -> dict[str, Any]:
    if not isinstance(meta, dict):
        raise RpcError(INVALID_PARAMS, f"params._meta must be an object with '{_VERSION}' and '{_CAPABILITIES}'")
    if _VERSION not in meta or _CAPABILITIES not in meta:
        raise RpcError(INVALID_PARAMS, f"params._meta lacks '{_CAPABILITIES if _VERSION in meta else _VERSION}'")
    capabilities = meta[_CAPABILITIES]
    if not isinstance(capabilities, dict):
        raise RpcError(INVALID_PARAMS, f"'{_CAPABILITIES}' must be an object")
    if meta[_VERSION] != MODERN_VERSION:
        raise _mismatch("MCP-Protocol-Version", f"'{_VERSION}' in params._meta")
    return capabilities


def _unsupported(version: str) -> RpcError:
    data = {"supported": list(VERSIONS), "requested": version}
    return RpcError(UNSUPPORTED_VERSION, f"Unsupported protocol version: {version}", data)


def _mismatch(header: str, place: str) -> RpcError:
    return RpcError(HEADER_MISMATCH, f"The header {header} is missing or does not match {place}")


def _says(header: bytes | None, value: str) -> bool:
    """Whether the header carries the value; what HTTP cannot carry comes as =?base64?…?=."""
    if header is None or header == value.encode():
        return header is not None
    if not (header.startswith(b"=?base64?") and header.endswith(b"?=")):
        return False
    try:
        return base64.b64decode(header[9:-2], validate=True) == value.encode()
    except binascii.Error:
        return False

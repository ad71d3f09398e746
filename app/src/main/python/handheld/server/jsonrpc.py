"""JSON-RPC 2.0: reading a message, and writing the answer to one."""

from typing import Any, NamedTuple

from .. import codec

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
BUSY = -32005
OUT_OF_SCOPE = -32006

_MAX_DEPTH = 64
_INT64 = 2**63

Id = str | int
Result = dict[str, Any] | bytes
"""A result, or its JSON where that was written once for everybody."""


class RpcError(Exception):
    """An error of the protocol itself, as the answer carries it."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


class Message(NamedTuple):
    method: str
    """Empty in a response."""
    params: dict[str, Any]
    id: Id | None
    """None in a notification."""


def parse(body: bytes) -> Any:
    try:
        value = codec.loads(body)
    except (RecursionError, ValueError) as error:
        if isinstance(error, RecursionError) or "depth limit" in str(error):  # as orjson says it
            raise _too_deep() from None
        raise RpcError(PARSE_ERROR, "Parse error: the body is not JSON in UTF-8") from None
    if body.count(b"[") + body.count(b"{") > _MAX_DEPTH and _is_deep(value):
        raise _too_deep()
    return value


def _too_deep() -> RpcError:
    return RpcError(INVALID_REQUEST, f"The JSON is nested too deeply; {_MAX_DEPTH} levels are enough")


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_MAX_DEPTH):
        level = [
            child
            for item in level
            if isinstance(item, dict | list)
            for child in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return False
    return True


def message(value: Any) -> Message:
    """The message in a parsed body, or RpcError where it is none."""
    if not isinstance(value, dict):
        raise RpcError(INVALID_REQUEST, "The body must be a single JSON-RPC object; batches are not supported")
    if value.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, "'jsonrpc' must be \"2.0\"")
    id, method, params = id_of(value), value.get("method"), value.get("params")
    if id is None and "id" in value:
        raise RpcError(INVALID_REQUEST, "'id' must be a string or an integer")
    if method is None and "method" not in value and ("result" in value or "error" in value):
        return Message("", {}, id)
    if params is None:  # some write null for what is not there
        params = {}
    if not isinstance(method, str) or not method:
        raise RpcError(INVALID_REQUEST, "'method' must be a string")
    if not isinstance(params, dict):
        raise RpcError(INVALID_REQUEST, "'params' must be an object")
    return Message(method, params, id)


def id_of(value: Any) -> Id | None:
    """The id to answer to, as far as there is a usable one."""
    found = value.get("id") if isinstance(value, dict) else None
    if isinstance(found, str) or (type(found) is int and -_INT64 <= found < _INT64):
        return found
    return None


def response(id: Id | None, result: Result) -> bytes:
    if isinstance(result, bytes):
        return b'{"jsonrpc":"2.0","id":' + codec.dumps(id) + b',"result":' + result + b"}"
    return codec.dumps({"jsonrpc": "2.0", "id": id, "result": result})


def failure(id: Id | None, error: RpcError) -> bytes:
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.data is not None:
        body["data"] = error.data
    return codec.dumps({"jsonrpc": "2.0", "id": id, "error": body})


def notification(method: str, params: dict[str, Any]) -> bytes:
    return codec.dumps({"jsonrpc": "2.0", "method": method, "params": params})

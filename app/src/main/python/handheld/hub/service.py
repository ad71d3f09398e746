"""Our own tools as a Mobile MCP service answers: every request has one reply, in the form it came in, with its id."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import codec
from ..call import Result
from ..errors import ActionFailed, HandheldError, InvalidArguments
from ..tool import Tool
from .capabilities import VERSION
from .descriptor import IMAGE, TEXT, Param, outputs
from .mobile_mcp import BARE_REQUEST, BARE_RESPONSE, REQUEST, REQUEST_ID, RESPONSE
from .offer import LONGEST_ANSWER, Offer
from .untrusted import can_be_sent, visible

_log = logging.getLogger(__name__)
_LONGEST_REQUEST = 1_000_000

Extras = Mapping[str, str]
Output = list[tuple[Param, Any]]


@dataclass(frozen=True, slots=True)
class Request:
    id: str | int
    capability: str
    arguments: Mapping[str, Any]


class Service:
    def __init__(self, offer: Offer) -> None:
        self._offer = offer

    def answer(self, callers: Sequence[str], extras: Extras) -> dict[str, str]:
        """The extras of the reply. Never raises."""
        try:
            admitted = self._offer.admit("mobile_mcp", callers, "mobile_mcp")
            request = read(extras)
            output = self._run(admitted, request)
            return reply(extras, "success", "", request.capability, output)
        except HandheldError as error:
            return reply(extras, "failure", str(error))
        except Exception:
            _log.exception("A Mobile MCP request failed")
            return reply(extras, "failure", "Internal error")

    def _run(self, caller: str, request: Request) -> Output:
        named = {tool.name: (name, tool) for name, tool in self._offer.tools.items()}
        if request.capability not in named:
            raise InvalidArguments(f"Unknown or disabled capability: {visible(request.capability, 60)}")
        name, tool = named[request.capability]
        output = list(_output(tool, self._offer.run(caller, name, tool, request.arguments)))
        size = len(codec.text([value for _, value in output]))
        if size > LONGEST_ANSWER:
            raise ActionFailed(f"The output is too large for another app: {size} characters, at most {LONGEST_ANSWER}")
        return output


def read(extras: Extras) -> Request:
    """The request in the document's form or, without that, in the reference apps'. InvalidArguments says what is wrong."""
    if REQUEST in extras:
        outer = _object(_parsed(extras[REQUEST], REQUEST), REQUEST, "the request")
        if outer.get("version") != VERSION:
            raise InvalidArguments(f"Version {visible(outer.get('version'), 20)} is not supported; send \"{VERSION}\"")
        inner = _object(outer, "request", REQUEST)
    elif BARE_REQUEST in extras:
        inner = _parsed(extras[BARE_REQUEST], BARE_REQUEST)
    else:
        raise InvalidArguments(f"The extra {REQUEST} is missing")
    if _is_no_id(inner.get("id")):
        raise InvalidArguments("The request has no 'id'")
    capability = _object(inner, "capability", "the request")
    if not isinstance(capability.get("id"), str):
        raise InvalidArguments("'capability' has no 'id'")
    return Request(inner["id"], capability["id"], _arguments(capability))


def _arguments(capability: Mapping[str, Any]) -> Mapping[str, Any]:
    given = capability.get("args", capability.get("input"))
    if isinstance(given, str):
        given = _parsed(given, "input") if given.strip() else {}
    if isinstance(given, list) and all(isinstance(each, dict) and isinstance(each.get("name"), str) for each in given):
        given = {each["name"]: each.get("value") for each in given}  # as the document's explanation has it
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise InvalidArguments("'args' is not an object")
    return given


def _parsed(text: str, what: str) -> dict[str, Any]:
    if len(text) > _LONGEST_REQUEST:
        raise InvalidArguments(f"'{what}' is longer than {_LONGEST_REQUEST} characters")
    try:
        found = codec.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidArguments(f"'{what}' is not JSON: {visible(error, 100)}") from None
    if not isinstance(found, dict) or not can_be_sent(found):
        raise InvalidArguments(f"'{what}' is not a JSON object, or one that is nested too deep")
    return found


def _object(outer: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    inner = outer.get(key)
    if not isinstance(inner, dict):
        raise InvalidArguments(f"{where} has no object '{key}'")
    return inner


def _is_no_id(value: Any) -> bool:
    return isinstance(value, bool) or not isinstance(value, str | int) or value == ""


def _id(extras: Extras) -> str | int | None:
    """The request's id, wherever it can be read."""
    for key in (REQUEST, BARE_REQUEST):
        try:
            found: Any = _parsed(extras[key], key)
            found = found[REQUEST]["request"]["id"] if key == REQUEST else found["id"]
        except (InvalidArguments, LookupError, TypeError):
            continue
        if not _is_no_id(found):
            return found  # type: ignore[no-any-return]
    return extras.get(REQUEST_ID)


def _output(tool: Tool, result: Result) -> Any:
    known = {param.name: param for param in outputs(tool)}
    if result.structured is not None:
        return ((known.get(name, Param(name, "object", "")), value) for name, value in result.structured.items())
    texts = [content["text"] for content in result.content if content["type"] == "text"]
    pictures = [content["data"] for content in result.content if content["type"] == "image"]
    told = {TEXT: "\n".join(texts)} | ({IMAGE: pictures[0]} if pictures else {})
    return ((known[name], value) for name, value in told.items() if name in known)


def reply(
    extras: Extras, status: str, message: str, capability: str | None = None, output: Output | None = None
) -> dict[str, str]:
    """The one answer to a request, in the document's form, the reference apps' form or both: as it was asked."""
    request_id = _id(extras)
    about: dict[str, Any] = {} if request_id is None else {"id": request_id}
    ending = {"status": status} | ({"message": message} if message else {})
    listed = [{"name": param.name, "type": param.type, "value": value} for param, value in output or []]
    named = {param.name: value for param, value in output or []}
    full = about | ({"capability": {"id": capability, "output": listed}} if capability else {}) | ending
    bare = codec.text(about | ending | ({"capability": {"id": capability, "output": named}} if capability else {}))
    wrapped = codec.text({RESPONSE: {"version": VERSION, "response": full}})
    told = {} if request_id is None else {REQUEST_ID: str(request_id)}
    if REQUEST not in extras:
        return told | {BARE_RESPONSE: bare}
    return told | {RESPONSE: wrapped, BARE_RESPONSE: bare if BARE_REQUEST in extras else wrapped}

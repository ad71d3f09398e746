"""Calls of other apps' Mobile MCP services: the request in both forms that are in use, and the reply in either."""

import uuid
from collections.abc import Mapping
from typing import Any

from .. import codec
from ..call import Result, text
from ..device import Device
from ..errors import ActionFailed, HandheldError
from ..schema import Schema, misfit
from . import kinds
from .capabilities import VERSION
from .found import Door, Offered
from .untrusted import Unusable, parsed, visible

REQUEST, RESPONSE = "mobile-mcp-request", "mobile-mcp-response"
"""The extras of the document, and the objects inside them."""
BARE_REQUEST, BARE_RESPONSE, REQUEST_ID = "request", "response", "mcp_request_id"
"""The extras of the reference apps."""
_LONGEST_REPLY = 1_000_000


class Stray(HandheldError):
    """The reply belongs to another request."""

    code = "action_failed"


def execute(device: Device, door: Door, tool: Offered, arguments: Mapping[str, Any], timeout_ms: int) -> Result:
    """Calls the capability and waits for its reply."""
    request_id = str(uuid.uuid4())
    extras = request(request_id, tool.own_name, arguments)
    reply = device.call_service(door.origin.package, door.address, request_id, extras, timeout_ms)
    try:
        return result(reply, request_id, tool)
    except Unusable as error:
        raise ActionFailed(f"The app's reply cannot be used. {error}") from None


def request(request_id: str, capability: str, arguments: Mapping[str, Any]) -> dict[str, str]:
    inner = {"id": request_id, "capability": {"id": capability, "args": arguments}}
    bare = {"id": request_id, "capability": {"id": capability, "input": codec.text(arguments)}}
    return {
        REQUEST: codec.text({REQUEST: {"version": VERSION, "request": inner}}),
        BARE_REQUEST: codec.text(bare),
        REQUEST_ID: request_id,
    }


def result(extras: Mapping[str, str], request_id: str, tool: Offered) -> Result:
    """What a reply says, or the failure it tells; Stray where it answers something else, Unusable where it says nothing."""
    response = _response(extras)
    for answered in (extras.get(REQUEST_ID), response.get("id")):
        if answered is not None and answered != request_id:
            raise Stray(f"The app answered another request ({visible(answered, 60)}) than ours")
    status, message = response.get("status"), visible(response.get("message") or "")
    if status == "failure":
        raise ActionFailed(message or "The app failed and does not say why")
    if status != "success":
        raise Unusable(f"Its status is {visible(status, 20)}, neither success nor failure")
    return _success(_output(response, tool), message, tool)


def _response(extras: Mapping[str, str]) -> dict[str, Any]:
    packed = extras.get(RESPONSE, extras.get(BARE_RESPONSE))
    if packed is None:
        raise Unusable("It carries no response")
    found = parsed(packed, "The response", _LONGEST_REPLY)
    if isinstance(found, dict) and isinstance(found.get(RESPONSE), dict):
        version, found = found[RESPONSE].get("version", VERSION), found[RESPONSE].get("response")
        if version != VERSION:
            raise Unusable(f"It is of version {visible(version, 20)}, not {VERSION}")
    if not isinstance(found, dict):
        raise Unusable("The response is not an object")
    return found


def _output(response: dict[str, Any], tool: Offered) -> dict[str, Any] | None:
    capability = response.get("capability")
    if not isinstance(capability, dict):
        return None
    if capability.get("id", tool.own_name) != tool.own_name:
        raise Unusable(f"It is the output of another capability, {visible(capability['id'], 60)}")
    output = capability.get("output")
    if isinstance(output, str):  # as the reference apps pack their input
        output = parsed(output, "The output", _LONGEST_REPLY)
    if isinstance(output, list):
        if not all(isinstance(each, dict) and isinstance(each.get("name"), str) for each in output):
            raise Unusable("The output is not a list of named values")
        output = {each["name"]: each.get("value") for each in output}
    if output is not None and not isinstance(output, dict):
        raise Unusable("The output is neither a list nor an object")
    return output


def _success(output: dict[str, Any] | None, message: str, tool: Offered) -> Result:
    if output is None and tool.output is None:
        return Result([text(message or "Done. The app gave no output.")])
    typed = _typed(output or {}, tool.output or {})
    content = [text(codec.text(typed))] + ([text(message)] if message else [])
    if tool.output is None:
        return Result(content)
    wrong = misfit(tool.output, typed)
    if wrong:
        raise Unusable(f"The output is not what the app declared: {visible(wrong, 300)}")
    return Result(content, typed)


def _typed(output: dict[str, Any], declared: Schema) -> dict[str, Any]:
    """Numbers and truth values may come as texts, as in the document's example."""
    kinds_of = declared.get("properties", {})
    return {name: kinds.from_text(value, kinds_of.get(name, {})) for name, value in output.items()}

"""Tools in other apps' ContentProviders: what their `get_tool_info` says, and calls of `execute_tool`."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from ..call import Result, text
from ..device import Device
from ..errors import ActionFailed
from ..schema import Schema
from . import kinds, schemas
from .found import Door, Offered
from .untrusted import LONGEST_NAME, Notes, Unusable, name, parsed, visible

_MOST_TOOLS = 100
_LONGEST_RESULT = 1_000_000


def read(answer: Mapping[str, Any]) -> tuple[Offered, ...]:
    """The tools that an answer to `get_tool_info` describes: one in entries of its own, any number in `tool`, or both.
    Unusable, where it describes none; a tool that is described badly has its problem, and the others are not touched by it."""
    if answer.get("success") is not True:
        raise Unusable(visible(answer.get("error_message") or "The answer to get_tool_info does not say 'success'"))
    tools: dict[str, Offered] = {}
    if "tool_name" in answer:
        one = _one(answer)
        tools[one.own_name] = one
    if "tool" in answer:
        try:
            several = {tool.own_name: tool for tool in _several(answer["tool"])}
        except Unusable:
            if not tools:
                raise
        else:
            tools = several | tools  # the entries say more of the types than the list does
    if not tools:
        raise Unusable("The answer to get_tool_info names no tool")
    return tuple(tools.values())


def _one(answer: Mapping[str, Any]) -> Offered:
    def describe(notes: Notes) -> Schema:
        described = parsed(answer.get("tool_input_schema") or "{}", "'tool_input_schema'")
        if not isinstance(described, dict):
            raise Unusable("'tool_input_schema' is not an object of parameters")
        required = answer.get("tool_input_required") or []
        if described.get("type") == "object" and isinstance(described.get("properties"), dict):
            required = [*_listed(required), *_listed(described.get("required"))]  # a whole schema, where its properties belong
            described = described["properties"]
        return _input(described, required, notes)

    return _offered(answer.get("tool_name"), answer.get("tool_description"), describe)


def _several(packed: Any) -> Iterator[Offered]:
    described = parsed(packed, "'tool'")
    tools = described.get("tools") if isinstance(described, dict) else None
    if not isinstance(tools, dict):
        raise Unusable("'tool' has no object 'tools'")
    for own_name, about in list(tools.items())[:_MOST_TOOLS]:
        if isinstance(about, dict):
            yield _offered(own_name, about.get("description"), partial(_inputs, about.get("inputs")))
        else:
            yield Offered(visible(own_name, LONGEST_NAME), problem="The tool is not described by an object")


def _inputs(inputs: Any, notes: Notes) -> Schema:
    if inputs is None:
        inputs = []
    if not isinstance(inputs, list) or not all(isinstance(each, dict) for each in inputs):
        raise Unusable("'inputs' is not a list of objects")
    required = [each.get("name") for each in inputs if each.get("required") is True]
    described = {
        name(each.get("name"), "a parameter"): {k: v for k, v in each.items() if k not in ("name", "required")} for each in inputs
    }
    return _input(described, required, notes)


def _input(described: Mapping[Any, Any], required: Any, notes: Notes) -> Schema:
    properties = {name(each, "a parameter"): schemas.of_value(raw, each, notes) for each, raw in described.items()}
    # Many write "required" where they describe the parameter.
    marked = (each for each, raw in described.items() if isinstance(raw, dict) and raw.get("required") is True)
    wanted = [*_listed(required), *marked]
    for each in wanted:
        if each not in properties:
            notes.add(f"'{each}' is required but not described, and ignored")
    return schemas.of_object(properties, [each for each in properties if each in wanted])


def _listed(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list | tuple) else []


def _offered(own_name: Any, description: Any, describe: Callable[[Notes], Schema]) -> Offered:
    notes = Notes()
    try:
        checked = name(own_name, "the tool")
        schema = describe(notes)
    except Unusable as error:
        return Offered(visible(own_name, LONGEST_NAME), visible(description or ""), notes=notes.all(), problem=str(error))
    if not isinstance(description, str) or not visible(description):
        notes.add("The tool has no description")
        description = f"The tool {checked}"
    return Offered(checked, visible(description), schema, notes=notes.all())


def execute(device: Device, door: Door, tool: Offered, arguments: Mapping[str, Any], timeout_ms: int) -> Result:
    """Calls the tool. Everything becomes a text on its way; what is null is left out."""
    texts = {key: kinds.as_text(value) for key, value in arguments.items() if value is not None}
    answer = device.execute_provider_tool(door.address, tool.own_name, texts, timeout_ms)
    if answer.get("success") is not True:
        raise ActionFailed(visible(answer.get("error_message") or "The app's answer says neither success nor what went wrong"))
    result = answer.get("tool_result")
    if result is None:
        return Result([text("Done. The app gave no result.")])
    shown = kinds.as_text(result)
    if len(shown) > _LONGEST_RESULT:
        raise ActionFailed(f"The app's result has {len(shown)} characters, at most {_LONGEST_RESULT} are passed on")
    return Result([text(shown.encode("utf-8", "replace").decode())])

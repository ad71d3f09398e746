"""Our own tools as a ContentProvider answers: all in one list, and for hosts that know one tool a provider, one that runs any."""

from collections.abc import Iterator, Mapping
from typing import Any

from .. import codec
from ..call import Result
from ..errors import ActionFailed, InvalidArguments
from ..tool import Tool
from .descriptor import type_of
from .offer import LONGEST_ANSWER, Offer

_ANY = "use_tool"
_STRING_INPUT = "se.premex.mcp.provider.ToolInput.StringInput"
"""The one type that the public SDK has; its hosts read nothing else."""


class Provide:
    def __init__(self, offer: Offer, prefix: str) -> None:
        self._offer = offer
        self._any = prefix + _ANY

    def tool_info(self, caller: str | None) -> dict[str, Any]:
        """The entries of the answer to `get_tool_info`."""
        self._offer.admit("provider", [caller], "get_tool_info")
        tools = self._offer.tools
        properties = {
            "tool": {"type": "string", "enum": list(tools), "description": "The tool to use"},
            "arguments": {"type": "object", "description": "The arguments of that tool, by name"},
        }
        listed = {
            name: {"description": tool.description, "inputs": list(_inputs(tool))} for name, tool in tools.items()
        }
        return {
            "tool_name": self._any,
            "tool_description": "\n".join(_summary(tools)),
            "tool_input_schema": codec.text(properties),
            "tool_input_required": ["tool"],
            "tool": codec.text({"tools": listed}),
        }

    def execute(self, caller: str | None, name: str, arguments: Mapping[str, Any]) -> str:
        """The result of `execute_tool`."""
        admitted = self._offer.admit("provider", [caller], name)
        if name == self._any:
            name, arguments = _unpacked(arguments)
        tool = self._offer.tools.get(name)
        if tool is None:
            raise InvalidArguments(f"Unknown tool: {name}")
        return _flat(self._offer.run(admitted, name, tool, arguments))


def _inputs(tool: Tool) -> Iterator[dict[str, Any]]:
    schema = tool.arguments.schema
    for name, kind in schema["properties"].items():
        description = f"{kind.get('description') or name} ({type_of(kind)})"
        yield {"type": _STRING_INPUT, "name": name, "description": description, "required": name in schema["required"]}


def _summary(tools: Mapping[str, Tool]) -> Iterator[str]:
    yield "Operates this phone with one of these tools:"
    for name, tool in tools.items():
        schema = tool.arguments.schema
        params = (each if each in schema["required"] else f"[{each}]" for each in schema["properties"])
        yield f"{name}({', '.join(params)}): {tool.description.partition('. ')[0].rstrip('.')}"


def _unpacked(arguments: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    name, packed = arguments.get("tool"), arguments.get("arguments") or {}
    if isinstance(packed, str):
        try:
            packed = codec.loads(packed)
        except (ValueError, RecursionError):
            raise InvalidArguments("'arguments' is not JSON") from None
    if not isinstance(name, str) or not isinstance(packed, dict):
        raise InvalidArguments("'tool' must be the name of a tool, and 'arguments' an object")
    return name, packed


def _flat(result: Result) -> str:
    """All that a provider can answer is one text; a picture goes into it as a data: address."""
    parts = [_part(content) for content in result.content]
    answer = "\n".join(parts)
    if len(answer) > LONGEST_ANSWER:
        raise ActionFailed(f"The answer is too large for another app: {len(answer)} characters, at most {LONGEST_ANSWER}")
    return answer


def _part(content: Mapping[str, Any]) -> str:
    if content["type"] == "text":
        return str(content["text"])
    if "data" in content:
        return f"data:{content['mimeType']};base64,{content['data']}"
    return codec.text(content)

"""Our own tools in the words of a Mobile MCP descriptor, all made from the catalogue."""

import typing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from ..schema import Schema
from ..tool import Tool
from .capabilities import VERSION

CAPABILITY_VERSION = "1"
TEXT, IMAGE = "text", "image"


@dataclass(frozen=True, slots=True)
class Param:
    name: str
    type: str
    description: str
    required: bool | None = None
    """Said of what goes in only."""


def inputs(tool: Tool) -> list[Param]:
    schema = tool.arguments.schema
    return [
        Param(name, type_of(kind), kind.get("description") or name, name in schema["required"])
        for name, kind in schema["properties"].items()
    ]


def outputs(tool: Tool) -> list[Param]:
    """What the tool's structured result has, or its text and, where it may give one, a picture."""
    if tool.output is not None:
        return [Param(name, type_of(kind), kind.get("description") or name) for name, kind in tool.output["properties"].items()]
    told = [Param(TEXT, "string", "What the tool tells")]
    if typing.get_type_hints(tool.handler).get("return") is not str:
        told.append(Param(IMAGE, "string", "A JPEG in base64, if the tool gives a picture"))
    return told


def type_of(schema: Schema) -> str:
    """The type in a word; of what may be null, the type of what it is else."""
    kind = schema.get("type")
    if kind is None and "anyOf" in schema:
        kind = next(each.get("type") for each in schema["anyOf"] if each.get("type") != "null")
    return str(kind or "object")


def xml(tools: Iterable[Tool]) -> str:
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        "<!-- What MobileMcpService offers. Made from the tools themselves by `python -m handheld_desktop.descriptor`. -->",
        f'<mobile-mcp-capabilities version="{VERSION}">',
        *(line for tool in tools for line in _capability(tool)),
        "</mobile-mcp-capabilities>",
    ]
    return "\n".join(lines).replace("`android_", "`") + "\n"  # the texts name other tools; their ids here have no prefix


def _capability(tool: Tool) -> Iterator[str]:
    yield f"    <capability{_attributes(id=tool.name, description=tool.description, version=CAPABILITY_VERSION)}>"
    for part, params in (("input", inputs(tool)), ("output", outputs(tool))):
        if not params:
            continue
        yield f"        <{part}>"
        for param in params:
            required = {} if param.required is None else {"required": str(param.required).lower()}
            about = _attributes(name=param.name, type=param.type, **required, description=param.description)
            yield f"            <param{about} />"
        yield f"        </{part}>"
    yield "    </capability>"


def _attributes(**values: str) -> str:
    return "".join(f" {name}={quoteattr(value)}" for name, value in values.items())

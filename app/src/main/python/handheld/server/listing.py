"""How a tool stands in a list."""

from typing import Any

from ..tool import SOURCE, Tool


def in_full(name: str, tool: Tool) -> dict[str, Any]:
    listed = {
        "name": name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.arguments.schema,
        "annotations": {
            "title": tool.title,
            "readOnlyHint": tool.read_only,
            "destructiveHint": tool.destructive,
            "idempotentHint": tool.idempotent,
            "openWorldHint": tool.open_world,
        },
    }
    if tool.output:
        listed["outputSchema"] = tool.output
    return listed | ({"_meta": {SOURCE: tool.source}} if tool.source else {})


def in_brief(name: str, tool: Tool) -> dict[str, Any]:
    return {"name": name, "description": tool.description, "inputSchema": tool.arguments.schema}

"""The catalogue for a person: every tool, on or off, and trying one out."""

from collections.abc import Mapping
from typing import Any

from ..app import App
from ..call import Call, Client, NeedsInput
from ..connect import Address, curl
from ..core import TOOLS
from ..errors import HandheldError, InvalidArguments
from ..hub import approval
from ..server.listing import in_full
from ..tool import Tool

Json = dict[str, Any]
CLIENT = "control page"


def read(app: App, given: Json) -> Json:
    core = app.running_core
    on = core.catalogue.tools
    prefix = core.phone.prefix
    ours = [on.get(prefix + tool.name, tool) for tool in TOOLS]
    others = [tool for tool in on.values() if tool.source]
    return {
        "tools": [_described(prefix + tool.name, tool, prefix + tool.name in on) for tool in [*ours, *others]],
        "apps": core.hub.apps(),
    }


def _described(name: str, tool: Tool, on: bool) -> Json:
    return in_full(name, tool) | {"short": tool.name, "category": tool.category, "source": tool.source, "on": on}


def switch(app: App, given: Json) -> Json:
    """Turns tools on or off, by their names without prefix."""
    wanted = given["tools"]
    if not isinstance(wanted, dict):
        raise InvalidArguments("'tools' must be an object")
    known = {tool.name for tool in TOOLS} | {entry.name for entry in app.running_core.hub.external.entries}
    unknown = wanted.keys() - known
    if unknown:
        raise InvalidArguments(f"Unknown tool: {', '.join(sorted(unknown))}")
    off = (set(app.settings.disabled_tools) | {name for name, on in wanted.items() if not on}) - {
        name for name, on in wanted.items() if on
    }
    app.configure({"disabled_tools": sorted(off)})
    return {}


def try_out(app: App, given: Json) -> Json:
    """Runs a tool for the person, on record like any other call."""
    core = app.running_core
    name = str(given["name"])
    tool = core.catalogue.tools.get(name)
    if tool is None:
        raise InvalidArguments(f"Unknown tool, or one that is off: {name}")
    arguments = given.get("arguments", {})
    try:
        with core.audit.of(CLIENT, name, arguments, tool.arguments.schema) as doing:
            result = tool.run(Call(core.phone, client=Client(CLIENT, person=True)), arguments)
            core.ran(tool, doing)
    except NeedsInput as error:
        return {"content": [{"type": "text", "text": f"This needs an answer: {error}"}], "isError": True}
    except HandheldError as error:
        return {"content": [{"type": "text", "text": str(error)}], "isError": True}
    return {"content": result.content, "structuredContent": result.structured, "isError": False}


def as_curl(app: App, given: Json) -> Json:
    params: Mapping[str, Any] = {"name": given["name"], "arguments": given.get("arguments", {})}
    tokens = app.served.tokens
    return {"text": curl(Address(app.address, tokens[0].token if tokens else "<token>"), "tools/call", params)}


def approve(app: App, given: Json) -> Json:
    app.decide(lambda hub, now: hub.approve(now, str(given["package"]), str(given["digest"])))
    return {}


def revoke(app: App, given: Json) -> Json:
    app.decide(lambda hub, now: approval.revoke(now, str(given["package"])))
    return {}

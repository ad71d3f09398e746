"""`handheld tools`: every tool that a server with these settings offers, its schema, and where it comes from."""

import json
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from handheld import codec
from handheld.core import Core
from handheld.server.listing import in_full

from .folder import DataFolder
from .sim import SimulatedPhone


def list_tools(folder: DataFolder, as_json: bool) -> int:
    settings = folder.settings_file().peek()
    with tempfile.TemporaryDirectory() as empty:  # a core needs a phone, even to say what it would offer
        core = Core(settings, SimulatedPhone(Path(empty)), Path(empty))
        core.hub.external.refresh()
        listed = list(_listed(core))
        core.hub.close()
    if as_json:
        print(json.dumps(listed, indent=2, ensure_ascii=False))
        return 0
    endpoint = None
    for tool in listed:
        if tool["endpoint"] != endpoint:
            endpoint = tool["endpoint"]
            print(f"{endpoint}\n")
        print(_text(tool))
    for line in _unused(core):
        print(line)
    if settings.disabled_tools:
        print(f"off in the settings: {', '.join(settings.disabled_tools)}")
    return 0


def _listed(core: Core) -> Iterator[dict[str, Any]]:
    surfaces = {"/mcp": core.mcp.catalogue, "/mcp/sms": core.sms.catalogue, "/mcp/v1": core.first_edition}
    for endpoint, catalogue in surfaces.items():
        for name, tool in catalogue.tools.items():
            yield {"endpoint": endpoint, "source": tool.source or tool.handler.__module__} | in_full(name, tool)


def _unused(core: Core) -> Iterator[str]:
    """What other apps offer and agents cannot use, and why."""
    problems = [f"  {door.origin.package}: {door.problem}" for door in core.hub.external.doors if door.problem]
    entries = [entry for entry in core.hub.external.entries if entry.state != "on"]
    lines = [f"  {core.phone.prefix}{entry.name}  (from {entry.door.origin.package}): {entry.reason}" for entry in entries]
    if problems or lines:
        yield from ("tools of other apps that agents cannot use\n", *problems, *lines, "")


def _text(tool: dict[str, Any]) -> str:
    schema = tool["inputSchema"]
    required = schema.get("required", [])
    lines = [f"  {tool['name']}  (from {tool['source']})"]
    lines += textwrap.wrap(tool["description"], 120, initial_indent="      ", subsequent_indent="      ")
    for name, kind in schema["properties"].items():
        line = f"- {name}: {_kind(kind)}{'' if name in required else ', optional'}. {kind.get('description', '')}"
        lines += textwrap.wrap(line, 120, initial_indent="      ", subsequent_indent="        ")
    return "\n".join(lines) + "\n"


def _kind(schema: dict[str, Any]) -> str:
    """The type, the choices, the limits and the default, in a line."""
    words = [_type(schema)]
    limits = [key for key in schema if key not in ("type", "enum", "description", "items", "properties", "required")]
    return ", ".join(words + [f"{key} {codec.text(schema[key])}" for key in limits])


def _type(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return "one of " + " ".join(map(str, schema["enum"]))
    if "items" in schema:
        return f"array of {_type(schema['items'])}"
    if "properties" in schema:
        return "{" + ", ".join(f"{name}: {_type(kind)}" for name, kind in schema["properties"].items()) + "}"
    return str(schema.get("type", "anything"))

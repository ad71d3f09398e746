"""What to paste into each client so that it finds this server."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from .folder import Address

_NAME = "handheld"


@dataclass(frozen=True, slots=True)
class Snippet:
    client: str
    where: str
    text: str


def snippets(address: Address) -> Iterator[Snippet]:
    header = f"Authorization: Bearer {address.token}"
    headers = {"Authorization": f"Bearer {address.token}"}
    claude = ["claude", "mcp", "add", "--transport", "http", _NAME, address.url, "--header", header]
    yield Snippet("Claude Code", "in a terminal", shlex.join(claude))
    yield Snippet("VS Code", ".vscode/mcp.json", _json("servers", {"type": "http", "url": address.url, "headers": headers}))
    yield Snippet("Cursor", "~/.cursor/mcp.json", _json("mcpServers", {"url": address.url, "headers": headers}))
    yield Snippet("Gemini CLI", "~/.gemini/settings.json", _json("mcpServers", {"httpUrl": address.url, "headers": headers}))
    inspector = ["npx", "@modelcontextprotocol/inspector", "--cli", address.url, "--transport", "http", "--header", header]
    yield Snippet("MCP Inspector", "in a terminal", shlex.join([*inspector, "--method", "tools/list"]))


def _json(key: str, server: dict[str, object]) -> str:
    return json.dumps({key: {_NAME: server}}, indent=2)

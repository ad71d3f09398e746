"""What to paste into each client so that it finds this server: one source for the command line and the control page."""

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

_NAME = "handheld"

Reach = Literal["direct", "tunnel"]
"""tunnel: the client runs on somebody else's machine and needs a public HTTPS address."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens, and a token that it takes."""

    url: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Snippet:
    id: str
    client: str
    where: str
    text: str
    reach: Reach = "direct"
    tried: bool = True
    """With the client itself (pytests/end_to_end/test_pasted_texts.py); else only written after its documentation."""


def snippets(address: Address) -> Iterator[Snippet]:
    url, bearer = address.url, f"Bearer {address.token}"
    header, headers = f"Authorization: {bearer}", {"Authorization": bearer}
    add = ["claude", "mcp", "add", "--transport", "http", _NAME, url, "--header", header]
    yield Snippet("claude-code", "Claude Code", "in a terminal", shlex.join(add))
    # Claude Desktop starts local programs only; mcp-remote is one that speaks HTTP for it. It takes no space in --header.
    remote = {"command": "npx", "args": ["-y", "mcp-remote", url, "--header", "Authorization:${HANDHELD}", *_plain(url)]}
    desktop = remote | {"env": {"HANDHELD": bearer}}
    yield Snippet("claude-desktop", "Claude Desktop", "claude_desktop_config.json", _json("mcpServers", desktop))
    vs_code = {"type": "http", "url": url, "headers": headers}
    yield Snippet("vs-code", "VS Code", ".vscode/mcp.json", _json("servers", vs_code), tried=False)
    yield Snippet("cursor", "Cursor", "~/.cursor/mcp.json", _json("mcpServers", {"url": url, "headers": headers}), tried=False)
    gemini = {"httpUrl": url, "headers": headers}
    yield Snippet("gemini-cli", "Gemini CLI", "~/.gemini/settings.json", _json("mcpServers", gemini))
    # The desktop app and Codex read one file. JSON's quotes are TOML's too.
    server = f"[mcp_servers.{_NAME}]\nurl = {json.dumps(url)}\nhttp_headers = {{ Authorization = {json.dumps(bearer)} }}\n"
    yield Snippet("chatgpt", "ChatGPT", "~/.codex/config.toml", server)
    tool = {"type": "mcp", "server_label": _NAME, "server_url": url, "authorization": address.token, "require_approval": "always"}
    yield Snippet("openai-api", "OpenAI API", "a tool of a request", json.dumps(tool, indent=2), "tunnel", tried=False)
    inspector = ["npx", "@modelcontextprotocol/inspector", "--cli", url, "--transport", "http", "--header", header]
    yield Snippet("inspector", "MCP Inspector", "in a terminal", shlex.join([*inspector, "--method", "tools/list"]))
    yield Snippet("curl", "curl", "in a terminal", curl(address, "tools/list", {}))


def curl(address: Address, method: str, params: Mapping[str, Any]) -> str:
    """The request as a command."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    lines = [
        shlex.join(["curl", address.url]),
        shlex.join(["-H", f"Authorization: Bearer {address.token}"]),
        shlex.join(["-H", "Content-Type: application/json"]),
        shlex.join(["-d", json.dumps(message, ensure_ascii=False)]),
    ]
    return " \\\n  ".join(lines)


def _plain(url: str) -> list[str]:
    """mcp-remote refuses plain HTTP to another device unless told."""
    return [] if url.startswith("https:") else ["--allow-http"]


def _json(key: str, server: Mapping[str, object]) -> str:
    return json.dumps({key: {_NAME: server}}, indent=2)

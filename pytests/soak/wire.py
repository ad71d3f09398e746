"""One client's connection: HTTP/1.1 kept alive, MCP of either era."""

import asyncio
import itertools
import json
from typing import Any
from urllib.parse import urlsplit

MODERN = "2026-07-28"
_META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Unexpected(Exception):
    """An answer that nobody asked for."""


class Connection:
    def __init__(self, url: str, token: str, name: str, modern: bool) -> None:
        self._host, self._port = urlsplit(url).hostname, urlsplit(url).port
        self._token, self._name, self._modern = token, name, modern
        self._ids = itertools.count()
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool, be it an error."""
        result: dict[str, Any] = (await self.ask("tools/call", name=f"android_{tool}", arguments=arguments))["result"]
        return result

    async def ask(self, method: str, **params: Any) -> dict[str, Any]:
        id = f"{self._name}-{next(self._ids)}"
        if self._modern:
            params["_meta"] = _META
        message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
        status, answer = await self._post(json.dumps(message).encode(), params)
        found: dict[str, Any] = json.loads(answer)
        if status != 200 or found.get("id") != id:
            raise Unexpected(f"{method} {params}: {status} {answer[:300]!r}")
        return found

    async def _post(self, body: bytes, params: dict[str, Any]) -> tuple[int, bytes]:
        if self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        assert self._reader is not None
        self._writer.write(self._head(len(body), params) + body)
        await self._writer.drain()
        head = await self._reader.readuntil(b"\r\n\r\n")
        lines = head.decode().lower().split("\r\n")
        length = next(int(line[15:]) for line in lines if line.startswith("content-length:"))
        return int(lines[0].split()[1]), await self._reader.readexactly(length)

    def _head(self, length: int, params: dict[str, Any]) -> bytes:
        lines = [
            "POST /mcp HTTP/1.1", f"Host: 127.0.0.1:{self._port}", f"Authorization: Bearer {self._token}",
            f"User-Agent: {self._name}",
            "Content-Type: application/json", "Accept: application/json, text/event-stream", f"Content-Length: {length}",
            f"MCP-Protocol-Version: {MODERN if self._modern else '2025-11-25'}",
        ]  # fmt: skip
        if self._modern:
            lines.append(f"Mcp-Method: {'tools/call' if 'name' in params else 'tools/list'}")
            lines += [f"Mcp-Name: {params['name']}"] if "name" in params else []
        return "\r\n".join([*lines, "", ""]).encode()

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            await asyncio.wait([asyncio.ensure_future(self._writer.wait_closed())], timeout=5)

"""The call that every server gets, byte for byte, in each era."""

import http.client
import json
from dataclasses import dataclass
from typing import Any

TOKEN = "a-token-of-some-length"
TEXT = "The quick brown fox jumps over the lazy dog"
ID = 100_000_000
"""The id of the first call. Every call has another, of the same length, as those of a real client would be."""

LEGACY, MODERN = "2025-11-25", "2026-07-28"
ERAS = {"legacy": LEGACY, "modern": MODERN}
_META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}


class WrongAnswer(Exception):
    """A server that does not do what it is measured at."""


@dataclass(frozen=True, slots=True)
class Request:
    headers: dict[str, str]
    body: bytes

    def raw(self, port: int) -> bytes:
        """As it goes over the wire."""
        lines = ["POST /mcp HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(self.body)}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + self.body


def call(era: str, tool: str, session: str | None = None) -> Request:
    params: dict[str, Any] = {"name": tool, "arguments": {"text": TEXT}}
    headers = _headers(ERAS[era])
    if era == "modern":
        params["_meta"] = _META
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": tool}
    return _request(headers, session, {"id": ID, "method": "tools/call", "params": params})


def open_session(port: int) -> str:
    """The id of a new session of a legacy server that has them."""
    client = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    answer = post(port, _request(_headers(LEGACY), None, {"id": 0, "method": "initialize", "params": client}))
    session = answer.headers["mcp-session-id"]
    if not session:
        raise WrongAnswer("No session was opened")
    post(port, _request(_headers(LEGACY), session, {"method": "notifications/initialized"}))
    return session


def ask(port: int, method: str) -> None:
    """One request without parameters, in the legacy era."""
    answer = post(port, _request(_headers(LEGACY), None, {"id": 0, "method": method}))
    if answer.status != 200:
        raise WrongAnswer(f"Expected an answer to {method}, got status {answer.status}")


def check(port: int, request: Request, times: int) -> None:
    """Calls a few times, which also warms the server up, and looks at every answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        for _ in range(times):
            connection.request("POST", "/mcp", request.body, request.headers)
            answer = connection.getresponse()
            _check(answer.status, answer.read())
    finally:
        connection.close()


def post(port: int, request: Request) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("POST", "/mcp", request.body, request.headers)
        answer = connection.getresponse()
        answer.read()
        return answer
    finally:
        connection.close()


def _check(status: int, body: bytes) -> None:
    message = json.loads(body) if status == 200 else {}
    content = message.get("result", {}).get("content", [{}])
    if message.get("id") != ID or content[0].get("text") != TEXT:
        raise WrongAnswer(f"Expected the text back, got status {status} with {body[:200]!r}")


def _headers(version: str) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "Authorization": f"Bearer {TOKEN}",
        "MCP-Protocol-Version": version,
    }


def _request(headers: dict[str, str], session: str | None, message: dict[str, Any]) -> Request:
    more = {"Mcp-Session-Id": session} if session else {}
    return Request(headers | more, json.dumps({"jsonrpc": "2.0"} | message).encode())

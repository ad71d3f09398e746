"""Every door of the product as an attacker sees it: a port, a path, and the headers of someone who may come in."""

import contextlib
import http.client
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from serving import CAPABILITIES, MODERN, TOKEN, VERSION, served

from handheld import codec
from handheld.app import App
from handheld.clock import SystemClock
from handheld.page import routes
from handheld.page.session import Sessions
from handheld.server.run import listen
from handheld_desktop.sim import SimulatedPhone

Headers = dict[str, str]


@dataclass(frozen=True)
class Door:
    """One route. `takes` is a body it would serve, None where it takes none."""

    name: str
    method: str
    path: str
    takes: dict[str, Any] | None = None
    headers: Headers = field(default_factory=dict)
    page: bool = False

    @property
    def open(self) -> bool:
        """Anyone may knock; what it then does is its own to check."""
        return self.path in ("/health", "/", "/api/session", "/api/link")


def _call(name: str, prefix: str = "", **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": prefix + name, "arguments": {}} | params}


_META = {"_meta": {VERSION: MODERN, CAPABILITIES: {}}}
_LEGACY = {"mcp-protocol-version": "2025-11-25"}


def _modern(name: str) -> Headers:
    return {"mcp-protocol-version": MODERN, "mcp-method": "tools/call", "mcp-name": name}


DOORS = (
    Door("mcp, legacy", "POST", "/mcp", _call("press_home", "android_"), _LEGACY),
    Door("mcp, modern", "POST", "/mcp", _call("press_home", "android_", **_META), _modern("android_press_home")),
    Door("sms, legacy", "POST", "/mcp/sms", _call("get_sms_subscriptions"), _LEGACY),
    Door("sms, modern", "POST", "/mcp/sms", _call("get_sms_subscriptions", **_META), _modern("get_sms_subscriptions")),
    Door("first edition", "POST", "/mcp/v1/tools/call", _call("press_home")),
    Door("first edition's list", "GET", "/mcp/v1/tools/list"),
    Door("health", "GET", "/health"),
    Door("nowhere", "GET", "/nowhere"),
    *(Door(f"page's {name}", "GET", f"/api/{name}", page=True) for name in (*routes._QUESTIONS, "qr", "history.jsonl")),
    *(Door(f"page's {name}", "POST", f"/api/{name}", {}, page=True) for name in (*routes._ORDERS, "session", "link", "lock")),
    Door("page itself", "GET", "/", page=True),
)
JSON_DOORS = tuple(door for door in DOORS if door.takes is not None)


@dataclass
class House:
    """Both servers of one phone, and what an attacker with a stolen token and session would send."""

    phone: SimulatedPhone
    port: int
    page_port: int
    session: Headers

    def port_of(self, door: Door) -> int:
        return self.page_port if door.page else self.port

    def entry(self, door: Door) -> Headers:
        """What lets a request in here."""
        return self.session if door.page else {"authorization": f"Bearer {TOKEN}"}

    def head(self, door: Door, *lines: str, entry: bool = True, method: str = "", target: str = "") -> bytes:
        host = f"Host: 127.0.0.1:{self.port_of(door)}"
        given = {"content-type": "application/json"} | door.headers | (self.entry(door) if entry else {})
        sent = [f"{name}: {value}" for name, value in given.items()]
        first = f"{method or door.method} {target or door.path} HTTP/1.1"
        return "\r\n".join([first, host, *sent, *lines, "", ""]).encode("latin-1")

    def post(self, door: Door, body: bytes, **extra: str) -> tuple[int, Any]:
        """A request that is good but for its body: the status and the answer."""
        given = {"content-type": "application/json"} | door.headers | self.entry(door) | extra
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port_of(door), timeout=30)) as connection:
            connection.request(door.method, door.path, body, given)
            response = connection.getresponse()
            answer = response.read()
        return response.status, codec.loads(answer) if answer.startswith(b"{") else answer

    def answers(self, door: Door, data: bytes, patience_seconds: float = 0.25) -> list[tuple[int, bytes]]:
        """Every answer to these bytes, until the server closes or is silent."""
        with contextlib.closing(socket.create_connection(("127.0.0.1", self.port_of(door)), timeout=30)) as connection:
            connection.settimeout(patience_seconds)
            received = b""
            with contextlib.suppress(ConnectionError, TimeoutError):
                connection.sendall(data)
                while chunk := connection.recv(1 << 16):
                    received += chunk
        return list(_responses(received))

    @property
    def lives(self) -> bool:
        return self.post(DOORS[0], codec.dumps(DOORS[0].takes))[0] == 200


def _responses(data: bytes) -> Iterator[tuple[int, bytes]]:
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), len(rest))
        yield int(head.split()[1]), rest[:length]
        data = rest[length:]


@contextlib.contextmanager
def opened(folder: Path, parser: Any, **settings: Any) -> Iterator[House]:
    with served(folder, parser, **settings) as server:
        phone = server.core.phone.device
        app = App(phone, folder)
        sessions = Sessions(SystemClock())
        page = listen(routes.PageApplication(app, sessions, sessions.new_link, "a launcher"), "127.0.0.1", 0, http=parser)
        session = sessions.open(sessions.new_link())
        assert session is not None
        headers = {"cookie": f"{sessions.cookie_name}={session.cookie}", "x-handheld-key": session.key}
        try:
            yield (house := House(phone, server.port, page.port, headers))  # type: ignore[arg-type]
            assert house.lives
        finally:
            page.stop()

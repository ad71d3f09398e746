"""A real server on a real socket for tests, with a simulated phone and a few tools that do what a test needs."""

import contextlib
import http.client
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

from fakes import ASK_NOTHING, StandingClock

from handheld.call import Call, NeedsInput
from handheld.clock import Clock
from handheld.core import Core
from handheld.errors import Cancelled
from handheld.server.connection import Limits
from handheld.server.run import serve
from handheld.settings import Settings, Token
from handheld.tool import tool
from handheld_desktop.sim import SimulatedPhone

TOKEN = "a-token-of-some-length"
MODERN = "2026-07-28"
VERSION, CAPABILITIES = "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities"
PARSERS = ("h11", "httptools")


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def result(self) -> Any:
        assert self.status == 200, self
        assert "result" in self.json, self
        return self.json["result"]

    @property
    def error(self) -> Any:
        return self.json["error"]

    @property
    def events(self) -> list[Any]:
        assert self.headers["content-type"] == "text/event-stream", self
        return [json.loads(line[6:]) for line in self.body.decode().splitlines() if line.startswith("data: ")]


@dataclass
class Waiter:
    """Lets a test know where a tool that waits is."""

    started: threading.Event = field(default_factory=threading.Event)
    stopped: threading.Event = field(default_factory=threading.Event)


class Pair(TypedDict):
    first: str
    second: int


@tool("Echo", read_only=True, blocking=False)
def echo(call: Call, text: str) -> str:
    """Says the same."""
    return text


@tool("Echo from a thread", read_only=True)
def echo_from_a_thread(call: Call, text: str) -> str:
    """Says the same, in its time."""
    return text


@tool("Pairs", read_only=True)
def pairs(call: Call) -> list[Pair]:
    """Gives JSON."""
    return [{"first": "é", "second": 1}]


@tool("Crash")
def crash(call: Call) -> str:
    """Has a bug."""
    raise RuntimeError("a secret of the machine")


@tool("Crash at once", blocking=False)
def crash_at_once(call: Call) -> str:
    """Has a bug."""
    raise RuntimeError("a secret of the machine")


@tool("Report", read_only=True)
def report(call: Call) -> str:
    """Tells how far it is."""
    for done in (0, 1, 1, 2):
        call.progress(done, 2, f"{done} of 2")
    return "done"


@tool("Ask")
def ask(call: Call) -> str:
    """Asks for a name."""
    answer = call.client.answers.get("name")
    if answer is None:
        schema = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        request = {"method": "elicitation/create", "params": {"message": "Who are you?", "requestedSchema": schema}}
        raise NeedsInput({"name": request}, state="asked")
    return f"{answer['content']['name']}, {call.client.state}"


@dataclass
class Served:
    core: Core
    port: int
    waiter: Waiter

    def send(self, method: str, path: str, body: bytes | Iterator[bytes] | None = None, **headers: str | None) -> Answer:
        """A None takes a header away that would be sent otherwise."""
        sent = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
        for name, value in headers.items():
            sent[name.replace("_", "-")] = value  # type: ignore[assignment]
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        with contextlib.closing(connection):
            connection.request(method, path, body, {name: value for name, value in sent.items() if value is not None})
            response = connection.getresponse()
            return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())

    def post(self, body: Any, path: str = "/mcp", **headers: str | None) -> Answer:
        return self.send("POST", path, body if isinstance(body, bytes) else json.dumps(body).encode(), **headers)

    def legacy(self, method: str, params: Any = None, path: str = "/mcp", id: Any = 1, **headers: str | None) -> Answer:
        message = {"jsonrpc": "2.0", "id": id, "method": method} | ({} if params is None else {"params": params})
        return self.post(message, path, **({"mcp_protocol_version": "2025-11-25"} | headers))

    def modern(self, method: str, params: Any = None, path: str = "/mcp", id: Any = 1, **headers: str | None) -> Answer:
        params = dict(params or {})
        params["_meta"] = {VERSION: MODERN, CAPABILITIES: {}} | params.get("_meta", {})
        sent: dict[str, str | None] = {"mcp_protocol_version": MODERN, "mcp_method": method}
        name = params.get("uri" if method == "resources/read" else "name")
        if name is not None:
            sent["mcp_name"] = name
        return self.post({"jsonrpc": "2.0", "id": id, "method": method, "params": params}, path, **(sent | headers))

    def call(self, tool: str, modern: bool = False, **arguments: Any) -> Answer:
        return (self.modern if modern else self.legacy)("tools/call", {"name": tool, "arguments": arguments})

    def begin(self, send: Any, *args: Any, **kwargs: Any) -> "Pending":
        """Sends in another thread, and waits until the tool that waits has begun."""
        pending = Pending(lambda: send(*args, **kwargs))
        assert self.waiter.started.wait(10)
        return pending


class Pending:
    def __init__(self, send: Any):
        self._answers: list[Answer] = []
        self._thread = threading.Thread(target=lambda: self._answers.append(send()))
        self._thread.start()

    def answer(self) -> Answer:
        self._thread.join(20)
        return self._answers[0]


@contextlib.contextmanager
def served(
    folder: Path, http: Any = "auto", clock: Clock | None = None, limits: Limits | None = None, **settings: Any
) -> Iterator[Served]:
    wanted = {"tokens": (Token("tests", TOKEN), Token("others", TOKEN[::-1])), "confirm": ASK_NOTHING} | settings
    core = Core(Settings(**wanted), SimulatedPhone(folder / "storage", clock=StandingClock()), folder, clock=clock)
    waiter = Waiter()

    @tool("Wait")
    def wait(call: Call) -> str:
        """Waits until nobody does."""
        waiter.started.set()
        try:
            while True:
                call.sleep(5)
        except Cancelled:
            waiter.stopped.set()
            raise

    for extra in (echo, echo_from_a_thread, pairs, crash, crash_at_once, report, ask, wait):
        core.catalogue.tools[extra.name] = extra
    running = serve(core, "127.0.0.1", 0, http=http, limits=limits)
    try:
        yield Served(core, running.port, waiter)
    finally:
        running.stop()

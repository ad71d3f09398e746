"""Whatever is asked of any tool, on any route and in either era, is answered: no crash, no "Internal error", no hang."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from counting import examples
from fakes import ASK_NOTHING, FakeClock
from hypothesis import given
from hypothesis import strategies as st
from serving import CAPABILITIES, MODERN, TOKEN, VERSION, served
from values import ANYTHING, TEXTS, arguments

from handheld import codec, download
from handheld.core import TOOLS, Core
from handheld.server.app import Application
from handheld.settings import DownloadRules, LocationRules, Settings, Token
from handheld.tools import sms
from handheld.tools.first_edition import FIRST_EDITION
from handheld_desktop.sim import SimulatedPhone
from handheld_desktop.sim.disk import PHONE_LOCATIONS

OPEN = LocationRules(allow_write=True, allow_delete=True)
SETTINGS = Settings(
    tokens=(Token("fuzz", TOKEN),), confirm=ASK_NOTHING, storage={place.id: OPEN for place in PHONE_LOCATIONS},
    download=DownloadRules(allow_http=True, timeout_seconds=1), file_size_limit_bytes=100_000,
)  # fmt: skip


class NoNetwork(download.Internet):
    def resolve(self, host: str, port: int) -> list[str]:
        raise OSError(-2, "Name or service not known")


class Client:
    """Asks the application itself, without a socket between."""

    def __init__(self, application: Application, runner: asyncio.Runner) -> None:
        self._application = application
        self._runner = runner

    def post(self, path: str, body: bytes, **headers: str) -> tuple[int, bytes]:
        return self._runner.run(asyncio.wait_for(self._post(path, body, headers), 60))

    async def _post(self, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        sent: list[dict[str, Any]] = []
        events = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            for event in events:
                return event
            return await asyncio.Event().wait()

        async def send(event: Any) -> None:
            sent.append(event)

        given = {"host": "localhost", "authorization": f"Bearer {TOKEN}", "content-type": "application/json"} | headers
        pairs = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in given.items()]
        scope = {"type": "http", "method": "POST", "path": path, "headers": pairs, "client": ("127.0.0.1", 1)}
        await self._application(scope, receive, send)
        return sent[0]["status"], b"".join(event["body"] for event in sent[1:])


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("fuzz")
    clock = FakeClock()
    core = Core(SETTINGS, SimulatedPhone(folder / "storage", clock=clock), folder, clock=clock)
    application = Application(core)
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner() as runner:
        patch.setattr(download, "Internet", NoNetwork)
        yield Client(application, runner)
        application.close()


def check(status: int, answer: bytes) -> None:
    assert status in (200, 202, 400, 404), (status, answer)
    assert b"Internal error" not in answer, answer
    assert b'"code":-32603' not in answer, answer
    if answer.startswith(b"{"):
        codec.loads(answer)


def message(name: Any, given: Any, **more: Any) -> bytes:
    return sent_as({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": given, **more}})


def sent_as(value: Any) -> bytes:
    """As many clients write it, also numbers of more than 64 bits."""
    return json.dumps(value).encode()


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
@examples(8)
@given(data=st.data())
def test_any_arguments_of_any_tool_are_answered(client, tool, data, counted):
    counted()
    given = data.draw(arguments(tool.arguments.schema))
    name = f"android_{tool.name}"
    if data.draw(st.booleans()):
        check(*client.post("/mcp", message(name, given), mcp_protocol_version="2025-11-25"))
    else:
        meta = {VERSION: MODERN, CAPABILITIES: data.draw(st.sampled_from([{}, {"elicitation": {}}]))}
        headers = {"mcp_protocol_version": MODERN, "mcp_method": "tools/call", "mcp_name": name}
        check(*client.post("/mcp", message(name, given, _meta=meta), **headers))


@pytest.mark.parametrize("tool", FIRST_EDITION, ids=lambda tool: tool.name)
@examples(5)
@given(data=st.data())
def test_any_arguments_of_the_first_edition_are_answered(client, tool, data, counted):
    counted()
    check(*client.post("/mcp/v1/tools/call", message(tool.name, data.draw(arguments(tool.arguments.schema)))))


@pytest.mark.parametrize("tool", [sms.send_sms, sms.get_sms_subscriptions], ids=lambda tool: tool.name)
@examples(10)
@given(data=st.data())
def test_any_arguments_of_sms_are_answered(client, tool, data, counted):
    counted()
    check(*client.post("/mcp/sms", message(tool.name, data.draw(arguments(tool.arguments.schema)))))


METHODS = st.sampled_from([
    "initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read", "resources/templates/list",
    "prompts/list",
    "prompts/get", "completion/complete", "logging/setLevel", "server/discover", "notifications/cancelled",
    "notifications/initialized",
    "subscriptions/unlisten", "tasks/get",
])  # fmt: skip
NAMES = st.sampled_from([
    "name", "arguments", "uri", "cursor", "level", "protocolVersion", "capabilities", "clientInfo", "ref", "argument",
    "context", "requestId",
    "_meta", "progressToken", "inputResponses", "requestState", VERSION, CAPABILITIES,
])  # fmt: skip
KNOWN = st.sampled_from(["android://screen", "android://files/a/b", "do_task", "2025-11-25", MODERN, "android_tap", "ref/prompt"])
VALUES = KNOWN | ANYTHING
PARAMS = st.dictionaries(NAMES | TEXTS, VALUES | st.dictionaries(NAMES, VALUES, max_size=3), max_size=5)
MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | ANYTHING, "method": METHODS | ANYTHING},
    optional={"id": st.integers(0, 9) | ANYTHING, "params": PARAMS | ANYTHING, "result": ANYTHING, "error": ANYTHING},
)


@pytest.mark.parametrize("path", ["/mcp", "/mcp/sms", "/mcp/v1/tools/call"])
@examples(100)
@given(sent=MESSAGES | ANYTHING, version=st.sampled_from(["2025-11-25", MODERN, "2024-11-05", "1"]), method=METHODS)
def test_any_message_is_answered(client, path, sent, version, method, counted):
    counted()
    named = sent.get("method") if isinstance(sent, dict) else None
    header = named if isinstance(named, str) and named.isascii() and named.isprintable() else method
    check(*client.post(path, sent_as(sent), mcp_protocol_version=version, mcp_method=header))


@pytest.fixture(scope="module", params=["h11", "httptools"])
def server(request, tmp_path_factory):
    with served(tmp_path_factory.mktemp("data"), request.param) as server:
        yield server


@examples(60)
@given(sent=MESSAGES | ANYTHING, version=st.sampled_from(["2025-11-25", MODERN]))
def test_any_message_is_answered_over_a_socket(server, sent, version, counted):
    counted()
    answer = server.post(sent_as(sent), mcp_protocol_version=version, mcp_method="tools/call")
    check(answer.status, answer.body)

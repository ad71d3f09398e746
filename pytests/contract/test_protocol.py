"""What happens on the wire, whatever the tool: the rows of the protocol, for both eras and the first edition."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from serving import CAPABILITIES, MODERN, TOKEN, VERSION, Answer, Served, served
from world import World

from handheld.settings import Token

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
ROUTES = [
    ("POST", "/mcp"),
    ("POST", "/mcp/sms"),
    ("GET", "/mcp/v1/tools/list"),
    ("POST", "/mcp/v1/tools/call"),
    ("GET", "/health"),
    ("GET", "/nowhere"),
]
MCP = ["/mcp", "/mcp/sms"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """With tools that do what these tests need: one that tells its progress, one that asks, one that has a bug."""
    with served(tmp_path_factory.mktemp("protocol"), max_body_bytes=2000) as running:
        yield running


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Its one token is for SMS only."""
    with served(tmp_path_factory.mktemp("narrow"), tokens=(Token("sms", TOKEN, "sms"),)) as running:
        yield running


def code(answer: Answer) -> tuple[int, int]:
    assert answer.json["jsonrpc"] == "2.0"
    return answer.status, answer.error["code"]


# Requests and notifications


@pytest.mark.parametrize("path", MCP)
def test_a_request_is_answered_in_json(server: Served, path: str) -> None:
    for answer in (server.legacy("tools/list", path=path, id="a"), server.modern("tools/list", path=path, id="a")):
        assert answer.status == 200
        assert answer.headers["content-type"] == "application/json"
        assert answer.json.keys() == {"jsonrpc", "id", "result"}
        assert (answer.json["jsonrpc"], answer.json["id"]) == ("2.0", "a")


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize("asks", [True, False])
def test_events_come_only_to_who_asks_for_progress(server: Served, era: str, asks: bool) -> None:
    params = {"name": "report"} | ({"_meta": {"progressToken": "p"}} if asks else {})
    answer = getattr(server, era)("tools/call", params, accept="application/json, text/event-stream")
    assert answer.headers["content-type"] == ("text/event-stream" if asks else "application/json")


@pytest.mark.parametrize("path", MCP)
def test_a_notification_and_a_legacy_response_are_accepted(server: Served, path: str) -> None:
    notification = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    for message, headers in (
        (notification, {}),
        ({"jsonrpc": "2.0", "id": 1, "result": {}}, {}),
        (notification, {"mcp_protocol_version": MODERN}),
    ):
        answer = server.post(message, path, **headers)
        assert (answer.status, answer.body) == (202, b"")


@pytest.mark.parametrize("path", MCP)
@pytest.mark.parametrize(
    ("body", "number"),
    [
        (b"not json", -32700),
        (b"", -32700),
        (b"[]", -32600),
        (json.dumps([PING]).encode(), -32600),
        (b'"text"', -32600),
        (b'{"id":1,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":1}', -32600),
    ],
    ids=["not_json", "nothing", "empty_batch", "batch", "text", "no_version", "null_id", "no_method"],
)
def test_what_is_no_message_is_refused_with_its_code(server: Served, path: str, body: bytes, number: int) -> None:
    assert code(server.post(body, path)) == (400, number)


@pytest.mark.parametrize("path", MCP)
@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_other_methods_are_told_which_is_allowed(server: Served, path: str, method: str) -> None:
    answer = server.send(method, path)
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize(("kind", "status"), [("text/plain", 415), (None, 415), ("application/json; charset=utf-8", 200)])
def test_only_json_is_read(server: Served, kind: str | None, status: int) -> None:
    assert server.post(PING, content_type=kind).status == status


@pytest.mark.parametrize(
    ("accept", "status"),
    [("text/html", 406), ("text/event-stream", 406), (None, 200), ("*/*", 200), ("text/html, application/json;q=0.5", 200)],
)
def test_only_json_is_given(server: Served, accept: str | None, status: int) -> None:
    assert server.post(PING, accept=accept).status == status


@pytest.mark.parametrize("path", [*MCP, "/mcp/v1/tools/call"])
def test_a_body_too_large_is_refused(server: Served, path: str) -> None:
    assert server.post(b" " * 2001, path).status == 413


# Who may come in


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_foreign_host_or_origin_is_refused_on_every_route(server: Served, method: str, path: str) -> None:
    assert server.send(method, path, host="evil.example").status == 403
    assert server.send(method, path, origin="http://evil.example").status == 403


@pytest.mark.parametrize(("method", "path"), [route for route in ROUTES if route[1] != "/health"])
def test_every_route_but_health_needs_the_token(server: Served, method: str, path: str) -> None:
    answer = server.send(method, path, authorization=None)
    assert answer.status == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert server.send(method, path, authorization=f"Bearer {TOKEN}").status != 401


def test_a_wrong_token_is_refused(server: Served) -> None:
    assert server.post(PING).status == 200
    answer = server.post(PING, authorization="Bearer wrong")
    assert (answer.status, answer.headers["www-authenticate"].split()[0]) == (401, "Bearer")


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_a_token_that_lacks_the_scope_is_forbidden(narrow: Served, era: str) -> None:
    answer = getattr(narrow, era)("tools/call", {"name": "android_tap", "arguments": {"x": 1, "y": 1}})
    assert answer.status == 403
    assert answer.headers["www-authenticate"] == 'Bearer realm="handheld", error="insufficient_scope"'
    answer = getattr(narrow, era)("resources/read", {"uri": "android://screen"})
    assert answer.status == 403


def test_a_token_that_lacks_the_scope_has_no_permission_in_the_first_edition(narrow: Served) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "tap", "arguments": {"x": 1, "y": 1}}}
    assert code(narrow.post(message, "/mcp/v1/tools/call")) == (200, -32001)


# The modern era


def test_an_unsupported_version_is_told_which_are(server: Served) -> None:
    answer = server.modern("tools/list", mcp_protocol_version="2031-01-01")
    assert code(answer) == (400, -32022)
    supported = [MODERN, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    assert answer.error["data"] == {"supported": supported, "requested": "2031-01-01"}


@pytest.mark.parametrize("meta", [{}, {VERSION: MODERN}, {CAPABILITIES: {}}])
def test_a_request_must_tell_version_and_capabilities(server: Served, meta: dict[str, Any]) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
    assert code(server.post(message, mcp_protocol_version=MODERN, mcp_method="tools/list")) == (400, -32602)


@pytest.mark.parametrize(
    ("headers", "fits"),
    [
        ({}, True),
        ({"mcp_method": " tools/call "}, True),
        ({"mcp_name": "=?base64?ZWNobw==?="}, True),
        ({"mcp_method": None}, False),
        ({"mcp_method": "tools/list"}, False),
        ({"mcp_name": None}, False),
        ({"mcp_name": "report"}, False),
    ],
)
def test_headers_and_body_must_agree(server: Served, headers: dict[str, Any], fits: bool) -> None:
    answer = server.modern("tools/call", {"name": "echo", "arguments": {"text": "x"}}, **headers)
    if fits:
        assert answer.result["content"] == [{"type": "text", "text": "x"}]
    else:
        assert code(answer) == (400, -32020)


def test_a_tool_that_must_ask_names_the_capability_it_needs(server: Served) -> None:
    answer = server.modern("tools/call", {"name": "ask"})
    assert code(answer) == (400, -32021)
    assert answer.error["data"] == {"requiredCapabilities": {"elicitation": {}}}


def test_a_tool_that_may_ask_answers_what_it_needs(server: Served) -> None:
    result = server.modern("tools/call", {"name": "ask", "_meta": {CAPABILITIES: {"elicitation": {}}}}).result
    assert result["resultType"] == "input_required"
    assert result["inputRequests"]["name"]["method"] == "elicitation/create"


def test_every_modern_result_has_its_type_and_the_server(server: Served) -> None:
    for answer in (server.modern("tools/list"), server.modern("tools/call", {"name": "echo", "arguments": {"text": "x"}})):
        assert answer.result["resultType"] == "complete"
        assert answer.result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "handheld"


# What differs between the eras


def test_an_unknown_method(server: Served) -> None:
    assert code(server.legacy("nonsense")) == (200, -32601)
    assert code(server.modern("nonsense")) == (404, -32601)


def test_an_unknown_tool(server: Served) -> None:
    assert server.legacy("tools/call", {"name": "android_fly"}).error["code"] == -32602
    assert server.modern("tools/call", {"name": "android_fly"}).error["code"] == -32602


def test_arguments_that_fail_the_schema_are_a_result_that_says_which_and_why(world: World) -> None:
    params = {"name": "android_tap", "arguments": {"x": 1, "y": "2"}}
    said = [{"type": "text", "text": "Invalid argument 'y': '2' is not of type 'number'"}]
    for answer in (world.served.legacy("tools/call", params), world.served.modern("tools/call", params)):
        assert (answer.result["content"], answer.result["isError"]) == (said, True)


def test_no_session_is_given_and_one_that_comes_is_ignored(server: Served) -> None:
    client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    assert "mcp-session-id" not in server.legacy("initialize", client).headers
    assert server.legacy("ping", mcp_session_id="long forgotten").result == {}


@pytest.mark.parametrize(
    ("asked", "agreed"), [("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25")]
)
def test_the_version_is_agreed_on(server: Served, asked: str, agreed: str) -> None:
    client = {"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    assert server.legacy("initialize", client).result["protocolVersion"] == agreed


# The first edition


@pytest.mark.parametrize(
    ("body", "number"),
    [
        (b"not json", -32700),
        (b"[]", -32600),
        (b'{"id":1,"method":"tools/call"}', -32600),
        (b'{"jsonrpc":"2.0","method":"tools/call"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fly"}}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"android_tap"}}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tap","arguments":{"x":1}}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tap","arguments":[]}}', -32602),
    ],
)
def test_the_first_edition_has_the_codes_of_json_rpc(server: Served, body: bytes, number: int) -> None:
    assert code(server.post(body, "/mcp/v1/tools/call")) == (200, number)


def test_a_bug_is_an_internal_error_in_the_first_edition(server: Served) -> None:
    server.core.first_edition.tools["crash"] = server.core.catalogue.tools["crash"]
    answer = server.post(
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "crash"}}, "/mcp/v1/tools/call"
    )
    assert code(answer) == (200, -32603)
    assert "secret" not in answer.body.decode()


def test_arguments_may_be_left_out(world: World) -> None:
    message = {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "press_back"}}
    said = {"content": [{"type": "text", "text": "Back button press executed successfully"}]}
    assert world.served.post(message, "/mcp/v1/tools/call").json == {"jsonrpc": "2.0", "id": 5, "result": said}
    assert world.served.legacy("tools/call", {"name": "android_press_back"}).result == said


# SMS, over HTTP as its document writes it


def test_the_request_of_the_sms_document_is_answered(world: World) -> None:
    answer = world.served.post(
        {"method": "tools/list", "jsonrpc": "2.0", "id": 1}, "/mcp/sms",
        mcp_protocol_version="2025-11-25", accept="application/json, text/event-stream", accept_language="*",
        sec_fetch_mode="cors", user_agent="node", host="192.168.0.11:9531",
    )  # fmt: skip
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    assert [tool["name"] for tool in answer.result["tools"]] == ["send_sms", "get_sms_subscriptions"]

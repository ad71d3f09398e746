"""The era without `initialize`: every request says all of itself."""

import base64

import pytest
from serving import CAPABILITIES, MODERN, PARSERS, VERSION, served

INFO = "io.modelcontextprotocol/serverInfo"


@pytest.fixture(scope="module", params=PARSERS)
def server(request, tmp_path_factory):
    with served(tmp_path_factory.mktemp("data"), request.param) as server:
        yield server


def test_discover_tells_versions_capabilities_and_instructions(server):
    result = server.modern("server/discover").result
    assert result["supportedVersions"][0] == MODERN
    assert "2025-11-25" in result["supportedVersions"]
    assert result["capabilities"]["tools"] == {"listChanged": True}
    assert result["capabilities"]["resources"] == {"listChanged": True, "subscribe": True}
    assert "android_get_screen_state" in result["instructions"]
    assert result["_meta"][INFO]["icons"]


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("server/discover", {}),
        ("tools/list", {}),
        ("resources/list", {}),
        ("resources/templates/list", {}),
        ("prompts/list", {}),
        ("resources/read", {"uri": "android://screen"}),
    ],
)
def test_what_can_be_cached_says_for_how_long(server, method, params):
    result = server.modern(method, params).result
    assert result["resultType"] == "complete"
    assert result["ttlMs"] == (0 if method == "resources/read" else 60_000)
    assert result["cacheScope"] == "private"
    assert result["_meta"][INFO]["name"] == "handheld"


@pytest.mark.parametrize("name", ["echo", "echo_from_a_thread"])
def test_a_tool_answers(server, name):
    result = server.call(name, modern=True, text="hello").result
    assert result["resultType"] == "complete"
    assert result["content"] == [{"type": "text", "text": "hello"}]
    assert "ttlMs" not in result


def test_errors_of_tools_are_results(server):
    result = server.call("echo", modern=True).result
    assert (result["isError"], result["resultType"]) == (True, "complete")


@pytest.mark.parametrize(
    "method", ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "unknown/method"]
)
def test_methods_of_the_other_era_are_not_found(server, method):
    answer = server.modern(method, id=9)
    assert (answer.status, answer.error["code"], answer.json["id"]) == (404, -32601, 9)


@pytest.mark.parametrize("version", ["2099-01-01", "v999.0.0", "2025-12-01", "2026-07-28, 2026-07-28", "nonsense"])
@pytest.mark.parametrize("meta", [{}, {VERSION: "2099-01-01"}])
def test_an_unsupported_version_is_told_what_is_supported(server, version, meta):
    answer = server.modern("tools/list", {"_meta": meta}, mcp_protocol_version=version)
    assert (answer.status, answer.error["code"]) == (400, -32022)
    assert answer.error["data"]["requested"] == version
    assert MODERN in answer.error["data"]["supported"]


def test_an_unsupported_version_is_told_also_to_who_sends_nothing_else(server):
    answer = server.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, mcp_protocol_version="2099-01-01")
    assert (answer.status, answer.error["code"]) == (400, -32022)


@pytest.mark.parametrize(
    "meta",
    [None, "x", {}, {VERSION: MODERN}, {CAPABILITIES: {}}, {VERSION: MODERN, CAPABILITIES: "all"}],
)
def test_a_request_without_its_meta_is_invalid(server, meta):
    params = {} if meta is None else {"_meta": meta}
    message = {"jsonrpc": "2.0", "id": 4, "method": "tools/list", "params": params}
    answer = server.post(message, mcp_protocol_version=MODERN, mcp_method="tools/list")
    assert (answer.status, answer.error["code"], answer.json["id"]) == (400, -32602, 4)


@pytest.mark.parametrize(
    "headers",
    [
        {"mcp_method": None},
        {"mcp_method": "tools/list"},
        {"mcp_method": "TOOLS/CALL"},
        {"mcp_name": None},
        {"mcp_name": "other"},
        {"mcp_name": "=?base64?%%%?="},
        {"mcp_name": "=?base64?ZWNobw?="},
    ],
)
def test_headers_must_match_the_body(server, headers):
    answer = server.modern("tools/call", {"name": "echo", "arguments": {"text": "x"}}, **headers)
    assert (answer.status, answer.error["code"]) == (400, -32020)


@pytest.mark.parametrize("version", ["2025-11-25", "v999.0.0", 5, None])
def test_the_version_in_the_body_must_match_the_header(server, version):
    answer = server.modern("tools/list", {"_meta": {VERSION: version}})
    assert (answer.status, answer.error["code"]) == (400, -32020)


@pytest.mark.parametrize("name", ["  echo  ", "=?base64?" + base64.b64encode(b"echo").decode() + "?="])
def test_header_values_may_be_padded_or_encoded(server, name):
    assert server.modern("tools/call", {"name": "echo", "arguments": {"text": "x"}}, mcp_name=name).result


def test_a_name_that_http_cannot_carry_is_sent_encoded(server):
    uri = "android://files/primary/Grüße.txt"
    encoded = "=?base64?" + base64.b64encode(uri.encode()).decode() + "?="
    answer = server.modern("resources/read", {"uri": uri}, mcp_name=encoded)
    assert answer.error["code"] != -32020


def test_who_the_client_is_need_not_be_told(server):
    assert server.modern("tools/list", {"_meta": {"io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"}}}).result
    assert server.modern("tools/list").result


@pytest.mark.parametrize("params", [{"name": "android_fly"}, {}, {"name": 5}])
def test_an_unknown_tool_is_invalid(server, params):
    answer = server.modern("tools/call", params, mcp_name=str(params.get("name", "")))
    assert (answer.status, answer.error["code"]) == (400, -32602)


def test_an_unknown_resource_or_prompt_is_invalid(server):
    answer = server.modern("resources/read", {"uri": "android://nothing"})
    assert (answer.status, answer.error["code"], answer.error["data"]) == (400, -32602, {"uri": "android://nothing"})
    assert server.modern("prompts/get", {"name": "nothing"}).error["code"] == -32602


def test_a_notification_is_accepted_and_a_response_is_not(server):
    notification = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    assert server.post(notification, mcp_protocol_version=MODERN).status == 202
    assert server.post(notification, mcp_protocol_version="2099-01-01").status == 400
    answer = server.post({"jsonrpc": "2.0", "id": 1, "result": {}}, mcp_protocol_version=MODERN)
    assert (answer.status, answer.error["code"]) == (400, -32600)


def test_a_bug_tells_nothing(server):
    assert server.call("crash", modern=True).error == {"code": -32603, "message": "Internal error"}


CAN_ANSWER = {"_meta": {CAPABILITIES: {"elicitation": {}}}, "name": "ask"}
ANSWERS = {"name": {"action": "accept", "content": {"name": "Ada"}}}


def test_a_tool_asks_and_gets_its_answer_in_the_next_call(server):
    asked = server.modern("tools/call", CAN_ANSWER).result
    assert asked["resultType"] == "input_required"
    assert asked["inputRequests"]["name"]["method"] == "elicitation/create"
    assert asked["_meta"][INFO]["name"] == "handheld"
    answered = CAN_ANSWER | {"inputResponses": ANSWERS | {"more": {}}, "requestState": asked["requestState"]}
    assert server.modern("tools/call", answered).result["content"][0]["text"] == "Ada, asked"


def test_a_tool_asks_only_who_can_answer(server):
    answer = server.modern("tools/call", {"name": "ask"})
    assert (answer.status, answer.error["code"]) == (400, -32021)
    assert answer.error["data"] == {"requiredCapabilities": {"elicitation": {}}}


def test_a_changed_state_is_refused(server):
    state = server.modern("tools/call", CAN_ANSWER).result["requestState"]
    for forged in (state + "x", "x" + state, "asked", "." + state, "", 5, None):
        answer = server.modern("tools/call", CAN_ANSWER | {"inputResponses": ANSWERS, "requestState": forged})
        assert forged is None or (answer.status, answer.error["code"]) == (400, -32602)


@pytest.mark.parametrize("answers", [None, 5, [], {"name": 5}, {"name": None}])
def test_malformed_answers_are_refused(server, answers):
    answer = server.modern("tools/call", CAN_ANSWER | {"inputResponses": answers})
    assert (answer.status, answer.error["code"]) == (400, -32602)

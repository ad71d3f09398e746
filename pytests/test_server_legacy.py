"""The era of `initialize`, over a real socket."""

import logging
import re

import pytest
from serving import PARSERS, served

from handheld.core import TOOLS

LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")


@pytest.fixture(scope="module", params=PARSERS)
def server(request, tmp_path_factory):
    with served(tmp_path_factory.mktemp("data"), request.param) as server:
        yield server


@pytest.mark.parametrize("version", LEGACY)
def test_a_known_version_is_agreed_to(server, version):
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    answer = server.legacy("initialize", params, mcp_protocol_version=None)
    assert answer.result["protocolVersion"] == version
    assert "mcp-session-id" not in answer.headers


@pytest.mark.parametrize("version", ["2026-07-28", "1999-01-01", "nonsense"])
def test_for_another_version_our_newest_of_this_era_is_offered(server, version):
    assert server.legacy("initialize", {"protocolVersion": version}).result["protocolVersion"] == "2025-11-25"


def test_initialize_tells_what_there_is_and_how_to_work(server):
    result = server.legacy("initialize", {"protocolVersion": "2025-11-25"}).result
    assert set(result["capabilities"]) == {"tools", "resources", "prompts", "completions", "logging"}
    assert result["serverInfo"]["name"] == "handheld"
    assert re.fullmatch(r"\d+\.\d+\.\d+", result["serverInfo"]["version"])
    assert "android_get_screen_state" in result["instructions"]
    assert "never an instruction" in result["instructions"]


def test_initialize_without_a_version_is_refused(server):
    assert server.legacy("initialize", {}).error["code"] == -32602


@pytest.mark.parametrize("version", [None, *LEGACY])
def test_requests_need_no_session_and_any_version_of_the_era(server, version):
    assert server.legacy("ping", mcp_protocol_version=version).result == {}


def test_a_session_id_is_ignored(server):
    answer = server.legacy("ping", mcp_session_id="of another server")
    assert answer.result == {}
    assert "mcp-session-id" not in answer.headers


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/unknown", "params": {}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": {}}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled"},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": ""}},
    ],
)
def test_notifications_and_responses_are_accepted_without_a_word(server, message):
    answer = server.post(message)
    assert (answer.status, answer.body) == (202, b"")


@pytest.mark.parametrize(
    ("body", "code", "id"),
    [
        (b"{", -32700, None),
        (b"", -32700, None),
        (b"\xff\xfe", -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping"} trailing', -32700, None),
        (b"[]", -32600, None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, None),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
        (b'{"id":7,"method":"ping"}', -32600, 7),
        (b"[" * 5000, -32600, None),
    ],
)
def test_what_is_no_message_gets_status_400(server, body, code, id):
    answer = server.post(body)
    assert answer.status == 400
    assert answer.error["code"] in (code, -32700)
    assert answer.json["id"] == id


@pytest.mark.parametrize("method", ["nonsense", "server/discover", "subscriptions/listen", "resources/subscribe", "tools/"])
def test_an_unknown_method_is_an_error_with_status_200(server, method):
    answer = server.legacy(method)
    assert answer.status == 200
    assert answer.error["code"] == -32601


@pytest.mark.parametrize("id", [0, -1, "", "a", 2**53, "é"])
def test_the_id_comes_back_as_it_was(server, id):
    assert server.legacy("ping", id=id).json == {"jsonrpc": "2.0", "id": id, "result": {}}


def test_tools_are_listed_with_all_that_clients_use(server):
    tools = server.legacy("tools/list").result["tools"]
    names = [tool["name"] for tool in tools]
    assert names[:3] == ["android_get_screen_state", "android_press_back", "android_press_home"]
    assert names[: len(TOOLS)] == [f"android_{tool.name}" for tool in TOOLS]
    for tool in tools[: len(TOOLS)]:
        assert re.fullmatch(r"android_[a-z_]{1,42}", tool["name"])
        assert tool["title"]
        assert tool["description"]
        assert tool["inputSchema"]["type"] == "object"
        hints = dict(tool["annotations"])
        assert hints.pop("title") == tool["title"]
        assert set(hints) == {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
        assert all(isinstance(hint, bool) for hint in hints.values())
    assert [tool["name"] for tool in server.legacy("tools/list").result["tools"]] == names


def test_what_gives_json_says_so_in_its_schema_and_the_screen_does_not(server):
    with_output = {tool["name"] for tool in server.legacy("tools/list").result["tools"] if "outputSchema" in tool}
    assert "android_list_apps" in with_output
    assert "android_get_screen_state" not in with_output


def test_lists_are_one_page(server):
    for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list"):
        assert "nextCursor" not in server.legacy(method).result
        assert server.legacy(method, {"cursor": "x"}).error["code"] == -32602


@pytest.mark.parametrize("name", ["echo", "echo_from_a_thread"])
def test_a_tool_answers_with_text(server, name):
    assert server.call(name, text="Grüße 👋").result == {"content": [{"type": "text", "text": "Grüße 👋"}]}


def test_a_tool_that_gives_json_gives_it_as_text_and_structured(server):
    result = server.call("pairs").result
    assert result["content"] == [{"type": "text", "text": '[{"first":"é","second":1}]'}]
    assert result["structuredContent"] == {"result": [{"first": "é", "second": 1}]}


def test_a_real_tool_works_the_phone(server):
    text = server.call("android_get_screen_state").result["content"][0]["text"]
    assert "\nscreen:1080x2400" in text
    assert server.call("android_press_home").result["content"][0]["text"] == "Home button press executed successfully"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, "Missing required argument 'text'"),
        ({"text": 5}, "text"),
        ({"text": "a", "txt": "b"}, "Unknown argument 'txt'"),
        ([], "must be an object"),
        ("text", "must be an object"),
    ],
)
@pytest.mark.parametrize("name", ["echo", "echo_from_a_thread"])
def test_arguments_that_do_not_fit_are_a_tool_error_that_says_why(server, name, arguments, reason):
    result = server.legacy("tools/call", {"name": name, "arguments": arguments}).result
    assert result["isError"] is True
    assert reason in result["content"][0]["text"]


def test_arguments_may_be_left_out(server):
    assert "content" in server.legacy("tools/call", {"name": "pairs"}).result
    assert "content" in server.legacy("tools/call", {"name": "pairs", "arguments": None}).result


def test_a_failing_tool_says_what_is_wrong(server):
    result = server.call("android_click_element", element_id="node_ffff_w1").result
    assert result["isError"] is True
    assert "node_ffff_w1" in result["content"][0]["text"]


@pytest.mark.parametrize("params", [{"name": "android_fly"}, {"name": "tap"}, {"name": 5}, {"name": None}, {"name": []}, {}])
def test_an_unknown_tool_is_an_error_of_the_request(server, params):
    answer = server.legacy("tools/call", params)
    assert answer.status == 200
    assert answer.error["code"] == -32602


@pytest.mark.parametrize("name", ["crash", "crash_at_once"])
def test_a_bug_is_logged_and_tells_nothing_and_the_server_lives_on(server, caplog, name):
    with caplog.at_level(logging.ERROR, "handheld"):
        answer = server.call(name)
    assert answer.error == {"code": -32603, "message": "Internal error"}
    assert b"secret" not in answer.body
    assert "a secret of the machine" in caplog.text
    assert server.call("echo", text="still here").result


def test_a_tool_that_asks_cannot_ask_in_this_era(server):
    assert "newer protocol version" in server.call("ask").error["message"]


@pytest.mark.parametrize("level", ["debug", "warning", "emergency"])
def test_a_log_level_can_be_set(server, level):
    assert server.legacy("logging/setLevel", {"level": level}).result == {}


def test_an_unknown_log_level_is_refused(server):
    assert server.legacy("logging/setLevel", {"level": "loud"}).error["code"] == -32602


def test_an_unknown_resource_is_not_found(server):
    error = server.legacy("resources/read", {"uri": "android://nothing"}).error
    assert (error["code"], error["data"]) == (-32002, {"uri": "android://nothing"})
    assert server.legacy("resources/read", {"uri": 5}).error["code"] == -32602


def test_a_slug_goes_into_every_name(tmp_path):
    with served(tmp_path, slug="pixel7") as server:
        names = [tool["name"] for tool in server.legacy("tools/list").result["tools"]]
        assert names[0] == "android_pixel7_get_screen_state"
        greeting = server.legacy("initialize", {"protocolVersion": "2025-11-25"}).result
        assert "android_pixel7_get_screen_state" in greeting["instructions"]


def test_a_tool_that_is_off_is_off_on_every_surface(tmp_path):
    with served(tmp_path, disabled_tools=("get_screen_state", "send_sms", "type_replace_text")) as server:
        for path, gone in (("/mcp", "android_get_screen_state"), ("/mcp", "android_send_sms"), ("/mcp/sms", "send_sms")):
            assert gone not in [tool["name"] for tool in server.legacy("tools/list", path=path).result["tools"]]
            assert server.legacy("tools/call", {"name": gone}, path).error["code"] == -32602
        first = [tool["name"] for tool in server.send("GET", "/mcp/v1/tools/list").json["tools"]]
        assert not {"get_accessibility_tree", "capture_screenshot", "set_text"} & set(first)
        assert "input_text" in first
        uris = [resource["uri"] for resource in server.legacy("resources/list").result["resources"]]
        assert uris == []

"""Tokens that allow less: each sees and uses its own tools, on every surface, and nothing goes round that."""

import http.client
import json
from dataclasses import replace

import pytest
from fakes import ASK_NOTHING, FakeClock
from serving import MODERN, PARSERS, TOKEN, echo, served

from handheld.scope import EVERYTHING, of_token
from handheld.settings import Token

FULL, READ, SMS, CHOSEN = "full-token", "read-token", "sms-token", "chosen-token"
TOKENS = (
    Token("full", FULL),
    Token("reader", READ, "read_only"),
    Token("sms", SMS, "sms"),
    Token("chosen", CHOSEN, "chosen", ("tap", "list_files", "set_text")),
)
ASK_SCREEN = {"ref": {"type": "ref/resource", "uri": "android://elements/{element_id}"}}
ASK_FILES = {"ref": {"type": "ref/resource", "uri": "android://files/{location_id}/{+path}"}}


@pytest.fixture(scope="module", params=PARSERS)
def server(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    with served(folder, request.param, tokens=TOKENS, confirm=ASK_NOTHING) as server:
        yield server


def by(token):
    return {"authorization": f"Bearer {token}"}


def names(answer):
    return [tool["name"] for tool in answer.result["tools"]]


def old(server, name, token, **arguments):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    return server.post(message, "/mcp/v1/tools/call", **by(token))


def old_names(server, token):
    return {tool["name"] for tool in server.send("GET", "/mcp/v1/tools/list", **by(token)).json["tools"]}


# What a token sees


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_a_token_sees_only_its_own_tools(server, era):
    list_tools = getattr(server, era)
    everything = names(list_tools("tools/list", **by(FULL)))
    assert {"android_send_sms", "android_tap"} < set(everything)
    assert names(list_tools("tools/list", **by(SMS))) == ["android_send_sms", "android_get_sms_subscriptions"]
    assert names(list_tools("tools/list", **by(CHOSEN))) == ["android_tap", "android_list_files"]
    read = list_tools("tools/list", **by(READ)).result["tools"]
    assert "android_get_screen_state" in [tool["name"] for tool in read]
    assert all(tool["annotations"]["readOnlyHint"] for tool in read)
    assert names(list_tools("tools/list", **by(FULL))) == everything


def test_the_sms_endpoint_shows_a_token_only_its_own(server):
    assert names(server.legacy("tools/list", path="/mcp/sms", **by(SMS))) == ["send_sms", "get_sms_subscriptions"]
    assert names(server.legacy("tools/list", path="/mcp/sms", **by(READ))) == ["get_sms_subscriptions"]
    assert names(server.legacy("tools/list", path="/mcp/sms", **by(CHOSEN))) == []


def test_the_first_edition_shows_a_token_only_its_own(server):
    every = old_names(server, FULL)
    assert {"tap", "get_accessibility_tree", "set_text"} <= every
    assert old_names(server, READ) < every
    assert "get_accessibility_tree" in old_names(server, READ)
    assert old_names(server, CHOSEN) == {"tap"}
    assert old_names(server, SMS) == set()


def test_a_tool_of_the_first_edition_is_allowed_by_the_name_it_has_now(tmp_path):
    with served(tmp_path, tokens=(Token("a", "a", "chosen", ("type_replace_text",)),)) as server:
        assert "set_text" in old_names(server, "a")


def test_the_tool_of_another_app_is_for_who_may_use_all_or_was_given_it(tmp_path):
    tokens = (*TOKENS, Token("friend", "friend-token", "chosen", ("ext_echo",)))
    with served(tmp_path, tokens=tokens) as server:
        server.core.catalogue.join([replace(echo, name="ext_echo", source="org.example")])
        seen = [
            "android_ext_echo" in names(server.legacy("tools/list", **by(token)))
            for token in (FULL, READ, SMS, CHOSEN, "friend-token")
        ]
        assert seen == [True, False, False, False, True]


def test_a_tool_that_is_turned_off_or_comes_is_off_or_there_for_every_token(tmp_path):
    with served(tmp_path, tokens=TOKENS) as server:
        assert names(server.legacy("tools/list", **by(CHOSEN))) == ["android_tap", "android_list_files"]
        server.core.catalogue.turn_off(["tap"])
        assert names(server.legacy("tools/list", **by(CHOSEN))) == ["android_list_files"]
        answer = server.legacy("tools/call", {"name": "android_tap", "arguments": {"x": 1, "y": 1}}, **by(CHOSEN))
        assert (answer.status, answer.error["code"]) == (200, -32602)
        server.core.catalogue.turn_off([])
        assert names(server.legacy("tools/list", **by(CHOSEN))) == ["android_tap", "android_list_files"]


def test_what_a_token_allows_is_worked_out_once_for_each_list(server):
    scope = of_token(TOKENS[1]).scope
    assert scope.of(server.core.catalogue) is scope.of(server.core.catalogue)
    assert scope is of_token(Token("another", "x", "read_only")).scope
    assert EVERYTHING.of(server.core.catalogue) is server.core.catalogue.tools
    assert echo.name in scope.of(server.core.catalogue)


# What a token may do


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize(
    ("token", "name"),
    [
        (READ, "android_tap"), (READ, "android_send_sms"), (SMS, "android_get_screen_state"), (SMS, "android_tap"),
        (CHOSEN, "android_get_screen_state"), (CHOSEN, "android_delete_file"), (SMS, "echo"),
    ],
)  # fmt: skip
def test_a_call_outside_the_scope_is_forbidden(server, era, token, name):
    before = server.core.phone.screen.look()
    answer = getattr(server, era)("tools/call", {"name": name, "arguments": {}}, **by(token))
    assert answer.status == 403
    assert answer.headers["www-authenticate"] == 'Bearer realm="handheld", error="insufficient_scope"'
    assert answer.json["id"] == 1
    assert f"may not use {name}" in answer.error["message"]
    assert server.core.phone.screen.look().ids == before.ids


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_a_call_within_the_scope_is_done(server, era):
    call = getattr(server, era)
    assert not call("tools/call", {"name": "android_get_screen_state"}, **by(READ)).result.get("isError")
    assert not call("tools/call", {"name": "android_get_sms_subscriptions"}, **by(SMS)).result.get("isError")
    assert not call("tools/call", {"name": "android_tap", "arguments": {"x": 1, "y": 1}}, **by(CHOSEN)).result.get("isError")


def test_a_tool_that_nobody_has_is_unknown_to_every_token(server):
    assert server.legacy("tools/call", {"name": "android_fly"}, **by(SMS)).error["code"] == -32602


def test_a_call_outside_the_scope_with_progress_is_forbidden_too(server):
    params = {"name": "android_tap", "arguments": {"x": 1, "y": 1}, "_meta": {"progressToken": 1}}
    answer = server.legacy("tools/call", params, accept="application/json, text/event-stream", **by(SMS))
    assert answer.status == 403


def test_the_sms_endpoint_refuses_what_the_token_does_not_allow(server):
    answer = server.legacy("tools/call", {"name": "send_sms"}, path="/mcp/sms", **by(READ))
    assert (answer.status, "insufficient_scope" in answer.headers["www-authenticate"]) == (403, True)


@pytest.mark.parametrize(("token", "name"), [(READ, "tap"), (SMS, "get_accessibility_tree"), (CHOSEN, "capture_screenshot")])
def test_the_first_edition_says_permission_denied(server, token, name):
    answer = old(server, name, token)
    assert (answer.status, answer.error["code"]) == (200, -32001)
    assert f"may not use {name}" in answer.error["message"]


def test_a_refused_call_is_on_record(server):
    server.legacy("tools/call", {"name": "android_tap", "arguments": {"x": 5, "y": 5}}, **by(READ))
    entry = next(server.core.audit.entries())
    assert [entry[key] for key in ("client", "tool", "outcome", "arguments")] == ["reader", "android_tap", "out_of_scope", {}]


# What could go round it


def uris(answer):
    listed = answer.result.get("resources") or answer.result.get("resourceTemplates") or []
    return [resource.get("uri") or resource["uriTemplate"] for resource in listed]


def test_resources_are_those_of_the_tools(server):
    assert uris(server.legacy("resources/list", **by(FULL))) == ["android://screen", "android://screenshot"]
    assert uris(server.legacy("resources/list", **by(READ))) == ["android://screen", "android://screenshot"]
    for token in (SMS, CHOSEN):
        assert uris(server.legacy("resources/list", **by(token))) == []
        assert uris(server.legacy("resources/templates/list", **by(token))) == []


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize("uri", ["android://screen", "android://screenshot", "android://elements/x", "android://files/downloads/a"])
def test_a_resource_outside_the_scope_is_forbidden(server, era, uri):
    answer = getattr(server, era)("resources/read", {"uri": uri}, **by(SMS))
    assert (answer.status, answer.error["code"]) == (403, -32006)
    assert "insufficient_scope" in answer.headers["www-authenticate"]


def test_a_resource_within_the_scope_is_read(server):
    assert "screen:" in server.legacy("resources/read", {"uri": "android://screen"}, **by(READ)).result["contents"][0]["text"]
    assert server.legacy("resources/read", {"uri": "android://nothing"}, **by(SMS)).error["code"] == -32002


def test_prompts_are_those_that_the_tools_can_follow(server):
    def prompts(token):
        return [prompt["name"] for prompt in server.legacy("prompts/list", **by(token)).result["prompts"]]

    assert prompts(FULL) == ["do_task", "explain_screen", "fill_form"]
    assert prompts(READ) == ["explain_screen"]
    assert prompts(SMS) == []
    assert server.legacy("prompts/get", {"name": "explain_screen"}, **by(SMS)).error["code"] == -32602


def test_completions_tell_nothing_that_the_tools_would_not(server):
    def values(params, token):
        answer = server.legacy("completion/complete", params, **by(token))
        return answer.result["completion"]["values"] if "result" in answer.json else None

    elements = ASK_SCREEN | {"argument": {"name": "element_id", "value": ""}}
    assert values(elements, READ)
    assert values(elements, SMS) is None
    files = ASK_FILES | {"argument": {"name": "location_id", "value": ""}}
    assert values(files, READ)
    assert values(files, CHOSEN) is None
    apps = {"ref": {"type": "ref/prompt", "name": "do_task"}, "argument": {"name": "package_id", "value": ""}}
    assert values(apps, FULL)
    assert values(apps, SMS) is None


def test_instructions_for_the_screen_are_for_who_may_look_at_it(server):
    assert "get_screen_state" in server.modern("server/discover", **by(READ)).result["instructions"]
    assert "instructions" not in server.modern("server/discover", **by(SMS)).result


def acknowledged(server, token):
    wish = {"toolsListChanged": True, "resourceSubscriptions": ["android://screen", "android://files/a/b", "odd"]}
    meta = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": {"notifications": wish, "_meta": meta}}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    headers = {
        "content-type": "application/json", "accept": "application/json, text/event-stream",
        "mcp-protocol-version": MODERN, "mcp-method": "subscriptions/listen", "authorization": f"Bearer {token}",
    }  # fmt: skip
    connection.request("POST", "/mcp", json.dumps(message), headers)
    response = connection.getresponse()
    response.readline()
    told = json.loads(response.readline().removeprefix(b"data: "))["params"]["notifications"]
    response.close()
    connection.close()
    return told


def test_who_listens_hears_of_what_it_may_read_only(server):
    assert acknowledged(server, READ)["resourceSubscriptions"] == ["android://screen", "android://files/a/b"]
    assert acknowledged(server, SMS) == {"toolsListChanged": True, "resourceSubscriptions": []}


# For how long


def test_an_expired_token_is_refused_and_only_its_holder_is_told_why(tmp_path):
    clock = FakeClock()
    tokens = (Token("short", "short-token", expires=int(clock.time) + 60), Token("tests", TOKEN))
    with served(tmp_path, clock=clock, tokens=tokens) as server:
        assert server.legacy("ping", **by("short-token")).status == 200
        clock.time += 60
        for path in ("/mcp", "/mcp/sms", "/mcp/v1/tools/call", "/nowhere"):
            answer = server.legacy("ping", path=path, **by("short-token"))
            assert answer.status == 401
            assert answer.headers["www-authenticate"].startswith('Bearer realm="handheld", error="invalid_token"')
            assert "expired" in answer.error
        assert "expired" not in server.legacy("ping", **by("short-tokem")).error
        assert server.legacy("ping").status == 200


def test_an_expired_token_is_no_guess(tmp_path):
    clock = FakeClock()
    with served(tmp_path, clock=clock, tokens=(Token("old", "old", expires=1), Token("tests", TOKEN))) as server:
        assert {server.legacy("ping", **by("old")).status for _ in range(20)} == {401}
        assert server.legacy("ping").status == 200


def test_who_listens_with_a_token_that_expires_hears_no_more(tmp_path):
    clock = FakeClock()
    with served(tmp_path, clock=clock, tokens=(Token("a", TOKEN, expires=int(clock.time) + 60),)) as server:
        stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        meta = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
        params = {"notifications": {"toolsListChanged": True}, "_meta": meta}
        headers = {
            "content-type": "application/json", "accept": "application/json, text/event-stream",
            "mcp-protocol-version": MODERN, "mcp-method": "subscriptions/listen", "authorization": f"Bearer {TOKEN}",
        }  # fmt: skip
        message = {"jsonrpc": "2.0", "id": 7, "method": "subscriptions/listen", "params": params}
        stream.request("POST", "/mcp", json.dumps(message), headers)
        response = stream.getresponse()
        response.readline()
        clock.time += 60
        server.core.adopt(server.core.settings)
        told = [json.loads(line[6:]) for line in response.read().splitlines() if line.startswith(b"data: ")]
        assert told[-1]["result"]["resultType"] == "complete"
        stream.close()

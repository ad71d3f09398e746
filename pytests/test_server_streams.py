"""Calls that take their time: progress, cancellation, leaving, and streams of notices."""

import contextlib
import http.client
import json
import socket

import pytest
from serving import CAPABILITIES, MODERN, PARSERS, TOKEN, VERSION, served

from handheld.notices import PROMPTS_CHANGED, TOOLS_CHANGED, updated

STREAM = "application/json, text/event-stream"
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


@pytest.fixture(params=PARSERS)
def server(request, tmp_path):
    with served(tmp_path, request.param) as server:
        yield server


def with_progress(server, name, modern, accept=STREAM, token="p"):
    params = {"name": name, "arguments": {}, "_meta": {"progressToken": token}}
    return (server.modern if modern else server.legacy)("tools/call", params, accept=accept)


@pytest.mark.parametrize("modern", [False, True])
@pytest.mark.parametrize("token", ["p", 7, 0])
def test_progress_comes_as_events_before_the_answer(server, modern, token):
    *progress, answer = with_progress(server, "report", modern, token=token).events
    assert [event["method"] for event in progress] == ["notifications/progress"] * 3
    assert [event["params"]["progress"] for event in progress] == [0, 1, 2]
    assert progress[0]["params"] == {"progressToken": token, "progress": 0, "total": 2, "message": "0 of 2"}
    assert answer["id"] == 1
    assert answer["result"]["content"][0]["text"] == "done"


@pytest.mark.parametrize("modern", [False, True])
def test_without_a_token_or_who_takes_no_events_there_is_no_progress(server, modern):
    assert server.call("report", modern=modern).result["content"][0]["text"] == "done"
    for accept in ("application/json", None):
        assert with_progress(server, "report", modern, accept=accept).result["content"][0]["text"] == "done"


@pytest.mark.parametrize("modern", [False, True])
def test_a_call_that_reports_nothing_is_answered_in_json(server, modern):
    assert with_progress(server, "pairs", modern).result["content"]
    assert with_progress(server, "echo", modern).result["isError"]
    assert with_progress(server, "nothing", modern).error["code"] == -32602


def cancel(server, id, **headers):
    return server.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}, **headers)


@pytest.mark.parametrize("id", [5, "five"])
def test_a_cancelled_call_stops(server, id):
    pending = server.begin(server.legacy, "tools/call", {"name": "wait"}, id=id)
    assert cancel(server, id).status == 202
    assert server.waiter.stopped.wait(10)
    assert pending.answer().result["isError"] is True


def test_a_cancelled_call_with_progress_stops(server):
    params = {"name": "wait", "_meta": {"progressToken": 1}}
    pending = server.begin(server.legacy, "tools/call", params, id=5, accept=STREAM)
    cancel(server, 5)
    assert server.waiter.stopped.wait(10)
    assert pending.answer().result["isError"] is True


def test_only_the_client_that_called_can_cancel(server):
    pending = server.begin(server.legacy, "tools/call", {"name": "wait"}, id=5)
    cancel(server, 5, authorization=f"Bearer {TOKEN[::-1]}")
    cancel(server, 5, user_agent="another")
    cancel(server, "5")
    cancel(server, 5, mcp_protocol_version=MODERN)
    assert server.call("echo", text="a round trip later").result
    assert not server.waiter.stopped.is_set()
    cancel(server, 5)
    assert server.waiter.stopped.wait(10)
    pending.answer()


def test_a_cancellation_that_fits_two_calls_stops_neither(server):
    for _ in range(2):
        server.waiter.started.clear()
        server.begin(server.legacy, "tools/call", {"name": "wait"}, id=5)
    cancel(server, 5)
    assert server.call("echo", text="a round trip later").result
    assert not server.waiter.stopped.is_set()


def leave_during(server, params, **headers):
    """Sends a call, waits until it has begun, and closes the connection."""
    body = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": params})
    headers |= {"host": "localhost", "authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + f"content-length: {len(body)}\r\n"
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port))) as connection:
        connection.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n{body}".encode())
        assert server.waiter.started.wait(10)


@pytest.mark.parametrize("meta", [{}, {"progressToken": 1}])
def test_a_modern_client_cancels_by_leaving(server, meta):
    params = {"name": "wait", "_meta": {VERSION: MODERN, CAPABILITIES: {}} | meta}
    leave_during(
        server,
        params,
        **{"mcp-protocol-version": MODERN, "mcp-method": "tools/call", "mcp-name": "wait", "accept": STREAM},
    )
    assert server.waiter.stopped.wait(10)


def test_a_legacy_client_that_leaves_has_not_cancelled(server):
    leave_during(server, {"name": "wait"}, **{"user-agent": "gone"})
    assert server.call("echo", text="a round trip later").result
    assert not server.waiter.stopped.is_set()
    cancel(server, 5, user_agent="gone")
    assert server.waiter.stopped.wait(10)


class Listening:
    """An open stream of notices, read one by one."""

    def __init__(self, server, notifications, **headers):
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        meta = {VERSION: MODERN, CAPABILITIES: {}}
        params = {"_meta": meta, "notifications": notifications}
        message = {"jsonrpc": "2.0", "id": "L", "method": "subscriptions/listen", "params": params}
        sent = {
            "authorization": f"Bearer {TOKEN}",
            "content-type": "application/json",
            "accept": STREAM,
            "mcp-protocol-version": MODERN,
            "mcp-method": "subscriptions/listen",
        }
        self._connection.request("POST", "/mcp", json.dumps(message), sent | headers)
        self.response = self._connection.getresponse()

    def next(self):
        while not (line := self.response.readline()).startswith(b"data: "):
            assert line, "the stream ended"
        return json.loads(line[6:])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.response.close()
        self._connection.close()


ALL = {
    "toolsListChanged": True,
    "promptsListChanged": True,
    "resourcesListChanged": True,
    "resourceSubscriptions": ["android://screen"],
}


def test_who_listens_is_told_first_what_it_will_hear(server):
    with Listening(server, ALL | {"unknown": True, "toolsListChanged": "yes"}) as stream:
        assert stream.response.headers["content-type"] == "text/event-stream"
        first = stream.next()
    assert first["method"] == "notifications/subscriptions/acknowledged"
    expected = {name: wish for name, wish in ALL.items() if name != "toolsListChanged"}
    assert first["params"] == {"notifications": expected, "_meta": {SUBSCRIPTION: "L"}}


def test_who_listens_hears_what_it_asked_for_and_nothing_else(server):
    with Listening(server, {"toolsListChanged": True}) as stream:
        stream.next()
        server.core.notices.publish(PROMPTS_CHANGED)
        server.core.notices.publish(updated("android://screen"))
        server.core.notices.publish(TOOLS_CHANGED)
        assert stream.next() == {
            "jsonrpc": "2.0",
            "method": "notifications/tools/list_changed",
            "params": {"_meta": {SUBSCRIPTION: "L"}},
        }


def test_an_action_on_the_phone_is_news_of_the_screen(server):
    with Listening(server, {"resourceSubscriptions": ["android://screen"]}) as stream:
        stream.next()
        server.call("android_press_home")
        notice = stream.next()
    assert notice["method"] == "notifications/resources/updated"
    assert notice["params"] == {"uri": "android://screen", "_meta": {SUBSCRIPTION: "L"}}


def test_who_leaves_is_forgotten(server):
    with Listening(server, ALL) as stream:
        stream.next()
        assert len(server.core.notices) == 1
    assert any(server.call("echo", text="meanwhile") and len(server.core.notices) == 0 for _ in range(100))


def test_listening_needs_to_accept_events(server):
    with Listening(server, ALL, accept="application/json") as stream:
        assert stream.response.status == 406


def test_the_sms_surface_has_only_tools_to_tell_of(server):
    answer = server.modern("server/discover", path="/mcp/sms").result
    assert set(answer["capabilities"]) == {"tools"}


@pytest.mark.parametrize("http", PARSERS)
def test_a_server_that_stops_ends_its_streams_and_calls_politely(tmp_path, http):
    with served(tmp_path, http) as server:
        pending = server.begin(server.legacy, "tools/call", {"name": "wait"})
        stream = Listening(server, ALL)
        stream.next()
    with stream:
        assert stream.next()["result"]["_meta"][SUBSCRIPTION] == "L"
        assert stream.response.read().strip() == b""
    assert pending.answer().result["isError"] is True
    assert server.waiter.stopped.is_set()

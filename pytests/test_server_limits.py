"""How much at once, for how long, and what is left when it was too much."""

import json

import pytest
from fakes import FakeClock
from serving import PARSERS, served

from handheld.call import Call
from handheld.server.auth import Gate, Refused
from handheld.server.guard import headers_of
from handheld.settings import Token
from handheld.tool import tool


@pytest.mark.parametrize("modern", [False, True])
@pytest.mark.parametrize("http", PARSERS)
def test_more_calls_than_allowed_are_told_to_come_again(tmp_path, http, modern):
    with served(tmp_path, http, max_concurrent_calls=1) as server:
        pending = server.begin(server.legacy, "tools/call", {"name": "wait"}, id=5)
        busy = server.call("echo_from_a_thread", modern=modern, text="x")
        assert (busy.status, busy.error["code"], busy.headers["retry-after"]) == (503, -32005, "1")
        assert server.modern("resources/read", {"uri": "android://screen"}).status == 503
        first = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "press_home"}}
        assert server.post(first, "/mcp/v1/tools/call").error["code"] == -32004
        assert server.call("echo", text="what does not block is served").result
        server.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}})
        assert pending.answer().result["isError"]
        assert server.call("echo_from_a_thread", text="free again").result["content"][0]["text"] == "free again"


@pytest.mark.parametrize("modern", [False, True])
def test_a_call_that_takes_too_long_is_a_tool_error_and_stops(tmp_path, modern):
    with served(tmp_path, call_timeout_seconds=1) as server:
        result = server.call("wait", modern=modern).result
        assert result["isError"] is True
        assert "did not end within 1 seconds" in result["content"][0]["text"]
        assert server.waiter.stopped.wait(10)


def test_a_call_that_makes_progress_may_take_longer(tmp_path):
    @tool("Climb")
    def climb(call: Call) -> str:
        """Takes longer than the limit, and says how far it is."""
        start = call.phone.clock.monotonic()
        while (gone := call.phone.clock.monotonic() - start) < 5:
            call.progress(gone, 5, None)
            call.sleep(0.05)
        return "Up"

    with served(tmp_path, call_timeout_seconds=2) as server:
        server.core.catalogue.tools["climb"] = climb
        assert server.call("climb").result["content"][0]["text"] == "Up"


def test_a_call_that_takes_too_long_has_its_code_in_the_first_edition(tmp_path):
    with served(tmp_path, call_timeout_seconds=0) as server:
        server.core.first_edition.tools["wait"] = server.core.catalogue.tools["wait"]
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "wait"}}
        assert server.post(message, "/mcp/v1/tools/call").error["code"] == -32004


def test_every_call_is_on_record_with_its_outcome(tmp_path):
    with served(tmp_path) as server:
        server.call("echo", text="secret words")
        server.call("echo")
        server.call("crash")
        server.call("ask", modern=True)
        server.call("android_click_element", element_id="node_ffff_w1")
        pending = server.begin(server.legacy, "tools/call", {"name": "wait"}, id=5)
        server.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}})
        pending.answer()
    lines = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text().splitlines()]
    assert [(line["tool"], line["outcome"]) for line in lines] == [
        ("echo", "ok"),
        ("echo", "invalid_arguments"),
        ("crash", "internal_error"),
        ("ask", "needs_input"),
        ("android_click_element", "element_not_found"),
        ("wait", "cancelled"),
    ]
    assert {line["client"] for line in lines} == {"tests"}
    assert lines[0]["arguments"] == {"text": "<12 characters>"}
    assert lines[4]["arguments"] == {"element_id": "node_ffff_w1"}


def guess(gate, clock, address="1.2.3.4", token=b"Bearer wrong"):
    with pytest.raises(Refused) as caught:
        gate.enter(token, address)
    return caught.value.wait_seconds


def test_patience_doubles_up_to_a_minute_and_comes_back():
    clock = FakeClock()
    gate = Gate([Token("a", "right")], clock)
    assert [guess(gate, clock) for _ in range(4)] == [None] * 4
    waits = []
    for _ in range(10):
        waits.append(guess(gate, clock))
        clock.time += waits[-1]
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    clock.time += 601
    assert guess(gate, clock) is None


def test_while_an_address_has_to_wait_not_even_the_right_token_tells():
    clock = FakeClock()
    gate = Gate([Token("a", "right")], clock)
    for _ in range(5):
        guess(gate, clock)
    assert guess(gate, clock, token=b"Bearer right") == 1
    assert gate.enter(b"Bearer right", "5.6.7.8").name == "a"
    clock.time += 1
    assert gate.enter(b"Bearer right", "1.2.3.4").name == "a"


def test_many_addresses_do_not_fill_the_memory():
    gate = Gate([Token("a", "right")], FakeClock())
    for number in range(3000):
        guess(gate, None, address=str(number))
    assert len(gate._guessers) <= 1024


def test_who_sends_no_token_has_not_guessed():
    clock = FakeClock()
    gate = Gate([Token("a", "right")], clock)
    assert [guess(gate, clock, token=None) for _ in range(20)] == [None] * 20


def test_without_any_token_nobody_gets_in():
    gate = Gate([], FakeClock())
    assert guess(gate, None, token=b"Bearer ") is None
    assert guess(gate, None, token=b"") is None


def test_tokens_know_their_names():
    gate = Gate([Token("a", "right"), Token("b", "other")], FakeClock())
    assert gate.enter(b"Bearer other", "1.2.3.4").name == "b"
    assert gate.enter(b"Bearer right", "1.2.3.4").name == "a"


def test_headers_are_read_without_the_space_around_them_and_all_of_their_values():
    once = [(b"mcp-name", b" tap  "), (b"accept", b"text/html")]
    assert headers_of(once) == {b"mcp-name": b"tap", b"accept": b"text/html"}
    twice = [*once, (b"accept", b" application/json ")]
    assert headers_of(twice) == {b"mcp-name": b"tap", b"accept": b"text/html, application/json"}

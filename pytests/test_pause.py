"""Pause: every agent is stopped at once, told why, and stays stopped over a restart."""

import threading
from pathlib import Path

import pytest
from fakes import FakeDevice, phone_of
from serving import served

from handheld.call import Call
from handheld.errors import Cancelled, Paused
from handheld.pause import Pause
from handheld.tool import tool


@tool("Look", read_only=True, blocking=False)
def look(call: Call) -> str:
    """Looks."""
    return "seen"


@pytest.mark.parametrize("modern", [False, True])
def test_a_running_call_is_stopped_and_its_client_told_why(tmp_path: Path, modern: bool) -> None:
    with served(tmp_path) as server:
        send = server.modern if modern else server.legacy
        pending = server.begin(send, "tools/call", {"name": "wait"})
        server.core.phone.pause.set(True)
        result = pending.answer().result
        assert result["isError"]
        assert result["content"][0]["text"].startswith("Paused: ")
        assert server.waiter.stopped.wait(10)


def test_a_call_that_cannot_be_stopped_is_answered_at_once_all_the_same(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        free = threading.Event()

        @tool("Deaf")
        def deaf(call: Call) -> str:
            """Hears nothing."""
            server.waiter.started.set()
            free.wait(20)
            return "done"

        server.core.catalogue.tools["deaf"] = deaf
        pending = server.begin(server.legacy, "tools/call", {"name": "deaf"})
        server.core.phone.pause.set(True)
        assert pending.answer().result["content"][0]["text"].startswith("Paused: ")
        free.set()


@pytest.mark.parametrize("name", ["echo", "echo_from_a_thread"])
def test_what_comes_while_paused_is_refused_also_if_it_only_looks(tmp_path: Path, name: str) -> None:
    with served(tmp_path) as server:
        server.core.phone.pause.set(True)
        for modern in (False, True):
            result = server.call(name, modern=modern, text="x").result
            assert (result["isError"], result["content"][0]["text"][:8]) == (True, "Paused: ")
        server.core.phone.pause.set(False)
        assert server.call(name, text="x").result["content"][0]["text"] == "x"


def test_resources_and_the_first_edition_are_paused_too_and_lists_are_not(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        server.core.phone.pause.set(True)
        assert server.legacy("resources/read", {"uri": "android://screen"}).error["message"].startswith("Paused: ")
        first = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "press_home"}}
        assert server.post(first, "/mcp/v1/tools/call").error["message"].startswith("Paused: ")
        assert server.legacy("tools/list").result["tools"]
        assert server.legacy("ping").result == {}


def test_a_refused_call_is_on_record(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        server.core.phone.pause.set(True)
        server.call("echo", text="x")
        (entry,) = server.core.audit.entries()
        assert (entry["tool"], entry["outcome"]) == ("echo", "paused")


def test_pause_outlives_the_process(tmp_path: Path) -> None:
    marker = tmp_path / "paused"
    Pause(marker).set(True)
    again = Pause(marker)
    assert again.on
    again.set(False)
    assert not Pause(marker).on


def test_a_call_that_its_client_cancelled_is_not_called_paused() -> None:
    pause, cancelled = Pause(), threading.Event()
    with pytest.raises(Cancelled), pause.stops(cancelled):
        raise Cancelled("The request was cancelled")


def test_a_tool_that_does_not_block_is_refused_and_its_event_left_alone() -> None:
    phone = phone_of(FakeDevice())
    call = Call(phone)
    phone.pause.set(True)
    with pytest.raises(Paused):
        look.run(call, {})
    phone.pause.set(False)
    assert look.run(call, {}).content[0]["text"] == "seen"


def test_who_watches_hears_of_it_until_it_leaves() -> None:
    pause, heard = Pause(), []
    pause.watch(heard.append)
    pause.set(True)
    pause.set(False)
    pause.leave(heard.append)
    pause.set(True)
    assert heard == [True, False]


def test_a_pause_that_cannot_be_kept_still_stops_every_agent(tmp_path, caplog):
    pause = Pause(tmp_path / "no such folder" / "paused")
    cancelled = threading.Event()
    with pause.stops(cancelled):
        pause.set(True)
    assert cancelled.is_set()
    assert pause.on
    assert "Cannot keep the pause" in caplog.text

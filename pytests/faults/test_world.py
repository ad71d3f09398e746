"""The world around the server misbehaves: clocks jump, disks fill up, clients hang, vanish, or never read."""

import contextlib
import http.client
import json
import resource
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from commands import Server, Start, start  # noqa: F401
from fakes import FakeClock
from paging import Visitor, paged
from serving import PARSERS, TOKEN, served
from world import World, a_world

from handheld.errors import PermissionDenied

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
LIST = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
DOWNLOADS = "com.android.providers.downloads.documents/downloads"


# The phone hangs


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with a_world(tmp_path / "server", call_timeout_seconds=6) as world:
        world.begin_anew(tmp_path)
        yield world


def test_a_phone_that_hangs_costs_one_call_its_time_and_the_others_go_on(world: World) -> None:
    hanging, go_on = threading.Event(), threading.Event()

    def hang(*arguments: Any, **named: Any) -> None:
        hanging.set()
        go_on.wait(30)

    world.stage.instead["gesture"] = hang
    answers: list[Any] = []
    stuck = threading.Thread(target=lambda: answers.append(world.mcp("tap", x=1, y=1)))
    stuck.start()
    assert hanging.wait(10)
    assert "isError" not in world.mcp("get_clipboard")
    assert "isError" not in world.mcp("get_screen_state")
    behind = world.mcp("press_home")
    stuck.join(20)
    for answer in (*answers, behind):
        assert answer["isError"]
        assert "did not end within 6 seconds" in answer["content"][0]["text"]
    world.stage.instead.clear()
    go_on.set()
    assert "isError" not in world.mcp("press_home")


def test_a_service_that_is_turned_off_in_the_middle_of_a_gesture_is_said_and_works_again_when_it_is_back(world: World) -> None:
    phone, real = world.stage.phone, world.stage.phone.gesture
    calls = 0

    def cut_off(strokes: Any, relative: bool = False) -> None:
        nonlocal calls
        calls += 1
        real([[*strokes[0][:1], strokes[0][-1]]], relative)
        phone.faults.accessibility_off = True
        raise PermissionDenied("Accessibility service not enabled. Turn on Handheld in Settings > Accessibility.")

    world.stage.instead["gesture"] = cut_off
    assert "Accessibility service not enabled" in world.mcp("double_tap", x=1, y=1)["content"][0]["text"]
    assert calls == 1
    for tool in ("press_home", "get_screen_state"):
        assert "Accessibility service not enabled" in world.mcp(tool)["content"][0]["text"]
    world.stage.instead.clear()
    phone.faults.accessibility_off = False
    assert "isError" not in world.mcp("double_tap", x=1, y=1)


# The clock jumps


class JumpingClock(FakeClock):
    """Set anew by a person or the network; what counts time goes on."""

    ahead = 0.0

    def now(self) -> float:
        return self.time + self.ahead


@pytest.mark.parametrize("ahead", [-3600, 3600, -40 * 31_556_952, 50 * 31_556_952, -1_770_000_001, 2**33])
def test_a_clock_that_jumps_disturbs_no_call_and_lets_no_guesser_in(tmp_path: Path, ahead: float) -> None:
    clock = JumpingClock()
    with served(tmp_path, clock=clock) as server:
        assert [server.post(json.loads(PING), authorization="Bearer guess").status for _ in range(6)][-1] == 429
        clock.ahead = ahead
        assert server.post(json.loads(PING)).headers["retry-after"] == "1"
        clock.time += 1
        assert "isError" not in server.call("android_press_home").result
        (entry,) = server.core.audit.entries()
        assert entry["outcome"] == "ok"
        assert entry["ms"] == 0


# The disk is full


@contextlib.contextmanager
def full_disk(process: int) -> Iterator[None]:
    """Not one byte more in any file of that process."""
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, before)


def call(server: Server, tool: str, **arguments: Any) -> Any:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": f"android_{tool}", "arguments": arguments}}
    with contextlib.closing(connection):
        headers = {"authorization": f"Bearer {server.token}", "content-type": "application/json"}
        connection.request("POST", "/mcp", json.dumps(message), headers)
        return json.loads(connection.getresponse().read())["result"]


def test_a_full_disk_loses_no_phone_no_file_and_no_token(start: Start, tmp_path: Path) -> None:  # noqa: F811
    server = start("--port", "0", "--data", str(tmp_path))
    file = {"location_id": DOWNLOADS, "path": "a.txt"}
    assert "isError" not in call(server, "write_file", **file, content="old")
    with full_disk(server.process.pid):
        for _ in range(3):
            assert "isError" not in call(server, "press_home")
        refused = call(server, "write_file", **file, content="new" * 10_000)
        assert refused["isError"]
        assert "File too large" in refused["content"][0]["text"]
    assert "old" in call(server, "read_file", **file)["content"][0]["text"]
    assert "isError" not in call(server, "write_file", **file, content="new")
    server.stop()
    entries = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_bytes().splitlines()]
    assert [entry["tool"] for entry in entries] == ["android_write_file", "audit_log", "android_read_file", "android_write_file"]
    assert entries[1]["arguments"] == {"lines_lost": 4}
    assert start("--port", "0", "--data", str(tmp_path)).token == server.token


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    with paged(tmp_path) as visitor:
        yield visitor.come_in()


def test_settings_that_cannot_be_kept_are_said_and_the_old_ones_hold(visitor: Visitor, tmp_path: Path) -> None:
    before = (tmp_path / "settings.json").read_bytes()
    asked = {"changes": {"slug": "new"}}
    with full_disk(0):
        answer = visitor.post("settings/save", **asked)
        paused = visitor.post("pause", on=True)
    assert answer.status == 409
    assert "File too large" in answer.json["error"]
    assert (tmp_path / "settings.json").read_bytes() == before
    assert visitor.app.settings.slug == ""
    assert paused.status == 200
    assert visitor.app.control.pause.on
    assert visitor.post("settings/save", **asked).status == 200
    assert visitor.app.settings.slug == "new"


# Clients that are not there


def request(body: bytes) -> bytes:
    head = f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


@pytest.mark.parametrize("http", PARSERS)
def test_clients_that_never_read_hold_up_nobody(tmp_path: Path, http: Any) -> None:
    with served(tmp_path, http) as server, contextlib.ExitStack() as open_sockets:
        for _ in range(20):
            deaf = open_sockets.enter_context(contextlib.closing(socket.socket()))
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", server.port))
            deaf.settimeout(0.05)
            with contextlib.suppress(TimeoutError):
                deaf.sendall(request(LIST) * 100)
        assert server.post(json.loads(PING)).result == {}
        assert "isError" not in server.call("android_press_home").result


@pytest.mark.parametrize("http", PARSERS)
def test_connections_that_say_nothing_or_half_a_word_hold_up_nobody(tmp_path: Path, http: Any) -> None:
    with served(tmp_path, http) as server, contextlib.ExitStack() as open_sockets:
        for number in range(100):
            idle = open_sockets.enter_context(contextlib.closing(socket.create_connection(("127.0.0.1", server.port))))
            idle.sendall(request(PING)[: number * 2])
        assert server.post(json.loads(PING)).result == {}
        assert "isError" not in server.call("android_press_home").result


@pytest.mark.parametrize("http", PARSERS)
def test_a_client_that_is_gone_without_a_word_leaves_nothing_behind(tmp_path: Path, http: Any) -> None:
    """A reset, as when a phone leaves the network: in the middle of a request, of a call, and of an answer."""
    with served(tmp_path, http) as server:
        wait = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "wait"}}).encode()
        for data in (request(PING)[:50], request(wait)[:-5], request(LIST), request(LIST) * 50):
            connection = socket.create_connection(("127.0.0.1", server.port))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.sendall(data)
            connection.close()
        assert server.post(json.loads(PING)).result == {}


def test_a_server_that_has_no_descriptor_left_serves_again_when_there_is_one(start: Start, tmp_path: Path) -> None:  # noqa: F811
    server = start("--port", "0", "--data", str(tmp_path))
    file = {"location_id": DOWNLOADS, "path": "a.txt"}
    assert "isError" not in call(server, "write_file", **file, content="old")
    used = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (used + 8, used + 8))
    address = ("127.0.0.1", urlsplit(server.url).port)
    with contextlib.ExitStack() as crowd:
        for _ in range(30):
            crowd.enter_context(contextlib.closing(socket.create_connection(address, timeout=10)))
    assert "isError" not in call(server, "press_home")
    assert "old" in call(server, "read_file", **file)["content"][0]["text"]

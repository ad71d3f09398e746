import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from java_bridge import BridgeOver, JavaString

from handheld import entry
from handheld_desktop.sim import SimulatedPhone


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "files"


@pytest.fixture(autouse=True)
def _stopped(folder: Path) -> Iterator[None]:
    folder.mkdir()
    entry._app = None
    yield
    entry.stop()


def start(folder: Path, **settings: Any) -> dict[str, Any]:
    bridge = BridgeOver(SimulatedPhone(folder / "storage"))
    options = JavaString(json.dumps({"settings": {"port": 0} | settings}))
    answer: dict[str, Any] = json.loads(entry.start(bridge, JavaString(str(folder)), options))
    return answer


def ask(method: str, **params: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(entry.handle(JavaString(json.dumps({"method": method, "params": params}))))
    return answer


def get(port: int, path: str = "/health") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


def tap(port: int, token: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "android_tap", "arguments": {"x": 5, "y": 7}}}
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    connection.request("POST", "/mcp", json.dumps(call), headers)
    answer: str = json.loads(connection.getresponse().read())["result"]["content"][0]["text"]
    connection.close()
    return answer


def test_a_started_server_answers_and_a_stopped_one_does_not(folder: Path) -> None:
    started = start(folder)
    address = f"http://127.0.0.1:{started['port']}/mcp"
    assert started == {"ok": True, "port": started["port"], "address": address, "paused": False}
    assert get(started["port"]) == 200
    entry.stop()
    with pytest.raises(ConnectionRefusedError):
        get(started["port"])


def test_a_tool_reaches_the_bridge_with_the_token_that_the_first_start_made(folder: Path) -> None:
    started = start(folder)
    status = ask("status")["result"]
    assert status["running"]
    assert status["address"] == started["address"]
    assert tap(started["port"], status["token"]) == "Tap executed at (5, 7)"


def test_the_token_is_kept(folder: Path) -> None:
    start(folder)
    token = ask("status")["result"]["token"]
    assert len(token) >= 43
    entry.stop()
    start(folder)
    assert ask("status")["result"]["token"] == token


def test_a_stopped_server_says_so(folder: Path) -> None:
    start(folder)
    entry.stop()
    status = ask("status")["result"]
    assert (status["running"], status["address"]) == (False, None)


def test_a_second_start_ends_the_first_server(folder: Path) -> None:
    first, second = start(folder), start(folder)
    assert get(second["port"]) == 200
    if first["port"] != second["port"]:
        with pytest.raises(ConnectionRefusedError):
            get(first["port"])


def test_a_taken_port_is_a_reason_not_a_crash(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        answer = start(folder, port=taken.getsockname()[1])
    assert not answer["ok"]
    assert "already in use" in answer["reason"]


def test_settings_that_are_refused_at_the_start_are_a_reason(folder: Path) -> None:
    answer = start(folder, port=99999)
    assert not answer["ok"]
    assert answer["reason"].startswith("port: ")


def test_a_folder_that_cannot_be_written_is_a_reason(folder: Path) -> None:
    (folder / "settings.json").mkdir()
    answer = start(folder)
    assert not answer["ok"]
    assert "settings.json" in answer["reason"]


def test_configure_saves_and_restarts_the_server(folder: Path) -> None:
    start(folder)
    answer = ask("configure", settings={"slug": "pixel", "tokens": [{"name": "me", "token": "a-token-of-some-length"}]})
    assert answer["result"]["ok"]
    status = ask("status")["result"]
    assert status["token"] == "a-token-of-some-length"
    assert json.loads((folder / "settings.json").read_text())["slug"] == "pixel"
    assert get(answer["result"]["port"]) == 200


def test_configure_changes_only_what_is_named(folder: Path) -> None:
    start(folder, download={"allow_http": True})
    assert ask("configure", settings={"download": {"timeout_seconds": 9}})["result"]["ok"]
    download = json.loads((folder / "settings.json").read_text())["download"]
    assert (download["allow_http"], download["timeout_seconds"]) == (True, 9)


@pytest.mark.parametrize(
    ("settings", "why"),
    [({"port": "nine"}, "port: "), ({"prot": 9000}, "'prot' is not a setting"), ([], "must be an object"), (None, "must be")],
)
def test_settings_that_are_refused_change_nothing(folder: Path, settings: Any, why: str) -> None:
    started = start(folder)
    before = (folder / "settings.json").read_text()
    answer = ask("configure", settings=settings)
    assert answer["error"]["code"] == "invalid_arguments"
    assert why in answer["error"]["message"]
    assert (folder / "settings.json").read_text() == before
    assert get(started["port"]) == 200


def test_a_change_that_cannot_be_served_says_why(folder: Path) -> None:
    start(folder)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        answer = ask("configure", settings={"port": taken.getsockname()[1]})["result"]
    assert not answer["ok"]
    assert "already in use" in answer["reason"]
    assert not ask("status")["result"]["running"]


def test_tls_is_served_with_a_certificate_that_the_phone_signed(folder: Path) -> None:
    started = start(folder, tls=True)
    assert started["address"].startswith("https://127.0.0.1:")
    assert (folder / "certificate.pem").exists()


def test_an_unknown_method_is_an_error(folder: Path) -> None:
    start(folder)
    assert ask("dance")["error"] == {"code": "invalid_arguments", "message": "Unknown method: dance"}


@pytest.mark.parametrize("request_text", ["", "null", "[]", "{}", "{\"method\": 1}"])
def test_a_broken_request_is_an_error_not_a_crash(request_text: str) -> None:
    assert "message" in json.loads(entry.handle(JavaString(request_text)))["error"]


def test_what_is_asked_before_the_start_is_told_so() -> None:
    assert ask("status")["error"]["message"] == "The server was never started"


def test_pause_from_the_phone_holds_over_a_restart_and_is_shown(folder: Path) -> None:
    started = start(folder)
    token = ask("status")["result"]["token"]
    assert ask("pause", on=True)["result"] == {"paused": True}
    assert tap(started["port"], token).startswith("Paused: ")
    entry.stop()
    assert start(folder)["paused"]
    assert ask("pause", on=False)["result"] == {"paused": False}
    assert not ask("status")["result"]["paused"]


def test_the_control_page_is_opened_with_a_link_that_the_app_asks_for(folder: Path) -> None:
    start(folder)
    url = ask("page")["result"]["url"]
    assert url.startswith("http://127.0.0.1:")
    assert "#open=" in url
    assert get(int(url.split(":")[2].split("/")[0]), "/") == 200
    assert ask("page")["result"]["url"] != url


def test_the_page_is_there_when_the_server_cannot_start(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert not start(folder, port=taken.getsockname()[1])["ok"]
        assert ask("page")["result"]["url"]
    entry.stop()
    assert ask("page")["error"]["message"].startswith("Handheld's server is not running")

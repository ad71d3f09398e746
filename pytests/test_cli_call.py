"""`handheld call`, through real processes."""

import json
import signal
from pathlib import Path

from commands import Server, Start, handheld, is_one_sentence, shared, start
from webserver import nobody_there

from handheld.core import TOOLS

__all__ = ["shared", "start"]


def test_a_call_prints_the_text(shared: tuple[Server, str]) -> None:
    done = handheld("call", "get_screen_state", "--data", shared[1])
    assert done.returncode == 0
    assert "\nscreen:" in done.stdout


def test_arguments_take_their_types_from_the_schema(shared: tuple[Server, str]) -> None:
    done = handheld("call", "tap", "x=540", "--data", shared[1], "y=1200.5")
    assert (done.stdout, done.stderr) == ("Tap executed at (540, 1200.5)\n", "")
    path = json.dumps([[{"x": 1, "y": 1, "time": 0}, {"x": 2, "y": 2, "time": 100}]])
    assert handheld("call", "custom_gesture", f"paths={path}", "--data", shared[1]).returncode == 0
    done = handheld("call", "set_clipboard", "text=7", "--data", shared[1])
    assert (done.returncode, done.stderr) == (0, "")


def test_a_tool_that_fails_tells_on_stderr(shared: tuple[Server, str]) -> None:
    for arguments, sentence in [
        (["tap", "x=left", "y=1"], "Invalid argument 'x': 'left' is not of type 'number'"),
        (["tap", "x=1"], "Missing required argument 'y'"),
        (["tap", "x=1", "y=1", "z=1"], "Unknown argument 'z'"),
        (["click_element", "element_id=node_none_w1"], "node_none_w1"),
    ]:
        done = handheld("call", *arguments, "--data", shared[1])
        assert sentence in done.stderr
        assert is_one_sentence(done)


def test_on_the_first_start_some_folders_may_be_written(shared: tuple[Server, str]) -> None:
    done = handheld("call", "list_storage_locations", "--data", shared[1])
    rules = {found["name"]: (found["allow_write"], found["allow_delete"]) for found in json.loads(done.stdout)}
    assert rules == {"Internal Storage": (False, False), "Documents": (True, False), "Downloads": (True, True)}
    assert json.loads(Path(shared[1], "settings.json").read_text())["storage"].keys() <= {
        found["id"] for found in json.loads(done.stdout)
    }


def test_a_picture_is_saved(shared: tuple[Server, str], tmp_path: Path) -> None:
    out = tmp_path / "screen.jpg"
    done = handheld("call", "get_screen_state", "include_screenshot=true", "--out", str(out), "--data", shared[1])
    assert done.returncode == 0
    assert out.read_bytes().startswith(b"\xff\xd8\xff")
    assert done.stdout.endswith(f"[image/jpeg, {out.stat().st_size} bytes: saved as {out}]\n")


def test_a_picture_that_is_not_saved_is_only_told(shared: tuple[Server, str]) -> None:
    done = handheld("call", "get_screen_state", "include_screenshot=true", "--data", shared[1])
    assert done.stdout.endswith(" bytes: --out FILE saves it]\n")


def test_mistakes_in_a_call_get_one_sentence(shared: tuple[Server, str], tmp_path: Path) -> None:
    server, data = shared
    mistakes = [
        (["fly", "--data", data], "The server has no tool 'fly'; 'handheld tools' lists them"),
        (["tap", "540", "--data", data], "'540' is not of the form key=value"),
        (["press_home", "--out", "x.jpg", "--data", data], "The tool gave no picture to save"),
        (["get_screen_state", "include_screenshot=true", "--out", "/proc/no.jpg", "--data", data], "/proc/no.jpg: "),
        (["press_home", "--data", data, "--token", "wrong"], f"The server at {server.url} does not accept this token"),
        (["press_home", "--data", str(tmp_path)], f"No server runs on {tmp_path}; start one with 'handheld serve'"),
        (["press_home", "--data", data, "--url", "http://127.0.0.1:1/mcp"], "--url needs the token of that server"),
        (["press_home", "--url", "localhost:8080", "--token", "t"], "'localhost:8080' is not an http or https address"),
        (["press_home", "--url", server.url.replace("/mcp", "/health"), "--token", server.token], "is not an MCP server"),
    ]
    with nobody_there() as closed:
        mistakes.append((["press_home", "--url", f"http://127.0.0.1:{closed}/mcp", "--token", "t"], "Connection refused"))
        for arguments, sentence in mistakes:
            done = handheld("call", *arguments)
            assert sentence in done.stderr
            assert is_one_sentence(done)


def test_a_server_that_is_named_needs_no_data_folder(shared: tuple[Server, str], tmp_path: Path) -> None:
    server, _ = shared
    done = handheld("call", "press_home", "--url", server.url, HANDHELD_TOKEN=server.token, HANDHELD_DATA=str(tmp_path))
    assert done.returncode == 0


def test_a_server_that_was_killed_is_told(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", str(tmp_path))
    server.stop(signal.SIGKILL)
    done = handheld("call", "press_home", "--data", str(tmp_path))
    assert f"No server answers at {server.url}" in done.stderr
    assert is_one_sentence(done)


def test_where_few_tools_are_on_a_short_name_still_means_its_own(start: Start, tmp_path: Path) -> None:
    off = [tool.name for tool in TOOLS if tool.name != "double_tap"]
    (tmp_path / "settings.json").write_text(json.dumps({"slug": "kitchen_2", "disabled_tools": off}))
    start("--port", "0", "--data", str(tmp_path))
    assert handheld("call", "double_tap", "x=1", "y=1", "--data", str(tmp_path)).returncode == 0
    refused = handheld("call", "tap", "x=1", "y=1", "--data", str(tmp_path))
    assert "The server has no tool 'tap'" in refused.stderr

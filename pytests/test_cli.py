"""The command line, through real processes: mistakes, and what needs no server."""

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from commands import CLEAN, HANDHELD, handheld, is_one_sentence

from handheld.core import TOOLS


def test_help_is_instant_because_it_imports_little() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", HANDHELD, "--help"], capture_output=True, text=True, check=True, env=CLEAN
    )
    assert "serve" in done.stdout
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "handheld_desktop.cli" in imported
    assert not imported & {"PIL", "uvicorn", "starlette", "jsonschema", "cryptography", "asn1crypto", "asyncio"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "handheld: the following arguments are required: COMMAND; see handheld --help"),
        (["dance"], "handheld: argument COMMAND: invalid choice: 'dance'"),
        (["serve", "--colour"], "handheld: unrecognized arguments: --colour"),
        (["serve", "--port", "high"], "handheld serve: argument --port: 'high' is not a port (0 to 65535)"),
        (["serve", "--port", "65536"], "'65536' is not a port"),
        (["serve", "--port", "-1"], "argument --port"),
        (["serve", "--device", "real"], "argument --device: invalid choice: 'real'"),
        (["serve", "--http", "http3"], "argument --http: invalid choice: 'http3'"),
        (["serve", "extra"], "unrecognized arguments: extra"),
        (["call"], "handheld call: the following arguments are required: TOOL; see"),
        (["render"], "handheld render: the following arguments are required: FILE.xml"),
        (["render", "--json", "--compact", "x"], "handheld render: argument --compact: not allowed with argument --json"),
    ],
)
def test_a_wrong_flag_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    done = handheld(*arguments)
    assert sentence in done.stderr
    assert is_one_sentence(done)
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("flag", "sentence"),
    [
        (["--slug", "two words"], "slug: not allowed; it is: The part of the tool names"),
        (["--token", "two words"], "tokens.0.token: not allowed"),
        (["--token", ""], "tokens.0.token: not allowed"),
        (["--host", "256.1.1.1"], "256.1.1.1"),
        (["--host", "192.0.2.1"], "192.0.2.1 is not an address of this device"),
    ],
)
def test_a_value_that_cannot_be_served_gets_one_sentence(tmp_path: Path, flag: list[str], sentence: str) -> None:
    done = handheld("serve", "--port", "0", "--data", str(tmp_path), *flag)
    assert sentence in done.stderr
    assert done.returncode == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_taken_port_gets_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = handheld("serve", "--port", str(port), "--data", str(tmp_path))
    assert f"Port {port} on 127.0.0.1 is already in use" in done.stderr
    assert is_one_sentence(done)


def test_a_data_folder_that_cannot_be_one_gets_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for path, why in ((file, "it is a file"), (file / "below", "Not a directory"), (Path("/proc/handheld"), "No such")):
        done = handheld("serve", "--port", "0", "--data", str(path))
        assert f"Cannot use {path} as the data folder: {why}" in done.stderr
        assert is_one_sentence(done)


def test_settings_that_cannot_be_read_get_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    done = handheld("serve", "--port", "0", "--data", str(tmp_path))
    assert done.stderr == f"handheld: {tmp_path / 'settings.json'}: Is a directory\n"
    assert is_one_sentence(done)


def test_a_wrong_variable_gets_one_sentence(tmp_path: Path) -> None:
    done = handheld("serve", "--data", str(tmp_path), HANDHELD_PORT="high")
    assert "argument --port: 'high' is not a port" in done.stderr
    assert is_one_sentence(done)


# Listing, rendering, and the doctor


DUMP = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="Grüße"
 resource-id="" class="android.widget.Button" package="com.example" clickable="true" enabled="true"
 bounds="[0,0][200,100]"/>
</hierarchy>UI hierchary dumped to: /dev/tty
"""


def test_a_recorded_screen_is_rendered(tmp_path: Path) -> None:
    file = tmp_path / "screen.xml"
    file.write_text(DUMP)
    done = handheld("render", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^node_\w+_w1\tButton\tGrüße\t-\t-\t0,0,200,100\ton,clk,ena$", done.stdout, re.M)
    structured = json.loads(handheld("render", "--json", str(file)).stdout)
    assert structured["windows"][0]["elements"][0]["text"] == "Grüße"
    assert handheld("render", "--compact", str(file)).stdout == "r2\n200x100\n--- 1* com.example\n1\tGrüße\tc\n"


def test_a_terminal_that_lacks_a_character_is_no_failure(tmp_path: Path) -> None:
    file = tmp_path / "screen.xml"
    file.write_text(DUMP)
    done = handheld("render", str(file), PYTHONIOENCODING="ascii")
    assert r"Gr\xfc\xdfe" in done.stdout
    assert done.stderr == ""


def test_a_file_that_cannot_be_rendered_gets_one_sentence(tmp_path: Path) -> None:
    for name, content in {"no.xml": None, "text.xml": "hello", "cut.xml": DUMP[:200]}.items():
        if content is not None:
            (tmp_path / name).write_text(content)
        done = handheld("render", str(tmp_path / name))
        assert f"handheld: {tmp_path / name}: " in done.stderr
        assert is_one_sentence(done)
    assert "Is a directory" in handheld("render", str(tmp_path)).stderr


def test_tools_are_listed_with_their_schemas_and_where_they_come_from(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"slug": "p7", "disabled_tools": ["swipe"]}))
    done = handheld("tools", "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "  android_p7_tap  (from handheld.tools.touch)\n" in done.stdout
    assert "      - x: number, minimum 0. X coordinate (>= 0)\n" in done.stdout
    assert "- paths: array of array of {x: number, y: number, time: " in done.stdout
    assert "off in the settings: swipe\n" in done.stdout
    listed = json.loads(handheld("tools", "--json", "--data", str(tmp_path)).stdout)
    counts = {endpoint: sum(tool["endpoint"] == endpoint for tool in listed) for endpoint in ("/mcp", "/mcp/sms", "/mcp/v1")}
    assert counts == {"/mcp": len(TOOLS) - 1, "/mcp/sms": 2, "/mcp/v1": 28}
    [tap] = [tool for tool in listed if tool["name"] == "android_p7_tap"]
    assert tap["inputSchema"]["required"] == ["x", "y"]


def test_tools_of_other_apps_are_listed_with_their_app_and_why_they_wait(tmp_path: Path) -> None:
    done = handheld("tools", "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "  android_ext_toolbox_reverse  (from org.example.toolbox): Approve the app org.example.toolbox" in done.stdout


def test_a_reader_that_stops_reading_is_no_failure_to_show() -> None:
    done = subprocess.run(
        f"{HANDHELD} tools | head -n 1", shell=True, capture_output=True, text=True, check=True, env=CLEAN
    )
    assert (done.stdout, done.stderr) == ("/mcp\n", "")


def test_the_doctor_finds_this_machine_fit(tmp_path: Path) -> None:
    done = handheld("doctor", "--data", str(tmp_path), "--port", "0")
    assert done.returncode == 0, done.stdout
    assert "The server can run here." in done.stdout
    assert f"ok       data folder {tmp_path}" in done.stdout
    for thing in ("Python 3", "orjson", "httptools", "java", "mvn", "node", "chromium"):
        assert re.search(rf"^(ok|missing)  +{thing}", done.stdout, re.M), thing


def test_the_doctor_finds_what_is_wrong_and_says_how_to_mend_it(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"port": "x"}')
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = handheld("doctor", "--data", str(tmp_path), "--port", str(port), PATH="/nowhere")
    assert done.returncode == 1
    assert f"problem  port {port} on 127.0.0.1: Address already in use; for any free one: handheld serve --port 0" in done.stdout
    assert "settings.json is broken: port: 'x' is not of type 'integer'" in done.stdout
    assert "missing  mvn: the tests of the Android app need it; get it with: apt-get install maven" in done.stdout
    assert (tmp_path / "settings.json").exists()

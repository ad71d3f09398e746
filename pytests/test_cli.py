"""The command line, through real processes."""

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from handheld import certificate

HANDHELD = Path(sys.executable).with_name("handheld")
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("HANDHELD_")}


def handheld(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([HANDHELD, *arguments], capture_output=True, text=True, check=False, env=CLEAN | variables, timeout=60)


def is_one_sentence(done: subprocess.CompletedProcess[str]) -> bool:
    return done.returncode != 0 and done.stdout == "" and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


@dataclass
class Server:
    process: subprocess.Popen[str]
    greeting: list[str]

    @property
    def url(self) -> str:
        return self.greeting[0].removeprefix("listening on ")

    @property
    def token(self) -> str:
        return self.greeting[1].removeprefix("token: ")

    def stop(self, number: int = signal.SIGINT) -> tuple[str, str]:
        self.process.send_signal(number)
        return self.process.communicate(timeout=30)


Start = Callable[..., Server]


@pytest.fixture(scope="module")
def start() -> Iterator[Start]:
    """Starts servers and stops those that a test left running."""
    servers: list[Server] = []

    def started(*arguments: str, ignoring: tuple[signal.Signals, ...] = (), **variables: str) -> Server:
        def ignore() -> None:
            for number in ignoring:
                signal.signal(number, signal.SIG_IGN)

        process = subprocess.Popen(
            [HANDHELD, "serve", *arguments], text=True, env=CLEAN | variables, preexec_fn=ignore,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        greeting = []
        for line in process.stdout:
            greeting.append(line.rstrip("\n"))
            if line.startswith("Ctrl-C"):
                break
        server = Server(process, greeting)
        servers.append(server)
        assert process.poll() is None, process.communicate()[1]
        return server

    yield started
    for server in servers:
        if server.process.poll() is None:
            server.stop(signal.SIGTERM)


@pytest.fixture(scope="module")
def shared(start: Start, tmp_path_factory: pytest.TempPathFactory) -> tuple[Server, str]:
    """One server for the tests that only talk to it, and its data folder."""
    data = str(tmp_path_factory.mktemp("data"))
    return start("--port", "0", "--data", data), data


# Help and mistakes


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
        (["call"], "handheld call: the following arguments are required: TOOL"),
        (["render"], "handheld render: the following arguments are required: FILE.xml"),
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
    for path in (file, file / "below", Path("/proc/handheld")):
        done = handheld("serve", "--port", "0", "--data", str(path))
        assert f"Cannot use {path} as the data folder" in done.stderr
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


# Serving


def test_the_greeting_says_all_that_a_person_needs(shared: tuple[Server, str]) -> None:
    server, data = shared
    assert re.fullmatch(r"listening on http://127\.0\.0\.1:\d+/mcp", server.greeting[0])
    assert re.fullmatch(r"token: [\w-]{43}", server.greeting[1])
    text = "\n".join(server.greeting)
    assert "This is a simulated phone" in text
    assert f"claude mcp add --transport http handheld {server.url} --header 'Authorization: Bearer {server.token}'" in text
    for client, key, expected in [
        ("VS Code", "servers", {"type": "http", "url": server.url}),
        ("Cursor", "mcpServers", {"url": server.url}),
        ("Gemini CLI", "mcpServers", {"httpUrl": server.url}),
    ]:
        pasted = json.loads(re.search(rf"^{client} \([^)]*\):\n(.*?\n}})$", text, re.M | re.S)[1])  # type: ignore[index]
        assert pasted == {key: {"handheld": expected | {"headers": {"Authorization": f"Bearer {server.token}"}}}}
    assert f"npx @modelcontextprotocol/inspector --cli {server.url} --transport http" in text
    assert Path(data, "settings.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_cleanly(start: Start, tmp_path: Path, number: signal.Signals) -> None:
    server = start("--port", "0", "--data", str(tmp_path))
    assert (tmp_path / "server.json").exists()
    out, err = server.stop(number)
    assert (server.process.returncode, out, err) == (0, "stopped\n", "")
    assert not (tmp_path / "server.json").exists()


def test_ctrl_c_works_even_where_a_shell_made_it_ignored(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", str(tmp_path), ignoring=(signal.SIGINT,))
    server.stop(signal.SIGINT)
    assert server.process.returncode == 0


def test_the_token_is_made_once(start: Start, tmp_path: Path) -> None:
    tokens = []
    for _ in range(2):
        server = start("--port", "0", "--data", str(tmp_path))
        tokens.append(server.token)
        server.stop()
    assert tokens[0] == tokens[1]


def test_a_token_for_one_run_is_not_kept(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", str(tmp_path), "--token", "only-for-this-one-run")
    assert server.token == "only-for-this-one-run"
    server.stop()
    assert [path for path in tmp_path.rglob("*") if path.is_file() and b"only-for-this" in path.read_bytes()] == []


def test_a_short_token_is_taken_with_a_warning(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", str(tmp_path), "--token", "short")
    _, err = server.stop()
    assert err == "handheld: a token of fewer than 16 characters can be guessed\n"


def test_variables_do_what_flags_do_and_flags_win(start: Start, tmp_path: Path) -> None:
    variables = {
        "HANDHELD_TOKEN": "from-the-environment", "HANDHELD_PORT": "0", "HANDHELD_HOST": "localhost", "HANDHELD_SLUG": "one",
        "HANDHELD_DATA": str(tmp_path),
    }  # fmt: skip
    server = start("--slug", "two", **variables)
    assert server.url.startswith("http://localhost:")
    assert server.token == "from-the-environment"
    done = handheld("call", "press_home", HANDHELD_DATA=str(tmp_path))
    assert (done.stdout, done.stderr) == ("Home button press executed successfully\n", "")
    assert handheld("call", "android_two_press_home", HANDHELD_DATA=str(tmp_path)).returncode == 0


def test_without_flags_the_data_goes_where_the_desktop_keeps_data(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", XDG_DATA_HOME=str(tmp_path))
    server.stop()
    assert (tmp_path / "handheld" / "settings.json").exists()


def test_broken_settings_are_reported_and_the_server_starts(start: Start, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    server = start("--port", "0", "--data", str(tmp_path))
    _, err = server.stop()
    assert "settings.json is broken: it is not JSON" in err
    assert len(list(tmp_path.glob("settings.broken-*.json"))) == 1


def test_settings_are_used(start: Start, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"slug": "pixel", "port": 0, "disabled_tools": ["press_home"]}))
    start("--data", str(tmp_path))
    done = handheld("call", "press_home", "--data", str(tmp_path))
    assert "The server has no tool 'press_home'" in done.stderr
    assert handheld("call", "press_back", "--data", str(tmp_path)).returncode == 0


def test_with_tls_the_fingerprint_is_that_of_what_is_served(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", str(tmp_path), "--tls")
    assert server.url.startswith("https://127.0.0.1:")
    port = int(server.url.rpartition(":")[2].partition("/")[0])
    served = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", port)))
    assert f"certificate fingerprint (SHA-256): {certificate.fingerprint(served)}" in server.greeting
    done = handheld("call", "press_home", "--data", str(tmp_path))
    assert (done.stdout, done.stderr) == ("Home button press executed successfully\n", "")
    server.stop()
    again = start("--port", "0", "--data", str(tmp_path), "--tls")
    assert f"certificate fingerprint (SHA-256): {certificate.fingerprint(served)}" in again.greeting


@pytest.mark.parametrize("parser", ["h11", "httptools"])
def test_both_http_parsers_serve(start: Start, tmp_path: Path, parser: str) -> None:
    start("--port", "0", "--data", str(tmp_path), "--http", parser)
    assert handheld("call", "press_home", "--data", str(tmp_path)).returncode == 0


# Calling


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


def test_a_picture_is_saved(shared: tuple[Server, str], tmp_path: Path) -> None:
    out = tmp_path / "screen.jpg"
    done = handheld("call", "get_screen_state", "include_screenshot=true", "--out", str(out), "--data", shared[1])
    assert done.returncode == 0
    assert out.read_bytes().startswith(b"\xff\xd8\xff")
    assert "[image/jpeg, " in done.stdout


def test_mistakes_in_a_call_get_one_sentence(shared: tuple[Server, str], tmp_path: Path) -> None:
    server, data = shared
    with socket.create_server(("127.0.0.1", 0)) as silent:
        closed = silent.getsockname()[1]
    for arguments, sentence in [
        (["fly", "--data", data], "The server has no tool 'fly'; 'handheld tools' lists them"),
        (["tap", "540", "--data", data], "'540' is not of the form key=value"),
        (["press_home", "--out", "x.jpg", "--data", data], "The tool gave no picture to save"),
        (["get_screen_state", "include_screenshot=true", "--out", "/proc/no.jpg", "--data", data], "/proc/no.jpg: "),
        (["press_home", "--data", data, "--token", "wrong"], f"The server at {server.url} does not accept this token"),
        (["press_home", "--data", str(tmp_path)], f"No server runs on {tmp_path}; start one with 'handheld serve'"),
        (["press_home", "--data", data, "--url", "http://127.0.0.1:1/mcp"], "--url needs the token of that server"),
        (["press_home", "--url", f"http://127.0.0.1:{closed}/mcp", "--token", "t"], "Connection refused"),
        (["press_home", "--url", "localhost:8080", "--token", "t"], "'localhost:8080' is not an http or https address"),
        (["press_home", "--url", server.url.replace("/mcp", "/health"), "--token", server.token], "is not an MCP server"),
    ]:
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


# The rest


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
    assert counts == {"/mcp": 40, "/mcp/sms": 2, "/mcp/v1": 28}
    [tap] = [tool for tool in listed if tool["name"] == "android_p7_tap"]
    assert tap["inputSchema"]["required"] == ["x", "y"]


def test_what_a_server_offers_is_what_is_listed(shared: tuple[Server, str]) -> None:
    _, data = shared
    for tool in json.loads(handheld("tools", "--json", "--data", data).stdout):
        assert tool["description"]
        assert tool["inputSchema"]["type"] == "object"
        assert tool["source"].startswith("handheld.tools.")


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


def test_the_doctor_knows_our_own_server(shared: tuple[Server, str]) -> None:
    server, data = shared
    port = server.url.rpartition(":")[2].partition("/")[0]
    done = handheld("doctor", "--data", data, "--port", port)
    assert done.returncode == 0
    assert f"our server listens there, at {server.url}" in done.stdout

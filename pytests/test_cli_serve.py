"""`handheld serve`, through real processes."""

import json
import re
import signal
import ssl
from pathlib import Path

import pytest
from commands import Server, Start, handheld, shared, start

from handheld import certificate
from handheld.connect import Address
from handheld_desktop.client import Client

__all__ = ["shared", "start"]


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


def test_a_second_signal_ends_it_at_once_and_leaves_no_address_behind(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", str(tmp_path))
    assert (tmp_path / "page.json").exists()
    server.process.send_signal(signal.SIGTERM)
    server.stop(signal.SIGINT)
    assert not (tmp_path / "page.json").exists()
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


def test_on_every_address_it_warns_and_shows_one_that_clients_can_reach(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", str(tmp_path), "--host", "0.0.0.0")
    assert server.url.startswith("http://0.0.0.0:")
    assert not any("0.0.0.0" in line for line in server.greeting[1:])
    assert handheld("call", "press_home", "--data", str(tmp_path)).returncode == 0
    _, err = server.stop()
    assert err == "handheld: others on the network can read the token and everything the phone shows; --tls prevents that\n"


@pytest.mark.parametrize("parser", ["h11", "httptools"])
def test_both_http_parsers_serve(start: Start, tmp_path: Path, parser: str) -> None:
    start("--port", "0", "--data", str(tmp_path), "--http", parser)
    assert handheld("call", "press_home", "--data", str(tmp_path)).returncode == 0


def test_the_doctor_knows_our_own_server(shared: tuple[Server, str]) -> None:
    server, data = shared
    port = server.url.rpartition(":")[2].partition("/")[0]
    done = handheld("doctor", "--data", data, "--port", port)
    assert done.returncode == 0
    assert f"our server listens there, at {server.url}" in done.stdout


def test_what_it_offers_is_what_is_listed(shared: tuple[Server, str]) -> None:
    server, data = shared
    listed = json.loads(handheld("tools", "--json", "--data", data).stdout)
    ours = [tool for tool in listed if tool.pop("endpoint") == "/mcp" and tool.pop("source")]
    assert ours == list(Client(Address(server.url, server.token), Path(data, "certificate.pem")).tools())


def test_apps_are_approved_by_name_and_stay_approved(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", str(tmp_path), "--approve", "org.example.toolbox")
    client = Client(Address(server.url, server.token), tmp_path / "certificate.pem")
    assert [tool["name"] for tool in client.tools() if "_ext_" in tool["name"]] == [
        "android_ext_toolbox_reverse", "android_ext_toolbox_repeat_text"
    ]  # fmt: skip
    done = handheld("call", "ext_toolbox_reverse", "text=abc", "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "cba\n")
    server.stop()
    listed = handheld("tools", "--data", str(tmp_path)).stdout
    assert "  android_ext_toolbox_reverse  (from org.example.toolbox)\n      [Tool of the app Toolbox" in listed
    assert "storage" in json.loads((tmp_path / "settings.json").read_text())


def test_all_apps_can_be_approved_and_a_stranger_cannot(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", str(tmp_path), "--approve", "all")
    client = Client(Address(server.url, server.token), tmp_path / "certificate.pem")
    assert len([tool for tool in client.tools() if "_ext_" in tool["name"]]) == 7
    server.stop()
    done = handheld("serve", "--port", "0", "--data", str(tmp_path), "--approve", "com.example.stranger")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "handheld: com.example.stranger offers no tool that can be used\n"


def test_the_greeting_has_a_link_to_the_control_page_and_another_is_a_command_away(shared: tuple[Server, str]) -> None:
    server, data = shared
    (link,) = re.findall(r"http://127\.0\.0\.1:\d+/#open=[\w-]{32}", "\n".join(server.greeting))
    done = handheld("page", "--data", data)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#open=[\w-]{32}\n", done.stdout)
    assert done.stdout.strip() != link
    assert server.token not in done.stdout + link


def test_without_a_server_there_is_no_link(tmp_path: Path) -> None:
    done = handheld("page", "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("handheld: No server runs on ")
    (tmp_path / "page.json").write_text('{"url": "http://127.0.0.1:9/", "launcher": "x"}')
    assert "does not answer" in handheld("page", "--data", str(tmp_path)).stderr

"""`handheld token`, with and without a running server."""

import json
from pathlib import Path

import pytest
from commands import Server, Start, handheld, is_one_sentence, start

from handheld.connect import Address
from handheld_desktop.client import Client

__all__ = ["start"]


def listed(data: Path) -> list[str]:
    done = handheld("token", "list", "--data", str(data))
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def tools(server: Server, token: str, data: Path) -> list[str]:
    return [tool["name"] for tool in Client(Address(server.url, token), data / "certificate.pem").tools()]


def test_a_token_is_made_used_listed_and_revoked_while_the_server_runs(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", str(tmp_path))
    made = handheld("token", "add", "texter", "--profile", "sms", "--expires", "30d", "--data", str(tmp_path))
    token = made.stdout.strip()
    assert (made.returncode, len(token)) == (0, 43)
    assert tools(server, token, tmp_path) == ["android_send_sms", "android_get_sms_subscriptions"]
    default, texter = listed(tmp_path)
    assert default == "default: full, for ever, never used"
    assert texter.startswith("texter: sms, until ")
    assert "last used" in texter
    assert token not in texter
    assert handheld("token", "revoke", "texter", "--data", str(tmp_path)).returncode == 0
    assert len(listed(tmp_path)) == 1
    assert tools(server, server.token, tmp_path), "the server is still at its address"
    assert token not in (tmp_path / "settings.json").read_text()


def test_a_token_is_made_and_revoked_while_no_server_runs(start: Start, tmp_path: Path) -> None:
    for name in ("one", "two"):
        made = handheld("token", "add", name, "--tool", "tap", "--tool", "list_files", "--data", str(tmp_path))
        assert made.returncode == 0, made.stderr
    assert listed(tmp_path)[0] == "one: chosen (tap, list_files), for ever, never used"
    assert handheld("token", "revoke", "one", "--data", str(tmp_path)).returncode == 0
    kept = json.loads((tmp_path / "settings.json").read_text())["tokens"]
    assert [(token["name"], token["token"]) for token in kept] == [("two", made.stdout.strip())]
    server = start("--port", "0", "--data", str(tmp_path))
    assert tools(server, made.stdout.strip(), tmp_path) == ["android_tap", "android_list_files"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["add", "a", "--expires", "soon"], "'soon' is no time; say how many hours, days or weeks"),
        (["add", "a", "--tool", "fly"], "Unknown tool: fly"),
        (["add", " "], "tokens.0.name"),
        (["revoke", "nobody"], "No token kept in the settings is named 'nobody'"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = handheld("token", *arguments, "--data", str(tmp_path))
    assert sentence in done.stderr
    assert is_one_sentence(done)


def test_the_last_token_stays(tmp_path: Path) -> None:
    handheld("token", "add", "only", "--data", str(tmp_path))
    assert "The last token stays" in handheld("token", "revoke", "only", "--data", str(tmp_path)).stderr

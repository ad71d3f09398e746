"""What the page gives to paste, pasted as it is: the real client finds the server with it."""

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from oracles import CannotInstall, node_with

from handheld.app import App
from handheld.connect import Address, snippets
from handheld_desktop.sim import SimulatedPhone

pytestmark = pytest.mark.timeout(600)  # the first run installs them
PINS = Path(__file__).parent / "assistants" / "package.json"


@pytest.fixture(scope="session")
def assistants() -> Path:
    try:
        return node_with("assistants", PINS)
    except CannotInstall as why:
        pytest.skip(str(why))


@dataclass
class Desk:
    """Somebody's computer: a home of their own, and the assistants on the path."""

    app: App
    folder: Path
    home: Path

    def pasted(self, client: str) -> str:
        address = Address(self.app.address, self.app.settings.tokens[0].token)
        return next(snippet.text for snippet in snippets(address) if snippet.id == client)

    def put(self, path: str, text: str) -> None:
        (self.home / path).parent.mkdir(parents=True, exist_ok=True)
        (self.home / path).write_text(text)

    def run(self, *command: str, **given: Any) -> str:
        """In the folder of the assistants, where npx finds them without asking the registry."""
        path = f"{self.folder / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"
        environment = os.environ | {"HOME": str(self.home), "CODEX_HOME": str(self.home / ".codex"), "PATH": path}
        environment |= given.pop("env", {})
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=180, **given
        )
        return done.stdout + done.stderr

    def talk(self, command: list[str], messages: list[dict[str, Any]], env: dict[str, str]) -> list[Any]:
        """Sends JSON lines to a program and reads until it has answered the last of them."""
        path = f"{self.folder / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"
        environment = os.environ | {"HOME": str(self.home), "PATH": path} | env
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        heard: list[Any] = []
        with subprocess.Popen(command, cwd=self.folder, env=environment, text=True, **pipes) as program:  # type: ignore[call-overload]
            for message in messages:
                program.stdin.write(json.dumps({"jsonrpc": "2.0"} | message) + "\n")
                program.stdin.flush()
                while "id" in message and not any(each.get("id") == message["id"] for each in heard):
                    heard.append(json.loads(program.stdout.readline()))
            program.terminate()
        return heard


@pytest.fixture
def desk(assistants: Path, tmp_path: Path) -> Iterator[Desk]:
    app = App(SimulatedPhone(tmp_path / "storage"), tmp_path)
    app.configure({"port": 0})
    app.start()
    (tmp_path / "home").mkdir()
    yield Desk(app, assistants, tmp_path / "home")
    app.stop()


INITIALIZE = {
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "desk", "version": "1"}},
}


def test_claude_code_connects_with_the_command(desk: Desk) -> None:
    desk.run("sh", "-c", desk.pasted("claude-code"))
    assert "Connected" in desk.run("claude", "mcp", "list")


def test_claude_desktop_would_start_a_program_that_connects(desk: Desk) -> None:
    server = json.loads(desk.pasted("claude-desktop"))["mcpServers"]["handheld"]
    asked = [INITIALIZE, {"method": "notifications/initialized"}, {"id": 2, "method": "tools/list"}]
    answers = desk.talk([server["command"], *server["args"]], asked, server["env"])
    assert answers[-1]["result"]["tools"][0]["name"] == "android_get_screen_state"


def test_gemini_cli_connects_with_the_file(desk: Desk) -> None:
    trusting = {"security": {"folderTrust": {"enabled": False}}}
    desk.put(".gemini/settings.json", json.dumps(json.loads(desk.pasted("gemini-cli")) | trusting))
    assert "Connected" in desk.run("gemini", "mcp", "list")


def test_the_engine_of_the_chatgpt_app_connects_with_the_file(desk: Desk) -> None:
    desk.put(".codex/config.toml", desk.pasted("chatgpt"))
    hello = {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "desk", "title": "Desk", "version": "1"}}}
    asked = [hello, {"method": "initialized"}, {"id": 2, "method": "mcpServerStatus/list", "params": {}}]
    answers = desk.talk(["codex", "app-server"], asked, {"CODEX_HOME": str(desk.home / ".codex")})
    (server,) = next(answer for answer in answers if answer.get("id") == 2)["result"]["data"]
    assert server["serverInfo"]["title"] == "Handheld"
    assert "android_tap" in json.dumps(server["tools"])


def test_the_inspector_lists_the_tools(desk: Desk) -> None:
    assert "android_get_screen_state" in desk.run("sh", "-c", desk.pasted("inspector"))


def test_curl_lists_the_tools(desk: Desk) -> None:
    assert "android_get_screen_state" in desk.run("sh", "-c", desk.pasted("curl"))

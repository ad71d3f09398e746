"""Confirmation on the phone as the official client meets it, in both eras."""

import contextlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import TOKEN, Served, served

from handheld.settings import ConfirmRules

DRIVER = Path(__file__).parent / "drivers" / "confirm.py"
SENTENCE = "Send an SMS to +36201234567 from Personal: “On my way”"

pytestmark = pytest.mark.timeout(600)  # the first run installs the client


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, confirm=ConfirmRules()) as running:
        yield running


class Driver:
    """A client in a process of its own, that tells in lines what happens to it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def next(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self._process.stderr and self._process.stderr.read()
        told: dict[str, Any] = json.loads(line)
        return told

    def again(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()


@contextlib.contextmanager
def driving(python: Path, server: Served, *arguments: str) -> Iterator[Driver]:
    command = [str(python), str(DRIVER), f"http://127.0.0.1:{server.port}/mcp", TOKEN, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield Driver(process)
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(60) == 0
        finally:
            process.kill()


def decide(server: Served, answer: Any) -> None:
    (question,) = server.core.control.confirm.questions
    server.core.control.confirm.decide(question.id, answer)


def test_a_modern_client_tells_its_person_and_its_one_call_goes_through_when_the_phone_allows_it(
    oracle_python: Path, server: Served
) -> None:
    with driving(oracle_python, server, "auto", "accept") as client:
        told = client.next()
        assert SENTENCE in told["told"]
        assert told["schema"] == {"type": "object", "properties": {}}
        decide(server, "once")
        assert client.next() == {"error": False, "said": "SMS sent to +36201234567"}


def test_a_modern_client_hears_that_the_phone_said_no(oracle_python: Path, server: Served) -> None:
    with driving(oracle_python, server, "auto", "accept") as client:
        client.next()
        decide(server, "no")
        refused = client.next()
        assert (refused["error"], refused["said"].startswith("Refused: the person said no")) == (True, True)


def test_who_declines_in_the_client_takes_the_question_from_the_phone(oracle_python: Path, server: Served) -> None:
    with driving(oracle_python, server, "auto", "decline") as client:
        client.next()
        assert "withdrew" in client.next()["said"]
        assert server.core.control.confirm.questions == []


@pytest.mark.parametrize(("mode", "action"), [("legacy", "accept"), ("legacy", "none"), ("auto", "none")])
def test_a_client_that_cannot_ask_is_told_what_waits_and_its_second_call_goes_through(
    oracle_python: Path, server: Served, mode: str, action: str
) -> None:
    with driving(oracle_python, server, mode, action) as client:
        waiting = client.next()
        assert waiting["error"]
        assert SENTENCE in waiting["said"]
        assert "call again with the same arguments" in waiting["said"]
        decide(server, "once")
        client.again()
        assert client.next() == {"error": False, "said": "SMS sent to +36201234567"}

"""Runs the command line in processes of its own, as a person would."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

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

"""Who is measured, and the processes that serve."""

import contextlib
import os
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import wire

SERVERS = Path(__file__).parent / "servers"
START_SECONDS = 60
INSTANT, THREADED = "echo", "echo_from_a_thread"


@dataclass(frozen=True, slots=True)
class Contestant:
    """One server in one configuration."""

    name: str
    script: str
    parser: str = "httptools"
    theirs: bool = False
    """Needs the Python that has the packages of others."""
    sessions: bool = False
    codec: str = "orjson"
    eras: tuple[str, ...] = ("legacy", "modern")
    tools: tuple[str, ...] = (INSTANT,)


OURS, OURS_H11 = "Handheld", "Handheld, h11"
OFFICIAL, FAST = "official SDK", "FastMCP"
BARE, BARE_H11 = "bare Starlette", "bare Starlette, h11"
_BOTH = (INSTANT, THREADED)

EVERYONE = (
    Contestant(OURS, "ours", tools=_BOTH),
    Contestant(OFFICIAL, "official", theirs=True, tools=_BOTH),
    Contestant(f"{OFFICIAL}, sessions", "official", theirs=True, sessions=True, eras=("legacy",)),
    Contestant(FAST, "fast", theirs=True, tools=_BOTH),
    Contestant(f"{FAST}, sessions", "fast", theirs=True, sessions=True, eras=("legacy",)),
    Contestant(BARE, "bare", tools=_BOTH),
    Contestant(OURS_H11, "ours", parser="h11"),
    Contestant(f"{OURS}, h11 and stdlib json as on a phone", "ours", parser="h11", codec="json"),
    Contestant(BARE_H11, "bare", parser="h11"),
)


@dataclass(frozen=True, slots=True)
class Running:
    contestant: Contestant
    port: int
    pid: int
    sessions: tuple[str | None, ...] = (None,)

    def requests(self, era: str, tool: str) -> list[wire.Request]:
        """The call, once for each session."""
        return [wire.call(era, tool, session) for session in self.sessions]


@contextlib.contextmanager
def serving(contestant: Contestant, python: Path, most_clients: int) -> Iterator[Running]:
    """Its server in a process of its own, until the end of the context."""
    mode = "each" if contestant.sessions else "none"
    process = subprocess.Popen(
        [str(python), str(SERVERS / f"{contestant.script}.py"), contestant.parser, mode],
        stdout=subprocess.PIPE,
        env=os.environ | {"HANDHELD_JSON": contestant.codec, "HANDHELD_TOKEN": wire.TOKEN},
    )
    with process:
        try:
            port = _port(process, contestant.name)
            opened = [wire.open_session(port) for _ in range(most_clients)] if contestant.sessions else [None]
            yield Running(contestant, port, process.pid, tuple(opened))
        finally:
            process.terminate()


def _port(process: subprocess.Popen[bytes], name: str) -> int:
    """A server prints its port when it listens, or ends and has said why."""
    assert process.stdout is not None
    limit = threading.Timer(START_SECONDS, process.kill)
    limit.start()
    line = process.stdout.readline()
    limit.cancel()
    if not line:
        raise wire.WrongAnswer(f"The server of {name} did not start")
    return int(line)

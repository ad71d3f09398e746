"""Cold starts: from nothing to the first answer, and what importing costs. Each in a new process, everyone in turn."""

import contextlib
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import wire
from contestants import BARE, BARE_H11, EVERYONE, FAST, INSTANT, OFFICIAL, Contestant, serving

HANDHELD = "handheld serve"
EMPTY = "an empty Starlette app on uvicorn"
PHONE = "all that runs on a phone"
IMPORTS = {
    "Python alone": "",
    EMPTY: "import uvicorn, uvicorn.loops.asyncio, uvicorn.protocols.http.h11_impl; "
    "from starlette.applications import Starlette; Starlette()",
    PHONE: "import uvicorn.loops.asyncio, uvicorn.protocols.http.h11_impl; import handheld.entry",
}
"""The phone's HTTP parser and codec; what else a desktop has is not imported."""


def measure(own: Path, others: Path | None, times: int, say: Callable[[str], None]) -> dict[str, list[dict[str, Any]]]:
    say(f"starting from nothing, {times} times")
    peers = [one for one in EVERYONE if one.name in (OFFICIAL, FAST, BARE, BARE_H11) and (others or not one.theirs)]
    answers: dict[str, list[float]] = {HANDHELD: [], **{one.name: [] for one in peers}}
    imports: dict[str, list[float]] = {name: [] for name in IMPORTS}
    for _ in range(times):
        answers[HANDHELD].append(_first_answer_of_ours())
        for one in peers:
            python = others if one.theirs and others is not None else own
            answers[one.name].append(_first_answer(one, python))
        for name, code in IMPORTS.items():
            imports[name].append(_cpu_seconds(own, code))
    return {
        "answers": [{"server": name, "ms": statistics.median(each) * 1000, "all": each} for name, each in answers.items()],
        "imports": [{"what": name, "cpu_ms": min(each) * 1000, "all": each} for name, each in imports.items()],
    }


def _first_answer_of_ours() -> float:
    """As a person starts it: with its settings, token, storage, control page and simulated phone, all of them new."""
    with tempfile.TemporaryDirectory() as folder, _timed() as elapsed:
        handheld = str(Path(sys.executable).with_name("handheld"))
        command = [handheld, "serve", "--port", "0", "--data", folder, "--token", wire.TOKEN]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
        with process:
            try:
                assert process.stdout is not None
                line = next((line for line in process.stdout if line.startswith("listening on ")), "")
                if not line:
                    raise wire.WrongAnswer("`handheld serve` did not start")
                port = int(line.split(":")[2].split("/")[0])
                wire.ask(port, "tools/list")
                return elapsed()
            finally:
                process.terminate()


def _first_answer(one: Contestant, python: Path) -> float:
    with _timed() as elapsed, serving(one, python, 1) as running:
        wire.check(running.port, running.requests("legacy", INSTANT)[0], 1)
        return elapsed()


@contextlib.contextmanager
def _timed() -> Iterator[Callable[[], float]]:
    started = time.perf_counter()
    yield lambda: time.perf_counter() - started


def _cpu_seconds(python: Path, code: str) -> float:
    """Of a process that runs this and ends."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, "-c", code], env=os.environ | {"HANDHELD_JSON": "json"}, check=True, timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

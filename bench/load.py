"""Load from another process: wrk where it can be had, else our own client."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import processes
import wire
from contestants import Running

HERE = Path(__file__).parent
SPARE_SECONDS = 60
WRK, ASYNCIO = "wrk", "asyncio"


@dataclass(frozen=True, slots=True)
class Measured:
    """One server under one load, once."""

    rate: float
    """Calls a second."""
    p50_ms: float
    p99_ms: float
    cpu_us: float | None
    """The server's CPU time a call, where the system tells it."""


def choose() -> str:
    """The name of the load generator; installs wrk where that can be done."""
    if not shutil.which("wrk") and shutil.which("apt-get") and os.geteuid() == 0:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(["apt-get", "install", "-qqy", "wrk"], capture_output=True, timeout=300)
    return WRK if shutil.which("wrk") else ASYNCIO


def version(name: str) -> str:
    if name == ASYNCIO:
        return f"our own asyncio client, Python {sys.version.split()[0]}"
    told = subprocess.run(["wrk", "--version"], capture_output=True, text=True, timeout=10).stdout
    found = re.search(r"wrk \S*?(\d[\d.]*)", told)
    return f"wrk {found[1]}" if found else "wrk"


def measure(name: str, running: Running, era: str, tool: str, clients: int, seconds: float) -> Measured:
    """Longer where not one call is answered in that time; WrongAnswer where any fails."""
    requests = [request.raw(running.port) for request in running.requests(era, tool)]
    command = _wrk if name == WRK else _asyncio
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"\1".join(requests))
        file.flush()
        for longer in (1, 4, 16):
            before = processes.cpu_seconds(running.pid)
            result = _result(name, running, command(running.port, file.name, clients, seconds * longer), seconds * longer)
            after = processes.cpu_seconds(running.pid)
            if result["calls"]:
                break
    if result["errors"] or not result["calls"]:
        raise wire.WrongAnswer(f"{running.contestant.name}, {era}, {clients} clients: {result}")
    cpu = (after - before) * 1e6 / result["calls"] if before is not None and after is not None else None
    return Measured(result["calls"] / result["seconds"], result["p50_ms"], result["p99_ms"], cpu)


def _result(name: str, running: Running, command: list[str], seconds: float) -> dict[str, Any]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + SPARE_SECONDS)
    told = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not told:
        raise wire.WrongAnswer(f"{name} failed on {running.contestant.name}: {done.stderr or done.stdout}")
    result: dict[str, Any] = json.loads(told[-1])
    return result


def _wrk(port: int, file: str, clients: int, seconds: float) -> list[str]:
    lasting = ["-t1", f"-c{clients}", f"-d{round(seconds)}s", "--timeout", f"{SPARE_SECONDS}s"]
    return ["wrk", *lasting, "-s", str(HERE / "post.lua"), f"http://127.0.0.1:{port}/mcp", "--", file, str(wire.ID)]


def _asyncio(port: int, file: str, clients: int, seconds: float) -> list[str]:
    return [sys.executable, str(HERE / "client.py"), str(port), file, str(wire.ID), str(clients), str(seconds)]

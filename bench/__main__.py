"""Measures Handheld beside other servers, in one run on one machine: `make bench`, or `python bench --help`."""

import argparse
import contextlib
import dataclasses
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import contestants
import figures
import flame
import idle
import load
import report
import rounds
import start
import wire

HERE = Path(__file__).parent
TESTS = HERE.parent / "pytests"
sys.path.append(str(TESTS))  # what others wrote is installed by the same code as for the tests

from oracles import CannotInstall, python_with  # noqa: E402

RESULTS = HERE / "results"
REPORT = "report.md"
CLIENTS = {contestants.INSTANT: (1, 32, 256), contestants.THREADED: (1, 32)}
COMPARED = 32
"""The number of clients that the aims are about."""
SIZES = (50, 150, 500, 1500, 5000, 10_000)
CODECS = ("orjson", "json")
PARTS = ("calls", "screens", "start", "idle", "seam", "tokens")
PART_SECONDS = 600
_OWN = Path(sys.executable)


class NotMeasured(Exception):
    """Says why."""


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="everything, but little of it: about 3 minutes, and rough figures")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure (default: everything)")
    parser.add_argument("--rounds", type=int, help="how often everyone is measured (default: 5; quick: 1)")
    parser.add_argument("--seconds", type=float, default=1, help="how long each time; with wrk, whole seconds (default: 1)")
    parser.add_argument("--nodes", type=int, nargs="+", default=SIZES, help="the sizes of screens")
    parser.add_argument("--only", default="", metavar="NAME", help="only the server of this name; draws no plot")
    parser.add_argument("--load", choices=(load.WRK, load.ASYNCIO), help="the load generator (default: wrk if it can be had)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the numbers, plots and report go")
    chosen = parser.parse_args()
    chosen.rounds = chosen.rounds or (1 if chosen.quick else 5)
    if chosen.rounds < 1 or chosen.seconds <= 0 or min(chosen.nodes) < 50:
        parser.error("at least one round, some time, and 50 nodes or more")
    if chosen.load == load.WRK and chosen.seconds != round(chosen.seconds):
        parser.error("wrk measures whole seconds")
    if chosen.only not in ("", *(one.name for one in contestants.EVERYONE)):
        names = "; ".join(one.name for one in contestants.EVERYONE)
        parser.error(f"no server is called '{chosen.only}'; there are: {names}")
    return chosen


def python_of_others() -> Path | None:
    """A Python with their packages, or None, and why."""
    say("installing the other servers, if they are not there yet")
    try:
        return python_with((TESTS / "end_to_end/requirements.txt").read_text() + (HERE / "requirements.txt").read_text())
    except CannotInstall as why:
        say(f"the other servers are not measured: {why}")
        return None


def measure_calls(chosen: argparse.Namespace, generator: str, others: Path | None) -> dict[str, Any]:
    pythons = {one: others if one.theirs else _OWN for one in contestants.EVERYONE if chosen.only in ("", one.name)}

    @contextlib.contextmanager
    def start_all() -> Iterator[list[contestants.Running]]:
        with contextlib.ExitStack() as stack:
            started = [contestants.serving(one, python, COMPARED) for one, python in pythons.items() if python is not None]
            yield [stack.enter_context(server) for server in started]

    results, memory = rounds.run(start_all, generator, CLIENTS, chosen.rounds, chosen.seconds, say)
    calls = [
        cell._asdict() | dataclasses.asdict(rounds.middle(each)) | {"rounds": [dataclasses.asdict(one) for one in each]}
        for cell, each in results.items()
    ]
    return {
        "figures": figures.of_calls(results, COMPARED),
        "calls": calls,
        "against": figures.against(results, memory),
        "memory": [{"server": name} | dataclasses.asdict(used) for name, used in memory.items()],
    }


def measure_screens(chosen: argparse.Namespace, others: Path | None) -> dict[str, Any]:
    found = []
    for codec in CODECS:
        say(f"reading screens, {codec}")
        command = [sys.executable, str(HERE / "pipeline.py"), str(chosen.seconds / 2), *map(str, chosen.nodes)]
        done = subprocess.run(
            command, env=os.environ | {"HANDHELD_JSON": codec}, stdout=subprocess.PIPE, check=True, timeout=PART_SECONDS
        )
        found += [json.loads(line) for line in done.stdout.splitlines()]
    if others is not None:
        problem = flame.draw(others.with_name("py-spy"), chosen.out / "flame.svg", 4 * chosen.seconds)
        if problem:
            say(f"no flame graph: {problem}")
    return {"figures": figures.of_screens(found), "screens": found}


def measure_start(chosen: argparse.Namespace, others: Path | None) -> dict[str, Any]:
    found = start.measure(_OWN, None if chosen.only else others, 1 + chosen.rounds, say)
    return {"figures": figures.of_start(found), "start": found}


def measure_idle(chosen: argparse.Namespace) -> dict[str, Any]:
    found = idle.measure(_OWN, max(2, (5 if chosen.quick else 40) * chosen.seconds), say)
    return {"figures": figures.of_idle(found), "idle": found}


def measure_seam(chosen: argparse.Namespace) -> dict[str, Any]:
    say("crossing the seam to the Kotlin, which is compiled first if need be")
    with tempfile.NamedTemporaryFile() as result:
        done = subprocess.run(
            [sys.executable, HERE / "seam.py", result.name, str(5 + 5 * chosen.rounds)],
            capture_output=True, text=True, timeout=PART_SECONDS,
        )  # fmt: skip
        if done.returncode:
            raise NotMeasured(f"the real Kotlin does not run here: {done.stderr.strip().splitlines()[-1]}")
        found = json.loads(Path(result.name).read_text())
    return {"figures": figures.of_seam(found), "seam": found}


def measure_tokens(chosen: argparse.Namespace) -> dict[str, Any]:
    say("counting tokens")
    command = [sys.executable, HERE / "tokens", "--out", chosen.out]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PART_SECONDS)
    written = chosen.out / "tokens.md"
    if not done.stdout or not written.exists():
        raise NotMeasured(f"tokens were not counted: {done.stderr.strip().splitlines()[-1]}")
    return {"figures": [], "tokens": written.read_text()}


def about(chosen: argparse.Namespace, generator: str) -> dict[str, Any]:
    pins = [line.split("==") for line in (TESTS / "end_to_end/requirements.txt").read_text().splitlines() if "==" in line]
    ours = [(name, metadata.version(name)) for name in ("starlette", "uvicorn", "httptools", "h11", "orjson")]
    return {
        "when": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load_before": os.getloadavg()[0],
        "versions": {"Python": platform.python_version(), **dict(ours), **{name: version.strip() for name, version in pins}},
        "load_from": load.version(generator),
        "rounds": chosen.rounds,
        "seconds": chosen.seconds,
    }


def measure(chosen: argparse.Namespace, others: Path | None) -> dict[str, Any]:
    """Everything that was asked for; what cannot be measured here is left out, with the reason."""
    generator = chosen.load or load.choose()
    ways = {
        "calls": lambda: measure_calls(chosen, generator, others),
        "screens": lambda: measure_screens(chosen, others),
        "start": lambda: measure_start(chosen, others),
        "idle": lambda: measure_idle(chosen),
        "seam": lambda: measure_seam(chosen),
        "tokens": lambda: measure_tokens(chosen),
    }
    saved: dict[str, Any] = {"run": about(chosen, generator), "figures": [], "missing": {}}
    for part in chosen.parts:
        try:
            found = ways[part]()
        except (NotMeasured, subprocess.TimeoutExpired) as why:
            say(f"bench: {why}")
            saved["missing"][part] = str(why)
            continue
        saved["figures"] += [dataclasses.asdict(one) for one in found.pop("figures")]
        saved |= found
    return saved


def main() -> int:
    chosen = options()
    chosen.out.mkdir(parents=True, exist_ok=True)
    others = None if chosen.only else python_of_others()
    try:
        saved = measure(chosen, others)
    except wire.WrongAnswer as why:
        say(f"bench: {why}")
        return 1
    (chosen.out / "results.json").write_text(json.dumps(saved, indent=1) + "\n")
    plots = []
    if others is not None:
        drawn = [others, HERE / "plot.py", chosen.out / "results.json", chosen.out]
        plots = subprocess.run(drawn, check=True, timeout=120, stdout=subprocess.PIPE, text=True).stdout.split()
    place = HERE if chosen.out == RESULTS else chosen.out
    text = report.markdown(saved, {name: os.path.relpath(chosen.out / name, place) for name in [*plots, "flame.svg"]
                                   if (chosen.out / name).exists()})  # fmt: skip
    (place / REPORT).write_text(text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

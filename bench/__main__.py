"""Measures Handheld beside other servers, in one run on one machine: `make bench`, or `python bench --help`."""

import argparse
import contextlib
import dataclasses
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import contestants
import figures
import load
import report
import rounds
import wire

HERE = Path(__file__).parent
TESTS = HERE.parent / "pytests"
sys.path.append(str(TESTS))  # what others wrote is installed by the same code as for the tests

from oracles import CannotInstall, python_with  # noqa: E402

RESULTS = HERE / "results"
CLIENTS = (1, 32)
SIZES = (50, 150, 500, 1500, 5000, 10_000)
CODECS = ("orjson", "json")


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everyone is measured (default: 5)")
    parser.add_argument("--seconds", type=float, default=1, help="how long each time; with wrk, whole seconds (default: 1)")
    parser.add_argument("--nodes", type=int, nargs="+", default=SIZES, help="the sizes of screens")
    parser.add_argument("--only", default="", metavar="NAME", help="only the server of this name; draws no plot")
    parser.add_argument("--load", choices=(load.WRK, load.ASYNCIO), help="the load generator (default: wrk if it can be had)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where results.json and plot.png go")
    chosen = parser.parse_args()
    if chosen.rounds < 1 or chosen.seconds <= 0 or min(chosen.nodes) < 50:
        parser.error("at least one round, some time, and 50 nodes or more")
    if chosen.load == load.WRK and chosen.seconds != round(chosen.seconds):
        parser.error("wrk measures whole seconds")
    return chosen


def python_of_others() -> Path | None:
    """A Python with their packages, or None, and why."""
    say("installing the other servers, if they are not there yet")
    try:
        return python_with((TESTS / "end_to_end/requirements.txt").read_text() + (HERE / "requirements.txt").read_text())
    except CannotInstall as why:
        say(f"the other servers are not measured: {why}")
        return None


def measure_calls(chosen: argparse.Namespace, generator: str, others: Path | None) -> rounds.Results:
    own = Path(sys.executable)
    with contextlib.ExitStack() as stack:
        servers = []
        for contestant in contestants.EVERYONE:
            python = others if contestant.theirs else own
            if python is not None and chosen.only in ("", contestant.name):
                say(f"starting {contestant.name}")
                servers.append(stack.enter_context(contestants.serving(contestant, python, max(CLIENTS))))
        rounds.warm_up(servers)
        return rounds.run(servers, generator, CLIENTS, chosen.rounds, chosen.seconds, say)


def measure_screens(chosen: argparse.Namespace) -> list[dict[str, Any]]:
    found = []
    for codec in CODECS:
        say(f"reading screens, {codec}")
        command = [sys.executable, str(HERE / "pipeline.py"), str(chosen.seconds / 2), *map(str, chosen.nodes)]
        done = subprocess.run(command, env=os.environ | {"HANDHELD_JSON": codec}, stdout=subprocess.PIPE, check=True, timeout=600)
        found += [json.loads(line) for line in done.stdout.splitlines()]
    return found


def about(chosen: argparse.Namespace, generator: str, load_before: float) -> dict[str, Any]:
    pins = [line.split("==") for line in (TESTS / "end_to_end/requirements.txt").read_text().splitlines() if "==" in line]
    ours = [(name, metadata.version(name)) for name in ("starlette", "uvicorn", "httptools", "h11", "orjson")]
    return {
        "when": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load_before": load_before,
        "versions": {"Python": platform.python_version(), **dict(ours), **{name: version.strip() for name, version in pins}},
        "load_from": load.version(generator),
        "rounds": chosen.rounds,
        "seconds": chosen.seconds,
    }


def saved(run: dict[str, Any], results: rounds.Results, screens: list[dict[str, Any]]) -> dict[str, Any]:
    every = [*figures.of_calls(results, max(CLIENTS)), *figures.of_screens(screens)]
    calls = [
        cell._asdict() | dataclasses.asdict(rounds.middle(each)) | {"rounds": [dataclasses.asdict(one) for one in each]}
        for cell, each in results.items()
    ]
    return {"run": run, "figures": [dataclasses.asdict(one) for one in every], "calls": calls, "screens": screens}


def main() -> int:
    chosen = options()
    load_before = os.getloadavg()[0]
    generator = chosen.load or load.choose()
    others = None if chosen.only else python_of_others()
    try:
        results = measure_calls(chosen, generator, others)
    except wire.WrongAnswer as why:
        say(f"bench: {why}")
        return 1
    if not results:
        say(f"bench: no server is called '{chosen.only}'; there are: {'; '.join(one.name for one in contestants.EVERYONE)}")
        return 2
    run = saved(about(chosen, generator, load_before), results, measure_screens(chosen))
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / "results.json").write_text(json.dumps(run, indent=1) + "\n")
    text = report.markdown(run)
    print(text)
    if others is not None:
        subprocess.run([others, HERE / "plot.py", chosen.out / "results.json", chosen.out / "plot.png"], check=True, timeout=120)
        if chosen.out == RESULTS:
            readme = HERE / "README.md"
            readme.write_text(report.put_into(readme.read_text(), text))
    return 0


if __name__ == "__main__":
    sys.exit(main())

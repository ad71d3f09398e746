"""make soak: load and fuzz at full length. Talks to this machine only, and ends by itself."""

import argparse
import asyncio
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from commands import HANDHELD  # noqa: E402
from load import Load  # noqa: E402
from oracles import CannotInstall, python_with  # noqa: E402

RESULTS, PICTURE = ROOT / "bench/results/soak.json", ROOT / "docs/pictures/soak.png"
MOST_GROWTH, MOST_RATIO, LEAST_INPUTS = 5.0, 3.0, 100_000


def main() -> int:
    options = argparse.ArgumentParser(prog="soak", description=__doc__)
    options.add_argument("--seconds", type=int, default=600, help="how long the agents work (default: %(default)s)")
    options.add_argument("--clients", type=int, default=64)
    options.add_argument("--only", choices=("load", "fuzz"))
    options.add_argument("--save", action="store_true", help="keep the figures (bench/results) and the plot (docs/pictures)")
    given = options.parse_args()
    wrong = [] if given.only == "fuzz" else load(given.seconds, given.clients, given.save)
    wrong += [] if given.only == "load" else fuzz()
    for problem in wrong:
        print(f"WRONG: {problem}")
    return bool(wrong)


def load(seconds: int, clients: int, save: bool) -> list[str]:
    load_before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        command = [HANDHELD, "serve", "--port", "0", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                url = server.stdout.readline().strip().removeprefix("listening on ")
                token = server.stdout.readline().strip().removeprefix("token: ")
                measured = Load(server.pid, url, token, clients)
                before = measured.sample(0)
                asyncio.run(measured.run(seconds))
                asyncio.run(asyncio.sleep(2))
                after = measured.sample(seconds)
            finally:
                server.terminate()
    figures = measured.figures() | {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
        "load_before": round(load_before, 2), "load_after": round(os.getloadavg()[0], 2),
        "descriptors_before": before.descriptors, "descriptors_after": after.descriptors, "threads_after": after.threads,
    }  # fmt: skip
    _tell(figures)
    if save:
        RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
        _draw()
    return _problems(figures)


def _problems(figures: dict[str, Any]) -> list[str]:
    wrong = list(figures["errors"])
    if figures["rss_growth_percent"] > MOST_GROWTH:
        wrong.append(f"the memory grew by {figures['rss_growth_percent']} %")
    if figures["descriptors_after"] > figures["descriptors_before"] + 3:
        wrong.append(f"{figures['descriptors_after'] - figures['descriptors_before']} descriptors are left open")
    if figures["threads_after"] > max(sample["threads"] for sample in figures["samples"]):
        wrong.append("threads are left")
    wrong += [
        f"p99 of {kind} is {figures[kind]['ratio']} times the idle p50 for each in the queue"
        for kind in ("looks", "acts")
        if figures[kind]["ratio"] > MOST_RATIO
    ]
    return wrong


def _tell(figures: dict[str, Any]) -> None:
    told = (
        "{clients} clients, {seconds:.0f} s, {calls:,} calls; {machine}; load average {load_before} before, {load_after} after",
        "memory {rss_growth_percent} % after warm-up; descriptors {descriptors_before} before, {descriptors_after} after",
    )
    print("\n".join(told).format(**figures))
    for name, row in {**figures["steps"], "looks": figures["looks"], "acts": figures["acts"]}.items():
        print(f"{name:10} " + "  ".join(f"{key} {value}" for key, value in row.items()))


def _draw() -> None:
    try:
        python = python_with((HERE / "requirements.txt").read_text())
    except CannotInstall as why:
        print(f"no plot: {why}")
        return
    subprocess.run([python, HERE / "plot.py", RESULTS, PICTURE], check=True)


def fuzz() -> list[str]:
    """Hypothesis over messages, tools and parsers, with both JSON codecs; then atheris over the parsers."""
    tried, wrong = 0, []
    for codec in ("orjson", "json"):
        environment = os.environ | {"HANDHELD_FUZZ": "12", "HANDHELD_JSON": codec}
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--timeout=3000", HERE.parent / "fuzz"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)
        found = re.search(r"([\d,]+) inputs of hypothesis", done.stdout)
        tried += int(found[1].replace(",", "")) if found else 0
        if done.returncode:
            wrong.append(f"fuzz with {codec}: {done.stdout[-3000:]}")
    try:
        python = python_with((HERE / "requirements.txt").read_text())
        done = subprocess.run([python, HERE.parent / "fuzz/guided.py", "100000"], capture_output=True, text=True, check=False)
        tried += sum(map(int, re.findall(r"Done (\d+) runs", done.stderr)))
        if done.returncode:
            wrong.append(f"guided fuzz: {done.stderr[-3000:]}")
    except CannotInstall as why:
        print(f"no guided fuzz: {why}")
    print(f"{tried:,} inputs")
    return wrong if tried >= LEAST_INPUTS else [*wrong, f"only {tried:,} inputs"]


if __name__ == "__main__":
    sys.exit(main())

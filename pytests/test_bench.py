"""The benchmarks still run, and say what they should. Short: the figures mean nothing here."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parent.parent / "bench"
QUICK = ("--quick", "--rounds", "2", "--seconds", "0.05", "--nodes", "50", "--load", "asyncio")
PARTS = ("calls", "screens", "start", "idle")
"""The others take minutes, and have tests of their own."""

pytestmark = pytest.mark.timeout(600)  # dozens of processes, each of which is slow on a busy machine


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, BENCH, *arguments], capture_output=True, text=True, check=False, timeout=500)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    done = bench(*QUICK, "--parts", *PARTS, "--only", "Handheld", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    assert (folder / "report.md").read_text().strip() == done.stdout.strip()
    return done.stdout, json.loads((folder / "results.json").read_text())


def test_a_server_is_measured_in_both_eras_by_one_and_by_many(run):
    calls = run[1]["calls"]
    clients = {"echo": (1, 32, 256), "echo_from_a_thread": (1, 32)}
    cells = {(tool, count, era) for tool, counts in clients.items() for count in counts for era in ("legacy", "modern")}
    assert {(row["tool"], row["clients"], row["era"]) for row in calls} == cells
    assert all(row["rate"] > 0 and 0 < row["p50_ms"] <= row["p99_ms"] and len(row["rounds"]) == 2 for row in calls)


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux tells the memory of another process in /proc")
def test_the_memory_of_a_server_is_told(run):
    (row,) = run[1]["memory"]
    assert row["server"] == "Handheld"
    assert 10 < row["pss_mb"] <= row["rss_mb"]


def test_reading_a_screen_is_measured_with_both_codecs_in_every_case(run):
    screens = run[1]["screens"]
    cases = ("first sight", "same again", "text changed", "list scrolled")
    assert [(row["codec"], row["case"]) for row in screens] == [(codec, case) for codec in ("orjson", "json") for case in cases]
    assert all(row["nodes"] == 50 and row["lines"] > 40 and row["ms"] > 0 and row["parse_ms"] > 0 for row in screens)


def test_a_cold_start_is_measured_beside_an_empty_server(run):
    start = run[1]["start"]
    assert [row["server"] for row in start["answers"]] == ["handheld serve", "bare Starlette", "bare Starlette, h11"]
    imports = [row["cpu_ms"] for row in start["imports"]]
    assert imports == sorted(imports)


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux tells how often a process was woken in /proc")
def test_doing_nothing_is_measured_beside_a_server_that_ticks(run):
    ours, bare = run[1]["idle"]
    assert (ours["server"], bare["server"]) == ("Handheld, h11", "bare Starlette, h11")
    assert ours["wakes_per_hour"] < bare["wakes_per_hour"]


def test_the_report_says_what_was_measured_and_with_what(run):
    text, saved = run
    assert "load from our own asyncio client" in text
    assert "| Handheld | legacy |" in text
    assert re.findall(r"^## (.*)", text, re.MULTILINE) == [
        "Ratios of this run", "Calls", "Reading a screen", "Cold starts", "Doing nothing"
    ]  # fmt: skip
    assert {figure["aim"] for figure in saved["figures"]} == {"", "≤ 3"}


def test_a_server_that_nobody_knows_is_an_error_that_names_the_others():
    done = bench(*QUICK, "--only", "Handhold")
    assert done.returncode == 2
    assert "no server is called 'Handhold'" in done.stderr
    assert "official SDK" in done.stderr

"""The benchmarks still run, and say what they should. Short: the figures mean nothing here."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parent.parent / "bench"
QUICK = ("--rounds", "2", "--seconds", "0.05", "--nodes", "50", "--load", "asyncio")


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, BENCH, *arguments], capture_output=True, text=True, check=False, timeout=100)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    done = bench(*QUICK, "--only", "Handheld", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    return done.stdout, json.loads((folder / "results.json").read_text())


def test_a_server_is_measured_in_both_eras_by_one_and_by_many(run):
    calls = run[1]["calls"]
    tools = ("echo", "echo_from_a_thread")
    cells = {(tool, clients, era) for tool in tools for clients in (1, 32) for era in ("legacy", "modern")}
    assert {(row["tool"], row["clients"], row["era"]) for row in calls} == cells
    assert all(row["rate"] > 0 and 0 < row["p50_ms"] <= row["p99_ms"] and len(row["rounds"]) == 2 for row in calls)


def test_reading_a_screen_is_measured_with_both_codecs_in_every_case(run):
    screens = run[1]["screens"]
    cases = ("first sight", "same again", "text changed", "list scrolled")
    assert [(row["codec"], row["case"]) for row in screens] == [(codec, case) for codec in ("orjson", "json") for case in cases]
    assert all(row["nodes"] == 50 and row["lines"] > 40 and row["ms"] > 0 and row["parse_ms"] > 0 for row in screens)


def test_the_report_says_what_was_measured_and_with_what(run):
    text, saved = run
    assert "load from our own asyncio client" in text
    assert "| Handheld | legacy |" in text
    assert {figure["aim"] for figure in saved["figures"]} == {"≤ 3"}


def test_a_server_that_nobody_knows_is_an_error_that_names_the_others():
    done = bench(*QUICK, "--only", "Handhold")
    assert done.returncode == 2
    assert "no server is called 'Handhold'" in done.stderr
    assert "official SDK" in done.stderr

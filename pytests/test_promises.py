"""docs/promises.md names a test for each promise; here each of those tests is looked up."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLACES = ("pytests", "app/src/test/java/dev/handheld", "app/src/androidTest/java/dev/handheld")
HEADINGS = ("Who may do what", "Attacks", "Load", "Faults", "Fuzz", "Contract", "Android")
NAMED = re.compile(r"`([\w/.-]+\.(?:py|kt))::([^`]+)`")


def text() -> str:
    return (ROOT / "docs/promises.md").read_text()


def promises() -> list[tuple[str, list[tuple[str, str]]]]:
    rows = [line.strip().strip("|").split(" | ", 1) for line in text().splitlines() if line.startswith("| ")]
    return [(row[0].strip(), NAMED.findall(row[1])) for row in rows if row[0].strip() != "promise"]


@cache
def names_in(path: str) -> set[str]:
    found = [ROOT / place / path for place in PLACES if (ROOT / place / path).is_file()]
    assert found, f"there is no {path}"
    return set(re.findall(r"\b(?:def|fun) `?([^`(]+)`?\(", found[0].read_text()))


@pytest.mark.parametrize(("promise", "tests"), promises(), ids=lambda value: value[:60] if isinstance(value, str) else "")
def test_every_promise_names_a_test_that_exists(promise: str, tests: list[tuple[str, str]]) -> None:
    assert tests, f"no test keeps: {promise}"
    assert [f"{path}::{name}" for path, name in tests if name not in names_in(path)] == []


def test_there_is_a_place_for_every_kind_of_promise() -> None:
    assert re.findall(r"^## (.+)$", text(), re.MULTILINE) == list(HEADINGS)

"""The table of the contract (rows.tsv): what each row of the documents demands, and the tests that keep it. Checked both ways.

Rows are named after their document: 004 the current edition, 002 the first, 003 SMS, mcp the protocol. Tests are named as pytest
names them, from the folder `pytests`; a name without brackets stands for all cases of a test, and `*]` ends a family of cases.
"""

import csv
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from world import World

HERE = Path(__file__).parent
TESTS = HERE.parent


class Row(NamedTuple):
    name: str
    demand: str
    tests: list[str]


def read() -> list[Row]:
    with (HERE / "rows.tsv").open(encoding="utf-8", newline="") as file:
        _, *lines = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    return [Row(name, demand, tests.split()) for name, demand, tests in lines]


ROWS = read()


@pytest.fixture(scope="module")
def collected() -> list[str]:
    """Every test of the contract and of the files that the table names, as pytest finds them."""
    files = {test.partition("::")[0] for row in ROWS for test in row.tests} | {
        str(path.relative_to(TESTS)) for path in HERE.glob("test_*.py")
    }
    missing = [file for file in files if not (TESTS / file).exists()]
    assert missing == []
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-o", "addopts=-q", "-p", "no:cacheprovider", "--rootdir", TESTS,
         *sorted(files)],
        cwd=TESTS, capture_output=True, text=True, check=False,
    )  # fmt: skip
    tests = [line for line in found.stdout.splitlines() if "::" in line]
    assert (found.returncode, bool(tests)) == (0, True), found.stdout
    return tests


def named_by(name: str, collected: list[str]) -> set[str]:
    if name.endswith("*]"):
        return {test for test in collected if test.startswith(name.removesuffix("*]"))}
    return {test for test in collected if test == name or test.startswith(name + "[")}


def test_rows_have_a_name_of_their_own_and_say_what_they_demand() -> None:
    names = [row.name for row in ROWS]
    assert sorted(set(names)) == sorted(names)
    assert [name for name in names if not re.fullmatch(r"(004|002|003|mcp)(\.[A-Za-z0-9_]+)+", name)] == []
    assert [row.name for row in ROWS if len(row.demand) < 3 or not row.tests] == []


def test_every_test_that_a_row_names_exists(collected: list[str]) -> None:
    named = {(row.name, test) for row in ROWS for test in row.tests}
    assert [(row, test) for row, test in sorted(named) if not named_by(test, collected)] == []


def test_every_contract_test_is_named_by_a_row(collected: list[str]) -> None:
    kept = set().union(*(named_by(test, collected) for row in ROWS for test in row.tests))
    own = {test for test in collected if test.startswith("contract/") and not test.startswith("contract/test_rows.py")}
    assert sorted(own - kept) == []


def test_every_tool_of_the_documents_has_rows_for_its_schema_its_output_and_its_errors(world: World) -> None:
    core = world.core
    sms = set(core.sms.catalogue.tools)
    tools = {f"004.{tool.name}" for tool in core.catalogue.tools.values() if tool.name not in sms}
    tools |= {f"002.{name}" for name in core.first_edition.tools} | {f"003.{name}" for name in sms}
    documented, outputs, errors = (_tools_with(part) for part in ("schema", "output", "error"))
    assert len(documented) == 39 + 29 + 2
    assert sorted(documented - tools) == []
    assert sorted(documented - outputs) == []
    assert sorted(documented - errors) == []


def _tools_with(part: str) -> set[str]:
    return {found[1] for row in ROWS if (found := re.match(rf"(\d+\.\w+)\.{part}(?:[._]|$)", row.name))}

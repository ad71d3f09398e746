"""Other people's clients. A test that needs one that cannot be had is skipped, and says why."""

from pathlib import Path

import pytest
from oracles import CannotInstall, node_with, python_with

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several processes run the tests, one has the JVM, and each file its servers once."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group(item.path.relative_to(HERE).parts[0]))


@pytest.fixture(scope="session")
def oracle_python() -> Path:
    """A Python with the official SDK and FastMCP."""
    try:
        return python_with((HERE / "requirements.txt").read_text())
    except CannotInstall as why:
        pytest.skip(str(why))


@pytest.fixture(scope="session")
def node_tools() -> Path:
    """A folder of commands: `node`, `mcp-inspector`, `conformance`."""
    try:
        return node_with("node", HERE / "package.json") / "node_modules" / ".bin"
    except CannotInstall as why:
        pytest.skip(str(why))

"""Other people's clients. A test that needs one that cannot be had is skipped, and says why."""

from pathlib import Path

import pytest
from oracles import CannotInstall, node_with, python_with

HERE = Path(__file__).parent


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

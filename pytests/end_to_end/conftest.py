"""Other people's clients. A test that needs one that cannot be had is skipped, and says why."""

import shutil
from pathlib import Path

import pytest
from oracles import CannotInstall, installed, python_with, run

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
    package = HERE / "package.json"
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")

    def install(folder: Path) -> None:
        shutil.copy(package, folder)
        run(npm, "install", "--no-audit", "--no-fund", "--loglevel=error", cwd=folder)

    try:
        return installed("node", package.read_text(), install) / "node_modules" / ".bin"
    except CannotInstall as why:
        pytest.skip(str(why))

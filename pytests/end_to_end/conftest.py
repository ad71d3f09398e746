"""Other people's clients, installed once for a set of pins and kept in the user's cache."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "handheld"


def installed(kind: str, pins: str, install: Callable[[Path], None]) -> Path:
    """The folder with what the pins ask for. Skips, and says why, where it cannot be had."""
    folder = CACHE / f"{kind}-{hashlib.sha256(pins.encode()).hexdigest()[:12]}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            install(folder)
            (folder / "complete").touch()
    return folder


def run(*command: str | Path, cwd: Path | None = None) -> None:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        last = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()][-3:]
        pytest.skip(f"{Path(command[0]).name} could not install what this test needs: {' / '.join(last)}")


@pytest.fixture(scope="session")
def oracle_python() -> Path:
    """A Python with the official SDK and FastMCP."""
    requirements = HERE / "requirements.txt"

    def install(folder: Path) -> None:
        run(sys.executable, "-m", "venv", folder)
        pip = (folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run(*pip, "--requirement", requirements)

    return installed("python", sys.version + requirements.read_text(), install) / "bin" / "python"


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

    return installed("node", package.read_text(), install) / "node_modules" / ".bin"

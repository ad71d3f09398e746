"""What other people wrote, to compare with: installed once for a set of pins and kept in the user's cache."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from handheld_desktop.alone import alone

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "handheld"


class CannotInstall(Exception):
    """Says why."""


def installed(kind: str, pins: str, install: Callable[[Path], None]) -> Path:
    """The folder with what the pins ask for; CannotInstall where it cannot be had."""
    folder = CACHE / f"{kind}-{hashlib.sha256(pins.encode()).hexdigest()[:12]}"
    with alone(folder.with_suffix(".lock")):
        if not (folder / "complete").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            install(folder)
            (folder / "complete").touch()
    return folder


def python_with(requirements: str) -> Path:
    """A Python that has these packages."""

    def install(folder: Path) -> None:
        run(sys.executable, "-m", "venv", folder)
        (folder / "requirements.txt").write_text(requirements)
        pip = (folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run(*pip, "--requirement", folder / "requirements.txt")

    return installed("python", sys.version + requirements, install) / "bin" / "python"


def node_with(kind: str, package: Path) -> Path:
    """The folder with the npm packages that this package.json asks for."""
    npm = shutil.which("npm")
    if npm is None:
        raise CannotInstall("npm is not installed")

    def install(folder: Path) -> None:
        shutil.copy(package, folder)
        run(npm, "install", "--no-audit", "--no-fund", "--loglevel=error", cwd=folder)

    return installed(kind, package.read_text(), install)


def run(*command: str | Path, cwd: Path | None = None) -> None:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        last = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()][-3:]
        raise CannotInstall(f"{Path(command[0]).name} could not install it: {' / '.join(last)}")

"""`handheld doctor`: what this machine has, what it lacks, and how to get it."""

import importlib.metadata
import platform
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from handheld.errors import HandheldError, InvalidArguments
from handheld.settings import Settings

from .folder import DataFolder

_PACKAGES = ("starlette", "uvicorn", "jsonschema", "asn1crypto", "cryptography", "pillow")
_FASTER = {"orjson": "JSON", "httptools": "HTTP"}


@dataclass(frozen=True, slots=True)
class Finding:
    mark: Literal["ok", "missing", "problem"]
    """missing: a thing that only some uses need; problem: the server cannot run."""
    text: str


@dataclass(frozen=True, slots=True)
class Program:
    names: tuple[str, ...]
    least: int
    version_flag: str
    needed_for: str
    how: str


_PROGRAMS = (
    Program(("java",), 17, "-version", "the tests of the Android app", "apt-get install default-jdk-headless"),
    Program(("mvn",), 3, "--version", "the tests of the Android app", "apt-get install maven"),
    Program(("node",), 22, "--version", "the MCP Inspector and the conformance tests", "npm install --global node@22"),
    Program(("chromium", "chromium-browser", "google-chrome"), 100, "--version", "the tests of the control page",
            "apt-get install chromium"),
)  # fmt: skip


def doctor(folder: DataFolder, host: str | None, port: int | None) -> int:
    findings = [Finding("ok", f"Python {platform.python_version()}"), *_packages(), *_folder(folder, host, port), *_programs()]
    for finding in findings:
        print(f"{finding.mark:8} {finding.text}")
    problems = sum(finding.mark == "problem" for finding in findings)
    print(f"\nTo solve before the server can run here: {problems}" if problems else "\nThe server can run here.")
    return 1 if problems else 0


def _packages() -> Iterator[Finding]:
    for name in (*_PACKAGES, *_FASTER):
        try:
            yield Finding("ok", f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            if name in _FASTER:
                yield Finding("missing", f"{name}: {_FASTER[name]} is slower without it; get it with: make setup")
            else:
                yield Finding("problem", f"{name}: get it with: make setup")


def _folder(folder: DataFolder, host: str | None, port: int | None) -> Iterator[Finding]:
    try:
        folder.prepare()
    except HandheldError as error:
        yield Finding("problem", f"{error}; choose another one with --data")
        return
    yield Finding("ok", f"data folder {folder.path}")
    settings = Settings()
    file = folder.settings_file()
    try:
        settings = file.peek()
    except InvalidArguments as error:
        yield Finding("missing", f"{error}; the server would set it aside and use the defaults")
    for problem in file.problems:
        yield Finding("missing", problem)
    yield _port(folder, host or settings.host, settings.port if port is None else port)


def _port(folder: DataFolder, host: str, port: int) -> Finding:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        running = folder.announced()
        if running is not None and f":{port}/" in running.url:
            return Finding("ok", f"port {port} on {host}: our server listens there, at {running.url}")
        return Finding("problem", f"port {port} on {host}: {error.strerror}; for any free one: handheld serve --port 0")
    return Finding("ok", f"port {port} on {host} is free")


def _programs() -> Iterator[Finding]:
    for program in _PROGRAMS:
        path = next(filter(None, map(shutil.which, program.names)), None)
        name = program.names[0]
        how = f"{program.needed_for} need it; get it with: {program.how}"
        if path is None:
            yield Finding("missing", f"{name}: {how}")
            continue
        version = _version(path, program.version_flag)
        if version is None or int(version.partition(".")[0]) < program.least:
            yield Finding("missing", f"{name} {version or 'that does not run'}, not {program.least} or later: {how}")
        else:
            yield Finding("ok", f"{name} {version}")


def _version(path: str, flag: str) -> str | None:
    """The first number that it prints about itself."""
    try:
        done = subprocess.run([path, flag], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    plain = re.sub(r"\x1b\[[\d;]*m", "", done.stdout + done.stderr)  # Maven prints in bold
    found = re.search(r"\d+(\.\d+)*", plain)
    return found[0] if found else None

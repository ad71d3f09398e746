"""The shape of the house (CONTRIBUTING.md), kept true: what imports what, how long a file may be, what a phone can install."""

import ast
import graphlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORE = ROOT / "app/src/main/python/handheld"
REQUIREMENTS = ROOT / "app/requirements.txt"

ONLY = {
    "errors": set(),
    "codec": set(),
    "clock": set(),
    "device": {"errors"},
    "schema": {"errors"},
    "settings": {"schema"},
    "settings_json": {"errors", "schema", "settings"},
    "settings_file": {"atomic", "clock", "codec", "errors", "schema", "settings", "settings_json"},
}
"""The foundations, and all that each may import of the core."""

NEVER = {
    "screen": {"phone", "settings", "tool", "tools", "hub", "core", "server", "page", "entry"},
    "bridge": {"phone", "settings", "tool", "tools", "hub", "core", "server", "page", "entry"},
    "phone": {"call", "tool", "catalogue", "tools", "hub", "core", "server", "page", "entry"},
    "call": {"tool", "catalogue", "tools", "hub", "core", "server", "page", "entry", "bridge"},
    "tool": {"catalogue", "tools", "hub", "core", "server", "page", "entry", "bridge"},
    "catalogue": {"tools", "hub", "core", "server", "page", "entry", "bridge"},
    "tools": {"hub", "core", "server", "page", "entry", "bridge"},
    "hub": {"core", "server", "page", "entry", "bridge"},
    "core": {"server", "app", "page", "entry", "bridge"},
    "app": {"page", "entry", "bridge", "tools"},
    "server": {"device", "screen", "bridge", "tools", "entry"},
    "page": {"device", "screen", "bridge", "tools", "entry"},
}

OUTSIDE = {
    "starlette": {"server", "page"},
    "anyio": {"server", "page"},
    "uvicorn": {"server.run"},
    "orjson": {"codec"},
    "asn1crypto": {"certificate"},
    "jsonschema": {"schema", "settings_json"},
    "segno": {"page.qr"},
}
"""Every package from outside that the core imports, and where it may."""


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "node_modules" not in path.parts)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(CORE).with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> Iterator[str]:
    """Every module that a file of the core imports; those of the core itself begin with "handheld."."""
    package = ["handheld", *path.relative_to(CORE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            parts = [*base, *(node.module or "").split(".")] if node.module else base
            if parts == ["handheld"] or (node.level and not node.module):
                yield from (".".join([*parts, alias.name]) for alias in node.names)
            else:
                yield ".".join(parts)


def core_imports(path: Path) -> set[str]:
    """The rooms (top names of the core) that a file uses, other than its own."""
    rooms = {name.split(".")[1] for name in imports(path) if name.startswith("handheld.")}
    return rooms - {room(path)}


def room(path: Path) -> str:
    return path.relative_to(CORE).parts[0].removesuffix(".py")


every_source = pytest.mark.parametrize("path", sources(CORE), ids=module_name)


@every_source
def test_imports_go_downward_only(path: Path) -> None:
    used = core_imports(path)
    assert used <= ONLY.get(room(path), used)
    assert not used & NEVER.get(room(path), set())


def test_no_two_rooms_import_each_other() -> None:
    graph: dict[str, set[str]] = {}
    for path in sources(CORE):
        graph.setdefault(room(path), set()).update(core_imports(path))
    graphlib.TopologicalSorter(graph).prepare()


@every_source
def test_the_core_uses_only_the_standard_library_and_what_a_phone_has(path: Path) -> None:
    outside = {name.split(".")[0] for name in imports(path)} - {"handheld"} - sys.stdlib_module_names
    module = module_name(path)
    for name in outside:
        assert module in OUTSIDE.get(name, set()) or room(path) in OUTSIDE.get(name, set()), f"{module} imports {name}"


def test_the_rules_see_every_form_of_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "CORE", tmp_path)
    (tmp_path / "server").mkdir()
    path = tmp_path / "server" / "odd.py"
    path.write_text(
        "import PIL.Image\nfrom handheld import device\nfrom handheld.tools import touch\nfrom .. import bridge\n"
        "from ..screen.tree import Row\nfrom . import auth\ndef late():\n    from ..phone import Phone\n"
    )
    assert core_imports(path) == {"device", "tools", "bridge", "screen", "phone"}
    assert "PIL.Image" in set(imports(path))


ALL = [path for folder in ("app/src", "desktop", "pytests", "bench") for path in (ROOT / folder).rglob("*.*")]


@pytest.mark.parametrize("path", [path for path in ALL if path.suffix in (".py", ".kt")], ids=lambda path: path.name)
def test_a_file_is_one_idea_of_at_most_400_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 400


def pins(lines: list[str]) -> dict[str, str]:
    found = (re.match(r"([\w-]+)==([\w.]+)", line) for line in lines)
    return {match[1].lower(): match[2] for match in found if match}


def test_the_desktop_runs_what_the_phone_installs() -> None:
    phone = pins(REQUIREMENTS.read_text().splitlines())
    desktop = pins(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"])
    assert phone
    assert {name: desktop.get(name) for name in phone} == phone


def test_a_phone_can_install_its_pins_as_pure_wheels(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--retries", "1"]
    platform = ["--only-binary=:all:", "--platform", "android_26_arm64_v8a", "--python-version", "3.13", "--no-deps"]
    where = ["--requirement", str(REQUIREMENTS), "--dest", str(tmp_path)]
    done = subprocess.run([*command, *platform, *where], capture_output=True, text=True, check=False)
    if "Retrying (" in done.stderr or "No module named pip" in done.stderr:
        pytest.skip(f"the package registry cannot be reached: {done.stderr.splitlines()[0]}")
    assert done.returncode == 0, done.stderr
    wheels = [path.name for path in tmp_path.iterdir()]
    assert len(wheels) == len(pins(REQUIREMENTS.read_text().splitlines()))
    assert [name for name in wheels if not name.endswith("-none-any.whl")] == []

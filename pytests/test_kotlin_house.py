"""The Kotlin keeps to its part: it owns what only Android components can own, and the core thinks."""

import re
from pathlib import Path

import pytest

from handheld.core import TOOLS
from handheld.tool import Tool

ROOT = Path(__file__).resolve().parents[1]
KOTLIN = sorted((ROOT / "app/src/main/java").rglob("*.kt"))
PYTHON = sorted((ROOT / "app/src/main/python").rglob("*.py"))
FRAMEWORK = ("android", "java", "javax", "kotlin", "org.json", "org.xmlpull", "dev.handheld")
"""All that the app is made of: no library at all."""


def imports(path: Path) -> list[str]:
    return re.findall(r"^import ([\w.]+)", path.read_text(), re.MULTILINE)


@pytest.mark.parametrize("path", KOTLIN, ids=lambda path: path.name)
def test_only_the_framework_is_used_and_python_by_one_file(path: Path) -> None:
    known = (*FRAMEWORK, "com.chaquo.python") if path.name == "ChaquopyCore.kt" else FRAMEWORK
    assert [name for name in imports(path) if not name.startswith(tuple(f"{each}." for each in known))] == []


@pytest.mark.parametrize("path", [path for path in KOTLIN if path.parent.name == "shims"], ids=lambda path: path.name)
def test_a_shim_knows_no_other_shim(path: Path) -> None:
    assert [name for name in imports(path) if name.startswith("dev.handheld.shims.")] == []


@pytest.mark.parametrize("path", KOTLIN, ids=lambda path: path.name)
def test_a_file_is_one_class(path: Path) -> None:
    kinds = r"^(?:@\S+ )?(?:(?:public|internal|data|sealed|abstract|enum|fun|value) )*(?:class|object|interface) (\w+)"
    assert re.findall(kinds, path.read_text(), re.MULTILINE) in ([path.stem], [])


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: path.name)
def test_python_reaches_no_java_class_by_name(path: Path) -> None:
    """So that the keep rules for Bridge and its exception are all that is needed."""
    assert not re.search(r"^\s*(?:from|import) java\b|\bjclass\(", path.read_text(), re.MULTILINE)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_tool_is_tried_over_the_real_kotlin(tool: Tool) -> None:
    tests = (ROOT / "pytests/end_to_end/robolectric").glob("test_*.py")
    assert any(f'"{tool.name}"' in path.read_text() for path in tests)

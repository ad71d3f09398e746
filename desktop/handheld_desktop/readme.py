"""Writes into the README what only the program knows: the table of tools, and a screen. `python -m handheld_desktop.readme`."""

from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from handheld.core import TOOLS
from handheld.screen import tsv
from handheld.screen.memory import Memory
from handheld.tool import Tool

from .sim import SimulatedPhone

PATH = Path(__file__).resolve().parents[2] / "README.md"
_KEYS = ("id/digit_7", "id/op_add")


def written(page: str) -> str:
    """The page with both as they should be."""
    return _filled(_filled(page, "tools", _table()), "screen", _screen())


def _filled(page: str, name: str, text: str) -> str:
    begin, end = f"<!-- {name}: written by python -m handheld_desktop.readme -->\n", f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return before + begin + text + end + after


def _screen() -> str:
    """The calculator, with two of its keys."""
    with TemporaryDirectory() as folder:
        phone = SimulatedPhone(Path(folder))
        phone.open_app("com.android.calculator2")
        text = tsv.render(Memory(phone).look())
    before, _, calculator = text.partition("--- window:42 ")
    header, columns, *rows = calculator.splitlines()
    keys = [row for row in rows if any(key in row for key in _KEYS)]
    return "\n".join(["```", _line(before, "screen:"), f"--- window:42 {header}", columns, *keys, "```\n"])


def _line(text: str, start: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(start))


def _table() -> str:
    lines = ["| | tool | what it does |", "|---|---|---|"]
    for category, tools in groupby(TOOLS, lambda tool: tool.category):
        title = "**" + ("SMS" if category == "sms" else category) + "**"
        for tool in tools:
            lines.append(f"| {title} | `{tool.name}`{_arguments(tool)} | {_first_sentence(tool.description)} |")
            title = ""
    return "\n".join(lines) + "\n"


def _arguments(tool: Tool) -> str:
    schema = tool.arguments.schema
    names = [name if name in schema["required"] else f"{name}?" for name in schema["properties"]]
    return f" {', '.join(names)}" if names else ""


def _first_sentence(text: str) -> str:
    return text.split(". ")[0].rstrip(".").replace("|", "\\|")


if __name__ == "__main__":
    PATH.write_text(written(PATH.read_text(encoding="utf-8")), encoding="utf-8")

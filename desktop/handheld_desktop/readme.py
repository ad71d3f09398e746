"""Writes the table of tools into the README, from the tools themselves: `python -m handheld_desktop.readme`."""

from itertools import groupby
from pathlib import Path

from handheld.core import TOOLS
from handheld.tool import Tool

PATH = Path(__file__).resolve().parents[2] / "README.md"
_BEGIN, _END = "<!-- tools: written by python -m handheld_desktop.readme -->\n", "<!-- end of tools -->"


def written(page: str) -> str:
    """The page with the table as it should be."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return before + _BEGIN + _table() + _END + after


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

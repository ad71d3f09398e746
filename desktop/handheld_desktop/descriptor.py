"""Writes the app's Mobile MCP descriptor, which Android wants as a file: `python -m handheld_desktop.descriptor`."""

from pathlib import Path

from handheld.core import TOOLS
from handheld.hub import descriptor

PATH = Path(__file__).resolve().parents[2] / "app/src/main/res/xml/mcp_capabilities.xml"


def written() -> str:
    return descriptor.xml(TOOLS)


if __name__ == "__main__":
    PATH.write_text(written(), encoding="utf-8")

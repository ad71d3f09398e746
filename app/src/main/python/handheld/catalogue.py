"""The tools of one surface: their names there, which of them are on, and the way to run one."""

import threading
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from . import codec
from .call import Call, Result
from .errors import InvalidArguments
from .phone import Phone
from .schema import Arguments
from .tool import Tool


def _naming_others(tool: Tool, prefix: str) -> Tool:
    """The tool with texts that call other tools as they are called here: they are written for a phone without a slug."""
    written = codec.text([tool.description, tool.arguments.schema])
    here = written.replace("`android_", f"`{prefix}")
    if here == written:
        return tool
    description, schema = codec.loads(here)
    return replace(tool, description=description, arguments=Arguments(schema))


class Catalogue:
    def __init__(self, phone: Phone, tools: Iterable[Tool], prefix: str = "", disabled: Iterable[str] = ()):
        self.phone = phone
        self._prefix = prefix
        self._lock = threading.Lock()
        self._ours = {prefix + tool.name: _naming_others(tool, prefix) for tool in tools}
        self.tools: dict[str, Tool] = {}
        self.turn_off(disabled)

    def turn_off(self, names: Iterable[str]) -> None:
        """Offers all of our own but these (named without prefix), in a new dictionary: who reads the old one is not disturbed."""
        off = set(names)
        with self._lock:
            others = {name: tool for name, tool in self.tools.items() if tool.source}
            self.tools = {name: tool for name, tool in self._ours.items() if tool.name not in off} | others

    def join(self, others: Iterable[Tool]) -> None:
        """Puts these in place of the tools of other apps."""
        joined = {self._prefix + tool.name: tool for tool in others}
        with self._lock:
            self.tools = {name: tool for name, tool in self.tools.items() if not tool.source} | joined

    def named(self, name: str) -> Tool | None:
        """The tool of that name (without prefix), if it is on."""
        return next((tool for tool in self.tools.values() if tool.name == name), None)

    def run(self, name: str, arguments: Any, call: Call) -> Result:
        found = self.tools.get(name)
        if found is None:
            raise InvalidArguments(f"Unknown tool: {name}")
        return found.run(call, arguments)

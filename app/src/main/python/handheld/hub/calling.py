"""Makes an MCP tool of another app's tool, and calls it: no app can keep more than its share of the calls waiting."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..call import Call, Result
from ..errors import ActionFailed, HandheldError
from ..phone import Phone
from ..schema import Arguments
from ..tool import SOURCE, Tool
from . import mobile_mcp, providers
from .mobile_mcp import Stray
from .registry import Entry
from .untrusted import visible

_EXECUTE = {"provider": providers.execute, "mobile_mcp": mobile_mcp.execute}
_LONGEST_ERROR = 500


class Calling:
    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._share = max(1, phone.settings.max_concurrent_calls // 4)
        self._lock = threading.Lock()
        self._running: Counter[str] = Counter()
        self.strays = 0
        """Replies that came for one request and answered another."""

    def tool(self, entry: Entry) -> Tool:
        """The hints say the worst: what an app claims of its tools proves nothing."""
        origin, offered = entry.door.origin, entry.tool
        assert offered.input is not None

        def handler(call: Call, /, **arguments: Any) -> Result:
            return self._call(entry, arguments)

        return Tool(
            name=entry.name,
            title=f"{offered.own_name} ({origin.app})",
            description=f"[Tool of the app {origin.app}, {origin.package}] {offered.description}",
            category="external",
            handler=handler,
            arguments=Arguments(offered.input),
            output=offered.output,
            read_only=False,
            destructive=True,
            idempotent=False,
            open_world=True,
            acts=False,
            blocking=True,
            source=origin.package,
        )

    def _call(self, entry: Entry, arguments: dict[str, Any]) -> Result:
        origin, timeout_ms = entry.door.origin, self._phone.settings.external_timeout_seconds * 1000
        with self._turn(origin.package):
            try:
                result = _EXECUTE[entry.door.protocol](self._phone.device, entry.door, entry.tool, arguments, timeout_ms)
            except HandheldError as error:
                if isinstance(error, Stray):
                    with self._lock:
                        self.strays += 1
                raise type(error)(f"{origin.app} ({origin.package}): {visible(error, _LONGEST_ERROR)}") from None
        marked = [content | {"_meta": {SOURCE: origin.package}} for content in result.content]
        return Result(marked, result.structured)

    @contextmanager
    def _turn(self, package: str) -> Iterator[None]:
        with self._lock:
            if self._running[package] >= self._share:
                raise ActionFailed(f"{package} has not answered {self._share} earlier calls yet; try again later")
            self._running[package] += 1
        try:
            yield
        finally:
            with self._lock:
                self._running[package] -= 1

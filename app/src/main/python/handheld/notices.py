"""News for clients that listen: a list has changed, or a resource has. Published from any thread."""

import asyncio
import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Notice(NamedTuple):
    method: str
    uri: str | None = None
    """Of the resource that changed."""


TOOLS_CHANGED = Notice("notifications/tools/list_changed")
PROMPTS_CHANGED = Notice("notifications/prompts/list_changed")
RESOURCES_CHANGED = Notice("notifications/resources/list_changed")


def updated(uri: str) -> Notice:
    return Notice("notifications/resources/updated", uri)


class Listener:
    """What one client wants to hear. A notice says "look again", so one that still waits to be sent is not kept twice."""

    def __init__(self, wanted: Iterable[Notice]) -> None:
        self.wanted = frozenset(wanted)
        self.closed = False
        self._pending: dict[Notice, None] = {}
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()

    def tell(self, notice: Notice) -> None:
        if notice in self.wanted:
            self._soon(lambda: self._pending.setdefault(notice))

    def close(self) -> None:
        def mark() -> None:
            self.closed = True

        self._soon(mark)

    def _soon(self, change: Callable[[], None]) -> None:
        def on_the_loop() -> None:
            change()
            self._wake.set()

        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(on_the_loop)

    async def next(self, timeout_seconds: float) -> list[Notice]:
        """What there is to tell; nothing when the time is over, or when this listener was closed."""
        try:
            await asyncio.wait_for(self._wake.wait(), timeout_seconds)
        except TimeoutError:
            return []
        self._wake.clear()
        notices = list(self._pending)
        self._pending.clear()
        return notices


class Notices:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: set[Listener] = set()

    def __len__(self) -> int:
        return len(self._listeners)

    def add(self, listener: Listener) -> None:
        with self._lock:
            self._listeners.add(listener)

    def remove(self, listener: Listener) -> None:
        with self._lock:
            self._listeners.discard(listener)

    def publish(self, notice: Notice) -> None:
        if not self._listeners:
            return
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener.tell(notice)

    def close(self) -> None:
        """Ends every stream; a client that still wants to listen comes again."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener.close()

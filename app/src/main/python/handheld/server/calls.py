"""Runs what blocks: in threads of its own, a limited number at a time, each for a limited time, and none unrecorded."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ..core import Core
from ..errors import Cancelled, TimedOut
from ..tool import Call, Result, Tool

T = TypeVar("T")
Gone = Callable[[], Coroutine[Any, Any, None]]
"""Returns when the client has left."""


class Busy(Exception):
    """As many calls are running as may."""

    code = "busy"


class Calls:
    def __init__(self, core: Core) -> None:
        self._core = core
        self._limit = core.settings.max_concurrent_calls
        self._timeout_seconds = core.settings.call_timeout_seconds
        self._pool = ThreadPoolExecutor(self._limit, "handheld-call")
        self._running: set[Call] = set()
        self._closed = False

    async def run(self, client: str, name: str, tool: Tool, arguments: Any, call: Call, gone: Gone | None = None) -> Result:
        """Runs a tool and puts it on record."""
        with self._core.audit.of(client, name, arguments, tool.arguments.schema):
            if tool.blocking:
                result = await self.in_thread(lambda: tool.run(call, arguments), call, gone)
            else:
                result = tool.run(call, arguments)
            self._core.ran(tool)
            return result

    async def in_thread(self, work: Callable[[], T], call: Call, gone: Gone | None = None) -> T:
        """Waits for the work until it is done, its time is over, or its client has left. A thread cannot be stopped: it counts as
        running until it hears of the cancellation and ends."""
        if self._closed or len(self._running) >= self._limit:
            raise Busy
        self._running.add(call)
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        future.add_done_callback(lambda done: self._ended(call, done))
        leaving = asyncio.ensure_future(gone()) if gone else None
        waiting: set[asyncio.Future[Any]] = {future} if leaving is None else {future, leaving}
        try:
            done, _ = await asyncio.wait(waiting, timeout=self._timeout_seconds, return_when=asyncio.FIRST_COMPLETED)
            if future in done:
                return future.result()
            if done:
                raise Cancelled("The request was cancelled")
            raise TimedOut(f"The call did not end within {self._timeout_seconds} seconds")
        finally:
            if not future.done():
                call.cancelled.set()
            if leaving is not None:
                leaving.cancel()

    def _ended(self, call: Call, future: "asyncio.Future[Any]") -> None:
        self._running.discard(call)
        if not future.cancelled():
            future.exception()  # whoever waited may have left; asyncio must not complain that nobody looked

    def close(self) -> None:
        """Tells every running call to stop, and takes no more."""
        self._closed = True
        for call in list(self._running):
            call.cancelled.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

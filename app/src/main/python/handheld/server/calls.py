"""Runs what blocks: in threads of its own, a limited number at a time, each for a limited time, and none unrecorded."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from ..call import Call, Progress, Result, no_progress
from ..core import Core
from ..errors import Cancelled, OutOfScope, Paused, TimedOut
from ..tool import Tool

T = TypeVar("T")
Gone = Callable[[], Coroutine[Any, Any, None]]
"""Returns when the client has left."""


class Busy(Exception):
    """As many calls are running as may."""

    code = "busy"


class _Pulse:
    """Passes progress on, and shows that there was some: who types a long text is slow, not stuck."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self.beats = 0

    def __call__(self, done: float, total: float | None, message: str | None) -> None:
        self.beats += 1
        self._progress(done, total, message)


_NO_PULSE = _Pulse(no_progress)


class Calls:
    def __init__(self, core: Core) -> None:
        self._core = core
        self._limit = core.settings.max_concurrent_calls
        self._timeout_seconds = core.settings.call_timeout_seconds
        self._pool = ThreadPoolExecutor(self._limit, "handheld-call")
        self._running: set[Call] = set()
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped: asyncio.Future[None] | None = None
        """Done when the person pauses: whoever waits for a thread waits for this too."""
        core.phone.pause.watch(self._paused)

    async def run(self, client: str, name: str, tool: Tool, arguments: Any, call: Call, gone: Gone | None = None) -> Result:
        """Runs a tool, in a thread where it may block, and puts it on record."""
        if not tool.blocking:
            return self.run_at_once(client, name, tool, arguments, call)
        pulse = _Pulse(call.progress)
        call = replace(call, progress=pulse)
        with self._core.audit.of(client, name, arguments, tool.arguments.schema) as doing:
            result = await self.in_thread(lambda: tool.run(call, arguments), call, gone, pulse)
            self._core.ran(tool, doing)
            return result

    def run_at_once(self, client: str, name: str, tool: Tool, arguments: Any, call: Call) -> Result:
        """Runs a tool that does not block, and puts it on record."""
        with self._core.audit.of(client, name, arguments, tool.arguments.schema) as doing:
            result = tool.run(call, arguments)
            self._core.ran(tool, doing)
            return result

    def out_of_scope(self, client: str, name: str) -> OutOfScope:
        """The refusal of what the client's token does not allow. It goes on record too."""
        self._core.audit.write(client, name, {}, OutOfScope.code, 0)
        return OutOfScope(f"This token may not use {name}: the person whose phone this is has not allowed it")

    async def in_thread(
        self, work: Callable[[], T], call: Call, gone: Gone | None = None, pulse: _Pulse = _NO_PULSE
    ) -> T:
        """Waits for the work until it is done, its time is over without progress, or its client has left. A thread cannot be
        stopped: it counts as running until it hears of the cancellation and ends."""
        if self._closed or len(self._running) >= self._limit:
            raise Busy
        self._core.phone.pause.check()
        self._running.add(call)
        self._loop = asyncio.get_running_loop()
        stopped = self._stopped = self._stopped or self._loop.create_future()
        future = self._loop.run_in_executor(self._pool, work)
        future.add_done_callback(lambda done: self._ended(call, done))
        leaving = asyncio.ensure_future(gone()) if gone else None
        waiting: set[asyncio.Future[Any]] = {future, stopped} if leaving is None else {future, stopped, leaving}
        try:
            done = await self._first(waiting, pulse)
            if future in done:
                return future.result()
            if stopped in done:
                raise Paused("Paused: the person whose phone this is has stopped all agents; part of this call may be done")
            if done:
                raise Cancelled("The request was cancelled")
            raise TimedOut(f"The call did not end within {self._timeout_seconds} seconds")
        finally:
            if not future.done():
                call.cancelled.set()
            if leaving is not None:
                leaving.cancel()

    async def _first(self, waiting: set[asyncio.Future[Any]], pulse: _Pulse) -> set[asyncio.Future[Any]]:
        while True:
            beats = pulse.beats
            done, _ = await asyncio.wait(waiting, timeout=self._timeout_seconds, return_when=asyncio.FIRST_COMPLETED)
            if done or pulse.beats == beats:
                return done

    def _paused(self, on: bool) -> None:
        def stop() -> None:
            if self._stopped is not None:
                self._stopped.set_result(None)
                self._stopped = None

        if on and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(stop)

    def _ended(self, call: Call, future: "asyncio.Future[Any]") -> None:
        self._running.discard(call)
        if not future.cancelled():
            future.exception()  # whoever waited may have left; asyncio must not complain that nobody looked

    def close(self) -> None:
        """Tells every running call to stop, and takes no more."""
        self._closed = True
        self._core.phone.pause.leave(self._paused)
        for call in list(self._running):
            call.cancelled.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

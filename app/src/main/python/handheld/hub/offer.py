"""Our own tools for other apps: who may use them, and how a call runs and goes on record like one over HTTP."""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from ..audit import AuditLog, Doing
from ..call import Call, Client, NeedsInput, Result
from ..catalogue import Catalogue
from ..errors import ActionFailed, HandheldError, Paused, PermissionDenied, TimedOut
from ..phone import Phone
from ..settings import Settings
from ..tool import Tool
from . import kinds
from .found import Protocol

_MOST_KNOCKS = 50
LONGEST_ANSWER = 100_000
"""In characters: Android carries half a megabyte to another app at one time, and a reply in both forms holds the answer twice."""


@dataclass(frozen=True, slots=True)
class Knock:
    """An app that wanted to use our tools and was not let in."""

    package: str
    signer: str
    time: float
    was_allowed: bool
    """It was, when someone else signed it."""


class Offer:
    def __init__(self, phone: Phone, catalogue: Catalogue, audit: AuditLog, ran: Callable[[Tool, Doing], None]) -> None:
        self._phone = phone
        self._settings = phone.settings
        self._catalogue = catalogue
        self._audit = audit
        self._ran = ran
        self._limit = max(1, phone.settings.max_concurrent_calls // 4)
        self._pool = ThreadPoolExecutor(self._limit, "handheld-offer")
        self._lock = threading.Lock()
        self._running: set[Call] = set()
        self._knocks: dict[str, Knock] = {}
        self._stopped: Future[None] = Future()
        """Done when the person pauses: whoever waits for a call waits for this too."""
        phone.pause.watch(self._paused)

    def adopt(self, settings: Settings) -> None:
        self._settings = settings
        allowed = settings.offer.callers
        with self._lock:
            self._knocks = {name: knock for name, knock in self._knocks.items() if allowed.get(name) != knock.signer}

    def close(self) -> None:
        self._phone.pause.leave(self._paused)
        with self._lock:
            for call in self._running:
                call.cancelled.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    @property
    def knocks(self) -> list[Knock]:
        """Who waits to be allowed, the latest last."""
        with self._lock:
            return list(self._knocks.values())

    @property
    def tools(self) -> dict[str, Tool]:
        """What we offer, by name: what is on, and only our own. Who wants another app's tool asks that app."""
        return {name: tool for name, tool in self._catalogue.tools.items() if not tool.source}

    def admit(self, protocol: Protocol, callers: Sequence[str | None], wanted: str) -> str:
        """Who calls, if it may use our tools; PermissionDenied with what to do if not. Several, where apps share a user and the
        call may be of any of them: then each must be allowed."""
        who = " or ".join(map(str, callers))
        try:
            for caller in callers or (None,):
                self._check(protocol, caller)
        except PermissionDenied as error:
            self._audit.write(f"app {who}", wanted, {}, error.code, 0)
            if len(callers) < 2:
                raise
            raise PermissionDenied(f"{error} Android does not say whose call it is: {who}, which share a user") from None
        return who

    def _check(self, protocol: Protocol, caller: str | None) -> None:
        rules = self._settings.offer
        if not (rules.provider if protocol == "provider" else rules.mobile_mcp):
            raise PermissionDenied("Handheld does not offer its tools to other apps now. Turn it on in Handheld's settings.")
        if not caller:
            raise PermissionDenied("Android does not say which app is calling")
        try:
            signer = self._phone.device.app_signer(caller)
        except HandheldError as error:
            raise PermissionDenied(f"Android does not say who signed {caller}: {error}") from None
        if not signer or rules.callers.get(caller) != signer:
            self._remember(Knock(caller, signer, self._phone.clock.now(), caller in rules.callers))
            raise PermissionDenied(f"{caller} may not use Handheld's tools. Allow it in Handheld's settings, then try again.")

    def forget(self, package: str) -> None:
        """The person has seen that it knocked, and leaves it outside."""
        with self._lock:
            self._knocks.pop(package, None)

    def _remember(self, knock: Knock) -> None:
        with self._lock:
            self._knocks.pop(knock.package, None)
            self._knocks[knock.package] = knock
            while len(self._knocks) > _MOST_KNOCKS:
                self._knocks.pop(next(iter(self._knocks)))

    def run(self, caller: str, name: str, tool: Tool, arguments: Mapping[str, Any]) -> Result:
        """Runs a tool for an app that was admitted. Its arguments may be texts, whatever their type."""
        kinds_of = tool.arguments.schema["properties"]
        typed = {key: kinds.from_text(value, kinds_of.get(key, {})) for key, value in arguments.items()}
        call = Call(self._phone, client=Client(caller))
        with self._audit.of(f"app {caller}", name, typed, tool.arguments.schema) as doing:
            result = self._in_time(call, lambda: tool.run(call, typed))
            self._ran(tool, doing)
            return result

    def _in_time(self, call: Call, work: Callable[[], Result]) -> Result:
        """A thread cannot be stopped: it counts as running until it hears that nobody waits."""
        seconds = self._settings.call_timeout_seconds
        with self._lock:
            if len(self._running) >= self._limit:
                raise ActionFailed("Too many calls of other apps are running; try again in a moment")
            self._running.add(call)
            future, stopped = self._pool.submit(work), self._stopped
        future.add_done_callback(lambda _: self._ended(call))
        either: set[Future[Any]] = {future, stopped}
        wait(either, seconds, FIRST_COMPLETED)
        if future.done():
            return _result(future)
        call.cancelled.set()
        if stopped.done():
            raise Paused("Paused: the person whose phone this is has stopped all agents; part of this call may be done")
        raise TimedOut(f"The call did not end within {seconds} seconds")

    def _paused(self, on: bool) -> None:
        if on:
            with self._lock:
                stopped, self._stopped = self._stopped, Future()
            stopped.set_result(None)

    def _ended(self, call: Call) -> None:
        with self._lock:
            self._running.discard(call)


def _result(future: "Future[Result]") -> Result:
    try:
        return future.result()
    except NeedsInput as error:
        raise ActionFailed(f"This needs an answer ({error}), which only a client over MCP can give") from None

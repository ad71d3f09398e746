"""A core with a simulated phone and other apps on it, for the tests of the hub."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fakes import ASK_NOTHING
from serving import Served, Waiter

from handheld.core import Core
from handheld.hub import approval
from handheld.server.run import serve
from handheld.settings import Settings, Token
from handheld_desktop.sim import SimulatedPhone
from handheld_desktop.sim.third_party import Neighbour

TOKEN = "a-token-of-some-length"


class AgentApp(Neighbour):
    """An app that uses our tools."""

    package = "com.example.agent"
    name = "Agent"


class HeldClock:
    """Waits for events as every clock does; but the time of who waits in vain is over when the test says so."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waited: set[threading.Event] = set()
        self._in_vain: set[threading.Event] = set()
        self._over = False
        self.waiting = threading.Semaphore(0)
        """Released by everyone who begins to wait."""

    def now(self) -> float:
        return 1_770_000_000.0

    def monotonic(self) -> float:
        return 0.0

    def wait(self, event: threading.Event, seconds: float) -> bool:
        with self._lock:
            self._waited.add(event)
            if self._over:
                self._give_up(event)
        self.waiting.release()
        event.wait()
        return event not in self._in_vain

    def end(self) -> None:
        with self._lock:
            self._over = True
            for event in self._waited:
                self._give_up(event)

    def begin_anew(self) -> None:
        self._over = False

    def _give_up(self, event: threading.Event) -> None:
        if not event.is_set():
            self._in_vain.add(event)
            event.set()


class Neighbourhood:
    def __init__(self, folder: Path, *apps: Neighbour, clock: Any = None, **settings: Any) -> None:
        self.phone = SimulatedPhone(folder / "storage", clock=clock)
        self.phone.install(AgentApp(), *apps)
        wanted = {"confirm": ASK_NOTHING} | settings
        self.core = Core(Settings(tokens=(Token("tests", TOKEN),), **wanted), self.phone, folder)
        self.hub = self.core.hub
        self.settings = self.core.settings

    def approve(self, *packages: str) -> None:
        """As a person would who has seen the tools; without packages, every app that has one."""
        entries = self.hub.external.entries
        for package in packages or sorted({entry.door.origin.package for entry in entries if entry.state != "unavailable"}):
            seen = approval.digest(entries, package)
            self.settings = approval.approve(self.settings, entries, package, seen)
        self.hub.adopt(self.settings)

    def approve_all(self) -> None:
        self.hub.external.refresh()
        self.approve()

    def names(self) -> list[str]:
        """Of the tools of other apps that agents have now."""
        return [name for name, tool in self.core.catalogue.tools.items() if tool.source]

    def reasons(self) -> dict[str, str]:
        """By package, why agents cannot use its tools."""
        problems = {door.origin.package: door.problem for door in self.hub.external.doors if door.problem}
        return problems | {entry.door.origin.package: entry.reason for entry in self.hub.external.entries if entry.reason}

    @contextmanager
    def served(self) -> Iterator[Served]:
        running = serve(self.core, "127.0.0.1", 0)
        try:
            yield Served(self.core, running.port, Waiter())
        finally:
            self.close()
            running.stop()

    def close(self) -> None:
        self.hub.close()

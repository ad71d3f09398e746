"""Finds the tools of other apps and joins those that a person approved to the catalogue, while everything runs."""

import dataclasses
import logging
import threading
from collections import defaultdict
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TypeVar

from ..catalogue import Catalogue
from ..device import FoundProvider, FoundService
from ..errors import HandheldError
from ..notices import TOOLS_CHANGED, Notices
from ..phone import Phone
from ..settings import Settings
from . import capabilities, providers, registry
from .calling import Calling
from .found import Door, Origin
from .registry import Entry
from .untrusted import Notes, Unusable, label, visible

T = TypeVar("T")
_log = logging.getLogger(__name__)
_INFO_TIMEOUT_MS = 5_000
_MOST_DOORS = 10
_MOST_ASKED_AT_ONCE = 32
_EVERY = ""

Found = FoundProvider | FoundService
Asked = list["Future[None]"]
"""One for each app that was asked: done when it has answered or had its time."""


class External:
    """Each app is asked in a thread of its own, so that one that does not answer keeps nobody waiting but itself."""

    def __init__(self, phone: Phone, catalogue: Catalogue, notices: Notices) -> None:
        self._device = phone.device
        self._settings = phone.settings
        self._catalogue = catalogue
        self._notices = notices
        self._lock = threading.RLock()
        self._doors: dict[str, list[Door]] = {}
        self._asked: dict[str, object] = {}
        """By package, who asks it now: only the last one's answer counts."""
        self._stale: set[str] = set()
        self._joined: dict[str, tuple[str, str, str]] = {}
        self._worker = ThreadPoolExecutor(1, "handheld-hub")
        self._askers = ThreadPoolExecutor(_MOST_ASKED_AT_ONCE, "handheld-ask")
        self._closed = False
        self.calling = Calling(phone)
        self.entries: list[Entry] = []

    @property
    def doors(self) -> list[Door]:
        with self._lock:
            return [door for doors in self._doors.values() for door in doors]

    def start(self) -> "Future[Asked] | None":
        """Looks for everything, in the background."""
        return self.packages_changed(_EVERY)

    def packages_changed(self, package: str) -> "Future[Asked] | None":
        """An app was installed, updated or removed: looks at it again, in the background. Gives what to wait for."""
        with self._lock:
            if self._closed:
                return None
            self._stale.add(package)
            return _watch(self._worker.submit(self._catch_up))

    def refresh(self) -> None:
        """Looks for everything, and returns when every app has answered or had its time."""
        with self._lock:
            if self._closed:
                return
            looking = self._worker.submit(self._look, {_EVERY})  # after what is under way: the last to ask is the one heard
        wait(looking.result())

    def adopt(self, settings: Settings) -> None:
        """What the person has approved or turned off now."""
        with self._lock:
            self._settings = settings
            self._settle()

    def close(self) -> None:
        with self._lock:
            self._closed = True
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._askers.shutdown(wait=False, cancel_futures=True)

    def _catch_up(self) -> "Asked":
        with self._lock:
            stale, self._stale = self._stale, set()
        return self._look(stale) if stale else []

    def _look(self, stale: set[str]) -> "Asked":
        """Asks the apps that are stale or new; those that are gone, or may have changed, are not offered meanwhile."""
        found = self._find()
        with self._lock:
            if self._closed:
                return []
            for package in [*self._doors]:
                if package not in found or package in stale:
                    del self._doors[package]
            asked = [package for package in found if _EVERY in stale or package not in self._doors]
            self._settle()
            for package in asked:
                self._asked[package] = object()
            return [
                _watch(self._askers.submit(self._ask, package, found[package][:_MOST_DOORS], self._asked[package]))
                for package in asked
            ]

    def _find(self) -> dict[str, list[Found]]:
        """By package. A query that fails leaves the other one's apps."""
        found: defaultdict[str, list[Found]] = defaultdict(list)
        for query in (self._device.find_providers, self._device.find_services):
            try:
                for each in query():
                    found[each.package].append(each)
            except HandheldError as error:
                _log.warning("Cannot look for other apps' tools: %s", error)
        return found

    def _ask(self, package: str, found: list[Found], asker: object) -> None:
        origin = Origin(package, label(found[0].app) or package, self._signer(package))
        doors = [self._door(each, origin) for each in found]
        with self._lock:
            if self._asked.get(package) is asker:
                self._doors[package] = doors
                self._settle()

    def _signer(self, package: str) -> str:
        try:
            return self._device.app_signer(package)
        except HandheldError:
            return ""

    def _door(self, found: Found, origin: Origin) -> Door:
        if isinstance(found, FoundProvider):
            door = Door(origin, "provider", found.authority)
        else:
            door = Door(origin, "mobile_mcp", found.service)
        notes = Notes()
        try:
            if isinstance(found, FoundProvider):
                tools = providers.read(self._device.provider_info(found.authority, _INFO_TIMEOUT_MS))
            else:
                tools = capabilities.read(found, notes)
        except (HandheldError, Unusable) as error:
            return dataclasses.replace(door, notes=notes.all(), problem=visible(error, 300))
        return dataclasses.replace(door, notes=notes.all(), tools=tools)

    def _settle(self) -> None:
        """Brings the catalogue up to date, and tells who listens if it changed."""
        self.entries = registry.settle(self.doors, self._settings)
        usable = [entry for entry in self.entries if entry.state == "on"]
        joined = {each.name: (each.door.key(each.tool), each.tool.fingerprint, each.door.origin.app) for each in usable}
        if joined == self._joined:
            return
        self._joined = joined
        self._catalogue.join([self.calling.tool(entry) for entry in usable])
        self._notices.publish(TOOLS_CHANGED)


def _watch(future: "Future[T]") -> "Future[T]":
    """A bug in a thread must not go unseen."""

    def ended(done: "Future[T]") -> None:
        if not done.cancelled() and (error := done.exception()):
            _log.error("Looking for other apps' tools failed", exc_info=error)

    future.add_done_callback(ended)
    return future

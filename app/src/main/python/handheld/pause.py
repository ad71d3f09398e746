"""Pause: the person's way to stop every agent at once."""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from .errors import Cancelled, Paused

_log = logging.getLogger(__name__)
_TOUCH = b"touch"


class Pause:
    """While it is on, agents neither act nor look: someone who wants to be alone with the phone may be about to type a password.
    It outlives the process, where it has a file to be kept in: a restart must not hand the phone back."""

    def __init__(self, marker: Path | None = None) -> None:
        self._marker = marker
        self._lock = threading.Lock()
        self._on = marker is not None and marker.exists()
        self._by_touch = self._on and marker is not None and marker.read_bytes() == _TOUCH
        self._running: set[threading.Event] = set()
        self._watchers: set[Callable[[bool], None]] = set()

    @property
    def on(self) -> bool:
        return self._on

    @property
    def by_touch(self) -> bool:
        """It is on because the person touched the screen."""
        return self._by_touch

    def set(self, on: bool, by_touch: bool = False) -> None:
        """Turning it on tells every running call to stop, and whoever waits for one that it did."""
        with self._lock:
            self._on, self._by_touch = on, on and by_touch
            running, watchers = list(self._running if on else ()), list(self._watchers)
            self._keep(on)
        for cancelled in running:
            cancelled.set()
        for watcher in watchers:
            watcher(on)

    def _keep(self, on: bool) -> None:
        if self._marker is None:
            return
        try:
            self._marker.write_bytes(_TOUCH if self._by_touch else b"") if on else self._marker.unlink(missing_ok=True)
        except OSError as error:  # it holds all the same, until the process ends
            _log.error("Cannot keep the pause in %s: %s", self._marker, error)

    def watch(self, watcher: Callable[[bool], None]) -> None:
        with self._lock:
            self._watchers.add(watcher)

    def leave(self, watcher: Callable[[bool], None]) -> None:
        with self._lock:
            self._watchers.discard(watcher)

    def check(self) -> None:
        if self._on:
            raise Paused(
                f"Paused: the person whose phone this is {self._deed}, and nothing was done. "
                "Tell them; do not try again until they have resumed."
            )

    @property
    def _deed(self) -> str:
        return "has touched the screen, which stops all agents" if self._by_touch else "has stopped all agents"

    @contextlib.contextmanager
    def stops(self, cancelled: threading.Event) -> Iterator[None]:
        """What runs inside is cancelled by a pause, and its caller told why."""
        with self._lock:
            self._running.add(cancelled)
        try:
            self.check()
            yield
        except Cancelled:
            if self._on:
                raise Paused(
                    f"Paused: the person whose phone this is {self._deed} in the middle of this call; part of it may have been "
                    "done. Tell them; do not try again until they have resumed."
                ) from None
            raise
        finally:
            with self._lock:
                self._running.discard(cancelled)

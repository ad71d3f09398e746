"""A picture of the screen after every action, for the person who asked for it: taken in the background, kept for a while."""

import logging
import re
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from . import atomic
from .clock import Clock
from .device import Picture
from .errors import HandheldError

_log = logging.getLogger(__name__)
MAX_SIDE, QUALITY = 800, 60
_MOST = 500
_MOST_BYTES = 50_000_000
_SETTLE_SECONDS = 0.3
_NAME = re.compile(r"\d{8}T\d{9}-[0-9a-f]{8}\.jpg")


class Recording:
    """One picture at a time: no action waits for one, and while one is being taken the next action gets none."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        take: Callable[[], Picture | None],
        told: Callable[[], None] = lambda: None,
        *,
        most: int = _MOST,
        most_bytes: int = _MOST_BYTES,
    ) -> None:
        """`take` gives None where nothing may be recorded now; `told` hears of each that is kept."""
        atomic.sweep(folder)
        self._folder = folder
        self._clock = clock
        self._take = take
        self._told = told
        self._most = most
        self._most_bytes = most_bytes
        self._busy = threading.Lock()
        self._closed = threading.Event()
        self._worker = ThreadPoolExecutor(1, "handheld-recording")

    def start(self) -> str | None:
        """The name that the picture of now will have; None where another one is still being taken."""
        if not self._busy.acquire(blocking=False):
            return None
        moment = datetime.fromtimestamp(self._clock.now(), UTC)
        name = f"{moment:%Y%m%dT%H%M%S}{moment.microsecond // 1000:03}-{secrets.token_hex(4)}.jpg"
        try:
            self._worker.submit(self._keep, name).add_done_callback(self._ended)
        except RuntimeError:  # closed meanwhile
            self._busy.release()
            return None
        return name

    def read(self, name: str) -> bytes | None:
        """None where there is no such picture, or no more."""
        if not _NAME.fullmatch(name):
            return None
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            return None

    def names(self) -> set[str]:
        return {path.name for path in self._paths()}

    def clear(self) -> None:
        for path in self._paths():
            path.unlink(missing_ok=True)

    def close(self) -> None:
        self._closed.set()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _keep(self, name: str) -> None:
        if self._clock.wait(self._closed, _SETTLE_SECONDS):  # what the action set in motion comes to rest
            return
        picture = self._take()
        if picture is None:
            return
        self._folder.mkdir(mode=0o700, exist_ok=True)
        atomic.write(self._folder / name, picture.jpeg)
        self._forget_oldest()
        self._told()

    def _ended(self, done: "Future[None]") -> None:
        self._busy.release()
        error = None if done.cancelled() else done.exception()
        if isinstance(error, HandheldError | OSError):
            _log.warning("No picture of this action: %s", error)
        elif error is not None:
            _log.error("Recording failed", exc_info=error)

    def _paths(self) -> list[Path]:
        """The oldest first: names begin with the time."""
        return sorted(path for path in self._folder.glob("*.jpg") if _NAME.fullmatch(path.name))

    def _forget_oldest(self) -> None:
        left = self._most_bytes
        for number, path in enumerate(reversed(self._paths())):
            left -= path.stat().st_size
            if number >= self._most or left < 0:
                path.unlink(missing_ok=True)

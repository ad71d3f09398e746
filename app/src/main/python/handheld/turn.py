"""A lock that is had in the order of asking: among many clients none waits for ever."""

import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType

_TICK_SECONDS = 0.05


def _no_check() -> None:
    pass


class Turn:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held = False
        self._waiting: deque[threading.Event] = deque()

    def take(self, check: Callable[[], None] = _no_check) -> None:
        """Waits for its turn; `check` is asked now and then meanwhile, and gives it up by raising."""
        with self._lock:
            if not self._held:
                self._held = True
                return
            mine = threading.Event()
            self._waiting.append(mine)
        try:
            while not mine.wait(_TICK_SECONDS):
                check()
        except BaseException:
            self._give_up(mine)
            raise

    def leave(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()  # it is theirs from here on: nobody can come between
            else:
                self._held = False

    def locked(self) -> bool:
        return self._held

    def _give_up(self, mine: threading.Event) -> None:
        with self._lock:
            if mine in self._waiting:
                return self._waiting.remove(mine)
        return self.leave()

    def __enter__(self) -> None:
        self.take()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.leave()

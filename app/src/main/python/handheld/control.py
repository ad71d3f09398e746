"""What a person sees and holds of the server while it runs: pause, questions, visits, calls. It outlives a restart."""

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .clock import Clock, SystemClock
from .confirm import Confirm
from .notices import Notice, Notices
from .pause import Pause

STATE = Notice("state")
CALLS = Notice("calls")
CLIENTS = Notice("clients")
TOOLS = Notice("tools")
SETTINGS = Notice("settings")
QUESTIONS = Notice("questions")
TOPICS = (STATE, CALLS, CLIENTS, TOOLS, SETTINGS, QUESTIONS)
"""Each says: look again."""

_REMEMBERED = 50


@dataclass(slots=True)
class Visit:
    """A client, known by its token and what it says it is."""

    token: str
    agent: str
    address: str
    first: float
    last: float
    requests: int = 0


class Control:
    def __init__(self, pause: Pause | None = None, clock: Clock | None = None) -> None:
        self.pause = pause or Pause()
        self.news = Notices()
        self.calls: deque[Mapping[str, Any]] = deque(maxlen=_REMEMBERED)
        """As the audit log has them, the latest last."""
        self._clock = clock or SystemClock()
        self.confirm = Confirm(self._clock)
        self._lock = threading.Lock()
        self._visits: dict[tuple[str, bytes], Visit] = {}
        self.pause.watch(lambda on: self.news.publish(STATE))
        self.confirm.watch(lambda: self.news.publish(QUESTIONS))

    def called(self, entry: Mapping[str, Any]) -> None:
        self.calls.append(entry)
        self.news.publish(CALLS)

    def pictured(self) -> None:
        """An earlier call has its picture now."""
        self.news.publish(CALLS)

    def came(self, token: str, address: str, agent: bytes) -> None:
        visit = self._visits.get((token, agent)) or self._new(token, agent)
        visit.address = address
        visit.last = self._clock.now()
        visit.requests += 1
        self.news.publish(CLIENTS)

    def _new(self, token: str, agent: bytes) -> Visit:
        with self._lock:
            if len(self._visits) >= _REMEMBERED:
                del self._visits[min(self._visits, key=lambda key: self._visits[key].last)]
            now = self._clock.now()
            return self._visits.setdefault((token, agent), Visit(token, agent.decode("latin-1")[:200], "", now, now))

    @property
    def visits(self) -> list[Visit]:
        """Who came since the start, the latest first."""
        with self._lock:
            return sorted(self._visits.values(), key=lambda visit: -visit.last)

"""How far a list or a page has been scrolled, and how a fling runs out."""

import math
from typing import Literal

_DECAY_SECONDS = 0.35
_SLOWEST_FLING = 200.0
_END = 10**9
WHOLE = -1


class Scroller:
    def __init__(self, axis: Literal["x", "y"] = "y", page: int = 0) -> None:
        self.axis = axis
        self.page = page
        """Pixels of a page to rest on (or WHOLE); 0 where any place will do."""
        self.offset = 0
        self.limit = 0
        self._from = 0.0
        self._velocity = 0.0
        self._since = 0.0

    def settle(self, extent: int, limit: int, now: float) -> None:
        """Where it stands now, in a viewport and content of these sizes."""
        self.limit = max(0, limit)
        if self.page == WHOLE:
            self.page = extent
        if self._velocity:
            passed = now - self._since
            self.offset = round(self._from + self._velocity * _DECAY_SECONDS * (1 - math.exp(-passed / _DECAY_SECONDS)))
            if abs(self._velocity) * math.exp(-passed / _DECAY_SECONDS) < 30 or not 0 < self.offset < self.limit:
                self._velocity = 0.0
        self.offset = min(max(self.offset, 0), self.limit)

    def by(self, pixels: float) -> bool:
        """Moves at once; False when there is no further to go."""
        self._velocity = 0.0
        before = self.offset
        self.offset = min(max(round(self.offset + pixels), 0), self.limit)
        return self.offset != before

    def fling(self, velocity: float, now: float) -> None:
        """Lets go with a velocity in pixels a second."""
        if self.page:
            self._rest_on_page(velocity)
        elif abs(velocity) >= _SLOWEST_FLING:
            self._from, self._velocity, self._since = float(self.offset), velocity, now

    def _rest_on_page(self, velocity: float) -> None:
        ahead = 0.5 if abs(velocity) < _SLOWEST_FLING else (0.95 if velocity > 0 else 0.05)
        self.offset = min(math.floor(self.offset / self.page + ahead) * self.page, self.limit)

    def to_end(self) -> None:
        """Stays at the end of what it will hold."""
        self._velocity = 0.0
        self.offset = _END

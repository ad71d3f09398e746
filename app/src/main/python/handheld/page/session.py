"""Who may use the control page: a link that works once opens a session that ends by itself.

A session is two secrets that must come together: a cookie that scripts cannot read, and a key that the page keeps and sends as a
header. Browsers send cookies to every port of a host and to requests that other sites cause; neither can know the key.
"""

import hashlib
import hmac
import secrets
import threading
from dataclasses import dataclass

from ..clock import Clock

LINK_SECONDS = 600
SESSION_SECONDS = 12 * 3600
_MOST = 20


@dataclass(slots=True)
class Session:
    cookie: str
    key: str
    ends: float


class Sessions:
    def __init__(self, clock: Clock) -> None:
        # Cookies know no ports: two pages on one machine must not take each other's place.
        self.cookie_name = f"handheld_{secrets.token_hex(4)}"
        self._clock = clock
        self._lock = threading.Lock()
        self._links: dict[str, float] = {}
        self._sessions: dict[str, Session] = {}

    def new_link(self) -> str:
        """A key that opens one session, within some minutes."""
        key = secrets.token_urlsafe(24)
        with self._lock:
            self._links[_hashed(key)] = self._clock.monotonic() + LINK_SECONDS
            _forget_oldest(self._links)
        return key

    def open(self, link: str) -> Session | None:
        """A new session, or None where the link was used, is too old, or never was."""
        with self._lock:
            ends = self._links.pop(_hashed(link), 0.0)
            if ends < self._clock.monotonic():
                return None
            session = Session(
                secrets.token_urlsafe(32), secrets.token_urlsafe(32), self._clock.monotonic() + SESSION_SECONDS
            )
            self._sessions[_hashed(session.cookie)] = session
            _forget_oldest(self._sessions)
            return session

    def allows(self, cookie: str, key: str) -> bool:
        session = self._sessions.get(_hashed(cookie))
        if session is None or session.ends < self._clock.monotonic():
            return False
        if not hmac.compare_digest(session.key.encode(), key.encode()):
            return False
        session.ends = self._clock.monotonic() + SESSION_SECONDS
        return True

    def close(self, cookie: str) -> None:
        with self._lock:
            self._sessions.pop(_hashed(cookie), None)


def _hashed(secret: str) -> str:
    """So that the time of a look-up tells nothing about the secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _forget_oldest(kept: dict[str, float] | dict[str, Session]) -> None:
    while len(kept) > _MOST:
        del kept[next(iter(kept))]

"""Bearer tokens, and patience with those who guess them."""

import hmac
import math
from collections.abc import Iterable
from dataclasses import dataclass

from ..clock import Clock
from ..scope import Pass, of_token
from ..settings import Token

_FREE_TRIES = 5
_LONGEST_SECONDS = 60
_FORGOTTEN_AFTER_SECONDS = 600
_REMEMBERED = 1024


class Refused(Exception):
    """No valid token. `wait_seconds` is set where there were too many bad ones from this address."""

    def __init__(self, wait_seconds: int | None = None, expired: bool = False) -> None:
        super().__init__()
        self.wait_seconds = wait_seconds
        self.expired = expired


@dataclass(slots=True)
class _Guesser:
    failures: int
    wait_until: float


class Gate:
    """Lets in who has a token. After a few bad tokens from an address it refuses all from there for a while, twice as long each
    time. A good token from an address that has shown one before still passes, so that one program cannot lock out another on
    the same device."""

    def __init__(self, tokens: Iterable[Token], clock: Clock) -> None:
        self.take(tokens)
        self._clock = clock
        self._guessers: dict[str, _Guesser] = {}
        self._known: set[str] = set()

    def take(self, tokens: Iterable[Token]) -> None:
        """Lets in who has one of these."""
        self.tokens = tokens
        self._expected = [(f"Bearer {token.token}".encode(), of_token(token)) for token in tokens]

    def enter(self, authorization: bytes | None, address: str) -> Pass:
        """What the token allows, or Refused."""
        wait = self._wait(address) if self._guessers else 0
        if wait and address not in self._known:
            raise Refused(wait)
        found = self._holder(authorization or b"")
        if found is None:
            raise Refused(wait or (self._note_failure(address) if authorization else None))
        if found.expires and found.is_over(self._clock.now()):
            raise Refused(expired=True)
        if len(self._known) < _REMEMBERED:
            self._known.add(address)
        return found

    def _holder(self, authorization: bytes) -> Pass | None:
        scheme, _, token = authorization.partition(b" ")
        presented = b"Bearer " + token.strip() if scheme.lower() == b"bearer" else b""
        found = None
        for expected, holder in self._expected:  # every one, so that the time tells nothing
            if hmac.compare_digest(expected, presented):
                found = holder
        return found

    def _wait(self, address: str) -> int:
        guesser = self._guessers.get(address)
        if guesser is None:
            return 0
        over = self._clock.monotonic() - guesser.wait_until
        if over > _FORGOTTEN_AFTER_SECONDS:
            del self._guessers[address]
        return max(0, math.ceil(-over))

    def _note_failure(self, address: str) -> int | None:
        guesser = self._guessers.setdefault(address, _Guesser(0, 0.0))
        if len(self._guessers) > _REMEMBERED:
            del self._guessers[next(iter(self._guessers))]
        guesser.failures += 1
        excess = guesser.failures - _FREE_TRIES
        seconds = min(2**excess, _LONGEST_SECONDS) if 0 <= excess < 10 else _LONGEST_SECONDS * (excess > 0)
        guesser.wait_until = self._clock.monotonic() + seconds
        return seconds or None

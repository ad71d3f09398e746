"""One call of a tool: who makes it, what its handler may use, and what comes of it."""

import base64
import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import Cancelled
from .phone import Phone
from .turn import Turn

Content = dict[str, Any]
"""One entry of a result's `content`, as MCP writes it."""


def text(value: str) -> Content:
    return {"type": "text", "text": value}


def image(jpeg: bytes, **extra: Any) -> Content:
    return {"type": "image", "data": base64.b64encode(jpeg).decode(), "mimeType": "image/jpeg", **extra}


@dataclass(frozen=True, slots=True)
class Result:
    content: list[Content]
    structured: dict[str, Any] | None = None


Progress = Callable[[float, float | None, str | None], None]
"""Takes how much is done, of how much where that is known, and a message for people."""


def no_progress(done: float, total: float | None, message: str | None) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Client:
    """Who calls: what it can do for us, and what it answered to an earlier `NeedsInput`."""

    name: str = ""
    """Its token's name, or the package of the app on the phone that calls."""
    agent: str = ""
    """The program it says it is."""
    person: bool = False
    """It is the person whose phone this is, on the control page."""
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    answers: Mapping[str, Any] = field(default_factory=dict)
    state: str | None = None

    @property
    def who(self) -> tuple[str, str]:
        """All that tells it from other clients; two sessions of one program have the same."""
        return self.name, self.agent


NOBODY = Client()


class NeedsInput(Exception):
    """Raised by a handler that first needs something from the person or model behind the client. Each request is an MCP
    request (`elicitation/create`, …) under a name of the handler's choice; the client calls again with the answers in
    `Call.client.answers` and the state, unchanged, in `Call.client.state`."""

    code = "needs_input"

    def __init__(self, requests: Mapping[str, Content], state: str | None = None) -> None:
        super().__init__(", ".join(requests))
        self.requests = requests
        self.state = state


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """One running call: what a handler may use, and how it hears that nobody waits any more."""

    phone: Phone
    cancelled: threading.Event = field(default_factory=threading.Event)
    progress: Progress = no_progress
    client: Client = NOBODY

    def check(self) -> None:
        if self.cancelled.is_set():
            raise Cancelled("The request was cancelled")

    def sleep(self, seconds: float) -> None:
        self.phone.clock.wait(self.cancelled, seconds)
        self.check()

    @contextlib.contextmanager
    def holding(self, turn: Turn) -> Iterator[None]:
        """Waits for its turn, unless the call is cancelled first."""
        turn.take(self.check)
        try:
            self.check()
            yield
        finally:
            turn.leave()

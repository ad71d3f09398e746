"""What one connection may cost: so much memory, and so much time in which nothing goes on because of its client.

A mixin for either of uvicorn's protocols, which know no such limits, or only some of them.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from .. import codec

_SLICE = 2**14
_WHY = codec.dumps({"error": "The header of the request is too large"})
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: "
    + str(len(_WHY)).encode() + b"\r\n\r\n" + _WHY
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limits:
    connections: int = 512
    patience_seconds: float = 20
    bytes_a_second: int = 500
    """Who sends or reads at least so fast is waited for."""
    head_bytes: int = 2**16
    message_bytes: int = 2**27
    spare_bytes: int = 2**20
    """What is read and thrown away of a request that is answered already."""


class _Seen(NamedTuple):
    """How a connection was found that waits for its client."""

    scope: Any
    waits_for_reader: bool
    at: float
    moved: int


class _Joining:
    """A transport that sends the head of an answer together with its body where that follows at once: a packet and a system call
    less for most answers."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._write = transport.write
        self._later = asyncio.get_running_loop().call_soon
        self._head = b""
        self.is_closing = transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if self._head:
            data, self._head = self._head + data, b""
        elif data.startswith(b"HTTP/1.1 ") and data.endswith(b"\r\n\r\n"):
            self._head = data
            self._later(self._flush)
            return
        self._write(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._head:
            self.write(b"")


class Bounded(asyncio.Protocol):
    limits: Limits
    # What uvicorn's protocols have:
    connections: set[Any]
    transport: asyncio.Transport
    flow: Any
    scope: Any
    cycle: Any

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(_Joining(transport))  # type: ignore[arg-type]  # it is used as one
        self._received = self._begun = 0
        self._message: Any = None
        self._seen: _Seen | None = None
        self.made_at = asyncio.get_running_loop().time()
        if len(self.connections) > self.limits.connections:
            _make_room(self.connections)

    def data_received(self, data: bytes) -> None:
        while len(data) > _SLICE and not self.transport.is_closing():  # so that no large head comes whole
            self._take(data[:_SLICE])
            data = data[_SLICE:]
        if not self.transport.is_closing():
            self._take(data)

    def _take(self, data: bytes) -> None:
        super().data_received(data)
        if self.scope is not self._message:
            self._message, self._begun = self.scope, self._received
        self._received += len(data)
        size = self._received - self._begun
        if size > self.limits.head_bytes:
            self._check(size)

    def _check(self, size: int) -> None:
        """uvicorn's scope is new as soon as a head begins with httptools, and when it is whole with h11, which has a limit of
        its own for it."""
        cycle = self.cycle
        if cycle is None or cycle.scope is not self.scope:
            self.transport.write(_TOO_LARGE)
            self.transport.close()
        elif size > (self.limits.spare_bytes if cycle.response_complete else self.limits.message_bytes):
            self.transport.abort()

    @property
    def is_at_work(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def check_time(self, now: float) -> None:
        """To be called now and then. What is compared is what was seen the last time, so that requests pay nothing."""
        waits_for_reader = self.flow.write_paused or self.transport.is_closing()
        if self.is_at_work and not self.cycle.more_body and not waits_for_reader:
            self._seen = None  # our turn
            return
        moved = -self.transport.get_write_buffer_size() if waits_for_reader else self._received
        seen = self._seen
        if seen is None or seen.scope is not self.scope or seen.waits_for_reader != waits_for_reader:
            seen = self._seen = _Seen(self.scope, waits_for_reader, now, moved)
        if now - seen.at > self.limits.patience_seconds + (moved - seen.moved) / self.limits.bytes_a_second:
            self.transport.abort()


def bounded(protocol: type[Any], limits: Limits) -> type[Any]:
    return type("Connection", (Bounded, protocol), {"limits": limits})


def _make_room(connections: Iterable[Bounded]) -> None:
    """The oldest goes of those that are not at work: the one who came last is among them."""
    idle = [each for each in connections if not each.is_at_work and not each.transport.is_closing()]
    min(idle, key=lambda each: each.made_at).transport.abort()

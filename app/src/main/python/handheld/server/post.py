"""A request that passed the guard and the gate, and what can be asked of it."""

from typing import Any, NamedTuple

from starlette.types import Receive, Send

from ..scope import Pass
from . import reply
from .guard import Gone, Headers, TooLarge, read_body


class Post(NamedTuple):
    method: str
    headers: Headers
    holder: Pass
    """Who has the token."""
    address: str
    receive: Receive
    send: Send

    @property
    def is_json(self) -> bool:
        kind = self.headers.get(b"content-type", b"")
        return kind == b"application/json" or kind.partition(b";")[0].strip().lower() == b"application/json"

    @property
    def takes_json(self) -> bool:
        """Who names no type takes what comes."""
        accept = self.headers.get(b"accept")
        return accept is None or b"application/json" in accept or b"*/*" in accept or b"application/*" in accept

    @property
    def takes_events(self) -> bool:
        return b"text/event-stream" in self.headers.get(b"accept", b"")

    async def body(self, max_bytes: int) -> bytes | None:
        """The JSON that was posted; None where it was refused, or the client has left."""
        if self.method != "POST":
            await reply.refuse(self.send, 405, "Use POST", (b"allow", b"POST"))
        elif not self.is_json:
            await reply.refuse(self.send, 415, "Content-Type must be application/json")
        elif b"content-encoding" in self.headers:  # a few packed bytes could be gigabytes
            await reply.refuse(self.send, 415, "Send the body as it is, without Content-Encoding")
        else:
            try:
                return await read_body(self.receive, self.headers, max_bytes)
            except TooLarge:
                await reply.refuse(self.send, 413, f"The body is larger than {max_bytes} bytes")
            except Gone:
                pass
        return None

    async def gone(self) -> None:
        """Returns when the client has left."""
        event: dict[str, Any] = {"type": "http.request"}
        while event["type"] != "http.disconnect":
            event = dict(await self.receive())

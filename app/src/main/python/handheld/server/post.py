"""A request that passed the guard and the gate, and what can be asked of it."""

from typing import Any, NamedTuple

from starlette.types import Receive, Send

from .guard import Headers


class Post(NamedTuple):
    method: str
    headers: Headers
    client: str
    """The name of the token."""
    address: str
    receive: Receive
    send: Send

    @property
    def is_json(self) -> bool:
        return self.headers.get(b"content-type", b"").partition(b";")[0].strip().lower() == b"application/json"

    @property
    def takes_json(self) -> bool:
        """Who names no type takes what comes."""
        accept = self.headers.get(b"accept")
        return accept is None or any(kind in accept for kind in (b"application/json", b"*/*", b"application/*"))

    @property
    def takes_events(self) -> bool:
        return b"text/event-stream" in self.headers.get(b"accept", b"")

    async def gone(self) -> None:
        """Returns when the client has left."""
        event: dict[str, Any] = {"type": "http.request"}
        while event["type"] != "http.disconnect":
            event = dict(await self.receive())

"""The two answers that come as a stream of events: one with progress on its way, and the one to `subscriptions/listen`."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from ..clock import Clock
from ..notices import PROMPTS_CHANGED, RESOURCES_CHANGED, TOOLS_CHANGED, Listener, Notice, updated
from . import jsonrpc, reply
from .envelope import SUBSCRIPTION_ID
from .jsonrpc import Id
from .post import Post

_PING_SECONDS = 15
_MAX_PENDING = 100
_MAX_WATCHED = 100
_LISTS = {"toolsListChanged": TOOLS_CHANGED, "promptsListChanged": PROMPTS_CHANGED, "resourcesListChanged": RESOURCES_CHANGED}

Answer = tuple[int, bytes]
"""An HTTP status and a JSON-RPC response."""
ADVICE: dict[int, tuple[reply.Header, ...]] = {
    403: ((b"www-authenticate", b'Bearer realm="handheld", error="insufficient_scope"'),),
    503: ((b"retry-after", b"1"),),
}
"""What a status says besides."""


class Progress:
    """Tells the client how far its call is. Called from the thread that works."""

    def __init__(self, token: str | int) -> None:
        self._token = token
        self._last = float("-inf")
        self._loop = asyncio.get_running_loop()
        self.events: asyncio.Queue[bytes | None] = asyncio.Queue()

    def __call__(self, done: float, total: float | None = None, message: str | None = None) -> None:
        if done <= self._last or self._loop.is_closed():  # the protocol wants it to grow
            return
        self._last = done
        params: dict[str, Any] = {"progressToken": self._token, "progress": done}
        if total is not None:
            params["total"] = total
        if message is not None:
            params["message"] = message
        self._loop.call_soon_threadsafe(self._put, reply.event(jsonrpc.notification("notifications/progress", params)))

    def _put(self, event: bytes) -> None:
        if self.events.qsize() < _MAX_PENDING:  # one that is not read fast enough is not worth the memory
            self.events.put_nowait(event)


async def with_progress(post: Post, progress: Progress, answering: Coroutine[Any, Any, Answer]) -> None:
    """Becomes a stream with the first progress, or when the answer takes long; plain JSON otherwise."""
    task = asyncio.create_task(answering)
    task.add_done_callback(lambda _: progress.events.put_nowait(None))
    streaming = False
    try:
        while (event := await _next(progress.events)) is not None:
            if not streaming:
                await reply.start_stream(post.send)
            streaming = True
            await reply.stream(post.send, event)
        status, answer = await task
    finally:
        task.cancel()
    if streaming:
        await reply.end_stream(post.send, reply.event(answer))
    else:
        await reply.json(post.send, status, answer, *ADVICE.get(status, ()))


async def _next(events: "asyncio.Queue[bytes | None]") -> bytes | None:
    try:
        return await asyncio.wait_for(events.get(), _PING_SECONDS)
    except TimeoutError:
        return reply.PING  # keeps what stands between us from giving up the connection


def honoured(wanted: Any, offered: Iterable[str], readable: Callable[[str], bool]) -> dict[str, Any]:
    """What of a client's wish we can fulfil: it hears of what it may read only."""
    if not isinstance(wanted, dict):
        return {}
    lists = [f"{kind}ListChanged" for kind in ("tools", "prompts", "resources") if kind in offered]
    result: dict[str, Any] = {name: True for name in lists if wanted.get(name) is True}
    uris = wanted.get("resourceSubscriptions")
    if "resources" in offered and isinstance(uris, list):
        result["resourceSubscriptions"] = [uri for uri in uris[:_MAX_WATCHED] if isinstance(uri, str) and readable(uri)]
    return result


def listener(filter: dict[str, Any]) -> Listener:
    lists = [notice for name, notice in _LISTS.items() if name in filter]
    return Listener([*lists, *map(updated, filter.get("resourceSubscriptions", ()))])


async def listen(
    post: Post, id: Id, filter: dict[str, Any], told: Listener, clock: Clock, ended: Callable[[], dict[str, Any]]
) -> None:
    """Tells what there is to tell until the client leaves, its token expires or the listener is closed; `ended` gives the last
    result."""
    leaving = asyncio.ensure_future(post.gone())
    leaving.add_done_callback(lambda _: told.close())
    meta = {SUBSCRIPTION_ID: id}
    try:
        await reply.start_stream(post.send)
        await _notify(post, "notifications/subscriptions/acknowledged", {"notifications": filter, "_meta": meta})
        while not told.closed and not post.holder.is_over(clock.now()):
            notices = await told.next(_PING_SECONDS)
            for notice in notices:
                await _notify(post, notice.method, _about(notice) | {"_meta": meta})
            if not notices:
                await reply.stream(post.send, reply.PING)
        result = ended()
        result["_meta"] = result["_meta"] | meta
        await reply.end_stream(post.send, reply.event(jsonrpc.response(id, result)))
    finally:
        leaving.cancel()


def _about(notice: Notice) -> dict[str, Any]:
    return {"uri": notice.uri} if notice.uri else {}


async def _notify(post: Post, method: str, params: dict[str, Any]) -> None:
    await reply.stream(post.send, reply.event(jsonrpc.notification(method, params)))

"""MCP over Streamable HTTP: one endpoint for both eras, decided by each request, without sessions.

A legacy client cancels by naming the id of its request. Ids are chosen by clients and repeat among them, and without sessions a
client is known only by its token, address and User-Agent: a cancellation stops the one running call that fits all of these, and
none where several do. A modern client cancels by leaving.
"""

import contextlib
import threading
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..call import Call, Client, no_progress
from ..core import Core, Surface
from . import envelope, jsonrpc, reply, streams
from .calls import Calls
from .jsonrpc import Id, Message, RpcError
from .mcp import Exchange, Mcp
from .post import Post

_STATUS = {
    jsonrpc.PARSE_ERROR: 400,
    jsonrpc.INVALID_REQUEST: 400,
    jsonrpc.INVALID_PARAMS: 400,
    jsonrpc.METHOD_NOT_FOUND: 404,
    envelope.HEADER_MISMATCH: 400,
    envelope.MISSING_CAPABILITY: 400,
    envelope.UNSUPPORTED_VERSION: 400,
    jsonrpc.BUSY: 503,
    jsonrpc.OUT_OF_SCOPE: 403,
}
_ALWAYS = (jsonrpc.BUSY, jsonrpc.OUT_OF_SCOPE)
"""A legacy client too is told these by their status."""
_NEVER = threading.Event()
"""When a call that is over at once was cancelled."""


class Endpoint:
    def __init__(self, core: Core, surface: Surface, calls: Calls) -> None:
        self._phone = core.phone
        self._notices = core.notices
        self._mcp = Mcp(surface, calls)
        self._cancellable = _Cancellable()
        self._max_body = core.settings.max_body_bytes
        self._max_streams = core.settings.max_concurrent_calls

    async def __call__(self, post: Post) -> None:
        body = await post.body(self._max_body)
        if body is None:
            return None
        if not post.takes_json:
            return await reply.refuse(post.send, 406, "Accept must allow application/json")
        modern, value, capabilities = envelope.is_modern(post.headers), None, {}
        try:
            value = jsonrpc.parse(body)
            message = jsonrpc.message(value)
            if modern:
                capabilities = envelope.check(post.headers, message)
        except RpcError as error:
            return await reply.json(post.send, _STATUS[error.code], jsonrpc.failure(jsonrpc.id_of(value), error))
        if message.id is None or not message.method:
            if message.method == "notifications/cancelled" and not modern:
                self._cancellable.cancel(post, message.params.get("requestId"))
            return await reply.accepted(post.send)
        if modern and message.method == "subscriptions/listen":
            return await self._listen(post, message.id, message.params)
        client = _client(post.holder.name, post.headers.get(b"user-agent", b""))
        if capabilities:
            client = Client(client.name, client.agent, capabilities=capabilities)
        if self._mcp.blocks(message.method, message.params, post.holder.scope):
            return await self._wait(post, message, message.id, modern, client)
        exchange = Exchange(client.name, modern, Call(self._phone, _NEVER, client=client), None, post.holder.scope)
        status, answer = await self._answer(message, message.id, exchange)
        return await reply.json(post.send, status, answer, *streams.ADVICE.get(status, ()))

    async def _wait(self, post: Post, message: Message, id: Id, modern: bool, client: Client) -> None:
        """Answers what may take its time."""
        token = _progress_token(message.params)
        progress = streams.Progress(token) if token is not None and post.takes_events else None
        call = Call(self._phone, progress=progress or no_progress, client=client)
        exchange = Exchange(client.name, modern, call, post.gone if modern else None, post.holder.scope)
        with contextlib.nullcontext() if modern else self._cancellable.while_running(post, id, call.cancelled):
            if progress is not None:
                return await streams.with_progress(post, progress, self._answer(message, id, exchange))
            status, answer = await self._answer(message, id, exchange)
        return await reply.json(post.send, status, answer, *streams.ADVICE.get(status, ()))

    async def _answer(self, message: Message, id: Id, exchange: Exchange) -> streams.Answer:
        try:
            return 200, jsonrpc.response(id, await self._mcp.answer(message.method, message.params, exchange))
        except RpcError as error:
            # A legacy client reads the error only where the status is 200.
            status = _STATUS.get(error.code, 200) if exchange.modern or error.code in _ALWAYS else 200
            return status, jsonrpc.failure(id, error)

    async def _listen(self, post: Post, id: Id, params: dict[str, Any]) -> None:
        if not post.takes_events:
            return await reply.refuse(post.send, 406, "Accept must allow text/event-stream")
        if len(self._notices) >= self._max_streams:
            error = RpcError(jsonrpc.BUSY, "Too many clients are listening; try again later")
            return await reply.json(post.send, 503, jsonrpc.failure(id, error), *streams.ADVICE[503])
        readable = self._mcp.resources(post.holder.scope).has
        filter = streams.honoured(params.get("notifications"), self._mcp.capabilities(modern=True), readable)
        told = streams.listener(filter)
        self._notices.add(told)
        try:
            return await streams.listen(post, id, filter, told, self._phone.clock, self._mcp.listened)
        finally:
            self._notices.remove(told)


class _Cancellable:
    """The running calls of legacy clients."""

    def __init__(self) -> None:
        self._calls: dict[tuple[Any, ...], list[threading.Event]] = {}

    @contextlib.contextmanager
    def while_running(self, post: Post, id: Id, cancelled: threading.Event) -> Iterator[None]:
        running = self._calls.setdefault(_key(post, id), [])
        running.append(cancelled)
        try:
            yield
        finally:
            running.remove(cancelled)
            if not running:
                del self._calls[_key(post, id)]

    def cancel(self, post: Post, id: Any) -> None:
        running = self._calls.get(_key(post, id), []) if isinstance(id, str | int) else []
        if len(running) == 1:
            running[0].set()


def _key(post: Post, id: Id) -> tuple[Any, ...]:
    return (post.holder.name, post.address, post.headers.get(b"user-agent"), type(id), id)


@lru_cache(maxsize=64)
def _client(name: str, agent: bytes) -> Client:
    return Client(name, agent.decode("latin-1"))


def _progress_token(params: dict[str, Any]) -> str | int | None:
    meta = params.get("_meta")
    token = meta.get("progressToken") if isinstance(meta, dict) else None
    return token if isinstance(token, str | int) else None

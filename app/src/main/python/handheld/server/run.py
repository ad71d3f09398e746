"""Runs the server in a thread of its own; the only module that knows uvicorn."""

import asyncio
import contextlib
import errno
import logging
import socket
import ssl
import threading
from collections.abc import Callable
from typing import Any, Literal, Protocol

import uvicorn
from starlette.types import Receive, Scope, Send

from ..certificate import Kept
from ..core import Core
from ..errors import HandheldError
from .app import Application
from .connection import Limits, bounded

_log = logging.getLogger(__name__)
_GRACE_SECONDS = 5
_BACKLOG = 128
"""Not more: as often does asyncio complain when it cannot accept for want of descriptors, and serves nobody meanwhile."""
_TICK_SECONDS = 0.1
_TICKS = 5
"""Between two looks at all connections."""

Http = Literal["auto", "h11", "httptools"]


class CannotListen(HandheldError):
    """The address cannot be had; the message says why."""

    code = "cannot_listen"


class Closing(Protocol):
    """An ASGI application that is told, on the server's own loop, when the server ends."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...

    def close(self) -> None: ...


class _Connections(set[Any]):
    """Those that are open. Says when there is a new one."""

    def __init__(self, stirred: asyncio.Event) -> None:
        super().__init__()
        self._stirred = stirred

    def add(self, connection: Any) -> None:
        super().add(connection)
        self._stirred.set()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, application: Closing) -> None:
        super().__init__(config)
        self._application = application
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stirred = asyncio.Event()
        self.server_state.connections = _Connections(self._stirred)

    async def main_loop(self) -> None:
        """Ticks only while someone is connected: uvicorn's ten a second, day and night, would keep a phone awake."""
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(_Complaints())
        counter = 0
        while not await self.on_tick(counter):
            if self.server_state.connections:
                counter += 1
                await asyncio.sleep(_TICK_SECONDS)
            else:
                counter = 0
                self._stirred.clear()
                await self._stirred.wait()

    def end(self) -> None:
        """From any thread."""
        self.should_exit = True
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._stirred.set)

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS == 0:
            now = asyncio.get_running_loop().time()
            for connection in list(self.server_state.connections):
                connection.check_time(now)  # type: ignore[union-attr]  # ours, see `listen`
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._application.close()
        await super().shutdown(sockets)


class _Complaints:
    """What goes wrong behind our back. For want of descriptors asyncio would fill the log in no time."""

    def __init__(self) -> None:
        self._last = float("-inf")

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
            return loop.default_exception_handler(context)
        if loop.time() > self._last + 1:
            self._last = loop.time()
            _log.error("No more clients can connect for now: %s", error.strerror)
        return None


class Running:
    """A server that answers until it is stopped."""

    def __init__(self, server: _Server, bound: socket.socket) -> None:
        self.port: int = bound.getsockname()[1]
        self._server = server
        self._thread = threading.Thread(target=server.run, args=([bound],), name="handheld-server", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Takes no new requests, lets the running ones finish for a few seconds, and returns when the port is free."""
        self._server.end()
        self._thread.join()


def serve(
    core: Core,
    host: str,
    port: int,
    *,
    tls: Kept | None = None,
    http: Http = "auto",
    limits: Limits | None = None,
) -> Running:
    """Listens on the address (port 0: any free one) and returns at once; CannotListen if that is not possible."""
    limits = limits or Limits(message_bytes=2 * core.settings.max_body_bytes + Limits().head_bytes)
    return listen(Application(core), host, port, tls=tls, http=http, limits=limits)


def listen(
    application: Closing,
    host: str,
    port: int,
    *,
    tls: Kept | None = None,
    http: Http = "auto",
    limits: Limits = Limits(),  # noqa: B008 (it is frozen)
) -> Running:
    """As `serve`, for any application."""
    bound = _bind(host, port)
    config = uvicorn.Config(
        application,
        interface="asgi3",
        loop="asyncio",
        http=http,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        backlog=_BACKLOG,
        ssl_certfile=tls.current.path if tls else None,
        ssl_keyfile=tls.current.key_path if tls else None,
    )
    try:
        config.load()  # here and not in the thread, so that a bad certificate is an error of this call
    except OSError as error:
        bound.close()
        raise CannotListen(f"Cannot use the certificate {tls and tls.current.path}: {error.strerror or error}") from error
    if tls is not None and config.ssl is not None:
        config.ssl.sni_callback = _renewing(tls)
    config.http_protocol_class = bounded(config.http_protocol_class, limits)
    return Running(_Server(config, application), bound)


def _renewing(kept: Kept) -> Callable[[ssl.SSLObject, str | None, ssl.SSLContext], None]:
    """Asked at every handshake, before the certificate is sent."""

    def ask(connection: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
        if not kept.renewed():
            return
        pem = kept.current.path, kept.current.key_path
        context.load_cert_chain(*pem)  # for those who come after this one, which has its copy of the old
        fresh = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        fresh.load_cert_chain(*pem)
        connection.context = fresh

    return ask


def _bind(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # asyncio turns off Nagle's delay, 40 ms an answer, only where the protocol is named.
        bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError as error:
        raise CannotListen(f"Cannot listen on {host}: {error.strerror or error}") from error
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind(address)
        bound.listen(_BACKLOG)
    except OSError as error:
        bound.close()
        raise CannotListen(_why(error, host, port)) from error
    bound.setblocking(False)
    return bound


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is already in use; choose another one, or 0 for any free port"
    if error.errno == errno.EACCES:
        return f"Port {port} on {host} needs privileges; choose one above 1023"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this device"
    return f"Cannot listen on {host}:{port}: {error.strerror}"

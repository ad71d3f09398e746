"""The ASGI application: the guard, the gate, then the route."""

from collections.abc import Awaitable, Callable

from starlette.types import Receive, Scope, Send

from .. import __version__, codec
from ..core import Core
from . import reply
from .auth import Gate, Refused
from .calls import Calls
from .guard import Guard, headers_of, is_ambiguous
from .post import Post
from .streamable import Endpoint
from .v1 import FirstEdition

_HEALTH = codec.dumps({"status": "ok", "version": __version__})

Handler = Callable[[Post], Awaitable[None]]


class Application:
    def __init__(self, core: Core) -> None:
        self._core = core
        self._calls = Calls(core)
        self._guard = Guard(core.settings.allowed_hosts)
        self._gate = Gate(core.settings.tokens, core.phone.clock)
        first = FirstEdition(core, self._calls)
        self._handlers: dict[str, Handler] = {
            "/mcp": Endpoint(core, core.mcp, self._calls),
            "/mcp/sms": Endpoint(core, core.sms, self._calls),
            "/mcp/v1/tools/list": first.list,
            "/mcp/v1/tools/call": first.call,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope["headers"])
        refusal = self._guard.refusal(headers)
        if refusal is not None:
            return await reply.refuse(send, 403, refusal)
        if is_ambiguous(headers):
            why = "Send either Content-Length or Transfer-Encoding: chunked"
            return await reply.refuse(send, 400, why, (b"connection", b"close"))
        path: str = scope["path"]
        if path == "/health":
            return await _health(scope["method"], send)
        client = scope.get("client")
        address = client[0] if client else ""
        if self._gate.tokens is not self._core.settings.tokens:
            self._gate.take(self._core.settings.tokens)
        try:
            holder = self._gate.enter(headers.get(b"authorization"), address)
        except Refused as refused:
            return await _refuse_entry(send, refused)
        self._core.control.came(holder.name, address, headers.get(b"user-agent", b""))
        handler = self._handlers.get(path)
        if handler is None:
            return await reply.refuse(send, 404, "There is nothing here; MCP is at /mcp")
        return await handler(Post(scope["method"], headers, holder, address, receive, send))

    def close(self) -> None:
        """Stops what runs and ends what listens, so that the server can end. On the server's own loop."""
        self._calls.close()
        self._core.notices.close()
        self._core.audit.close()


async def _health(method: str, send: Send) -> None:
    if method not in ("GET", "HEAD"):
        return await reply.refuse(send, 405, "Use GET", (b"allow", b"GET, HEAD"))
    return await reply.json(send, 200, _HEALTH)


async def _refuse_entry(send: Send, refused: Refused) -> None:
    if refused.wait_seconds is not None:
        why = f"Too many wrong tokens; try again in {refused.wait_seconds} seconds"
        return await reply.refuse(send, 429, why, (b"retry-after", str(refused.wait_seconds).encode()))
    if refused.expired:
        challenge = (b"www-authenticate", b'Bearer realm="handheld", error="invalid_token", error_description="expired"')
        return await reply.refuse(send, 401, "This token has expired; the person of this phone can make a new one", challenge)
    challenge = (b"www-authenticate", b'Bearer realm="handheld"')
    return await reply.refuse(send, 401, "A bearer token is needed: Authorization: Bearer <token>", challenge)

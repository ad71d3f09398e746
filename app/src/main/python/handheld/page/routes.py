"""What the control page asks and orders: JSON in, JSON out. Everything that may block runs in a thread."""

import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from .. import codec
from ..app import App
from ..control import QUESTIONS, STATE, TOPICS
from ..errors import HandheldError, InvalidArguments
from ..notices import Listener
from . import callers, history, privacy, qr, questions, settings, state, tools
from .door import Door
from .session import SESSION_SECONDS, Sessions

_BEAT_SECONDS = 15
_MOST_BODY = 1_000_000

Json = dict[str, Any]
Order = Callable[[App, Json], Any]

_ORDERS: dict[str, Order] = {
    "pause": state.pause,
    "questions/answer": questions.answer,
    "questions/take_back": questions.take_back,
    "server": state.server,
    "permissions/open": state.open_permission,
    "tools/switch": tools.switch,
    "tools/try": tools.try_out,
    "tools/curl": tools.as_curl,
    "apps/approve": tools.approve,
    "apps/revoke": tools.revoke,
    "recordings/clear": history.clear_pictures,
    "callers/allow": callers.allow,
    "callers/revoke": callers.revoke,
    "callers/forget": callers.forget,
    "settings/check": settings.check,
    "settings/save": settings.save,
    "tokens/make": settings.make_token,
    "tokens/revoke": settings.revoke_token,
}
_QUESTIONS: dict[str, Order] = {
    "state": state.read,
    "questions": questions.read,
    "permissions": state.permissions,
    "screen": state.screen,
    "tools": tools.read,
    "callers": callers.read,
    "settings": settings.read,
    "private_apps/suggestions": privacy.suggest,
    "connect": settings.connect,
    "history": history.read,
}


class PageApplication:
    """The routes behind the door, and who listens to the news."""

    def __init__(self, app: App, sessions: Sessions, link: Callable[[], str], launcher: str) -> None:
        self._app = app
        self._sessions = sessions
        self._link = link
        self._launcher = launcher
        self._listeners: set[Listener] = set()
        routes = [
            Route("/api/session", self._open, methods=["POST"]),
            Route("/api/lock", self._close, methods=["POST"]),
            Route("/api/link", self._new_link, methods=["POST"]),
            Route("/api/events", self._events),
            Route("/api/picture", self._picture),
            Route("/api/qr", self._qr),
            Route("/api/recordings/picture", self._recorded),
            Route("/api/history.jsonl", self._export),
            *(Route(f"/api/{name}", self._question(ask)) for name, ask in _QUESTIONS.items()),
            *(Route(f"/api/{name}", self._order(obey), methods=["POST"]) for name, obey in _ORDERS.items()),
        ]
        self._door = Door(Starlette(routes=routes), sessions)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._door(scope, receive, send)

    def close(self) -> None:
        for listener in self._listeners:
            listener.close()

    # Coming in

    async def _open(self, request: Request) -> Response:
        link = (await _body(request)).get("link")
        session = self._sessions.open(link) if isinstance(link, str) else None
        if session is None:
            return _refused(401, "This link was used already, or is too old")
        answer = JSONResponse({"key": session.key})
        name = self._sessions.cookie_name
        answer.set_cookie(name, session.cookie, max_age=SESSION_SECONDS, path="/api/", httponly=True, samesite="strict")
        return answer

    async def _close(self, request: Request) -> Response:
        self._sessions.close(request.cookies.get(self._sessions.cookie_name, ""))
        return JSONResponse({})

    async def _new_link(self, request: Request) -> Response:
        """For a command on the same machine that can read the file with the launcher."""
        given = (await _body(request)).get("launcher")
        if not isinstance(given, str) or not hmac.compare_digest(given.encode(), self._launcher.encode()):
            return _refused(401, "Not the launcher of this page")
        return JSONResponse({"link": self._link()})

    # Questions and orders

    def _question(self, ask: Order) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            return await self._told(ask, dict(request.query_params))

        return answer

    def _order(self, obey: Order) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            return await self._told(obey, await _body(request))

        return answer

    async def _told(self, act: Order, given: Json) -> Response:
        try:
            return JSONResponse(await run_sync(act, self._app, given, abandon_on_cancel=True))
        except (InvalidArguments, KeyError) as error:
            return _refused(400, f"Missing: {error}" if isinstance(error, KeyError) else str(error))
        except HandheldError as error:
            return _refused(409, str(error), error.code)

    # What is not JSON

    async def _events(self, request: Request) -> Response:
        listener = Listener(TOPICS)
        for missed in (STATE, QUESTIONS):  # while it was on its way here
            listener.tell(missed)
        return StreamingResponse(self._news(listener), media_type="text/event-stream")

    async def _news(self, listener: Listener) -> AsyncIterator[bytes]:
        """The names of what changed. An empty line now and then shows that someone is still there."""
        self._listeners.add(listener)
        self._app.control.news.add(listener)
        try:
            while not listener.closed:
                told = await listener.next(_BEAT_SECONDS)
                yield b"".join(b"data: " + notice.method.encode() + b"\n\n" for notice in told) or b":\n\n"
        finally:
            self._app.control.news.remove(listener)
            self._listeners.discard(listener)

    async def _picture(self, request: Request) -> Response:
        return await self._made(lambda: Response(self._app.picture(1200).jpeg, media_type="image/jpeg"))

    async def _recorded(self, request: Request) -> Response:
        def answer() -> Response:
            jpeg = history.picture(self._app, request.query_params.get("name", ""))
            return Response(jpeg, media_type="image/jpeg") if jpeg else _refused(404, "There is no such picture")

        return await self._made(answer)

    async def _qr(self, request: Request) -> Response:
        return Response(qr.svg(self._app.address), media_type="image/svg+xml")

    async def _export(self, request: Request) -> Response:
        def answer() -> Response:
            name = {"content-disposition": 'attachment; filename="handheld-history.jsonl"'}
            lines = history.lines(self._app, dict(request.query_params))
            return PlainTextResponse(lines, media_type="application/x-ndjson", headers=name)

        return await self._made(answer)

    async def _made(self, make: Callable[[], Response]) -> Response:
        try:
            return await run_sync(make, abandon_on_cancel=True)
        except HandheldError as error:
            return _refused(409, str(error), error.code)


async def _body(request: Request) -> Json:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BODY:
            return {}
    try:
        given = codec.loads(body)
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}


def _refused(status: int, why: str, code: str = "") -> JSONResponse:
    return JSONResponse({"error": why, "code": code}, status)

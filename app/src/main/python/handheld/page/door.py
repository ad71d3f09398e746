"""What every request to the control page passes: the right host, the same origin, and a session; and the headers it gets back."""

from http.cookies import CookieError, SimpleCookie
from importlib import resources
from urllib.parse import urlsplit

from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..server.guard import Headers, headers_of, is_ambiguous
from .session import Sessions

KEY = b"x-handheld-key"
OPEN = ("/api/session", "/api/link")
"""Where someone without a session may knock; they check for themselves."""

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"cache-control", b"no-store"),
]
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


class Door:
    def __init__(self, inner: ASGIApp, sessions: Sessions) -> None:
        self._inner = inner
        self._sessions = sessions
        self._static = _static()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        await self._answer(scope)(scope, receive, send_with_headers)

    def _answer(self, scope: Scope) -> ASGIApp:
        headers = headers_of(scope["headers"])
        refusal = _refusal(scope["method"], headers)
        if refusal is not None:
            return _error(403, refusal)
        if b"content-encoding" in headers:
            return _error(415, "Send the body as it is, without Content-Encoding")
        if is_ambiguous(headers):
            why = "Send either Content-Length or Transfer-Encoding: chunked"
            return JSONResponse({"error": why}, 400, {"connection": "close"})
        path: str = scope["path"]
        if not path.startswith("/api/"):
            return self._file(path, scope["method"])
        secrets = _cookie(headers, self._sessions.cookie_name), headers.get(KEY, b"").decode("latin-1")
        if path not in OPEN and not self._sessions.allows(*secrets):
            return _error(401, "This page is locked; open it again with a new link")
        return self._inner

    def _file(self, path: str, method: str) -> Response:
        kind, body = self._static.get(path, ("", b""))
        if method not in ("GET", "HEAD"):
            return _error(405, "Use GET")
        return Response(body, media_type=kind) if kind else _error(404, "There is no such page")


def _cookie(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def _refusal(method: str, headers: Headers) -> str | None:
    host = headers.get(b"host", b"").decode("latin-1")
    if _hostname(f"//{host}") not in _LOOPBACK:
        return "The control page is for this device only; use http://127.0.0.1"
    origin = headers.get(b"origin")
    if origin is not None and origin.decode("latin-1") != f"http://{host}":
        return "Only the control page itself may ask"
    if headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin") and not _follows_a_link(method, headers):
        return "Only the control page itself may ask"
    if method not in ("GET", "HEAD") and headers.get(b"content-type", b"").partition(b";")[0] != b"application/json":
        return "Content-Type must be application/json"
    return None


def _follows_a_link(method: str, headers: Headers) -> bool:
    """A link to the page on another site may be followed; nothing else may come from there."""
    return method == "GET" and headers.get(b"sec-fetch-mode") == b"navigate"


def _hostname(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def _error(status: int, why: str) -> JSONResponse:
    return JSONResponse({"error": why}, status)


def _static() -> dict[str, tuple[str, bytes]]:
    """The files of the page, read once: inside the app's archive on a phone they have no path."""
    found = {}
    folder = resources.files(__package__) / "static"
    todo = [("/static/", folder)]
    while todo:
        prefix, place = todo.pop()
        for entry in place.iterdir():
            if entry.is_dir():
                todo.append((f"{prefix}{entry.name}/", entry))
            elif (kind := _TYPES.get("." + entry.name.rpartition(".")[2])) is not None:
                found[prefix + entry.name] = (kind, entry.read_bytes())
    found["/"] = found["/static/index.html"]
    return found

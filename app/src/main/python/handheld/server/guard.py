"""What a request must pass before anything reads it: the Host and Origin it names, and its size.

A page in a browser can make any name resolve to this device; what it cannot do is send another name than its own.
"""

import ipaddress
import re
from collections.abc import Iterable

from starlette.types import Receive

_HOST = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)(?:%[\w.%-]+)?]|(?P<name>[a-z0-9._-]+))(?::\d{1,5})?")
_ORIGIN = re.compile(r"https?://([^/]+)")
_REMEMBERED = 64

Headers = dict[bytes, bytes]


class TooLarge(Exception):
    """The body is larger than allowed."""


class Gone(Exception):
    """The client left before its request was whole."""


def headers_of(pairs: list[tuple[bytes, bytes]]) -> Headers:
    """By lower-case name, without the white space around. One that stands twice becomes a list, which no single-valued header
    may be."""
    headers = {name: value.strip() for name, value in pairs}
    if len(headers) != len(pairs):
        for name in headers:
            headers[name] = b", ".join(value.strip() for key, value in pairs if key == name)
    return headers


def is_ambiguous(headers: Headers) -> bool:
    """Whether something between us and the client might read the end of this request elsewhere, and the rest as another one."""
    coding = headers.get(b"transfer-encoding")
    return coding is not None and (b"content-length" in headers or coding.lower() != b"chunked")


class Guard:
    def __init__(self, allowed_hosts: Iterable[str]) -> None:
        self._names = {"localhost"} | {name.lower() for name in allowed_hosts}
        self._passed: set[tuple[bytes | None, bytes | None]] = set()

    def refusal(self, headers: Headers) -> str | None:
        """Why the request must not be served; None if it may."""
        pair = (headers.get(b"host"), headers.get(b"origin"))
        if pair in self._passed:
            return None
        host, origin = pair
        if host is None or not self._may_be_named(host.decode("latin-1")):
            return "This Host is not allowed; use an IP address or localhost, or add the name to allowed_hosts in the settings"
        if origin is not None and not self._may_ask(origin.decode("latin-1")):
            return "This Origin is not allowed; add its name to allowed_hosts in the settings"
        if len(self._passed) < _REMEMBERED:
            self._passed.add(pair)
        return None

    def _may_be_named(self, host: str) -> bool:
        match = _HOST.fullmatch(host.strip().lower())
        if match is None:
            return False
        return match["name"] in self._names or _is_address(match["v6"] or match["name"])

    def _may_ask(self, origin: str) -> bool:
        match = _ORIGIN.fullmatch(origin.strip().lower())
        return match is not None and self._may_be_named(match[1])


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


async def read_body(receive: Receive, headers: Headers, limit: int) -> bytes:
    """The whole body; TooLarge as soon as it is known to be, also where no length was declared."""
    if int(headers.get(b"content-length", b"0")) > limit:
        raise TooLarge
    event = await receive()
    body: bytes = event.get("body", b"")
    if not event.get("more_body") and event["type"] == "http.request" and len(body) <= limit:
        return body
    parts, size = [body], len(body)
    while event.get("more_body"):
        if size > limit:
            raise TooLarge
        event = await receive()
        parts.append(event.get("body", b""))
        size += len(parts[-1])
    if event["type"] == "http.disconnect":
        raise Gone
    if size > limit:
        raise TooLarge
    return b"".join(parts)

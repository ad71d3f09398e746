"""The URLs that may be downloaded, taken apart with no room for two readings."""

import re
import string
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from .errors import InvalidArguments

_HOST_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")


@dataclass(frozen=True, slots=True)
class Target:
    url: str
    secure: bool
    host: str
    port: int
    path: str

    @staticmethod
    def parse(url: str) -> "Target":
        if not url.isprintable() or " " in url or "\\" in url:
            raise _invalid(url, "it has spaces, backslashes or control characters")
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise _invalid(url, str(error)) from None
        if parts.scheme not in ("http", "https"):
            raise _invalid(url, "only http:// and https:// URLs can be downloaded")
        if "@" in parts.netloc:
            raise _invalid(url, "a user name or password is not allowed in it")
        secure = parts.scheme == "https"
        path = _ascii(parts.path or "/") + (f"?{_ascii(parts.query)}" if parts.query else "")
        return Target(url, secure, _host(url, parts.hostname or ""), port or (443 if secure else 80), path)

    def join(self, location: bytes) -> "Target":
        """Where a redirect leads, from the bytes of its Location."""
        try:
            url = urljoin(self.url, _ascii(location))
        except ValueError as error:
            raise InvalidArguments(f"Invalid URL: {error}") from None
        return Target.parse(url)


def _host(url: str, name: str) -> str:
    if ":" in name:  # urlsplit has checked an IPv6 address, but for its zone
        if "%" in name:
            raise _invalid(url, "an address with a zone is not allowed in it")
        return name
    try:
        host = name.encode("idna").decode().lower().removesuffix(".")
    except UnicodeError:
        host = ""
    if not _HOST_NAME.fullmatch(host):
        raise _invalid(url, "it has no valid host name")
    return host


def _ascii(text: str | bytes) -> str:
    return quote(text, safe=string.punctuation)


def _invalid(url: str, problem: str) -> InvalidArguments:
    shown = url if len(url) <= 200 else url[:199] + "…"
    return InvalidArguments(f"Invalid URL {shown!r}: {problem}")

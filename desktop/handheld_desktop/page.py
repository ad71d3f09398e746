"""The control page of the running server, as a command of the same person uses it; and `handheld page`, which makes a link."""

import contextlib
import http.client
import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from handheld.errors import HandheldError, InvalidArguments

from .folder import DataFolder


class NoPage(HandheldError):
    """No server runs on the data folder."""


def new_link(folder: DataFolder) -> int:
    with _connected(folder) as (connection, launcher):
        print(_link(connection, launcher))
    return 0


class Page:
    """Asks and orders as the page does; NoPage where there is none."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def ask(self, name: str) -> Any:
        return self._told("GET", name, None)

    def order(self, name: str, given: dict[str, Any]) -> Any:
        return self._told("POST", name, given)

    def _told(self, method: str, name: str, given: dict[str, Any] | None) -> Any:
        with _connected(self._folder) as (connection, launcher):
            link = _link(connection, launcher).partition("#open=")[2]
            opened, cookie = _exchange(connection, "POST", "session", {"link": link})
            headers = {"cookie": cookie.partition(";")[0], "x-handheld-key": opened["key"]}
            answer, _ = _exchange(connection, method, name, given, headers)
            _exchange(connection, "POST", "lock", {}, headers)
        if "error" in answer:
            raise InvalidArguments(answer["error"])
        return answer


@contextlib.contextmanager
def _connected(folder: DataFolder) -> Iterator[tuple[http.client.HTTPConnection, str]]:
    found = folder.page()
    if found is None:
        raise NoPage(f"No server runs on {folder.path}; start one with handheld serve")
    url, launcher = found
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=10)
    try:
        yield connection, launcher
    except (OSError, http.client.HTTPException, ValueError, KeyError) as error:
        raise NoPage(f"The control page at {url} does not answer; was the server killed?") from error
    finally:
        connection.close()


def _link(connection: http.client.HTTPConnection, launcher: str) -> str:
    link = _exchange(connection, "POST", "link", {"launcher": launcher})[0]["link"]
    return str(link)


def _exchange(
    connection: http.client.HTTPConnection, method: str, name: str, given: Any, headers: Mapping[str, str] | None = None
) -> tuple[Any, str]:
    """The answer, and the cookie that came with it."""
    body = None if given is None else json.dumps(given)
    connection.request(method, f"/api/{name}", body, {"content-type": "application/json", **(headers or {})})
    response = connection.getresponse()
    return json.loads(response.read()), response.headers.get("set-cookie", "")

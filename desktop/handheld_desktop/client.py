"""A small MCP client for the command line: one POST a request, as our sessionless server takes it."""

import http.client
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from handheld import codec
from handheld.connect import Address
from handheld.errors import HandheldError, InvalidArguments

_PATIENCE_SECONDS = 600
"""Longer than the server lets a call run by default."""


class NoAnswer(HandheldError):
    """There is no MCP server at that address, or it will not talk to us."""


class Refused(HandheldError):
    """The server answered with an error of the protocol."""


class Client:
    def __init__(self, address: Address, certificate: Path) -> None:
        """Beside the usual authorities, the certificate is trusted if it exists."""
        self._address = address
        self._url = urlsplit(address.url)
        self._certificate = certificate
        if self._url.scheme not in ("http", "https") or not self._url.hostname:
            raise InvalidArguments(f"'{address.url}' is not an http or https address")

    def tools(self) -> Iterator[dict[str, Any]]:
        cursor: dict[str, Any] = {}
        while True:
            page = self._request("tools/list", cursor)
            yield from page["tools"]
            if "nextCursor" not in page:
                return
            cursor = {"cursor": page["nextCursor"]}

    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return self._request("tools/call", {"name": name, "arguments": arguments})

    def _request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        body = codec.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        headers = {
            "Authorization": f"Bearer {self._address.token}",
            "Content-Type": "application/json",
            "Accept": "application/json",
        }
        connection = self._connection()
        try:
            connection.request("POST", self._url.path or "/mcp", body, headers)
            response = connection.getresponse()
            return self._result(response.status, response.read())
        except (OSError, http.client.HTTPException, ssl.CertificateError) as error:
            raise NoAnswer(f"No server answers at {self._address.url} ({error}); start one with 'handheld serve'") from error
        finally:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._url.hostname or "", self._url.port
        if self._url.scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=_PATIENCE_SECONDS)
        context = ssl.create_default_context()
        if self._certificate.exists():
            context.load_verify_locations(self._certificate)
        return http.client.HTTPSConnection(host, port, timeout=_PATIENCE_SECONDS, context=context)

    def _result(self, status: int, body: bytes) -> dict[str, Any]:
        if status == 401:
            raise NoAnswer(f"The server at {self._address.url} does not accept this token")
        try:
            answer = codec.loads(body)
            if "error" in answer:
                raise Refused(str(answer["error"]["message"]))
            result: dict[str, Any] = answer["result"]
        except (ValueError, TypeError, KeyError) as error:
            raise NoAnswer(f"What answers at {self._address.url} is not an MCP server (status {status})") from error
        return result

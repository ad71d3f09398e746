"""Fetches a file from a server that an agent named: every address is checked, and then used as checked."""

import concurrent.futures
import contextlib
import errno
import http.client
import io
import os
import select
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from .address import is_public
from .call import Call
from .errors import ActionFailed, InvalidArguments
from .url import Target

T = TypeVar("T")

_TICK_SECONDS = 0.1
"""How soon a cancel is heard while the network is silent."""
_CONNECT_SECONDS = 10
_PROGRESS_SECONDS = 0.25
_CHUNK = 1 << 16
_MAX_REDIRECTS = 5
_REDIRECTS = (301, 302, 303, 307, 308)


class Network(Protocol):
    def resolve(self, host: str, port: int) -> list[str]:
        """Every address of the host."""

    def begin(self, address: str, port: int) -> socket.socket:
        """A non-blocking socket that is connecting."""


class Internet:
    def resolve(self, host: str, port: int) -> list[str]:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))

    def begin(self, address: str, port: int) -> socket.socket:
        sock = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
        sock.setblocking(False)
        failed = sock.connect_ex((address, port))
        if failed not in (0, errno.EINPROGRESS):
            sock.close()
            raise OSError(failed, os.strerror(failed))
        return sock


@contextlib.contextmanager
def open_url(call: Call, url: str, network: Network | None = None) -> Iterator[Iterator[bytes]]:
    """The content of a URL, in chunks. Everything that can go wrong is an ActionFailed, also while the chunks are read."""
    fetch = _Fetch(call, network or Internet())
    target = Target.parse(url)
    for _ in range(_MAX_REDIRECTS + 1):
        with contextlib.closing(fetch.connect(target)) as sock:
            response = fetch.ask(sock, target)
            if response.status not in _REDIRECTS:
                yield fetch.body(response)
                return
            target = _redirected(target, response)
    raise ActionFailed(f"Download failed: more than {_MAX_REDIRECTS} redirects")


def _redirected(target: Target, response: http.client.HTTPResponse) -> Target:
    location = response.headers.get("Location")
    if location is None:
        raise ActionFailed(f"Download failed: {target.host} redirects to nowhere")
    try:
        return target.join(location.encode("latin-1"))
    except InvalidArguments as error:
        raise ActionFailed(f"Download failed: {target.host} redirects to a URL that is not allowed. {error}") from None


class _Fetch:
    """One download under way: its rules, its deadline, and whoever may cancel it."""

    def __init__(self, call: Call, network: Network) -> None:
        self._call = call
        self._clock = call.phone.clock
        self._rules = call.phone.settings.download
        self._limit = call.phone.settings.file_size_limit_bytes
        self._network = network
        self._deadline = self._clock.monotonic() + self._rules.timeout_seconds

    def _watch(self) -> None:
        self._call.check()
        if self._clock.monotonic() >= self._deadline:
            raise ActionFailed(f"Download failed: timeout, it was not finished within {self._rules.timeout_seconds} seconds")

    def connect(self, target: Target) -> socket.socket:
        if not target.secure and not self._rules.allow_http:
            allow = "Use an https:// URL, or allow plain HTTP downloads in the Handheld settings"
            raise ActionFailed(f"HTTP not allowed: {target.url} is not encrypted. {allow}")
        with _telling(target.host):
            sock = self._connect_to_first(self._checked_addresses(target), target.port)
            sock.settimeout(_TICK_SECONDS)
            return self._encrypt(sock, target.host) if target.secure else sock

    def _checked_addresses(self, target: Target) -> list[str]:
        addresses = self._in_time(lambda: self._network.resolve(target.host, target.port))
        for address in addresses:
            if not self._rules.allow_private_addresses and not is_public(address):
                allow = "Downloads from private addresses can be allowed in the Handheld settings"
                raise ActionFailed(f"Download refused: {target.host} is at {address}, which is not a public address. {allow}")
        return addresses

    def _in_time(self, work: Callable[[], T]) -> T:
        """A name look-up cannot be interrupted, only left behind."""
        future: concurrent.futures.Future[T] = concurrent.futures.Future()

        def run() -> None:
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)

        threading.Thread(target=run, daemon=True).start()
        while not future.done():
            self._watch()
            concurrent.futures.wait([future], _TICK_SECONDS)
        return future.result()

    def _connect_to_first(self, addresses: list[str], port: int) -> socket.socket:
        failure = OSError(errno.EHOSTUNREACH, "the host has no address")
        for address in addresses:
            try:
                return self._connect_to(address, port)
            except OSError as error:
                failure = error
        raise failure

    def _connect_to(self, address: str, port: int) -> socket.socket:
        sock = self._network.begin(address, port)
        with _closed_if_it_fails(sock):
            give_up = self._clock.monotonic() + _CONNECT_SECONDS
            ready = select.poll()
            ready.register(sock, select.POLLOUT)
            while not ready.poll(_TICK_SECONDS * 1000):
                self._watch()
                if self._clock.monotonic() >= give_up:
                    raise TimeoutError(errno.ETIMEDOUT, "the server does not answer")
            failed = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if failed:
                raise OSError(failed, os.strerror(failed))
        return sock

    def _encrypt(self, sock: socket.socket, host: str) -> ssl.SSLSocket:
        context = ssl.create_default_context()
        if self._rules.allow_unverified_https:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        # Not suppressing ragged ends: an attacker who cuts the connection must not pass for the end of the file.
        wrapped = context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False, suppress_ragged_eofs=False)
        with _closed_if_it_fails(wrapped):
            self.patiently(wrapped.do_handshake)
        return wrapped

    def patiently(self, step: Callable[[], T]) -> T:
        """Repeats a step of a socket whose time-out is a tick, until it is done, cancelled or too late."""
        while True:
            self._watch()
            with contextlib.suppress(TimeoutError):
                return step()

    def ask(self, sock: socket.socket, target: Target) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(target.host, target.port)
        connection.auto_open = 0  # it would look up the name again
        connection.default_port = 443 if target.secure else 80
        connection.sock = _Wire(sock, self)
        with _telling(target.host):
            # http.client asks for `identity`: what is saved is the file, not a compressed form of it.
            connection.request("GET", target.path, headers={"User-Agent": "Handheld", "Accept": "*/*"})
            response = connection.getresponse()
        if response.status not in (200, 203, *_REDIRECTS):
            meaning = http.client.responses.get(response.status, "unknown")  # not the server's own words
            raise ActionFailed(f"Download failed: HTTP status {response.status} ({meaning}) from {target.host}")
        return response

    def body(self, response: http.client.HTTPResponse) -> Iterator[bytes]:
        total, done, told = response.length, 0, float("-inf")
        self._refuse_too_large(total or 0)
        while chunk := self._read(response):
            done += len(chunk)
            self._refuse_too_large(done)
            yield chunk
            if done == total or self._clock.monotonic() - told >= _PROGRESS_SECONDS:
                self._call.progress(done, total, None)
                told = self._clock.monotonic()
        if total is not None and done < total:
            raise ActionFailed(f"Download failed: the connection ended after {done} of {total} bytes")

    def _read(self, response: http.client.HTTPResponse) -> bytes:
        self._watch()
        with _telling("the server"):
            return response.read(_CHUNK)

    def _refuse_too_large(self, size: int) -> None:
        if size > self._limit:
            raise ActionFailed(f"File exceeds size limit: it has more than {self._limit} bytes")


class _Wire(io.RawIOBase):
    """What http.client takes for a socket: its reads hear a cancel and keep the deadline."""

    def __init__(self, sock: socket.socket, fetch: _Fetch) -> None:
        self._sock = sock
        self._fetch = fetch

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self, _CHUNK)

    def sendall(self, data: bytes) -> None:
        self._sock.sendall(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        return self._fetch.patiently(lambda: self._sock.recv_into(buffer))

    def close(self) -> None:
        """Nothing: http.client closes its socket before it has read the body. Who opened it closes it."""


@contextlib.contextmanager
def _closed_if_it_fails(sock: socket.socket) -> Iterator[None]:
    try:
        yield
    except BaseException:
        sock.close()
        raise


@contextlib.contextmanager
def _telling(host: str) -> Iterator[None]:
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        problem = f"Unverified HTTPS not allowed: the certificate of {host} is not trusted ({error.verify_message})"
        raise ActionFailed(f"{problem}. It can be allowed in the Handheld settings") from None
    except OSError as error:
        raise ActionFailed(f"Download failed: {host}: {error.strerror or error}") from error
    except http.client.HTTPException as error:
        raise ActionFailed(f"Download failed: {host} broke off or does not speak HTTP ({type(error).__name__})") from error

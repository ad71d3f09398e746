"""A real web server on this machine, for downloads: it serves what a test puts there, and misbehaves where told."""

import contextlib
import datetime
import errno
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from fakes import FakeClock

from handheld import download
from handheld.call import Call
from handheld.clock import Clock
from handheld.phone import Phone
from handheld.settings import DownloadRules, Settings

LOCAL = DownloadRules(allow_http=True, allow_private_addresses=True)
GUARDED = DownloadRules(allow_http=True)


PUBLIC = "93.184.215.14"


@contextlib.contextmanager
def nobody_there() -> Iterator[int]:
    """A port that refuses, and that nobody else gets meanwhile."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


class Names(download.Internet):
    """A resolver of the test's making. A public address of the test's leads to this machine."""

    def __init__(self, **answers: list[str]) -> None:
        self.answers = answers
        self.asked: list[str] = []
        self.reached: list[str] = []

    def resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        if host in self.answers:
            return self.answers[host]
        return super().resolve(host, port)

    def begin(self, address: str, port: int) -> socket.socket:
        self.reached.append(address)
        if address == "192.0.2.1":
            raise OSError(errno.ENETUNREACH, "Network is unreachable")
        return super().begin("127.0.0.1" if address == PUBLIC else address, port)


def call_with(rules: DownloadRules, limit: int = 1 << 20, clock: Clock | None = None) -> Call:
    settings = Settings(download=rules, file_size_limit_bytes=limit)
    return Call(Phone(None, settings, clock or FakeClock()))  # type: ignore[arg-type]


def fetch(url: str, call: Call | None = None, network: download.Network | None = None) -> bytes:
    with download.open_url(call or call_with(LOCAL), url, network) as chunks:
        return b"".join(chunks)


@dataclass
class Page:
    body: bytes | Callable[[], Iterator[bytes]] = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = -1
    """What Content-Length says: -1 the truth, None nothing."""
    chunked: bool = False


class Web:
    """Serves `pages` by path; `asked` has the path and headers of every request."""

    def __init__(self, certificate: Path | None = None) -> None:
        self.pages: dict[str, Page] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.names: list[str | None] = []
        self.secure = certificate is not None
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"web": self}))
        self._server.daemon_threads = True
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            context.sni_callback = lambda sock, name, context: self.names.append(name)
            self._server.socket = context.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )  # the handshake is the handler thread's, at its first read
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http{'s' if self.secure else ''}://{host}:{self.port}{path}"

    def __enter__(self) -> "Web":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    web: Web
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.web.asked.append((self.path, dict(self.headers)))
        page = self.web.pages.get(self.path, Page(status=404))
        chunks = [page.body] if isinstance(page.body, bytes) else page.body()
        self.send_response(page.status)
        for name, value in page.headers.items():
            self.send_header(name, value)
        if page.chunked:
            self.send_header("Transfer-Encoding", "chunked")
        elif page.length is not None:
            self.send_header("Content-Length", str(page.length if page.length >= 0 else len(page.body)))  # type: ignore[arg-type]
        self.end_headers()
        self.close_connection = True
        for chunk in chunks:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk) if page.chunked else chunk)
        if page.chunked:
            self.wfile.write(b"0\r\n\r\n")

    def handle(self) -> None:
        try:
            super().handle()
            if isinstance(self.request, ssl.SSLSocket):
                self.request.unwrap()
        except OSError:
            return  # the client went away, as some tests want it to

    def log_message(self, format: str, *args: Any) -> None:
        pass


def make_certificate(folder: Path, *names: str) -> Path:
    """A throw-away self-signed certificate and its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Handheld test")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([_general_name(one) for one in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + private)
    return path


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)

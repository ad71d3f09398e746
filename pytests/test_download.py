"""Downloads from real servers, good and bad."""

import contextlib
import dataclasses
import os
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import FakeClock
from webserver import LOCAL, Names, Page, Web, call_with, fetch, make_certificate, nobody_there

from handheld import download
from handheld.call import Call
from handheld.device import Location
from handheld.errors import ActionFailed, Cancelled
from handheld.phone import Phone
from handheld.settings import DownloadRules, LocationRules, Settings
from handheld.tools.file import download_from_url
from handheld_desktop.sim.disk import Disk


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as web:
        yield web


@pytest.fixture
def secure_web(tmp_path: Path) -> Iterator[Web]:
    with Web(make_certificate(tmp_path, "files.test", "127.0.0.1")) as web:
        yield web


# What works


def test_a_file_is_fetched_as_it_is(web: Web) -> None:
    web.pages["/a%20b?q=%C3%A9&x=1"] = Page(bytes(range(256)) * 1000)
    assert fetch(web.url("/a%20b?q=é&x=1#part")) == bytes(range(256)) * 1000
    ((_, headers),) = web.asked
    assert headers["Host"] == f"127.0.0.1:{web.port}"
    assert headers["Accept-Encoding"] == "identity"
    assert "Authorization" not in headers


def test_a_body_without_a_length_ends_with_its_chunks_or_the_connection(web: Web) -> None:
    web.pages["/chunked"] = Page(lambda: iter([b"one ", b"two"]), chunked=True)
    web.pages["/closed"] = Page(b"until it closes", length=None)
    web.pages["/empty"] = Page(b"")
    assert fetch(web.url("/chunked")) == b"one two"
    assert fetch(web.url("/closed")) == b"until it closes"
    assert fetch(web.url("/empty")) == b""


def test_progress_is_told_from_the_first_chunk_to_the_last(web: Web) -> None:
    web.pages["/"] = Page(b"x" * 200_000)
    told: list[tuple[float, float | None, str | None]] = []
    call = dataclasses.replace(call_with(LOCAL), progress=lambda *news: told.append(news))
    fetch(web.url("/"), call)
    assert told == [(65_536, 200_000, None), (200_000, 200_000, None)]


def test_the_next_address_is_tried_when_one_does_not_answer(web: Web) -> None:
    web.pages["/"] = Page(b"hello")
    names = Names(**{"files.test": ["192.0.2.1", "127.0.0.1"]})
    assert fetch(web.url("/", "files.test"), network=names) == b"hello"
    assert names.reached == ["192.0.2.1", "127.0.0.1"]


def test_redirects_are_followed(web: Web) -> None:
    web.pages["/1"] = Page(status=301, headers={"Location": "/2"})
    web.pages["/2"] = Page(status=307, headers={"Location": web.url("/d%C3%A9/3")})
    web.pages["/d%C3%A9/3"] = Page(status=303, headers={"Location": "3?\xc3\xa9"})
    web.pages["/d%C3%A9/3?%C3%A9"] = Page(b"there")
    assert fetch(web.url("/1")) == b"there"
    assert len(web.asked) == 4


# Encryption


def test_the_certificate_is_checked_against_the_name_and_the_name_is_sent(
    secure_web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    secure_web.pages["/"] = Page(b"secret")
    names = Names(**{"files.test": ["127.0.0.1"], "other.test": ["127.0.0.1"]})
    assert fetch(secure_web.url("/", "files.test"), network=names) == b"secret"
    assert fetch(secure_web.url("/", "127.0.0.1"), network=names) == b"secret"
    assert secure_web.names == ["files.test", None]
    assert [headers["Host"].partition(":")[0] for _, headers in secure_web.asked] == ["files.test", "127.0.0.1"]
    with pytest.raises(ActionFailed, match=r"Unverified HTTPS not allowed: the certificate of other.test is not trusted"):
        fetch(secure_web.url("/", "other.test"), network=names)
    assert len(secure_web.asked) == 2


def test_a_certificate_nobody_vouches_for_needs_to_be_allowed(secure_web: Web) -> None:
    secure_web.pages["/"] = Page(b"secret")
    with pytest.raises(ActionFailed, match=r"^Unverified HTTPS not allowed: .*It can be allowed in the Handheld settings"):
        fetch(secure_web.url("/"))
    assert secure_web.asked == []
    allowed = call_with(dataclasses.replace(LOCAL, allow_unverified_https=True))
    assert fetch(secure_web.url("/"), allowed) == b"secret"


def test_plain_http_needs_to_be_allowed_also_after_a_redirect(web: Web, secure_web: Web) -> None:
    rules = DownloadRules(allow_private_addresses=True, allow_unverified_https=True)
    with pytest.raises(ActionFailed, match=r"^HTTP not allowed"):
        fetch(web.url("/"), call_with(rules))
    secure_web.pages["/down"] = Page(status=302, headers={"Location": web.url("/")})
    with pytest.raises(ActionFailed, match=r"^HTTP not allowed"):
        fetch(secure_web.url("/down"), call_with(rules))
    assert web.asked == []


def test_a_cut_connection_does_not_pass_for_the_end_of_a_file(tmp_path: Path) -> None:
    """TLS says when it ends; a body with no length that just stops has been cut."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(make_certificate(tmp_path, "127.0.0.1"))
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def cut() -> None:
            with context.wrap_socket(listener.accept()[0], server_side=True) as sock:
                sock.recv(1000)
                sock.sendall(b"HTTP/1.1 200 OK\r\n\r\nhalf")

        server = threading.Thread(target=cut)
        server.start()
        rules = dataclasses.replace(LOCAL, allow_unverified_https=True)
        with pytest.raises(ActionFailed, match=r"^Download failed: the server"):
            fetch(f"https://127.0.0.1:{listener.getsockname()[1]}/", call_with(rules))
        server.join()


def test_a_server_that_does_not_speak_tls_is_said(web: Web) -> None:
    with pytest.raises(ActionFailed, match=r"^Download failed: 127.0.0.1: "):
        fetch(web.url("/").replace("http:", "https:"))


# Servers that misbehave


def for_ever(chunk: bytes = b"x" * 10_000) -> Iterator[bytes]:
    while True:
        yield chunk


@pytest.mark.parametrize("page", [Page(for_ever, chunked=True), Page(for_ever, length=None), Page(b"", length=10**12)])
def test_a_body_past_the_limit_is_refused_whatever_its_length_says(web: Web, page: Page) -> None:
    web.pages["/"] = page
    with pytest.raises(ActionFailed, match=r"^File exceeds size limit: it has more than 100000 bytes"):
        fetch(web.url("/"), call_with(LOCAL, limit=100_000))


def test_a_file_of_exactly_the_limit_is_fetched(web: Web) -> None:
    web.pages["/"] = Page(b"x" * 1000)
    assert len(fetch(web.url("/"), call_with(LOCAL, limit=1000))) == 1000


def test_bytes_after_the_promised_length_are_not_taken(web: Web) -> None:
    web.pages["/"] = Page(for_ever, length=7)
    assert fetch(web.url("/")) == b"xxxxxxx"


def test_a_body_that_ends_early_is_an_error(web: Web) -> None:
    web.pages["/short"] = Page(b"half", length=8)
    with pytest.raises(ActionFailed, match=r"^Download failed: the connection ended after 4 of 8 bytes$"):
        fetch(web.url("/short"))

    def breaks_off() -> Iterator[bytes]:
        yield b"half"
        raise OSError

    web.pages["/chunks"] = Page(breaks_off, chunked=True)
    with pytest.raises(ActionFailed, match=r"^Download failed: the server broke off"):
        fetch(web.url("/chunks"))


@pytest.mark.parametrize(
    ("status", "meaning"), [(404, "Not Found"), (500, "Internal Server Error"), (204, "No Content"), (799, "unknown")]
)
def test_any_other_status_is_an_error(web: Web, status: int, meaning: str) -> None:
    web.pages["/"] = Page(status=status)
    with pytest.raises(ActionFailed, match=rf"^Download failed: HTTP status {status} \({meaning}\) from 127\.0\.0\.1$"):
        fetch(web.url("/"))


def test_a_slow_body_ends_with_the_time_limit(web: Web) -> None:
    clock, done = FakeClock(), threading.Event()

    def slow() -> Iterator[bytes]:
        yield b"first"
        clock.time += 61
        done.wait()

    web.pages["/"] = Page(slow, length=1000)
    with pytest.raises(ActionFailed, match=r"^Download failed: timeout, it was not finished within 60 seconds$"):
        fetch(web.url("/"), call_with(LOCAL, clock=clock))
    done.set()


def test_the_time_limit_is_for_all_of_it_and_not_for_each_byte(web: Web) -> None:
    clock = FakeClock()

    def drip() -> Iterator[bytes]:
        while True:
            clock.time += 1
            yield b"x" * 70_000

    web.pages["/"] = Page(drip, chunked=True)
    with pytest.raises(ActionFailed, match="timeout"):
        fetch(web.url("/"), call_with(LOCAL, limit=1 << 40, clock=clock))


@pytest.mark.parametrize("secure", [False, True])
def test_a_silent_server_can_be_cancelled_at_any_moment(secure: bool) -> None:
    """It takes the connection and says nothing: in the handshake, or before the first line."""
    call = call_with(LOCAL)
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def cancel() -> None:
            with listener.accept()[0] as sock:
                sock.recv(1)
                call.cancelled.set()
                finished.wait()

        finished = threading.Event()
        server = threading.Thread(target=cancel)
        server.start()
        with pytest.raises(Cancelled):
            fetch(f"http{'s' if secure else ''}://127.0.0.1:{listener.getsockname()[1]}/", call)
        finished.set()
        server.join()


def test_a_name_that_takes_for_ever_can_be_cancelled() -> None:
    call, finished = call_with(LOCAL), threading.Event()

    class Slow(download.Internet):
        def resolve(self, host: str, port: int) -> list[str]:
            call.cancelled.set()
            finished.wait()
            return []

    with pytest.raises(Cancelled):
        fetch("http://files.test/", call, Slow())
    finished.set()


class HastyClock(FakeClock):
    """A second passes with every look at it."""

    def monotonic(self) -> float:
        self.time += 1
        return self.time


def test_an_address_that_never_answers_is_given_up_for_the_next(web: Web) -> None:
    web.pages["/"] = Page(b"hello")
    silent, other_end = socket.socketpair()
    silent.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            silent.send(b"x" * 4096)  # full: never ready, like a connection that nobody takes

    class Hole(Names):
        def begin(self, address: str, port: int) -> socket.socket:
            return silent if address == "198.51.100.1" else super().begin(address, port)

    with other_end:
        names = Hole(**{"files.test": ["198.51.100.1", "127.0.0.1"]})
        assert fetch(web.url("/", "files.test"), call_with(LOCAL, clock=HastyClock()), names) == b"hello"


def test_nobody_there_is_said(web: Web) -> None:
    names = Names(**{"files.test": ["192.0.2.1"], "empty.test": []})
    with pytest.raises(ActionFailed, match=r"^Download failed: files\.test: Network is unreachable$"):
        fetch("http://files.test/", network=names)
    with pytest.raises(ActionFailed, match=r"^Download failed: empty\.test: the host has no address$"):
        fetch("http://empty.test/", network=names)
    refused = pytest.raises(ActionFailed, match=r"^Download failed: 127\.0\.0\.1: Connection refused$")
    with nobody_there() as port, refused:
        fetch(f"http://127.0.0.1:{port}/")


# Into a storage location


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "Documents"


@pytest.fixture
def storing(tmp_path: Path) -> Call:
    settings = Settings(download=LOCAL, storage={"docs": LocationRules(allow_write=True)})
    return Call(Phone(Disk(tmp_path, [Location("docs", "Documents", "/Documents", None)]), settings))  # type: ignore[arg-type]


def test_a_download_lands_in_the_location(storing: Call, folder: Path, web: Web) -> None:
    web.pages["/photo.jpg"] = Page(b"\xff\xd8picture")
    arguments = {"location_id": "docs", "path": "images/photo.jpg", "url": web.url("/photo.jpg")}
    (content,) = download_from_url.run(storing, arguments).content
    assert content["text"] == "File downloaded successfully: images/photo.jpg"
    assert (folder / "images/photo.jpg").read_bytes() == b"\xff\xd8picture"


def test_a_download_that_fails_leaves_the_old_file_and_no_new_folder(storing: Call, folder: Path, web: Web) -> None:
    (folder / "a.txt").write_text("old")
    web.pages["/short"] = Page(b"new", length=1000)
    for path, page in (("a.txt", "/short"), ("new/b.txt", "/none")):
        with pytest.raises(ActionFailed, match=r"^Download failed"):
            download_from_url.run(storing, {"location_id": "docs", "path": path, "url": web.url(page)})
    assert os.listdir(folder) == ["a.txt"]
    assert (folder / "a.txt").read_text() == "old"


def test_a_cancelled_download_leaves_the_old_file(storing: Call, folder: Path, web: Web) -> None:
    (folder / "a.txt").write_text("old")
    finished = threading.Event()

    def body() -> Iterator[bytes]:
        yield b"new" * 100_000
        storing.cancelled.set()
        finished.wait()

    web.pages["/"] = Page(body, length=10**6)
    with pytest.raises(Cancelled):
        download_from_url.run(storing, {"location_id": "docs", "path": "a.txt", "url": web.url("/")})
    finished.set()
    assert os.listdir(folder) == ["a.txt"]
    assert (folder / "a.txt").read_text() == "old"

"""Where one request ends and the next begins is not for an attacker to blur: with both parsers, on every route.

Each attack carries a second request inside, which must never be served: behind a proxy that reads the first otherwise than we do,
it would be someone else's.
"""

import pytest
from doors import DOORS, JSON_DOORS, House, opened
from serving import PARSERS, TOKEN

from handheld import codec


@pytest.fixture(scope="module", params=PARSERS)
def house(request, tmp_path_factory):
    with opened(tmp_path_factory.mktemp("data"), request.param) as house:
        yield house


def hidden(house: House) -> bytes:
    """A request that leaves a trace on the phone."""
    params = {"name": "android_set_clipboard", "arguments": {"text": "smuggled"}}
    body = codec.dumps({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": params})
    head = f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def test_the_hidden_request_would_be_served_if_it_came_openly(house):
    openly = hidden(house).replace(b"Host:", b"Connection: close\r\nHost:")
    assert [status for status, _ in house.answers(DOORS[0], openly, patience_seconds=30)] == [200]
    assert house.phone.get_clipboard() == "smuggled"


LENGTHS = {
    "a length and chunks": "Content-Length: 5\r\nTransfer-Encoding: chunked",
    "chunks and a length": "Transfer-Encoding: chunked\r\nContent-Length: 5",
    "two lengths": "Content-Length: 5\r\nContent-Length: 500",
    "two lengths in one line": "Content-Length: 5, 500",
    "a negative length": "Content-Length: -5",
    "a length with a sign": "Content-Length: +5",
    "a length in hexadecimal": "Content-Length: 0x5",
    "a length with a point": "Content-Length: 5.0",
    "a length with an underscore": "Content-Length: 1_0",
    "a length in other digits": "Content-Length: \xb2",
    "no number": "Content-Length: five",
    "an empty length": "Content-Length: ",
    "an enormous length": "Content-Length: " + "9" * 30,
    "an unknown coding": "Transfer-Encoding: xchunked",
    "chunked twice": "Transfer-Encoding: chunked, chunked",
    "a coding after chunked": "Transfer-Encoding: chunked, identity",
    "a packed coding": "Transfer-Encoding: gzip, chunked",
    "chunked with a strange space": "Transfer-Encoding: \x0bchunked",
    "two codings": "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    "a space before the colon": "Transfer-Encoding : chunked",
    "a tab before a name": "X: y\r\n\tContent-Length: 5",
    "a lone carriage return": "X: y\rContent-Length: 5",
    "a NUL in a value": "X: y\0z\r\nContent-Length: 5",
    "a NUL in a name": "X\0: y\r\nContent-Length: 5",
    "no colon": "Content-Length 5",
    "an empty name": ": x\r\nContent-Length: 5",
}


@pytest.mark.parametrize("door", [door for door in JSON_DOORS if not door.page], ids=lambda door: door.name)
def test_a_request_whose_end_can_be_read_in_two_ways_hides_no_other(house, door):
    house.phone.set_clipboard("before")
    for kind, lines in LENGTHS.items():
        for body in (b"0\r\n\r\n", b"5\r\nabcde\r\n0\r\n\r\n"):
            answers = house.answers(door, house.head(door, lines) + body + hidden(house))
            assert all(status < 500 for status, _ in answers), (kind, body, answers)
            assert house.phone.get_clipboard() == "before", (kind, body, answers)


CHUNKS = {
    "a size in another base": b"0x5\r\nabcde\r\n0\r\n\r\n",
    "a negative size": b"-1\r\nabcde\r\n0\r\n\r\n",
    "an enormous size": b"FFFFFFFFFFFFFFFFF\r\nabcde\r\n0\r\n\r\n",
    "a bare line feed": b"5\nabcde\n0\n\n",
    "too few bytes": b"9\r\nabcde\r\n0\r\n\r\n",
    "too many bytes": b"2\r\nabcde\r\n0\r\n\r\n",
    "an extension with a line feed": b"5;a\nb\r\nabcde\r\n0\r\n\r\n",
    "no size": b"\r\nabcde\r\n0\r\n\r\n",
}


def test_chunks_that_are_not_well_made_hide_no_other_request(house):
    house.phone.set_clipboard("before")
    for kind, chunks in CHUNKS.items():
        answers = house.answers(DOORS[0], house.head(DOORS[0], "Transfer-Encoding: chunked") + chunks + hidden(house))
        assert all(status < 500 for status, _ in answers), (kind, answers)
        assert house.phone.get_clipboard() == "before", (kind, answers)


NO_HTTP = {
    "nothing but a line": b"\r\n",
    "HTTP/0.9": b"GET /mcp\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/9": b"GET /mcp HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 500,
    "random bytes": bytes(range(256)) * 4,
    "a space in the path": b"GET /hea lth HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a NUL in the path": b"GET /health\0 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a control character in the method": b"GE\x01T /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no host": b"GET /mcp/v1/tools/list HTTP/1.1\r\n\r\n",
    "two hosts": b"GET /mcp/v1/tools/list HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    "an absolute target": b"GET http://evil.example/mcp/v1/tools/list HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "CONNECT": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "an upgrade": b"GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "an upgrade to h2c": b"GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n",
}


@pytest.mark.parametrize("page", [False, True], ids=["server", "page"])
def test_what_is_no_request_of_ours_is_refused_or_met_with_silence(house, page):
    door = next(door for door in DOORS if door.page is page)
    for kind, data in NO_HTTP.items():
        answers = house.answers(door, data)
        assert all(400 <= status < 500 for status, _ in answers), (kind, answers)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_another_method_is_refused_on_every_route(house, door):
    for method in ("TRACE", "CONNECT", "OPTIONS", "PUT", "DELETE", "post", "GETT", "X" * 100):
        sent = house.head(door, "Content-Length: 0", "Connection: close", method=method)
        answers = house.answers(door, sent, patience_seconds=30)
        assert [400 <= status < 500 for status, _ in answers] == [True], (method, answers)


FORGED = ("X-HTTP-Method-Override: GET", "X-Original-URL: /health", "X-Forwarded-For: ::1", "X-Forwarded-Host: localhost")


@pytest.mark.parametrize("door", [door for door in DOORS if not door.open], ids=lambda door: door.name)
def test_no_spelling_of_a_path_opens_a_locked_route(house, door):
    path = door.path
    tricks = (
        path, f"/{path}", f"{path}/", f"{path}?x", f"{path};x", f"{path}%00", f"{path}/.", f"/.{path}", f"/health/..{path}",
        f"/health/%2e%2e{path}", f"/static/..{path}", path.upper(), f"/%{ord(path[1]):x}{path[2:]}", path.replace("/", "%2f"),
        path.replace("/", "\\"), f"http://localhost{path}", f"//localhost{path}", f"/health/{path}", f"{path}#/health",
    )  # fmt: skip
    for target in tricks:
        sent = house.head(door, "Content-Length: 0", "Connection: close", *FORGED, entry=False, target=target)
        answers = house.answers(door, sent, patience_seconds=30)
        assert [400 <= status < 500 for status, _ in answers] == [True], (target, answers)

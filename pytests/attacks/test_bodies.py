"""What an attacker with a token can put in a body, on every route that takes one: never a crash, a hang or a surprise."""

import gzip
import zlib
from collections.abc import Iterable

import pytest
from doors import JSON_DOORS, Door, opened
from serving import PARSERS

from handheld import codec


@pytest.fixture(scope="module", params=PARSERS)
def house(request, tmp_path_factory):
    with opened(tmp_path_factory.mktemp("data"), request.param, max_body_bytes=4_000_000) as house:
        yield house


def each(doors: Iterable[Door]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("door", tuple(doors), ids=lambda door: door.name)


every_door = each(JSON_DOORS)
every_door_that_reads = each(door for door in JSON_DOORS if door.path != "/api/lock")
every_mcp_door = each(door for door in JSON_DOORS if not door.page)
every_order = each(door for door in JSON_DOORS if door.page and door.path not in ("/api/server", "/api/lock"))
"""But for the two that would stop the server and end the session."""


def is_refused(status: int, answer: object) -> bool:
    """As the client's own mistake, and not as ours."""
    if status in (400, 401, 404, 409, 413, 415):
        return True
    if status != 200 or not isinstance(answer, dict):
        return False
    error = answer.get("error")
    return isinstance(error, dict) and error["code"] in (-32700, -32600, -32601, -32602)


BOMB = gzip.compress(zlib.compress(b" " * 50_000_000))


@every_door
def test_a_packed_body_is_refused_unread(house, door):
    for coding in ("gzip", "deflate", "br", "zstd", "gzip, gzip", "x-anything"):
        for body in (BOMB, codec.dumps(door.takes)):
            assert house.post(door, body, **{"content-encoding": coding})[0] == 415, coding


NO_JSON = {
    "nothing": b"",
    "white space": b" " * 100_000,
    "half": b'{"jsonrpc":"2.0","id":1',
    "two": b"{}{}",
    "a comment": b'/* */{"jsonrpc":"2.0"}',
    "no quotes": b"{jsonrpc:2.0}",
    "not UTF-8": b'{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}',
    "overlong UTF-8": b'{"jsonrpc":"2.0","id":1,"method":"\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"jsonrpc":"2.0","id":1,"method":"\xed\xa0\x80"}',
    "UTF-16": '{"jsonrpc":"2.0"}'.encode("utf-16"),
    "UTF-32": '{"jsonrpc":"2.0"}'.encode("utf-32"),
    "NUL": b"\0" * 1000,
    "deep lists": b"[" * 300_000,
    "deep objects": b'{"a":' * 100_000,
    "deep and whole": b"[" * 150_000 + b"]" * 150_000,
}


@every_door_that_reads
def test_what_is_no_json_is_the_clients_mistake(house, door):
    for kind, body in NO_JSON.items():
        status, answer = house.post(door, body)
        assert is_refused(status, answer), (kind, status, answer)


ODD = {
    "half a pair": r'"\ud800"',
    "the other half": r'"x\udfffx"',
    "a pair the wrong way round": r'"\udc00\ud800"',
    "half a pair as a name": r'{"\udabc":1}',
    "NaN": "NaN",
    "Infinity": "[-Infinity]",
    "beyond floats": "1e400",
    "below floats": "-1e-400",
    "many digits": "1" * 100_000,
    "many digits after the point": "0." + "1" * 100_000,
    "an exponent of many digits": "1e" + "9" * 1000,
    "70 deep": "[" * 70 + "]" * 70,
    "beyond 64 bits": str(2**64),
    "many items": "[" + "0," * 100_000 + "0]",
    "many names": "{" + ",".join(f'"{number}":0' for number in range(20_000)) + "}",
    "a long text": '"' + "x" * 300_000 + '"',
    "NUL": r'"\u0000"',
    "a name that JavaScript knows": '{"__proto__":{"isError":true},"constructor":1}',
}


def around(door: Door, inner: str) -> bytes:
    """A message of the door with something odd beside what it looks at."""
    assert door.takes is not None
    return codec.text(door.takes | {"odd": "@"}).replace('"@"', inner).encode()


@every_door_that_reads
def test_an_odd_value_is_refused_or_does_no_harm(house, door):
    for kind, inner in ODD.items():
        status, answer = house.post(door, around(door, inner))
        assert is_refused(status, answer) or (status == 200 and "error" not in answer), (kind, status, answer)


@every_mcp_door
@pytest.mark.parametrize("where", ["id", "jsonrpc", "method", "params"])
def test_an_odd_value_where_the_protocol_looks_is_refused_or_comes_back(house, door, where):
    for inner in (*ODD.values(), "[[]]", "-0", "1.5", "true"):
        message = codec.text(door.takes | {where: "@"}).replace('"@"', inner).encode()
        status, answer = house.post(door, message)
        comes_back = status == 200 and "error" not in answer and answer["id"] in (0, "\0", "x" * 300_000, 1)
        assert is_refused(status, answer) or comes_back, (inner[:100], status, answer)


@every_mcp_door
def test_of_a_name_that_stands_twice_the_last_counts(house, door):
    """For the check of the headers as for the call, with either JSON parser."""
    whole = codec.text(door.takes)
    served = house.post(door, whole.replace('"method":', '"method":"no/such","method":').encode())
    assert "result" in served[1], served
    refused = house.post(door, whole.replace('"tools/call"', '"tools/call","method":"no/such"').encode())
    assert "error" in refused[1], refused


NAMES = (
    "on", "name", "names", "tool", "arguments", "package", "digest", "settings", "link", "launcher", "token", "profile", "tools",
    "expires", "id", "answer", "text", "client", "start", "port",
)  # fmt: skip


@every_order
def test_an_order_of_the_wrong_kind_is_refused_and_not_a_crash(house, door):
    for value in ("null", '"x"', "0", "[]", "{}", "true", '"\\ud800"', "1e400", "NaN", "9" * 50, '{"port":"\\u0000"}', "[[[]]]"):
        status, answer = house.post(door, ("{" + ",".join(f'"{name}":{value}' for name in NAMES) + "}").encode())
        assert status in (200, 400, 401, 409), (value, answer)

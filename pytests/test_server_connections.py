"""Clients that are slow, silent, greedy or many, seen from their socket."""

import contextlib
import json
import socket
import threading

import pytest
from serving import PARSERS, TOKEN, served

from handheld.call import Call
from handheld.server.connection import Limits
from handheld.tool import tool

SHORT = Limits(patience_seconds=0.4, bytes_a_second=100_000)
WAIT = 20
"""The longest a test waits for what must come much earlier."""


@pytest.fixture(params=PARSERS)
def parser(request):
    return request.param


def knock(server, *, receive_buffer=None):
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(WAIT)
    connection.connect(("127.0.0.1", server.port))
    return connection


def head(length, token=TOKEN):
    return (
        f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


def call(name, **arguments):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
    return head(len(body)) + body.encode()


def until_closed(connection):
    """What the server still says before it hangs up."""
    said = b""
    with contextlib.suppress(ConnectionResetError):
        while chunk := connection.recv(65536):
            said += chunk
    return said


def read_until(connection, end):
    said = b""
    while end not in said[-2 * len(end) - 100 :]:
        chunk = connection.recv(300_000)
        assert chunk, said[-200:]
        said += chunk
    return said


def goes_on_sending(connection, piece, pause=0.0):
    """How often that worked until the server hung up."""
    for number in range(1000):
        try:
            connection.sendall(piece)
        except ConnectionError:
            return number
        threading.Event().wait(pause)
    return 1000


def is_well(server):
    return server.call("echo", text="hello").result["content"][0]["text"] == "hello"


# Too slow


HALVES = (b"", b"POST", b"POST /mcp HTTP/1.1\r\nHost: loc", head(9)[:-2], head(100), head(100) + b'{"jsonrpc"')
"""Silence, a word, half a head, a head without its end, no body, half a body."""


def test_half_a_request_does_not_hold_its_connection_for_ever(tmp_path, parser):
    with served(tmp_path, parser, limits=SHORT) as server, contextlib.ExitStack() as stack:
        connections = [stack.enter_context(knock(server)) for _ in HALVES]
        for connection, half in zip(connections, HALVES, strict=True):
            connection.sendall(half)
        assert [until_closed(connection) for connection in connections] == [b""] * len(HALVES)
        assert is_well(server)


def test_the_second_request_of_a_connection_has_no_more_time_than_the_first(tmp_path, parser):
    with served(tmp_path, parser, limits=SHORT) as server, knock(server) as connection:
        connection.sendall(call("echo", text="hello") + b"POST /mcp HT")
        assert until_closed(connection).count(b"HTTP/1.1") == 1


def test_a_head_that_comes_letter_by_letter_is_not_waited_for(tmp_path, parser):
    with served(tmp_path, parser, limits=SHORT) as server, knock(server) as connection:
        assert goes_on_sending(connection, b"P", pause=0.02) < 500
        assert is_well(server)


def test_who_sends_a_large_body_fast_enough_is_waited_for(tmp_path, parser):
    limits = Limits(patience_seconds=1, bytes_a_second=1000)
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).ljust(15_000).encode()
    with served(tmp_path, parser, limits=limits) as server, knock(server) as connection:
        connection.sendall(head(len(body)))
        for start in range(0, len(body), 500):
            connection.sendall(body[start : start + 500])
            threading.Event().wait(0.1)  # all in all longer than the patience, and not slower than the rate
        assert read_until(connection, b'"result":{}').startswith(b"HTTP/1.1 200")


def test_a_call_that_takes_long_is_not_cut_off(tmp_path, parser):
    with served(tmp_path, parser, limits=SHORT) as server:
        gate = threading.Event()

        @tool("Slow")
        def slow(call: Call) -> str:
            """Takes its time."""
            gate.wait(WAIT)
            return "done"

        server.core.catalogue.tools["slow"] = slow
        with knock(server) as connection, knock(server) as idle:
            connection.sendall(call("slow"))
            until_closed(idle)  # longer than the patience
            gate.set()
            assert read_until(connection, b"done")


# Who never reads


def test_who_never_reads_its_answer_is_let_go_with_all_that_was_for_it(tmp_path, parser):
    size = 8_000_000
    with served(tmp_path, parser, limits=SHORT) as server:

        @tool("Large", blocking=False)
        def large(call: Call) -> str:
            """Says much."""
            return "x" * size

        server.core.catalogue.tools["large"] = large
        with knock(server, receive_buffer=4096) as connection:
            connection.sendall(call("large"))
            for _ in range(2):  # longer than the patience
                with knock(server) as idle:
                    until_closed(idle)
            assert len(until_closed(connection)) < size
            assert is_well(server)


def test_who_reads_slowly_gets_all_of_it(tmp_path, parser):
    with served(tmp_path, parser, limits=Limits(patience_seconds=0.3, bytes_a_second=100_000)) as server:

        @tool("Large", blocking=False)
        def large(call: Call) -> str:
            """Says much."""
            return "x" * 6_000_000

        server.core.catalogue.tools["large"] = large
        with knock(server, receive_buffer=4096) as connection:
            connection.sendall(call("large"))
            assert len(read_until(connection, b'x"')) > 6_000_000


# Too much


def test_a_head_that_is_too_large_is_refused(tmp_path, parser):
    with served(tmp_path, parser) as server, knock(server) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Large: " + b"x" * 200_000)
        said = until_closed(connection)
        assert said == b"" or said.split()[1] in (b"400", b"431")
        assert is_well(server)


def test_a_whole_head_that_is_too_large_is_refused_although_it_comes_at_once(tmp_path, parser):
    request = call("echo", text="hello").replace(b"Host:", b"X-Large: " + b"x" * 90_000 + b"\r\nHost:")
    with served(tmp_path, parser) as server, knock(server) as connection:
        connection.sendall(request)
        said = until_closed(connection)
        assert said == b"" or said.split()[1] in (b"400", b"431")


def test_endless_headers_end(tmp_path, parser):
    with served(tmp_path, parser) as server, knock(server) as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
        assert goes_on_sending(connection, b"X-Header: of some length\r\n" * 4000) < 500
        assert is_well(server)


def test_what_follows_a_refused_request_is_not_read_without_end(tmp_path, parser):
    with served(tmp_path, parser) as server, knock(server) as connection:
        connection.sendall(head(10_000_000_000, token="wrong"))
        assert connection.recv(65536).startswith(b"HTTP/1.1 401")
        assert goes_on_sending(connection, b"x" * 100_000) < 500
        assert is_well(server)


def test_trailers_without_end_are_not_kept(tmp_path, parser):
    request = head(0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    with served(tmp_path, parser, max_body_bytes=1024) as server, knock(server) as connection:
        connection.sendall(request + b"2\r\n{}\r\n0\r\n")
        assert goes_on_sending(connection, b"X-Trailer: " + b"x" * 100_000 + b"\r\n") < 500
        assert is_well(server)


# Too many


def test_more_connections_than_allowed_make_room_for_new_ones(tmp_path, parser):
    with served(tmp_path, parser, limits=Limits(connections=5)) as server:
        idle = [knock(server) for _ in range(20)]
        assert is_well(server)
        assert [until_closed(connection) for connection in idle[:14]] == [b""] * 14
        for connection in idle:
            connection.close()


def test_who_is_at_work_is_not_pushed_out(tmp_path, parser):
    with served(tmp_path, parser, limits=Limits(connections=3)) as server:
        pending = server.begin(server.legacy, "tools/call", {"name": "wait"})
        crowd = [knock(server) for _ in range(10)]
        assert is_well(server)
        server.legacy("notifications/cancelled", {"requestId": 1})
        for connection in crowd:
            connection.close()
        server.core.phone.pause.set(True)
        assert pending.answer().result["isError"]


# What the limits must not disturb


def test_an_answer_comes_in_one_piece(tmp_path, parser):
    with served(tmp_path, parser) as server, knock(server) as connection:
        for _ in range(5):
            connection.sendall(call("echo", text="hello"))
            assert b"hello" in connection.recv(65536)


def test_an_answer_without_a_body_comes_too(tmp_path, parser):
    with served(tmp_path, parser) as server, knock(server) as connection:
        for _ in range(3):
            connection.sendall(b"HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert connection.recv(65536).endswith(b"\r\n\r\n")


def test_who_asks_first_whether_to_send_a_body_is_told_so(tmp_path, parser):
    request = call("echo", text="hello").replace(b"Host:", b"Expect: 100-continue\r\nHost:")
    start, _, body = request.partition(b"\r\n\r\n")
    with served(tmp_path, parser) as server, knock(server) as connection:
        connection.sendall(start + b"\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 100")
        connection.sendall(body)
        assert read_until(connection, b"hello").startswith(b"HTTP/1.1 200")

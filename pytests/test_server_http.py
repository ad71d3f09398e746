"""What HTTP itself says: hosts, tokens, types and sizes, before any protocol is spoken."""

import contextlib
import http.client
import json
import socket

import pytest
from fakes import FakeClock
from serving import PARSERS, TOKEN, served

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
ROUTES = [
    ("POST", "/mcp"),
    ("GET", "/mcp"),
    ("POST", "/mcp/sms"),
    ("GET", "/mcp/v1/tools/list"),
    ("POST", "/mcp/v1/tools/call"),
    ("GET", "/health"),
    ("GET", "/nowhere"),
]
MCP = ["/mcp", "/mcp/sms"]


@pytest.fixture(scope="module", params=PARSERS)
def server(request, tmp_path_factory):
    with served(tmp_path_factory.mktemp("data"), request.param, allowed_hosts=("phone.example",), max_body_bytes=2000) as server:
        yield server


def test_health_needs_no_token_and_tells_no_secret(server):
    answer = server.send("GET", "/health", authorization=None)
    assert answer.status == 200
    assert set(answer.json) == {"status", "version"}
    assert answer.json["status"] == "ok"
    head = server.send("HEAD", "/health", authorization=None)
    assert (head.status, head.body) == (200, b"")
    assert server.send("POST", "/health", b"{}", authorization=None).headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("http", PARSERS)
def test_every_other_route_needs_the_token(tmp_path, http):
    clock = FakeClock()
    wrong = [None, "", "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN, "Bearer \u00e9"]
    with served(tmp_path, http, clock) as server:
        for method, path in ROUTES:
            for token in wrong if path != "/health" else []:
                answer = server.send(method, path, authorization=token)
                assert answer.status == 401
                assert answer.headers["www-authenticate"].startswith("Bearer")
                clock.time += 3600  # patience is another test


@pytest.mark.parametrize("http", PARSERS)
def test_who_guesses_tokens_has_to_wait_longer_each_time(tmp_path, http):
    clock = FakeClock()
    with served(tmp_path, http, clock) as server:
        statuses = [server.post(PING, authorization="Bearer guess").status for _ in range(7)]
        assert statuses == [401] * 4 + [429] * 3
        refused = server.post(PING)
        assert (refused.status, refused.headers["retry-after"]) == (429, "1")
        clock.time += 1
        assert server.post(PING, authorization="Bearer guess").headers["retry-after"] == "2"
        assert server.send("GET", "/health", authorization=None).status == 200
        clock.time += 2
        assert server.post(PING).status == 200


def test_one_program_cannot_lock_out_another_that_has_shown_the_token(tmp_path):
    with served(tmp_path, clock=FakeClock()) as server:
        assert server.post(PING).status == 200
        assert [server.post(PING, authorization="Bearer guess").status for _ in range(5)][-1] == 429
        assert server.post(PING).status == 200
        assert server.post(PING, authorization="Bearer guess").status == 429


def test_a_token_in_the_query_is_not_taken(server):
    assert server.send("GET", f"/mcp/v1/tools/list?token={TOKEN}&access_token={TOKEN}", authorization=None).status == 401


def test_the_word_bearer_may_be_written_in_any_case(server):
    assert server.post(PING, authorization=f"bearer {TOKEN}").status == 200


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "phone.example.evil", "", "localhost@evil", "[::1"],
)
def test_a_foreign_host_is_refused_on_every_route(server, method, path, host):
    assert server.send(method, path, host=host).status == 403


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "file://", "http://localhost.evil.example", "localhost", ""])
def test_a_foreign_origin_is_refused_on_every_route(server, method, path, origin):
    assert server.send(method, path, origin=origin).status == 403


@pytest.mark.parametrize(
    "name", ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "192.168.0.7", "[::1]:80", "[fe80::1]", "Phone.Example:9"]
)
def test_localhost_addresses_and_configured_names_are_allowed(server, name):
    assert server.post(PING, host=name).status == 200
    assert server.post(PING, origin=f"http://{name}").status == 200
    assert server.post(PING, origin=f"https://{name}").status == 200


@pytest.mark.parametrize("repeated", ["Host: evil.example", "Authorization: Bearer nonsense", "Origin: http://evil.example"])
def test_a_header_that_stands_twice_does_not_smuggle_a_second_value(server, repeated):
    body = json.dumps(PING)
    request = (
        f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nOrigin: http://localhost\r\n{repeated}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}"
    )
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port))) as connection:
        connection.sendall(request.encode())
        status = int(connection.makefile("rb").readline().split()[1])
    assert status in (400, 401, 403)


@pytest.mark.parametrize("path", MCP)
@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"])
def test_only_post_is_allowed(server, path, method):
    answer = server.send(method, path)
    assert answer.status == 405
    assert answer.headers["allow"] == "POST"


def test_the_first_edition_lists_by_get_and_calls_by_post(server):
    assert server.send("POST", "/mcp/v1/tools/list", b"{}").headers["allow"] == "GET, HEAD"
    assert server.send("GET", "/mcp/v1/tools/call").headers["allow"] == "POST"


@pytest.mark.parametrize("path", [*MCP, "/mcp/v1/tools/call"])
@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx"]
)
def test_a_body_that_is_not_said_to_be_json_is_not_read(server, path, kind):
    assert server.post(PING, path, content_type=kind).status == 415


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_announced_with_a_charset(server, kind):
    assert server.post(PING, content_type=kind).status == 200


@pytest.mark.parametrize("accept", ["text/html", "text/event-stream", "image/png, text/plain"])
def test_who_does_not_take_json_gets_none(server, accept):
    assert server.post(PING, accept=accept).status == 406


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "application/*", "application/json, text/event-stream"])
def test_who_takes_json_or_does_not_say_gets_it(server, accept):
    answer = server.post(PING, accept=accept)
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("path", [*MCP, "/mcp/v1/tools/call"])
def test_a_body_that_says_it_is_too_large_is_refused(server, path):
    assert server.post(b" " * 2001, path).status == 413


@pytest.mark.parametrize("path", [*MCP, "/mcp/v1/tools/call"])
def test_a_body_in_chunks_that_grows_too_large_is_refused(server, path):
    assert server.send("POST", path, iter([b" " * 500] * 5)).status == 413


def test_a_body_in_chunks_is_read(server):
    text = json.dumps(PING)
    assert server.send("POST", "/mcp", (text[i : i + 7].encode() for i in range(0, len(text), 7))).result == {}


def test_a_body_of_exactly_the_limit_is_read(server):
    assert server.post(json.dumps(PING).ljust(2000).encode()).result == {}


def test_a_connection_serves_many_requests(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    with contextlib.closing(connection):
        for body in (json.dumps(PING), " " * 3000, json.dumps(PING)):
            connection.request("POST", "/mcp", body, headers)
            status = (response := connection.getresponse()).status
            response.read()
            assert status == (413 if body.isspace() else 200)


def test_half_a_request_does_not_hurt(server):
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port))) as connection:
        connection.sendall(
            f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
            "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{".encode()
        )
    assert server.post(PING).status == 200


def test_an_unknown_path_is_not_found(server):
    answer = server.send("GET", "/nowhere")
    assert (answer.status, answer.json) == (404, {"error": "There is nothing here; MCP is at /mcp"})
    assert server.send("POST", "/mcp/", b"{}").status == 404

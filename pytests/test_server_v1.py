"""The first edition, over a real socket."""

import json

import pytest
from serving import PARSERS, crash, echo, served

from handheld.call import Call
from handheld.errors import ActionFailed, ElementNotFound, InvalidArguments, PermissionDenied, TimedOut
from handheld.tool import tool


@pytest.fixture(scope="module", params=PARSERS)
def server(request, tmp_path_factory):
    with served(tmp_path_factory.mktemp("data"), request.param) as server:
        yield server


def call(server, name, arguments=None, **extra):
    params = {"name": name} | ({} if arguments is None else {"arguments": arguments})
    message = {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": params} | extra
    answer = server.post(message, "/mcp/v1/tools/call")
    assert answer.status == 200
    return answer.json


def test_its_29_tools_are_listed_without_prefix(server):
    answer = server.send("GET", "/mcp/v1/tools/list")
    assert list(answer.json) == ["tools"]
    tools = answer.json["tools"]
    assert len(tools) == 29
    assert tools[0]["name"] == "get_accessibility_tree"
    assert all(list(tool) == ["name", "description", "inputSchema"] for tool in tools)


def test_a_call_answers_with_contents_only(server):
    answer = call(server, "press_home", {})
    content = [{"type": "text", "text": "Home button press executed successfully"}]
    assert answer == {"jsonrpc": "2.0", "id": 3, "result": {"content": content}}


def test_json_is_text_here(server):
    result = call(server, "get_screen_info")["result"]
    assert list(result) == ["content"]
    assert json.loads(result["content"][0]["text"])["width"] == 1080


def test_a_screenshot_tells_its_size(server):
    picture = call(server, "capture_screenshot", {"quality": 50})["result"]["content"][0]
    assert (picture["type"], picture["mimeType"]) == ("image", "image/jpeg")
    assert picture["width"] == 1080
    assert picture["height"] == 2400


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"[]", -32600),
        (b'{"jsonrpc":"2.0","method":"tools/call","params":{"name":"press_home"}}', -32600),
        (b'{"jsonrpc":"1.0","id":1,"method":"tools/call"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fly"}}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"android_tap"}}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tap","arguments":{"x":1}}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"press_key","arguments":{"key":"ESC"}}}', -32602),
    ],
)
def test_mistakes_have_the_codes_of_json_rpc(server, body, code):
    answer = server.post(body, "/mcp/v1/tools/call")
    assert answer.status == 200
    assert answer.error["code"] == code
    assert answer.error["message"]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (PermissionDenied("Accessibility service not enabled. How."), -32001),
        (ElementNotFound("No such element"), -32002),
        (ActionFailed("It did not work"), -32003),
        (TimedOut("It took too long"), -32004),
        (InvalidArguments("Not so"), -32602),
    ],
)
def test_failures_have_its_own_codes(server, error, code):
    @tool("Fail")
    def fail(c: Call) -> str:
        """Fails."""
        raise error

    server.core.first_edition.tools["fail"] = fail
    assert call(server, "fail")["error"] == {"code": code, "message": str(error)}


def test_a_bug_tells_nothing(server):
    server.core.first_edition.tools["crash"] = crash
    assert call(server, "crash")["error"] == {"code": -32603, "message": "Internal error"}


def test_calls_are_on_record(server):
    server.core.first_edition.tools["echo"] = echo
    call(server, "echo", {"text": "a private word"})
    lines = [json.loads(line) for line in (server.core.data_dir / "audit.jsonl").read_text().splitlines()]
    assert lines[-1]["tool"] == "echo"
    assert lines[-1]["arguments"] == {"text": "<14 characters>"}

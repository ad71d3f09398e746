"""The SMS server, over a real socket."""

import json
from pathlib import Path

import pytest
from serving import PARSERS, served

GOLDEN = Path(__file__).parent / "golden" / "sms_tools_list.json"


@pytest.fixture(scope="module", params=PARSERS)
def server(request, tmp_path_factory):
    with served(tmp_path_factory.mktemp("data"), request.param) as server:
        yield server


def test_the_list_of_tools_is_the_one_of_the_document(server):
    assert server.legacy("tools/list", path="/mcp/sms").json == json.loads(GOLDEN.read_text())


def test_it_is_a_server_of_its_own(server):
    result = server.legacy("initialize", {"protocolVersion": "2025-11-25"}, path="/mcp/sms").result
    assert result["protocolVersion"] == "2025-11-25"
    assert not {"resources", "prompts", "completions"} & set(result["capabilities"])
    assert result["serverInfo"]["name"] == "handheld-sms"
    assert server.legacy("resources/list", path="/mcp/sms").error["code"] == -32601
    assert server.legacy("tools/call", {"name": "android_tap"}, path="/mcp/sms").error["code"] == -32602


def test_subscriptions_are_text_only(server):
    result = server.legacy("tools/call", {"name": "get_sms_subscriptions"}, path="/mcp/sms").result
    assert list(result) == ["content"]
    assert json.loads(result["content"][0]["text"])["count"] == 2


def test_a_message_is_sent(server):
    arguments = {"to_phone_number": "+36201234567", "sms_text": "Szia", "subscription_id": 1}
    for path, name in (("/mcp/sms", "send_sms"), ("/mcp", "android_send_sms")):
        result = server.legacy("tools/call", {"name": name, "arguments": arguments}, path=path).result
        assert result["content"][0]["text"] == "SMS sent to +36201234567", result


def test_the_modern_era_works_too(server):
    names = [tool["name"] for tool in server.modern("tools/list", path="/mcp/sms").result["tools"]]
    assert names == ["send_sms", "get_sms_subscriptions"]

"""What to paste into each client."""

import json
import shlex
import subprocess
import tomllib

import pytest

from handheld.connect import Address, curl, snippets

ADDRESS = Address("http://127.0.0.1:8080/mcp", "it's-a-token")


def texts() -> dict[str, str]:
    return {snippet.id: snippet.text for snippet in snippets(ADDRESS)}


@pytest.mark.parametrize("client", ["claude-desktop", "vs-code", "cursor", "gemini-cli", "openai-api"])
def test_a_file_is_json_with_address_and_token(client: str) -> None:
    text = json.dumps(json.loads(texts()[client]))
    assert ADDRESS.url in text
    assert ADDRESS.token in text


@pytest.mark.parametrize("client", ["claude-code", "inspector", "curl"])
def test_a_command_survives_the_shell_whatever_is_in_the_token(client: str) -> None:
    words = shlex.split(texts()[client].replace("\\\n", " "))
    assert ADDRESS.url in words
    assert f"Authorization: Bearer {ADDRESS.token}" in words


def test_claude_desktop_allows_plain_http_only_where_it_is_used() -> None:
    args = json.loads(texts()["claude-desktop"])["mcpServers"]["handheld"]["args"]
    assert "--allow-http" in args
    secure = next(s for s in snippets(Address("https://10.0.0.2:8080/mcp", "t")) if s.id == "claude-desktop")
    assert "--allow-http" not in secure.text


def test_only_who_calls_from_outside_needs_a_tunnel() -> None:
    assert [snippet.id for snippet in snippets(ADDRESS) if snippet.reach == "tunnel"] == ["openai-api"]


def test_the_file_of_chatgpt_is_toml_whatever_is_in_the_token() -> None:
    text = next(s.text for s in snippets(Address(ADDRESS.url, 'a"b\\c')) if s.id == "chatgpt")
    server = tomllib.loads(text)["mcp_servers"]["handheld"]
    assert server == {"url": ADDRESS.url, "http_headers": {"Authorization": 'Bearer a"b\\c'}}


def test_a_call_as_curl_keeps_its_arguments_through_the_shell() -> None:
    command = curl(ADDRESS, "tools/call", {"name": "android_type", "arguments": {"text": "it's “é” $HOME `x`"}})
    echoed = subprocess.run(["sh", "-c", command.replace("curl", "printf '%s\\0'", 1)], capture_output=True, check=True).stdout
    sent = json.loads(echoed.split(b"\0")[-2])
    assert sent["params"]["arguments"]["text"] == "it's “é” $HOME `x`"

"""The MCP Inspector's command line, in both eras."""

import json
import os
import subprocess

import pytest
from serving import TOKEN, served

pytestmark = pytest.mark.timeout(600)  # the first run installs it


@pytest.fixture(scope="module")
def inspect(node_tools, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    environment = os.environ | {"PATH": f"{node_tools}{os.pathsep}{os.environ['PATH']}", "HOME": str(home)}
    with served(tmp_path_factory.mktemp("data")) as server:

        def run(era, *arguments):
            address = ["mcp-inspector", "--cli", f"http://127.0.0.1:{server.port}/mcp", "--transport", "http"]
            token = ["--header", f"Authorization: Bearer {TOKEN}", "--protocol-era", era]
            done = subprocess.run(
                [*address, *token, *arguments], env=environment, capture_output=True, text=True, check=False, timeout=120
            )
            assert done.returncode == 0, done.stderr + done.stdout
            return json.loads(done.stdout), done.stderr

        yield run


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_it_lists_the_tools_and_finds_their_schemas_portable(inspect, era):
    listed, remarks = inspect(era, "--method", "tools/list", "--strict")
    assert [tool["name"] for tool in listed["tools"]][:2] == ["android_get_screen_state", "android_press_back"]
    assert "Warning" not in remarks
    assert "Error" not in remarks


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_it_works_the_phone(inspect, era):
    pressed, _ = inspect(era, "--method", "tools/call", "--tool-name", "android_press_home")
    assert pressed["content"][0]["text"] == "Home button press executed successfully"
    tapped, _ = inspect(era, "--method", "tools/call", "--tool-name", "android_tap", "--tool-arg", "x=500", "y=1000")
    assert tapped["content"][0]["text"] == "Tap executed at (500, 1000)"


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_it_reads_the_screen_and_the_prompts(inspect, era):
    read, _ = inspect(era, "--method", "resources/read", "--uri", "android://screen")
    assert "\nscreen:1080x2400" in read["contents"][0]["text"]
    listed, _ = inspect(era, "--method", "prompts/list")
    assert [prompt["name"] for prompt in listed["prompts"]] == ["do_task", "explain_screen", "fill_form"]

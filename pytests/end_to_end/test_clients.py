"""Real clients against a real server: the official Python SDK in both eras, and FastMCP."""

import json
import subprocess
from pathlib import Path

import pytest
from serving import TOKEN, served

DRIVERS = Path(__file__).parent / "drivers"

pytestmark = pytest.mark.timeout(600)  # the first run installs the clients


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("data")) as server:
        yield server


def drive(python, server, driver, *arguments):
    command = [python, DRIVERS / driver, f"http://127.0.0.1:{server.port}/mcp", TOKEN, *arguments]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("mode", "version"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
def test_the_official_client_can_do_everything(oracle_python, server, mode, version):
    server.waiter.stopped.clear()
    seen = drive(oracle_python, server, "sdk.py", mode)
    assert seen["version"] == version
    assert seen["server"] == "handheld"
    assert "never an instruction" in seen["instructions"]
    assert len([name for name in seen["tools"] if name.startswith("android_")]) == 41
    assert seen["screen"] == ["text", "image"]
    assert {"package_id", "name"} <= set(seen["apps"]["result"][0])
    assert seen["tool error"] is True
    assert seen["unknown tool"] == -32602
    assert seen["progress"] == [[0, 2, "0 of 2"], [1, 2, "1 of 2"], [2, 2, "2 of 2"]]
    assert seen["resources"] == ["android://screen", "android://screenshot"]
    assert len(seen["templates"]) == 2
    assert "\nscreen:1080x2400" in seen["resource"]
    assert seen["no resource"] == (-32602 if mode == "auto" else -32002)
    assert seen["prompts"] == ["do_task", "explain_screen", "fill_form"]
    assert "call Ada" in seen["prompt"]
    assert seen["completion"]
    assert seen["cancelled"] is True
    assert server.waiter.stopped.wait(10), "the call it gave up on still runs"


def test_the_official_client_asks_its_person_and_hears_news_in_the_modern_era(oracle_python, server):
    seen = drive(oracle_python, server, "sdk.py", "auto")
    assert seen["asked"] == "Ada, asked"
    assert seen["heard"] == "ResourceUpdated"


def test_fastmcp_can_work_the_phone(oracle_python, server):
    seen = drive(oracle_python, server, "fast.py")
    assert "android_tap" in seen["tools"]
    assert "\nscreen:1080x2400" in seen["screen"]
    assert seen["apps"]["result"]
    assert "x" in seen["tool error"]
    assert seen["progress"] == [0, 1, 2]
    assert "\nscreen:1080x2400" in seen["resource"]
    assert "Change nothing" in seen["prompt"]

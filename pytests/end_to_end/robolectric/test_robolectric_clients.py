"""A client that others wrote, and the command line, against the real Kotlin."""

import json
import subprocess
from pathlib import Path

from commands import Start, handheld, start
from robolectric_serving import TOKEN, Hands

__all__ = ["start"]

DRIVER = Path(__file__).parents[1] / "drivers" / "calculator.py"


def test_the_official_client_adds_seven_and_three(oracle_python: Path, phone: Hands) -> None:
    command = [oracle_python, DRIVER, phone.url, TOKEN]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["shown"] == "10"
    assert seen["kinds"] == ["text", "image"]
    assert len([name for name in seen["tools"] if name.startswith("android_") and "_ext_" not in name]) == 41


def test_anyone_can_watch_the_real_kotlin_work(start: Start, tmp_path: Path) -> None:
    server = start("--device", "robolectric", "--port", "0", "--data", str(tmp_path))
    assert "own Kotlin" in "\n".join(server.greeting)
    where = ("--url", server.url, "--token", server.token)
    assert "CALCULATOR" in handheld("call", "get_screen_state", *where).stdout
    picture = tmp_path / "screen.jpg"
    done = handheld("call", "get_screen_state", "include_screenshot=true", "--out", str(picture), *where)
    assert done.returncode == 0, done.stderr
    assert picture.read_bytes().startswith(b"\xff\xd8")
    out, _ = server.stop()
    assert out.endswith("stopped\n")
    assert server.process.returncode == 0

"""The seam to the real Kotlin, on Robolectric's Android in this process: seam.py RESULT.json ROUNDS

How often a tool call crosses it, and what a crossing costs through JPype (on a phone, Chaquopy does the same through JNI).
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "pytests"))  # the app as Kotlin starts it, and hands that count

from robolectric_serving import Hands, serving

from handheld import codec
from handheld_desktop.robolectric import RobolectricPhone

BATCH = 20
TOOLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_screen_state", {}),
    ("find_elements", {"by": "text", "value": "7"}),
    ("click_element", {"element_id": "7"}),
    ("tap", {"x": 5, "y": 1500}),
    ("swipe", {"x1": 5, "y1": 1500, "x2": 9, "y2": 1400}),
    ("press_back", {}),
    ("get_clipboard", {}),
    ("set_clipboard", {"text": "x"}),
    ("list_apps", {}),
    ("open_app", {"package_id": "com.example.calculator"}),
    ("get_device_logs", {}),
    ("list_storage_locations", {}),
    ("get_sms_subscriptions", {}),
)


def crossings(phone: Hands) -> list[dict[str, Any]]:
    """Each tool once, on the calculator's screen."""
    found = []
    for tool, arguments in TOOLS:
        phone.text("open_app", package_id="com.example.calculator")
        assert phone.json("wait_for_element", by="content_desc", value="equals", timeout=10_000)["found"]
        asked = arguments | ({"element_id": phone.id_of("7")} if tool == "click_element" else {})
        with phone.counted() as counted:
            phone.text(tool, **asked)
            found.append({"tool": tool, "crossings": sum(counted.values()), "methods": dict(counted)})
    return found


def costs(phone: Hands, bridge: Any, rounds: int) -> list[dict[str, Any]]:
    """Median µs of each, in turn, so that a slow moment is everyone's."""
    snapshot = bytes(bridge.snapshot())
    nodes = len(codec.loads(snapshot)["nodes"])
    ways: dict[str, Callable[[], Any]] = {
        "a call in Python, for comparison": lambda: len(snapshot),
        "an integer": bridge.droppedReplies,
        "a small structure (display)": phone.device.display,
        f"the screen ({nodes} nodes, {len(snapshot):,} bytes)": phone.device.snapshot,
        "only parsing that screen, in Python": lambda: codec.loads(snapshot),
        "a tool call over HTTP, with the screen": lambda: phone.text("get_screen_state"),
    }
    took: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            started = time.perf_counter()
            for _ in range(BATCH):
                way()
            took[name].append((time.perf_counter() - started) / BATCH)
    return [{"what": name, "us": statistics.median(each) * 1e6} for name, each in took.items()]


def main(result: str, rounds: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        robolectric = RobolectricPhone(Path(folder) / "card")
        with serving(robolectric, data) as phone:
            found = {"crossings": crossings(phone), "costs": costs(phone, robolectric.bridge, int(rounds))}
        robolectric.stop()
    Path(result).write_text(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The app as Kotlin starts it, over the Robolectric phone, and the hands of a tester who uses it by HTTP only."""

import base64
import contextlib
import http.client
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fakes import ASK_NOTHING_JSON

from handheld import entry
from handheld_desktop.robolectric import RobolectricPhone

TOKEN = "a-token-of-some-length"
LOCATION = "com.example.storage.documents/card:"
SETTINGS = {
    "port": 0,
    "tokens": [{"name": "tests", "token": TOKEN}],
    "confirm": ASK_NOTHING_JSON,
    "storage": {LOCATION: {"description": "A card", "allow_write": True, "allow_delete": True}},
}


class CountingBridge:
    """Counts every crossing into Java, by its name."""

    def __init__(self, bridge: Any) -> None:
        self._bridge = bridge
        self.crossings: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._bridge, name)

        def call(*arguments: Any) -> Any:
            self.crossings[name] += 1
            return method(*arguments)

        return call


class ToolError(Exception):
    """What a tool said when it failed."""


class Hands:
    def __init__(self, robolectric: RobolectricPhone, bridge: CountingBridge, port: int) -> None:
        self.handle = robolectric.handle
        self.device = robolectric.device
        self.port = port
        self._bridge = bridge

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    def tidy(self) -> None:
        self.handle.goHome()
        self._bridge.crossings.clear()

    @contextlib.contextmanager
    def counted(self) -> Iterator[Counter[str]]:
        """The crossings that happen inside."""
        self._bridge.crossings.clear()
        yield self._bridge.crossings

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool, by its name without prefix."""
        message = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": f"android_{tool}", "arguments": arguments},
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
            connection.request("POST", "/mcp", json.dumps(message), headers)
            answer = json.loads(connection.getresponse().read())
        result: dict[str, Any] = answer["result"]
        if result.get("isError"):
            raise ToolError(result["content"][0]["text"])
        return result

    def text(self, tool: str, **arguments: Any) -> str:
        text: str = self.call(tool, **arguments)["content"][0]["text"]
        return text

    def json(self, tool: str, **arguments: Any) -> Any:
        return json.loads(self.text(tool, **arguments))

    def picture(self) -> bytes:
        content = self.call("get_screen_state", include_screenshot=True)["content"]
        return base64.b64decode(content[1]["data"])

    def id_of(self, value: str, by: str = "text") -> str:
        """The id of the only element with exactly that text (description, resource id)."""
        found = re.findall(r"node_\w+", self.text("find_elements", by=by, value=value, exact_match=True))
        assert len(set(found)) == 1, f"{len(set(found))} elements with {by} {value!r}"
        return found[0]

    def configure(self, **settings: Any) -> None:
        answer = json.loads(entry.handle(json.dumps({"method": "configure", "params": {"settings": settings}})))
        assert answer["result"]["ok"], answer
        self.port = answer["result"]["port"]

    def bounds_of(self, text: str) -> tuple[int, int, int, int]:
        """Where the view with that text or description is, asked of the view itself."""
        left, top, right, bottom = map(int, str(self.handle.boundsOf(text)).split())
        return left, top, right, bottom

    def tap(self, text: str) -> None:
        left, top, right, bottom = self.bounds_of(text)
        self.text("tap", x=(left + right) / 2, y=(top + bottom) / 2)


@contextlib.contextmanager
def serving(robolectric: RobolectricPhone, folder: Path) -> Iterator[Hands]:
    bridge = CountingBridge(robolectric.bridge)
    started = json.loads(entry.start(bridge, str(folder), json.dumps({"settings": SETTINGS})))
    assert started["ok"], started
    try:
        yield Hands(robolectric, bridge, started["port"])
    finally:
        entry.stop()

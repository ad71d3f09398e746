"""A server with the simulated phone, and its control page."""

import contextlib
import http.client
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fakes import ASK_NOTHING_JSON
from oracles import CACHE
from playwright.sync_api import Page

from handheld.app import App
from handheld.page.run import Page as ControlPage
from handheld_desktop.alone import alone
from handheld_desktop.sim import SimulatedPhone

NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}
Open = Callable[..., Page]
DOCUMENTS = "com.android.externalstorage.documents/primary:Documents"


def found_chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def installed_chromium() -> str | None:
    """Debian's, where we may install it."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return None
    with alone(CACHE / "chromium.lock"):
        if found_chromium() is None:
            subprocess.run([apt, "update", "-q"], capture_output=True, check=False)
            subprocess.run([apt, "install", "-qy", "chromium"], capture_output=True, check=False)
    return found_chromium()


@dataclass
class Room:
    """The server and its page, and what the tests do to both."""

    app: App
    phone: SimulatedPhone
    page: ControlPage

    def call(self, tool: str, token: str | None = None, agent: str = "a-client/1.0", **arguments: Any) -> str:
        """Calls a tool as an agent does; the text of the answer."""
        params = {"name": f"android_{tool}", "arguments": arguments}
        return str(self.send("tools/call", params, token, agent)["content"][0]["text"])

    def send(self, method: str, params: Any, token: str | None = None, agent: str = "a-client/1.0") -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.app.port, timeout=20)
        bearer = f"Bearer {token or self.app.settings.tokens[0].token}"
        headers = {"authorization": bearer, "content-type": "application/json", "user-agent": agent}
        with contextlib.closing(connection):
            message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            connection.request("POST", "/mcp", json.dumps(message), headers)
            return json.loads(connection.getresponse().read())["result"]


@contextlib.contextmanager
def room_in(folder: Path, **settings: Any) -> Iterator[Room]:
    phone = SimulatedPhone(folder / "storage")
    app = App(phone, folder)
    wanted = {"storage": {DOCUMENTS: {"description": "Notes and letters", "allow_write": True}}, "confirm": ASK_NOTHING_JSON}
    app.configure({"port": 0} | wanted | settings)
    app.start()
    page = ControlPage(app)
    try:
        yield Room(app, phone, page)
    finally:
        page.stop()
        app.stop()

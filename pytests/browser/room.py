"""A server with the simulated phone, and its control page."""

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handheld.app import App
from handheld.page.run import Page as ControlPage
from handheld_desktop.sim import SimulatedPhone

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}
DOCUMENTS = "com.android.externalstorage.documents/primary:Documents"


@dataclass
class Room:
    """The server and its page, and what the tests do to both."""

    app: App
    phone: SimulatedPhone
    page: ControlPage


@contextlib.contextmanager
def room_in(folder: Path, **settings: Any) -> Iterator[Room]:
    phone = SimulatedPhone(folder / "storage")
    app = App(phone, folder)
    app.configure({"port": 0, "storage": {DOCUMENTS: {"description": "Notes and letters", "allow_write": True}}} | settings)
    app.start()
    page = ControlPage(app)
    try:
        yield Room(app, phone, page)
    finally:
        page.stop()
        app.stop()

"""The control page over plain HTTP, as a browser would ask, and as others might try to."""

import contextlib
import http.client
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fakes import ASK_NOTHING_JSON, StandingClock

from handheld.app import App
from handheld.page.run import Page
from handheld_desktop.sim import SimulatedPhone


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Visitor:
    """Someone with a browser. `headers` go with every request; None takes one away."""

    app: App
    page: Page
    headers: dict[str, str | None] = field(default_factory=dict)

    @property
    def netloc(self) -> str:
        return urlsplit(self.page.url).netloc

    def come_in(self) -> "Visitor":
        answer = self.post("session", link=self.page.link().partition("#open=")[2])
        assert answer.status == 200
        cookie = answer.headers["set-cookie"].partition(";")[0]
        return Visitor(self.app, self.page, {"cookie": cookie, "x-handheld-key": answer.json["key"]})

    def get(self, path: str, **headers: str | None) -> Answer:
        return self.send("GET", path, None, headers)

    def post(self, path: str, headers: dict[str, str | None] | None = None, **body: Any) -> Answer:
        sent = {"content-type": "application/json"} | (headers or {})
        return self.send("POST", f"/api/{path}", json.dumps(body).encode(), sent)

    def ask(self, path: str) -> Any:
        answer = self.get(f"/api/{path}")
        assert answer.status == 200, answer
        return answer.json

    def order(self, path: str, **body: Any) -> Any:
        answer = self.post(path, **body)
        assert answer.status == 200, answer
        return answer.json

    def send(self, method: str, path: str, body: bytes | None, headers: dict[str, str | None]) -> Answer:
        given = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(self.netloc, timeout=20)
        with contextlib.closing(connection):
            connection.request(method, path, body, {name: value for name, value in given.items() if value is not None})
            response = connection.getresponse()
            return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())


@contextlib.contextmanager
def paged(folder: Path, **settings: Any) -> Iterator[Visitor]:
    app = App(SimulatedPhone(folder / "storage", clock=StandingClock()), folder)
    app.configure({"port": 0, "confirm": ASK_NOTHING_JSON} | settings)
    app.start()
    page = Page(app)
    try:
        yield Visitor(app, page)
    finally:
        page.stop()
        app.stop()

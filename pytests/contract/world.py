"""The phone and the server that the contract is tried on."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from fakes import ASK_NOTHING, FakeClock
from serving import TOKEN, Answer, Served, Waiter

from handheld.core import Core
from handheld.screen.memory import Memory
from handheld.server.run import serve
from handheld.settings import LocationRules, Settings, Token
from handheld_desktop.sim import SimulatedPhone

INTERNAL = "com.android.externalstorage.documents/primary:"
START = FakeClock().time
DOCUMENTS = "com.android.externalstorage.documents/primary:Documents"
DOWNLOADS = "com.android.providers.downloads.documents/downloads"
SETTINGS = Settings(
    tokens=(Token("contract", TOKEN),),
    confirm=ASK_NOTHING,
    storage={
        DOCUMENTS: LocationRules("Notes and letters", allow_write=True),
        DOWNLOADS: LocationRules("Downloads", allow_write=True, allow_delete=True),
    },
)


class Stage:
    """What stands at the far side of the seam: a simulated phone, some of whose calls answer otherwise or fail."""

    def __init__(self, phone: SimulatedPhone) -> None:
        self.phone: Any = phone
        self.instead: dict[str, Any] = {}
        """By name of the call: an error to raise, a function to ask, or the answer."""
        self.asked: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.phone, name)

        def ask(*args: Any, **kwargs: Any) -> Any:
            self.asked.append((name, *args, *kwargs.values()))
            if name not in self.instead:
                return method(*args, **kwargs)
            answer = self.instead[name]
            if isinstance(answer, Exception):
                raise answer
            return answer(*args, **kwargs) if callable(answer) else answer

        return ask

    def all_of(self, name: str) -> list[list[Any]]:
        """The arguments of every call of that name."""
        return [args for called, *args in self.asked if called == name]


class World:
    """One server for all tests, and for each test a phone as it comes from the shop."""

    def __init__(self, served: Served, stage: Stage, clock: FakeClock) -> None:
        self.served = served
        self.stage = stage
        self.clock = clock
        self.core = served.core

    def begin_anew(self, folder: Path) -> None:
        self.storage = folder / "storage"
        self.stage.phone = SimulatedPhone(self.storage, seed=1, clock=self.clock)
        self.stage.instead, self.stage.asked = {}, []
        self.clock.time = START
        phone = self.core.phone
        phone.settings, phone.screen, phone.random = SETTINGS, Memory(phone.device), random.Random(1)
        phone.swept_folders.clear()

    def set(self, **settings: Any) -> None:
        self.core.phone.settings = replace(self.core.phone.settings, **settings)

    # The three surfaces

    def mcp(self, tool: str, /, **arguments: Any) -> Any:
        """The result of a tool of the current edition."""
        return self.served.legacy("tools/call", {"name": f"android_{tool}", "arguments": arguments}).result

    def sms(self, tool: str, /, **arguments: Any) -> Any:
        return self.served.legacy("tools/call", {"name": tool, "arguments": arguments}, "/mcp/sms").result

    def v1(self, tool: str, /, **arguments: Any) -> Any:
        """The whole JSON-RPC answer of the first edition."""
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        answer: Answer = self.served.post(message, "/mcp/v1/tools/call")
        assert answer.status == 200
        return answer.json

    # What tests often want

    def say(self, tool: str, /, **arguments: Any) -> str:
        """The one text that a tool answers, which must not be an error."""
        result = self.mcp(tool, **arguments)
        assert "isError" not in result, result
        (content,) = result["content"]
        text: str = content["text"]
        return text

    def elements(self, by: str, value: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.say("find_elements", by=by, value=value, exact_match=True))["elements"]
        return found

    def id_of(self, by: str, value: str) -> str:
        found: str = self.elements(by, value)[0]["id"]
        return found

    def shows(self, by: str, value: str) -> bool:
        return bool(self.elements(by, value))

    def click(self, by: str, value: str) -> None:
        self.say("click_element", element_id=self.id_of(by, value))

    def outcome(self) -> str:
        """How the last call ended, by the audit log: the kind of error, which a text alone does not tell."""
        last = (self.core.data_dir / "audit.jsonl").read_bytes().splitlines()[-1]
        found: str = json.loads(last)["outcome"]
        return found


@contextmanager
def a_world(folder: Path, **settings: Any) -> Iterator[World]:
    clock = FakeClock()
    stage = Stage(SimulatedPhone(folder / "storage", clock=clock))
    core = Core(replace(SETTINGS, **settings), stage, folder, clock=clock)
    running = serve(core, "127.0.0.1", 0)
    try:
        yield World(Served(core, running.port, Waiter()), stage, clock)
    finally:
        running.stop()

"""Fakes for the far side of the seam: a clock that never waits, a device that does as it is told."""

import random
import threading
from typing import Any

from handheld import codec
from handheld.call import Call
from handheld.clock import SystemClock
from handheld.device import Device, Field
from handheld.errors import ElementNotFound
from handheld.phone import Phone
from handheld.screen import tree
from handheld.settings import ConfirmRules, Settings
from handheld.tool import Tool

ASK_NOTHING = ConfirmRules(tools=(), external_tools=False, apps=())
ASK_NOTHING_JSON = {"tools": [], "external_tools": False, "apps": []}
"""For tests of what tools do once they may."""


class StandingClock(SystemClock):
    """Its hands stand still: no minute changes the status bar in the middle of a test. Time passes all the same."""

    def now(self) -> float:
        return 1_790_000_000


class FakeClock:
    """Time passes only by waiting, and at once."""

    def __init__(self, start: float = 1_770_000_000.0):
        self.time = start
        self.waits: list[float] = []

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time

    def wait(self, event: threading.Event, seconds: float) -> bool:
        if not event.is_set():
            self.waits.append(seconds)
            self.time += seconds
        return event.is_set()


class FakeDevice:
    """Records what it is asked, and answers what the test scripts for that method: a value, a function, or an error to raise."""

    def __init__(self, **answers: Any):
        self.answers = answers
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        if not hasattr(Device, name):
            raise AttributeError(name)

        def ask(*args: Any, **kwargs: Any) -> Any:
            self.calls.append((name, *args, *kwargs.values()))
            answer = self.answers.get(name)
            if isinstance(answer, Exception):
                raise answer
            return answer(*args, **kwargs) if callable(answer) else answer

        return ask


class FakeForm(FakeDevice):
    """A screen with one text field, which holds its text in UTF-16 units as Android does."""

    def __init__(self, text: str = "", cursor: int = 0, password: bool = False, **answers: Any):
        super().__init__(snapshot=self._snapshot, focus_field=self._focus, select_text=self._select, commit_text=self._commit,
                         read_field=self._read)  # fmt: skip
        self.answers |= answers
        self.units = text.encode("utf-16-le")
        self.selection = (cursor, cursor)
        self.focused = False
        self.password = password

    @property
    def text(self) -> str:
        return self.units.decode("utf-16-le")

    def asked(self, *names: str) -> list[tuple[Any, ...]]:
        return [call for call in self.calls if call[0] in names]

    def _snapshot(self) -> bytes:
        shown = "•" * len(self.text) if self.password else self.text
        flags = tree.VISIBLE | tree.ENABLED
        field = flags | tree.CLICKABLE | tree.FOCUSABLE | tree.EDITABLE | (tree.PASSWORD if self.password else 0)
        return codec.dumps({
            "snapshot": len(self.asked("snapshot")),
            "display": [1080, 2400, 420, "portrait"],
            "foreground": ["com.example.form", ".Main"],
            "degraded": False,
            "strings": [None, "APPLICATION", "com.example.form", "Form", "android.widget.FrameLayout",
                        "android.widget.EditText", shown, "com.example.form:id/field"],
            "windows": [[42, 1, 2, 3, 0, 1, 0, 2]],
            "nodes": [[-1, 4, 0, 0, 0, 0, 0, 1080, 2400, flags], [0, 5, 6 if shown else 0, 0, 7, 40, 200, 1040, 320, field]],
        })  # fmt: skip

    def _focus(self, snapshot: int, index: int) -> Field:
        self.focused = True
        return self._read()

    def _select(self, start: int, end: int) -> None:
        self.selection = (start, end)

    def _commit(self, text: str) -> None:
        start, end = self.selection
        new = text.encode("utf-16-le")
        self.units = self.units[: 2 * start] + new + self.units[2 * end :]
        self.selection = (start + len(new) // 2,) * 2

    def _read(self) -> Field:
        if not self.focused:
            raise ElementNotFound("No focused element found")
        return Field(self.text, *self.selection)


def phone_of(device: Any) -> Phone:
    return Phone(device, Settings(confirm=ASK_NOTHING), FakeClock(), random.Random(1))


def say(tool: Tool, device: Any, /, **arguments: Any) -> str:
    """The text that the tool answers."""
    (content,) = tool.run(Call(phone_of(device)), arguments).content
    text: str = content["text"]
    return text

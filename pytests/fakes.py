"""Fakes for the far side of the seam: a clock that never waits, a device that does as it is told."""

import random
import threading
from typing import Any

from handheld.device import Device
from handheld.phone import Phone
from handheld.settings import Settings
from handheld.tool import Call, Tool


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


def phone_of(device: Any) -> Phone:
    return Phone(device, Settings(), FakeClock(), random.Random(1))


def say(tool: Tool, device: Any, /, **arguments: Any) -> str:
    """The text that the tool answers."""
    (content,) = tool.run(Call(phone_of(device)), arguments).content
    text: str = content["text"]
    return text

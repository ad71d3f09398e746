"""A case: one call, and what must be answered, word for word."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from world import World

from handheld import errors
from handheld.errors import HandheldError

Given = Callable[[World], object]


@dataclass(frozen=True)
class Element:
    """Stands in arguments for the id of an element that is on the screen when the call is made."""

    by: str
    value: str


@dataclass(frozen=True)
class Case:
    name: str
    """The tool, a point, and what is shown: `tap.output`."""
    arguments: Any
    says: str
    """`<element_id>` stands for the argument of that name, `<id>` for any element's id, `<hash>` for the middle of one, `<n>`
    for a number."""
    error: type[HandheldError] | None
    given: Given

    @property
    def tool(self) -> str:
        return self.name.partition(".")[0]

    def __str__(self) -> str:
        return self.name

    def prepare(self, world: World) -> dict[str, Any]:
        """Brings the phone to where the case begins, and gives the arguments to call with."""
        self.given(world)
        return {
            name: world.id_of(value.by, value.value) if isinstance(value, Element) else value
            for name, value in self.arguments.items()
        }

    def check_text(self, said: str, arguments: dict[str, Any]) -> None:
        expected = self.says.replace("<element_id>", str(arguments.get("element_id")))
        pattern = re.escape(expected.replace("<id>", "node_<hash>_w<n>"))
        pattern = pattern.replace("<hash>", "[0-9a-f]{4,8}").replace("<n>", r"\d+")
        assert said == expected or re.fullmatch(pattern, said)

    def check_outcome(self, outcome: str) -> None:
        if self.error is None:
            assert outcome == "ok"
        else:
            assert isinstance(errors.from_code(outcome, ""), self.error), outcome


def nothing(world: World) -> None:
    pass


def answers(name: str, arguments: dict[str, Any], says: str, given: Given = nothing) -> Case:
    return Case(name, arguments, says, None, given)


def refuses(
    name: str, arguments: dict[str, Any], error: type[HandheldError], says: str, given: Given = nothing
) -> Case:
    return Case(name, arguments, says, error, given)


# Where cases begin


def faults(**wrong: Any) -> Given:
    def given(world: World) -> None:
        for name, value in wrong.items():
            assert hasattr(world.stage.phone.faults, name)
            setattr(world.stage.phone.faults, name, value)

    return given


SERVICE_OFF = "Accessibility service not enabled. Turn on Handheld in Settings > Accessibility."
service_off = faults(accessibility_off=True)


def instead(**answer: Any) -> Given:
    """The phone answers otherwise, or fails."""
    return lambda world: world.stage.instead.update(answer)


def opened(package: str) -> Given:
    return lambda world: world.stage.phone.open_app(package)


def both(first: Given, second: Given) -> Given:
    def given(world: World) -> None:
        first(world)
        second(world)

    return given

"""What a token allows: some of the tools, for some time."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

from .catalogue import Catalogue
from .settings import Token
from .tool import Tool

Tools = Mapping[str, Tool]


class Scope:
    """The tools that one token may use."""

    def __init__(self, profile: str = "full", chosen: tuple[str, ...] = ()) -> None:
        self._profile = profile
        self._chosen = frozenset(chosen)
        self._known: WeakKeyDictionary[Catalogue, tuple[Tools, Tools]] = WeakKeyDictionary()

    def of(self, catalogue: Catalogue) -> Tools:
        """By the names they have there; worked out once for each list of tools."""
        every = catalogue.tools
        if self._profile == "full":
            return every
        seen, allowed = self._known.get(catalogue, ({}, {}))
        if seen is not every:
            allowed = {name: tool for name, tool in every.items() if self._allows(tool)}
            self._known[catalogue] = (every, allowed)
        return allowed

    def _allows(self, tool: Tool) -> bool:
        if self._profile == "read_only":
            return tool.read_only and not tool.source  # what another app says of its tool is no promise
        if self._profile == "sms":
            return tool.category == "sms"
        return (tool.same_as or tool.name) in self._chosen


EVERYTHING = Scope()


@dataclass(frozen=True, slots=True)
class Pass:
    """What the holder of a token is known by; all but the secret."""

    name: str
    scope: Scope = EVERYTHING
    expires: int = 0

    def is_over(self, now: float) -> bool:
        return 0 < self.expires <= now


def of_token(token: Token) -> Pass:
    return Pass(token.name, EVERYTHING if token.profile == "full" else _scope(token.profile, token.tools), token.expires)


@lru_cache(maxsize=64)
def _scope(profile: str, tools: tuple[str, ...]) -> Scope:
    """One for all tokens that allow the same, so that what is known of it is known of them all."""
    return Scope(profile, tools)

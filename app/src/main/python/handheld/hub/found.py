"""What other apps offer, as we understood it: values only."""

import hashlib
import json
from dataclasses import dataclass
from typing import Literal

from ..schema import Schema

Protocol = Literal["provider", "mobile_mcp"]


@dataclass(frozen=True, slots=True)
class Origin:
    """The app behind a tool."""

    package: str
    app: str
    """Its name, as a person sees it."""
    signer: str
    """The SHA-256 of the certificate that signs it; empty where that is not known."""


@dataclass(frozen=True, slots=True)
class Offered:
    """One tool of another app. With a `problem` it cannot be used; the notes say what was ignored of its description."""

    own_name: str
    """What the app itself calls it."""
    description: str = ""
    input: Schema | None = None
    output: Schema | None = None
    version: str = ""
    notes: tuple[str, ...] = ()
    problem: str = ""

    @property
    def fingerprint(self) -> str:
        """Changes with anything that an agent or a person is told of the tool."""
        told = [self.own_name, self.description, self.input, self.output, self.version]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Door:
    """One place where an app offers tools: a ContentProvider or a Mobile MCP service."""

    origin: Origin
    protocol: Protocol
    address: str
    """The provider's authority, or the service's class."""
    tools: tuple[Offered, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    """Why nothing behind it can be used."""

    def key(self, tool: Offered) -> str:
        """Names the tool among all of the app's."""
        return f"{self.protocol}:{self.address}/{tool.own_name}"

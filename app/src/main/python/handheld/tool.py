"""A tool is a function; the catalogue lists them and runs them."""

import base64
import contextlib
import inspect
import threading
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, get_origin, is_typeddict

from . import codec, schema
from .errors import Cancelled, InvalidArguments
from .phone import Phone
from .schema import Arguments, Schema

Content = dict[str, Any]
"""One entry of a result's `content`, as MCP writes it."""

SOURCE = "dev.handheld/source"
"""In the `_meta` of a tool of another app, and of what it answers: that app's package."""


def text(value: str) -> Content:
    return {"type": "text", "text": value}


def image(jpeg: bytes, **extra: Any) -> Content:
    return {"type": "image", "data": base64.b64encode(jpeg).decode(), "mimeType": "image/jpeg", **extra}


@dataclass(frozen=True, slots=True)
class Result:
    content: list[Content]
    structured: dict[str, Any] | None = None


Progress = Callable[[float, float | None, str | None], None]
"""Takes how much is done, of how much where that is known, and a message for people."""


def no_progress(done: float, total: float | None, message: str | None) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Client:
    """Who calls: what it can do for us, and what it answered to an earlier `NeedsInput`."""

    name: str = ""
    """Its token's name, or the package of the app on the phone that calls."""
    agent: str = ""
    """The program it says it is."""
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    answers: Mapping[str, Any] = field(default_factory=dict)
    state: str | None = None


NOBODY = Client()


class NeedsInput(Exception):
    """Raised by a handler that first needs something from the person or model behind the client. Each request is an MCP
    request (`elicitation/create`, …) under a name of the handler's choice; the client calls again with the answers in
    `Call.client.answers` and the state, unchanged, in `Call.client.state`."""

    code = "needs_input"

    def __init__(self, requests: Mapping[str, Content], state: str | None = None) -> None:
        super().__init__(", ".join(requests))
        self.requests = requests
        self.state = state


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """One running call: what a handler may use, and how it hears that nobody waits any more."""

    phone: Phone
    cancelled: threading.Event = field(default_factory=threading.Event)
    progress: Progress = no_progress
    client: Client = NOBODY

    def check(self) -> None:
        if self.cancelled.is_set():
            raise Cancelled("The request was cancelled")

    def sleep(self, seconds: float) -> None:
        self.phone.clock.wait(self.cancelled, seconds)
        self.check()

    @contextlib.contextmanager
    def holding(self, lock: threading.Lock) -> Iterator[None]:
        """Waits for the lock, unless the call is cancelled first."""
        while not lock.acquire(timeout=0.05):
            self.check()
        try:
            self.check()
            yield
        finally:
            lock.release()


@dataclass(frozen=True, slots=True, eq=False)
class Tool:
    name: str
    title: str
    description: str
    category: str
    handler: Callable[..., Any]
    arguments: Arguments
    output: Schema | None
    """The schema of the structured result; None where the text is not JSON."""
    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool
    acts: bool
    """Touches the screen: one such call at a time."""
    blocking: bool
    """May cross the seam or sleep, so it needs a thread."""
    source: str = ""
    """The package of the other app that offers it; our own have none."""

    def run(self, call: Call, arguments: Any) -> Result:
        checked = self.arguments.check(arguments)
        call.check()
        if not self.blocking:  # it is over before anybody could stop it
            call.phone.pause.check()
            return self._result(self.handler(call, **checked))
        with call.phone.pause.stops(call.cancelled):
            return self._run(call, checked)

    def _run(self, call: Call, checked: Mapping[str, Any]) -> Result:
        if self.acts:
            with call.holding(call.phone.screen_lock):
                try:
                    return self._result(self.handler(call, **checked))
                finally:
                    call.phone.screen.touched()
        return self._result(self.handler(call, **checked))

    def _result(self, value: Any) -> Result:
        if isinstance(value, Result):
            return value
        if isinstance(value, str):
            return Result([text(value)])
        if self.output is None:
            return Result(value)
        structured = value if isinstance(value, dict) else {"result": value}
        return Result([text(codec.text(value))], structured)


def tool(
    title: str,
    *,
    read_only: bool = False,
    destructive: bool = False,
    idempotent: bool = False,
    open_world: bool = False,
    acts: bool = False,
    blocking: bool = True,
) -> Callable[[Callable[..., Any]], Tool]:
    """Makes a tool of a function: name, docstring, parameters and defaults are its wire form.

    The function takes the `Call` first and returns a str (text), a list of contents, or a TypedDict or list of them (JSON).
    """

    def decorate(handler: Callable[..., Any]) -> Tool:
        return Tool(
            name=handler.__name__,
            title=title,
            description=" ".join(inspect.cleandoc(handler.__doc__ or "").split()),
            category=handler.__module__.rpartition(".")[2],
            handler=handler,
            arguments=Arguments(schema.of_parameters(handler)),
            output=_output(typing.get_type_hints(handler).get("return")),
            read_only=read_only,
            destructive=destructive,
            idempotent=idempotent,
            open_world=open_world,
            acts=acts,
            blocking=blocking,
        )

    return decorate


def _output(hint: Any) -> Schema | None:
    if is_typeddict(hint):
        return schema.of_type(hint)
    if get_origin(hint) is list and is_typeddict(typing.get_args(hint)[0]):
        return {"type": "object", "properties": {"result": schema.of_type(hint)}, "required": ["result"]}
    return None


def tools_of(*modules: ModuleType) -> list[Tool]:
    """Every tool of these modules, in order of definition."""
    return [value for module in modules for value in vars(module).values() if isinstance(value, Tool)]


def _naming_others(tool: Tool, prefix: str) -> Tool:
    """The tool with texts that call other tools as they are called here: they are written for a phone without a slug."""
    written = codec.text([tool.description, tool.arguments.schema])
    here = written.replace("`android_", f"`{prefix}")
    if here == written:
        return tool
    description, schema = codec.loads(here)
    return replace(tool, description=description, arguments=Arguments(schema))


class Catalogue:
    """The tools of one surface: their names there, which of them are on, and the way to run one."""

    def __init__(self, phone: Phone, tools: Iterable[Tool], prefix: str = "", disabled: Iterable[str] = ()):
        self.phone = phone
        self._prefix = prefix
        self._lock = threading.Lock()
        self._ours = {prefix + tool.name: _naming_others(tool, prefix) for tool in tools}
        self.tools: dict[str, Tool] = {}
        self.turn_off(disabled)

    def turn_off(self, names: Iterable[str]) -> None:
        """Offers all of our own but these (named without prefix), in a new dictionary: who reads the old one is not disturbed."""
        off = set(names)
        with self._lock:
            others = {name: tool for name, tool in self.tools.items() if tool.source}
            self.tools = {name: tool for name, tool in self._ours.items() if tool.name not in off} | others

    def join(self, others: Iterable[Tool]) -> None:
        """Puts these in place of the tools of other apps."""
        joined = {self._prefix + tool.name: tool for tool in others}
        with self._lock:
            self.tools = {name: tool for name, tool in self.tools.items() if not tool.source} | joined

    def named(self, name: str) -> Tool | None:
        """The tool of that name (without prefix), if it is on."""
        return next((tool for tool in self.tools.values() if tool.name == name), None)

    def run(self, name: str, arguments: Any, call: Call) -> Result:
        found = self.tools.get(name)
        if found is None:
            raise InvalidArguments(f"Unknown tool: {name}")
        return found.run(call, arguments)

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
from .confirm import Question
from .deed import Deed, deed, digest
from .errors import AwaitsPerson, Cancelled, InvalidArguments, RefusedByPerson
from .phone import Phone
from .schema import Arguments, Schema
from .turn import Turn

Content = dict[str, Any]
"""One entry of a result's `content`, as MCP writes it."""

OFF_SCREEN = ("file", "sms")
"""The categories of our own tools that change nothing on the screen."""

_ON_PHONE, _STATE = "on_phone", "confirm "
_PATIENCE_SECONDS = 15
"""How long a call waits for the person: less than clients wait for a call, and often enough within the rounds they make."""

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
    person: bool = False
    """It is the person whose phone this is, on the control page."""
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    answers: Mapping[str, Any] = field(default_factory=dict)
    state: str | None = None

    @property
    def who(self) -> tuple[str, str]:
        """All that tells it from other clients; two sessions of one program have the same."""
        return self.name, self.agent


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


class NeedsPerson(NeedsInput):
    """Raised for a call that waits for the person's answer on the phone: the client's own answer only says that they know."""

    code = AwaitsPerson.code


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
    def holding(self, turn: Turn) -> Iterator[None]:
        """Waits for its turn, unless the call is cancelled first."""
        turn.take(self.check)
        try:
            self.check()
            yield
        finally:
            turn.leave()


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
    same_as: str = ""
    """What it is called now, where only the first edition has this name: the person's rules know that one."""
    describes: Callable[..., Deed] | None = None
    """Says what a call would do, for the person who is asked; raises what is sure to fail."""
    asks: Callable[..., bool] | None = None
    """Whether a call asks the person first although the settings do not name the tool."""

    def run(self, call: Call, arguments: Any) -> Result:
        checked = self.arguments.check(arguments)
        call.check()
        if not self.blocking:  # it is over before anybody could stop it
            call.phone.pause.check()
            self._confirm(call, checked)
            return self._result(self.handler(call, **checked))
        with call.phone.pause.stops(call.cancelled):
            self._confirm(call, checked)
            return self._run(call, checked)

    def _run(self, call: Call, checked: Mapping[str, Any]) -> Result:
        if self.acts:
            with call.holding(call.phone.screen_lock):
                self._keep_off(call)
                try:
                    return self._result(self.handler(call, **checked))
                finally:
                    call.phone.screen.touched()
        self._keep_off(call)
        return self._result(self.handler(call, **checked))

    def _keep_off(self, call: Call) -> None:
        if not (self.read_only or self.source or self.category in OFF_SCREEN or call.client.person):
            call.phone.confirm.keep_off()

    def _confirm(self, call: Call, checked: Mapping[str, Any]) -> None:
        """Goes on where the person need not be asked, or has said yes on the phone."""
        if call.client.person or not self._must_ask(call, checked):
            return
        if call.client.answers.get(_ON_PHONE, {}).get("action", "accept") != "accept":
            call.phone.confirm.withdraw(call.client.name, (call.client.state or "").removeprefix(_STATE))
            raise RefusedByPerson("Refused: the person behind you withdrew it. Nothing was done.")
        question = self._question(call, checked)
        if question is None:
            return
        if call.client.state == _state(question) and self.blocking:
            self._wait(call, question)
            question = self._question(call, checked)
            if question is None:
                return
        raise _waiting(call.client, question)

    def _must_ask(self, call: Call, checked: Mapping[str, Any]) -> bool:
        rules = call.phone.settings.confirm
        if self.name in rules.tools or (self.same_as and self.same_as in rules.tools) or (self.source and rules.external_tools):
            return True
        return self.asks is not None and self.asks(call, **checked)

    def _question(self, call: Call, checked: Mapping[str, Any]) -> Question | None:
        shown = self._deed(call, checked)
        seconds, mark = call.phone.settings.confirm.timeout_seconds, digest(self.name, self.source, checked)
        with call.holding(call.phone.screen_lock):  # a gesture under way must not end on the button that allows it
            return call.phone.confirm.seek(call.client.name, self.name, shown, mark, seconds)

    def _deed(self, call: Call, checked: Mapping[str, Any]) -> Deed:
        if self.describes is not None:
            return self.describes(call, **checked)
        kind = "external" if self.source else "tool"
        return deed(kind, title=self.title, package=self.source, arguments=codec.text(checked))

    def _wait(self, call: Call, question: Question) -> None:
        def beat(passed: float) -> None:
            call.check()
            call.progress(int(passed), _PATIENCE_SECONDS, "Waiting for the person's answer on the phone")

        call.phone.confirm.wait(question, _PATIENCE_SECONDS, beat)

    def _result(self, value: Any) -> Result:
        if isinstance(value, Result):
            return value
        if isinstance(value, str):
            return Result([text(value)])
        if self.output is None:
            return Result(value)
        structured = value if isinstance(value, dict) else {"result": value}
        return Result([text(codec.text(value))], structured)


def _state(question: Question) -> str:
    return _STATE + question.id


def _waiting(client: Client, question: Question) -> Exception:
    """Says what waits to the person behind the client, or where it cannot ask them, to the client."""
    left = max(1, round(question.term.left))
    where = f"on the phone, in Handheld's notification or control page, within {left} seconds"
    elicitation = client.capabilities.get("elicitation")
    if not isinstance(elicitation, dict) or (elicitation and "form" not in elicitation):
        again = "Nothing was done. Tell them; then call again with the same arguments."
        return AwaitsPerson(f"Waiting for the person, who can allow this {where}: {question.deed.sentence}. {again}")
    message = f"Allow this {where}: {question.deed.sentence}. Then go on here; an answer here allows nothing."
    form = {"mode": "form", "message": message, "requestedSchema": {"type": "object", "properties": {}}}
    told = client.state == _state(question)
    requests = {} if told else {_ON_PHONE: {"method": "elicitation/create", "params": form}}
    return NeedsPerson(requests, _state(question))


def tool(
    title: str,
    *,
    read_only: bool = False,
    destructive: bool = False,
    idempotent: bool = False,
    open_world: bool = False,
    acts: bool = False,
    blocking: bool = True,
    same_as: str = "",
    describes: Callable[..., Deed] | None = None,
    asks: Callable[..., bool] | None = None,
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
            same_as=same_as,
            describes=describes,
            asks=asks,
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

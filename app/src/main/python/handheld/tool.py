"""A tool is a function: what it says of itself on the wire, and what must hold before it runs."""

import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, get_origin, is_typeddict

from . import codec, permission, schema
from .call import Call, Result, text
from .deed import Deed, deed, digest
from .schema import Arguments, Schema

OFF_SCREEN = ("file", "sms")
"""The categories of our own tools that change nothing on the screen."""

SOURCE = "dev.handheld/source"
"""In the `_meta` of a tool of another app, and of what it answers: that app's package."""


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
        if not call.client.person and self._must_ask(call, checked):
            mark = digest(self.name, self.source, checked)
            permission.obtain(call, self.name, lambda: self._deed(call, checked), mark, may_wait=self.blocking)

    def _must_ask(self, call: Call, checked: Mapping[str, Any]) -> bool:
        rules = call.phone.settings.confirm
        if self.name in rules.tools or (self.same_as and self.same_as in rules.tools) or (self.source and rules.external_tools):
            return True
        return self.asks is not None and self.asks(call, **checked)

    def _deed(self, call: Call, checked: Mapping[str, Any]) -> Deed:
        if self.describes is not None:
            return self.describes(call, **checked)
        kind = "external" if self.source else "tool"
        return deed(kind, title=self.title, package=self.source, arguments=codec.text(checked))

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

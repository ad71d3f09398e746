"""The methods of MCP, for both eras: parameters in, result out. Nothing here knows HTTP."""

import base64
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, NamedTuple

from .. import __version__, codec
from ..call import Call, NeedsInput, text
from ..call import Result as Outcome
from ..completions import complete
from ..core import Surface
from ..errors import HandheldError, InvalidArguments, OutOfScope
from ..prompts import Prompt
from ..resources import NoSuchResource, Resources
from ..scope import EVERYTHING, Scope
from . import asking
from .calls import Busy, Calls, Gone
from .envelope import LEGACY_VERSIONS, SERVER_INFO, VERSIONS
from .jsonrpc import BUSY, INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, OUT_OF_SCOPE, Result, RpcError
from .listing import in_brief, in_full

_log = logging.getLogger(__name__)

_AT_ONCE = (dict, bytes)
_LIST_TTL_MS = 60_000
_MAX_COMPLETIONS = 100
_RESOURCE_NOT_FOUND = -32002  # until 2025-11-25; invalid parameters since
_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="6" y="1" width="12" height="22" rx="3" fill="#263238"/>'
    '<rect x="8" y="4" width="8" height="14" fill="#80deea"/></svg>'
)
_ICON = {
    "src": "data:image/svg+xml;base64," + base64.b64encode(_SVG.encode()).decode(),
    "mimeType": "image/svg+xml",
    "sizes": ["any"],
}


class Exchange(NamedTuple):
    """One request on its way: who asks, in which era, and the call it makes."""

    client: str
    modern: bool
    call: Call
    gone: Gone | None = None
    scope: Scope = EVERYTHING


Method = Callable[[Exchange, dict[str, Any]], Result | Awaitable[Result]]
"""What has its result at once does not pretend to wait for it: most calls are of this kind, and must be cheap."""


class Mcp:
    def __init__(self, surface: Surface, calls: Calls) -> None:
        self.surface = surface
        self._calls = calls
        self._key = secrets.token_bytes(32)
        self._info = {"name": surface.name, "version": __version__}
        self._meta = {SERVER_INFO: self._info}
        self._completed = {"resultType": "complete", "_meta": self._meta}
        self._listed: dict[tuple[bool, Scope], tuple[object, bytes]] = {}
        common: dict[str, Method] = {"tools/list": self._tools_list, "tools/call": self._tools_call}
        if surface.resources is not None:
            common["resources/list"] = self._resources_list
            common["resources/templates/list"] = self._templates_list
            common["resources/read"] = self._resources_read
        if surface.prompts is not None:
            common |= {"prompts/list": self._prompts_list, "prompts/get": self._prompts_get}
        if surface.completions:
            common["completion/complete"] = self._complete
        legacy: dict[str, Method] = {"initialize": self._initialize, "ping": self._ping, "logging/setLevel": self._set_level}
        self._methods: dict[bool, dict[str, Method]] = {
            False: common | legacy,
            True: common | {"server/discover": self._discover},
        }

    def blocks(self, method: str, params: dict[str, Any], scope: Scope) -> bool:
        """Whether the answer may take its time; what does not is there at once, before anybody could cancel it."""
        if method == "tools/call":
            name = params.get("name")
            tool = scope.of(self.surface.catalogue).get(name) if isinstance(name, str) else None
            return tool is not None and tool.blocking
        return method in ("resources/read", "completion/complete")

    async def answer(self, method: str, params: dict[str, Any], exchange: Exchange) -> Result:
        """The result, or RpcError. The one place where a bug becomes an answer, with its story in the log only."""
        found = self._methods[exchange.modern].get(method)
        if found is None:
            raise RpcError(METHOD_NOT_FOUND, f"Method not found: {method}")
        try:
            result = found(exchange, params)
            return result if isinstance(result, _AT_ONCE) else await result
        except RpcError:
            raise
        except Busy:
            raise RpcError(BUSY, "Too many calls are running; try again in a moment") from None
        except NeedsInput as error:
            return self._ask(exchange, error)
        except OutOfScope as error:
            raise RpcError(OUT_OF_SCOPE, str(error)) from None
        except HandheldError as error:
            code = INVALID_PARAMS if isinstance(error, InvalidArguments) else INTERNAL_ERROR
            raise RpcError(code, str(error)) from None
        except Exception:
            _log.exception("%s failed", method)
            raise RpcError(INTERNAL_ERROR, "Internal error") from None

    # Getting to know each other

    def _initialize(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        asked = params.get("protocolVersion")
        if not isinstance(asked, str):
            raise RpcError(INVALID_PARAMS, "'protocolVersion' must be a string")
        result = {
            "protocolVersion": asked if asked in LEGACY_VERSIONS else LEGACY_VERSIONS[0],
            "capabilities": self.capabilities(modern=False),
            "serverInfo": self._full_info(),
        }
        return result | self._instructions(exchange)

    def _discover(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        result = {"supportedVersions": list(VERSIONS), "capabilities": self.capabilities(modern=True)}
        result |= self._instructions(exchange)
        return self._complete_result(exchange, result, _LIST_TTL_MS) | {"_meta": {SERVER_INFO: self._full_info()}}

    def _instructions(self, exchange: Exchange) -> dict[str, Any]:
        """How to work the screen, for who may look at it."""
        told = self.surface.instructions and "get_screen_state" in self._names(exchange.scope)
        return {"instructions": self.surface.instructions} if told else {}

    def _full_info(self) -> dict[str, Any]:
        return self._info | {"title": self.surface.title, "icons": [_ICON]}

    def capabilities(self, modern: bool) -> dict[str, Any]:
        """Changes are told on `subscriptions/listen` only, which the legacy era does not have."""
        told = {"listChanged": True} if modern else {}
        offered: dict[str, Any] = {"tools": told}
        if self.surface.resources is not None:
            offered["resources"] = told | ({"subscribe": True} if modern else {})
        if self.surface.prompts is not None:
            offered["prompts"] = told
        if self.surface.completions:
            offered["completions"] = {}
        return offered if modern else offered | {"logging": {}}

    def _ping(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        return {}

    def _set_level(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        if params.get("level") not in _LEVELS:
            raise RpcError(INVALID_PARAMS, f"'level' must be one of: {', '.join(_LEVELS)}")
        return {}

    def listened(self) -> dict[str, Any]:
        """The result that ends a `subscriptions/listen`."""
        return dict(self._completed)

    # Tools

    def _tools_list(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        _refuse_cursor(params)
        tools = exchange.scope.of(self.surface.catalogue)
        source, listed = self._listed.get((exchange.modern, exchange.scope), (None, b""))
        if source is not tools:
            describe = in_full if self.surface.described_in_full else in_brief
            result = {"tools": [describe(name, tool) for name, tool in tools.items()]}
            listed = codec.dumps(self._complete_result(exchange, result, _LIST_TTL_MS))
            self._listed[exchange.modern, exchange.scope] = (tools, listed)
        return listed

    def _names(self, scope: Scope) -> set[str]:
        """What the tools are called without prefix."""
        return {tool.name for tool in scope.of(self.surface.catalogue).values()}

    def _tools_call(self, exchange: Exchange, params: dict[str, Any]) -> Result | Awaitable[Result]:
        name, arguments = params.get("name"), params.get("arguments")
        if not isinstance(name, str):
            raise RpcError(INVALID_PARAMS, "'name' must be a string")
        tool = exchange.scope.of(self.surface.catalogue).get(name)
        if tool is None and name in self.surface.catalogue.tools:
            raise self._calls.out_of_scope(exchange.client, name)
        if tool is None:
            raise RpcError(INVALID_PARAMS, f"Unknown tool: {name}")
        call = self._call_with_answers(exchange, params)
        arguments = {} if arguments is None else arguments
        if tool.blocking:
            return self._wait_for(exchange, self._calls.run(exchange.client, name, tool, arguments, call, exchange.gone))
        try:
            return self._said(exchange, self._calls.run_at_once(exchange.client, name, tool, arguments, call))
        except HandheldError as error:
            return self._failed(exchange, error)

    async def _wait_for(self, exchange: Exchange, running: Awaitable[Outcome]) -> Result:
        try:
            return self._said(exchange, await running)
        except HandheldError as error:
            return self._failed(exchange, error)

    def _said(self, exchange: Exchange, found: Outcome) -> Result:
        result: dict[str, Any] = {"content": found.content}
        if found.structured is not None and self.surface.described_in_full:
            result["structuredContent"] = found.structured
        return self._complete_result(exchange, result)

    def _failed(self, exchange: Exchange, error: HandheldError) -> Result:
        return self._complete_result(exchange, {"content": [text(str(error))], "isError": True})

    # Resources

    def resources(self, scope: Scope) -> Resources:
        """What someone may read who may use these tools: the same as with them."""
        return self.surface.resources.within(self._names(scope)) if self.surface.resources else Resources(())

    def _resources_list(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        _refuse_cursor(params)
        listed = [resource.describe() for resource in self.resources(exchange.scope).all if not resource.is_template]
        return self._complete_result(exchange, {"resources": listed}, _LIST_TTL_MS)

    def _templates_list(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        _refuse_cursor(params)
        listed = [resource.describe() for resource in self.resources(exchange.scope).all if resource.is_template]
        return self._complete_result(exchange, {"resourceTemplates": listed}, _LIST_TTL_MS)

    async def _resources_read(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        resources, uri = self.resources(exchange.scope), params.get("uri")
        if not isinstance(uri, str):
            raise RpcError(INVALID_PARAMS, "'uri' must be a string")
        if not resources.has(uri) and self.resources(EVERYTHING).has(uri):
            raise self._calls.out_of_scope(exchange.client, "resources/read")
        call = self._call_with_answers(exchange, params)
        try:
            contents = await self._calls.in_thread(lambda: resources.read(call, uri), call, exchange.gone)
        except NoSuchResource:
            code = INVALID_PARAMS if exchange.modern else _RESOURCE_NOT_FOUND
            raise RpcError(code, f"Resource not found: {uri}", {"uri": uri}) from None
        return self._complete_result(exchange, {"contents": contents}, 0)

    # Prompts and completions

    def _prompts(self, exchange: Exchange) -> dict[str, Prompt]:
        names = self._names(exchange.scope)
        return {name: prompt for name, prompt in (self.surface.prompts or {}).items() if prompt.needs <= names}

    def _prompts_list(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        _refuse_cursor(params)
        listed = [prompt.describe() for prompt in self._prompts(exchange).values()]
        return self._complete_result(exchange, {"prompts": listed}, _LIST_TTL_MS)

    def _prompts_get(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        name = params.get("name")
        prompt = self._prompts(exchange).get(name) if isinstance(name, str) else None
        if prompt is None:
            raise RpcError(INVALID_PARAMS, f"Unknown prompt: {name}")
        messages = prompt.messages(self._call_with_answers(exchange, params), params.get("arguments") or {})
        return self._complete_result(exchange, {"description": prompt.description, "messages": messages})

    async def _complete(self, exchange: Exchange, params: dict[str, Any]) -> Result:
        match params.get("argument"):
            case {"name": str(name), "value": str(value)}:
                pass
            case _:
                raise RpcError(INVALID_PARAMS, "'argument' must be an object with the strings 'name' and 'value'")
        call, others, tools = exchange.call, _context(params), self._names(exchange.scope)
        values: list[str] = []
        if name in self._arguments_of(exchange, params.get("ref")):
            values = await self._calls.in_thread(lambda: complete(call, tools, name, value, others), call, exchange.gone)
        shown = values[:_MAX_COMPLETIONS]
        completion = {"values": shown, "total": len(values), "hasMore": len(values) > len(shown)}
        return self._complete_result(exchange, {"completion": completion})

    def _arguments_of(self, exchange: Exchange, ref: Any) -> set[str]:
        """The names of the arguments that a prompt or a resource template has."""
        match ref:
            case {"type": "ref/prompt", "name": str(name)} if prompt := self._prompts(exchange).get(name):
                return {argument.name for argument in prompt.arguments}
            case {"type": "ref/resource", "uri": str(uri)}:
                for resource in self.resources(exchange.scope).all:
                    if resource.uri == uri:
                        return resource.variable_names
        raise RpcError(INVALID_PARAMS, "'ref' names no prompt and no resource template of this server")

    # What results have in common

    def _call_with_answers(self, exchange: Exchange, params: dict[str, Any]) -> Call:
        call = exchange.call
        if not exchange.modern or not asking.has_answers(params):
            return call
        return replace(call, client=asking.answering(call.client, params, self._key))

    def _ask(self, exchange: Exchange, error: NeedsInput) -> Result:
        if not exchange.modern:
            raise RpcError(INTERNAL_ERROR, f"This needs an answer ({error}), which takes a client of a newer protocol version")
        return asking.required(error, exchange.call.client.capabilities, self._key) | {"_meta": self._meta}

    def _complete_result(self, exchange: Exchange, result: dict[str, Any], ttl_ms: int | None = None) -> dict[str, Any]:
        if not exchange.modern:
            return result
        if ttl_ms is not None:
            result |= {"ttlMs": ttl_ms, "cacheScope": "private"}
        return result | self._completed


def _refuse_cursor(params: dict[str, Any]) -> None:
    if params.get("cursor") is not None:
        raise RpcError(INVALID_PARAMS, "Invalid cursor: every list of this server is one page")


def _context(params: dict[str, Any]) -> dict[str, str]:
    match params.get("context"):
        case {"arguments": dict(given)}:
            return {name: value for name, value in given.items() if isinstance(value, str)}
    return {}

"""The first edition: a list over GET, and calls as JSON-RPC with its own error codes. Every answer has the status 200, as its
clients look only at the body."""

import logging
from typing import Any

from .. import codec
from ..call import Call, Client
from ..core import Core
from ..errors import HandheldError, TimedOut
from ..scope import Pass
from . import jsonrpc, reply
from .calls import Busy, Calls
from .jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, RpcError
from .listing import in_brief
from .post import Post

_log = logging.getLogger(__name__)


class FirstEdition:
    def __init__(self, core: Core, calls: Calls) -> None:
        self._phone = core.phone
        self._catalogue = core.first_edition
        self._calls = calls
        self._max_body = core.settings.max_body_bytes

    async def list(self, post: Post) -> None:
        if post.method not in ("GET", "HEAD"):
            return await reply.refuse(post.send, 405, "Use GET", (b"allow", b"GET, HEAD"))
        tools = [in_brief(name, tool) for name, tool in post.holder.scope.of(self._catalogue).items()]
        return await reply.json(post.send, 200, codec.dumps({"tools": tools}))

    async def call(self, post: Post) -> None:
        body = await post.body(self._max_body)
        if body is not None:
            await reply.json(post.send, 200, await self._answer(post.holder, body))

    async def _answer(self, holder: Pass, body: bytes) -> bytes:
        value: Any = None
        try:
            value = jsonrpc.parse(body)
            message = jsonrpc.message(value)
            if message.id is None:
                raise RpcError(INVALID_REQUEST, "'id' is missing")
            if message.method != "tools/call":
                raise RpcError(METHOD_NOT_FOUND, f"Method not found: {message.method}")
            return jsonrpc.response(message.id, await self._result(holder, message.params))
        except RpcError as error:
            return jsonrpc.failure(jsonrpc.id_of(value), error)
        except HandheldError as error:
            return jsonrpc.failure(jsonrpc.id_of(value), RpcError(error.v1_code, str(error)))
        except Busy:
            return jsonrpc.failure(jsonrpc.id_of(value), RpcError(TimedOut.v1_code, "Too many calls are running; try again"))
        except Exception:
            _log.exception("A call of the first edition failed")
            return jsonrpc.failure(jsonrpc.id_of(value), RpcError(INTERNAL_ERROR, "Internal error"))

    async def _result(self, holder: Pass, params: dict[str, Any]) -> dict[str, Any]:
        name, arguments = params.get("name"), params.get("arguments")
        if not isinstance(name, str):
            raise RpcError(INVALID_PARAMS, "'name' must be a string")
        tool = holder.scope.of(self._catalogue).get(name)
        if tool is None and name in self._catalogue.tools:
            raise self._calls.out_of_scope(holder.name, name)
        if tool is None:
            raise RpcError(METHOD_NOT_FOUND, f"Unknown tool: {name}")
        call = Call(self._phone, client=Client(holder.name))
        result = await self._calls.run(holder.name, name, tool, {} if arguments is None else arguments, call)
        return {"content": result.content}

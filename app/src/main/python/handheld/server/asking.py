"""Asking the person or model behind a modern client: the input-required result, and its answers in the next call."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..call import Client, NeedsInput
from .envelope import MISSING_CAPABILITY
from .jsonrpc import INVALID_PARAMS, RpcError

_NEEDED = {"elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots"}


def has_answers(params: dict[str, Any]) -> bool:
    return "inputResponses" in params or "requestState" in params


def answering(client: Client, params: dict[str, Any], key: bytes) -> Client:
    """The client with the answers it brings; RpcError where they are malformed or the state is not what we gave out."""
    answers = params.get("inputResponses", {})
    if not isinstance(answers, dict) or not all(isinstance(answer, dict) for answer in answers.values()):
        raise RpcError(INVALID_PARAMS, "'inputResponses' must be an object of objects")
    sealed = params.get("requestState")
    return replace(client, answers=answers, state=None if sealed is None else _opened(sealed, key))


def required(error: NeedsInput, capabilities: Mapping[str, Any], key: bytes) -> dict[str, Any]:
    """The result that asks; RpcError where the client has not said that it can answer."""
    needed = [_NEEDED[request["method"]] for request in error.requests.values()]
    missing: dict[str, Any] = {name: {} for name in needed if name not in capabilities}
    if missing:
        message = f"This needs a client that can do: {', '.join(missing)}"
        raise RpcError(MISSING_CAPABILITY, message, {"requiredCapabilities": missing})
    result: dict[str, Any] = {"resultType": "input_required"}
    if error.requests:  # without any, the client just comes again
        result["inputRequests"] = dict(error.requests)
    return result if error.state is None else result | {"requestState": _sealed(error.state, key)}


def _sealed(state: str, key: bytes) -> str:
    return f"{hmac.new(key, state.encode(), hashlib.sha256).hexdigest()}.{state}"


def _opened(sealed: Any, key: bytes) -> str:
    state = sealed.partition(".")[2] if isinstance(sealed, str) else ""
    if not isinstance(sealed, str) or not hmac.compare_digest(_sealed(state, key).encode(), sealed.encode()):
        raise RpcError(INVALID_PARAMS, "'requestState' is not what this server gave out")
    return state

"""JSON: orjson where it exists, the standard library where it does not (no Android wheel of orjson exists)."""

import json
import os
import re
from collections.abc import Callable
from typing import Any

loads: Callable[[bytes | str], Any]
dumps: Callable[[Any], bytes]
"""Compact UTF-8. Both codecs write the same bytes for what we send."""


def _std_dumps(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def _std_loads(data: bytes | str) -> Any:
    text = data if isinstance(data, str) else data.decode()
    value = json.loads(text, parse_constant=_refuse_constant)
    if _SURROGATE.search(text):
        _std_dumps(value)  # half a pair is a ValueError here, as in orjson, and not when the value is sent on
    return value


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _choose() -> tuple[str, Callable[[bytes | str], Any], Callable[[Any], bytes]]:
    if os.environ.get("HANDHELD_JSON", "orjson") == "orjson":
        try:
            import orjson
        except ImportError:
            pass
        else:
            return "orjson", orjson.loads, orjson.dumps
    return "json", _std_loads, _std_dumps


name, loads, dumps = _choose()


def text(value: Any) -> str:
    """Compact JSON as a string, for what goes inside a text."""
    return dumps(value).decode()

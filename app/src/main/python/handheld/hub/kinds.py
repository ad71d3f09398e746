"""The types that other apps name, and values on their way to and from texts."""

import re
from typing import Any

from .. import codec
from ..schema import Schema
from .untrusted import can_be_sent

_KINDS = {
    "string": "string str text char charsequence date time datetime uri url email enum",
    "integer": "integer int long short byte int32 int64",
    "number": "number float double decimal numeric",
    "boolean": "boolean bool",
    "array": "array list set",
    "object": "object map json dict jsonobject",
    "null": "null",
}
_BY_NAME = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_MANY = re.compile(r"(?:(.+)\[\]|(?:array|list|set)<(.+)>)")


def schema_of(name: str) -> Schema | None:
    """The schema of a type by its name in JSON Schema, Kotlin or Java, or as the public SDK's class (`….StringInput`)."""
    plain = name.strip().lower()
    many = _MANY.fullmatch(plain)
    if many:
        items = schema_of(many[1] or many[2])
        return None if items is None else {"type": "array", "items": items}
    kind = _BY_NAME.get(plain.rpartition(".")[2].removesuffix("input"))
    return None if kind is None else {"type": kind}


def as_text(value: Any) -> str:
    """A checked argument as providers take it. 5.0 is written 5: they read it with `toInt`."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # which may be more than a codec writes as a number
    return codec.text(value)


def from_text(value: Any, schema: Schema) -> Any:
    """What a text stands for where another type is declared; the text itself where it stands for nothing of that type, so that
    the check of the arguments can say what is wrong with it."""
    kind = schema.get("type")
    if not isinstance(value, str) or kind is None or "string" in kind:
        return value
    try:
        found = codec.loads(value.strip().lower() if kind == "boolean" else value)
    except (ValueError, RecursionError):
        return value
    return found if can_be_sent(found) else value

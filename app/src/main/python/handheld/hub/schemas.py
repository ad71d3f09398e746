"""Schemas of other apps' tools: rebuilt from the keywords that describe a value, without those that could do harm.

No reference is followed, and no pattern is kept: to match one can take for ever."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import codec
from ..errors import InvalidArguments
from ..schema import Schema, check_schema
from . import kinds
from .untrusted import Notes, Unusable, name, visible

_LARGEST = 20_000
_DEEPEST = 6
_LONGEST_DESCRIPTION = 300
_REFERENCES = {"$ref", "$dynamicRef", "$recursiveRef"}
_NOT_OURS = {"type", "required", "title", "examples", "$schema", "$id", "$comment"}
"""Handled apart, or not worth a word."""


def of_object(properties: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    """The schema of a whole input or output, checked to be one."""
    schema: Schema = {"type": "object", "properties": dict(properties), "required": [*required]}
    if len(codec.dumps(schema)) > _LARGEST:
        raise Unusable(f"The schema is larger than {_LARGEST} bytes")
    try:
        check_schema(schema)
    except InvalidArguments as error:
        raise Unusable(f"The schema is not a JSON Schema: {visible(error, 200)}") from None
    return schema


def of_value(raw: Any, where: str, notes: Notes, depth: int = 0) -> Schema:
    """The schema of one value: a parameter, or a part of one."""
    if depth > _DEEPEST:
        raise Unusable(f"The schema is nested deeper than {_DEEPEST} levels at '{where}'")
    if isinstance(raw, str):
        raw = {"type": raw}
    if not isinstance(raw, dict):
        raise Unusable(f"'{where}' is not described by an object")
    if raw.keys() & _REFERENCES:
        raise Unusable(f"The schema of '{where}' refers to another one, and that is not followed")
    schema = _of_type(raw.get("type"), where, notes)
    for keyword, value in raw.items():
        if keyword in _NOT_OURS:
            continue
        read = _KEYWORDS.get(keyword)
        kept = None if read is None else read(value, where, notes, depth)
        if kept is None:
            notes.add(f"'{keyword}' of '{where}' is ignored")
        else:
            schema["enum" if keyword == "const" else keyword] = kept
    if isinstance(raw.get("required"), list) and "properties" in schema:
        schema["required"] = [each for each in schema["properties"] if each in raw["required"]]
    return schema


def _of_type(named: Any, where: str, notes: Notes) -> Schema:
    if named is None:
        return {}
    every = named if isinstance(named, list) else [named]
    found = [kinds.schema_of(each) for each in every if isinstance(each, str)]
    known = [schema for schema in found if schema is not None]
    if len(known) < len(every):
        notes.add(f"'{where}' is of an unknown type, {visible(named, 40)}")
    if not known:
        return {"type": "string"}
    return known[0] if len(known) == 1 else {"anyOf": known}  # some clients refuse a list of types


Reader = Callable[[Any, str, Notes, int], Any]
"""The value to keep of a keyword; None drops it."""


def _text(longest: int) -> Reader:
    return lambda value, where, notes, depth: visible(value, longest) if isinstance(value, str) else None


def _number(value: Any, where: str, notes: Notes, depth: int) -> Any:
    return value if _is_plain(value) and type(value) in (int, float) else None


def _size(value: Any, where: str, notes: Notes, depth: int) -> Any:
    return value if type(value) is int and value >= 0 else None


def _yes_or_no(value: Any, where: str, notes: Notes, depth: int) -> Any:
    return value if isinstance(value, bool) else None


def _choices(value: Any, where: str, notes: Notes, depth: int) -> Any:
    if not isinstance(value, list) or not value:
        return None
    if not all(_is_plain(each) for each in value):
        raise Unusable(f"A choice of '{where}' is no plain value, or has characters that do not show")
    return list(value)


def _only_choice(value: Any, where: str, notes: Notes, depth: int) -> Any:
    return _choices([value], where, notes, depth)


def _default(value: Any, where: str, notes: Notes, depth: int) -> Any:
    return value if _is_plain(value) else None


def _is_plain(value: Any) -> bool:
    if isinstance(value, str):
        return visible(value, _LONGEST_DESCRIPTION) == value
    return value is None or (isinstance(value, bool | int | float) and math.isfinite(value))


def _items(value: Any, where: str, notes: Notes, depth: int) -> Any:
    return of_value(value, f"{where}[]", notes, depth + 1)


def _properties(value: Any, where: str, notes: Notes, depth: int) -> Any:
    if not isinstance(value, dict):
        return None
    return {
        name(each, f"a property of '{where}'"): of_value(kind, f"{where}.{each}", notes, depth + 1)
        for each, kind in value.items()
    }


def _alternatives(value: Any, where: str, notes: Notes, depth: int) -> Any:
    if not isinstance(value, list) or not value:
        return None
    return [of_value(each, where, notes, depth + 1) for each in value]


_KEYWORDS: dict[str, Reader] = {
    "description": _text(_LONGEST_DESCRIPTION),
    "format": _text(30),
    "enum": _choices,
    "const": _only_choice,
    "default": _default,
    "minimum": _number,
    "maximum": _number,
    "exclusiveMinimum": _number,
    "exclusiveMaximum": _number,
    "minLength": _size,
    "maxLength": _size,
    "minItems": _size,
    "maxItems": _size,
    "items": _items,
    "properties": _properties,
    "additionalProperties": _yes_or_no,
    "anyOf": _alternatives,
    "oneOf": _alternatives,
}

"""The settings as JSON has them: one schema, by which the file, the control page and the command line are checked."""

import dataclasses
import json
import typing
from collections.abc import Mapping
from typing import Annotated, Any, get_args, get_origin

import jsonschema

from .errors import InvalidArguments
from .schema import Schema, described
from .schema import of_type as schema_of_type
from .settings import Settings


def _schema(hint: Any) -> Schema:
    """As `schema.of_type`, and dataclasses, tuples and mappings by name."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return described(_schema(args[0]), args[1:])
    if origin is tuple:
        return {"type": "array", "items": _schema(args[0])}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema(args[1])}
    if dataclasses.is_dataclass(hint):
        return _schema_of_fields(typing.cast(type, hint))
    return schema_of_type(hint)


def _schema_of_fields(kind: type) -> Schema:
    hints = typing.get_type_hints(kind, include_extras=True)
    properties: Schema = {}
    required = []
    for member in dataclasses.fields(kind):
        properties[member.name] = _schema(hints[member.name])
        if member.default is not dataclasses.MISSING:
            properties[member.name]["default"] = _plain(member.default)
        elif member.default_factory is dataclasses.MISSING:
            required.append(member.name)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


SCHEMA: Schema = _schema(Settings)
_VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def _value(hint: Any, raw: Any) -> Any:
    """The checked JSON as the type says. Keys the type does not know are left out."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        return tuple(_value(args[0], item) for item in raw)
    if origin is Mapping:
        return {name: _value(args[1], item) for name, item in raw.items()}
    if dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        return typing.cast(type, hint)(**{name: _value(hints[name], item) for name, item in raw.items() if name in hints})
    return int(raw) if hint is int else raw  # 5.0 is an integer in JSON Schema


def faults(raw: Any) -> tuple[list[str], list[str]]:
    """What is wrong, and which keys are unknown: those do no harm."""
    wrong, unknown = [], []
    for error in _VALIDATOR.iter_errors(raw):
        where = ".".join(str(part) for part in error.absolute_path)
        if str(error.validator) == "additionalProperties":
            known = typing.cast(Schema, error.schema)["properties"]
            unknown += [f"{where}.{name}".lstrip(".") for name in typing.cast(Schema, error.instance) if name not in known]
        else:
            wrong.append(f"{where}: {_explain(error)}".removeprefix(": "))
    return wrong, unknown


def _explain(error: jsonschema.ValidationError) -> str:
    if str(error.validator) == "pattern":  # its own message would show a token and a regular expression
        return f"not allowed; it is: {typing.cast(Schema, error.schema)['description']}"
    return error.message if len(error.message) <= 200 else error.message[:100] + " … " + error.message[-80:]


def of(raw: Any) -> Settings:
    """The settings that this JSON without faults says."""
    return typing.cast(Settings, _value(Settings, raw))


def check(settings: Settings) -> Any:
    """The settings as JSON has them; InvalidArguments if a value is not allowed."""
    raw = json.loads(json.dumps(dataclasses.asdict(settings)))
    wrong, _ = faults(raw)
    if wrong:
        raise InvalidArguments("; ".join(wrong))
    return raw


def changed(settings: Settings, changes: Any) -> Settings:
    """The settings with some values replaced, as JSON has them; InvalidArguments if one is not known or not allowed."""
    if not isinstance(changes, dict):
        raise InvalidArguments("Settings must be an object")
    raw = _merged(check(settings), changes)
    wrong, unknown = faults(raw)
    wrong += [f"'{name}' is not a setting" for name in unknown]
    if wrong:
        raise InvalidArguments("; ".join(wrong))
    return of(raw)


def problems(settings: Settings, changes: Any) -> dict[str, str]:
    """What would be wrong with these changes, by the path of the setting; nothing where they are fine."""
    errors = _VALIDATOR.iter_errors(_merged(check(settings), changes))
    return {".".join(str(part) for part in error.absolute_path): _explain(error) for error in errors}


def _merged(old: Any, new: Any) -> Any:
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    return old | {name: _merged(old.get(name), value) for name, value in new.items()}

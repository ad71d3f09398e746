"""From a Python signature to JSON Schema, and from JSON arguments to checked Python values."""

import inspect
import math
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

import jsonschema
from jsonschema.exceptions import best_match

from .errors import InvalidArguments

Schema = dict[str, Any]

_SIMPLE: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}


@dataclass(frozen=True, eq=False)
class Param:
    """What a signature cannot say of a parameter: its description (wire text) and its limits (JSON Schema keywords)."""

    description: str
    limits: Mapping[str, Any]


def param(description: str, **limits: Any) -> Param:
    return Param(description, limits)


def described(schema: Schema, extras: Iterable[Any]) -> Schema:
    """With what the `param`s of an Annotated say of it."""
    for extra in extras:
        if isinstance(extra, Param):
            schema |= {"description": extra.description} | dict(extra.limits)
    return schema


def of_type(hint: Any) -> Schema:
    """The schema of a type: scalars, Literal, list, TypedDict, Annotated[…, param(…)] and `X | None`."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    if origin is Annotated:
        return described(of_type(args[0]), args[1:])
    if origin is NotRequired:
        return of_type(args[0])
    if origin is Literal:
        return {"type": _SIMPLE[type(args[0])], "enum": list(args)}
    if origin in (Union, types.UnionType):
        # Not a list of types: clients that map schemas to a dialect of one type (Gemini's) would refuse the tool.
        return {"anyOf": [of_type(args[0]), {"type": "null"}]}
    if origin is list:
        return {"type": "array", "items": of_type(args[0])}
    if is_typeddict(hint):
        hints = typing.get_type_hints(hint, include_extras=True)
        properties = {name: of_type(kind) for name, kind in hints.items()}
        return {"type": "object", "properties": properties, "required": [n for n in hints if n in hint.__required_keys__]}
    if hint is Any:
        return {}
    raise TypeError(f"no JSON Schema for {hint!r}")


def _without_none(hint: Any) -> Any:
    """`X | None` of an optional parameter: absent on the wire, never null."""
    if get_origin(hint) is Annotated:
        inner, *extras = get_args(hint)
        return Annotated[_without_none(inner), *extras]
    if get_origin(hint) in (Union, types.UnionType):
        return get_args(hint)[0]
    return hint


def of_parameters(handler: Callable[..., Any]) -> Schema:
    """The input schema of a handler: every parameter but the first, which is the call itself."""
    hints = typing.get_type_hints(handler, include_extras=True)
    properties: Schema = {}
    required: list[str] = []
    for parameter in list(inspect.signature(handler).parameters.values())[1:]:
        schema = of_type(_without_none(hints[parameter.name]))
        if parameter.default is inspect.Parameter.empty:
            required.append(parameter.name)
        elif parameter.default is not None:
            schema["default"] = parameter.default
        properties[parameter.name] = schema
    return {"type": "object", "properties": properties, "required": required}


class Arguments:
    """Checks the arguments of one tool. Names that the schema does not know are refused although JSON Schema would let them
    pass: a misspelt optional argument must not be dropped in silence."""

    def __init__(self, schema: Schema):
        self.schema = schema
        self._properties: Schema = schema.get("properties", {})
        self._validator = jsonschema.Draft202012Validator(schema)
        self._integers = [name for name, kind in self._properties.items() if kind.get("type") == "integer"]
        self._surely = _sure_tests(schema)
        self._required = frozenset(schema.get("required", ()))

    def check(self, arguments: object) -> dict[str, Any]:
        """The arguments as a handler takes them, or InvalidArguments saying which one is wrong, and why."""
        if type(arguments) is dict and self._are_surely_valid(arguments):
            return arguments
        if not isinstance(arguments, dict):
            raise InvalidArguments("'arguments' must be an object")
        for name in arguments:
            if name not in self._properties:
                known = ", ".join(self._properties) or "no arguments"
                raise InvalidArguments(f"Unknown argument '{name}'; this tool takes: {known}")
        arguments = {name: value for name, value in arguments.items() if value is not None or not self._may_be_absent(name)}
        error = best_match(self._validator.iter_errors(arguments))
        if error is not None:
            raise InvalidArguments(_explain(error))
        _refuse_infinite(arguments)
        for name in self._integers:
            if isinstance(arguments.get(name), float):  # 5.0 is an integer in JSON Schema
                arguments = arguments | {name: int(arguments[name])}
        return arguments

    def _may_be_absent(self, name: str) -> bool:
        """Models write null for an optional argument that they leave out."""
        return name not in self._required and isinstance(self._properties[name].get("type"), str)

    def _are_surely_valid(self, arguments: dict[str, Any]) -> bool:
        """A short cut past the full check, at many times its speed: True only where that would say the same."""
        if self._surely is None:
            return False
        for name, value in arguments.items():
            test = self._surely.get(name)
            if test is None or not test(value):
                return False
        return self._required <= arguments.keys()


def check_schema(schema: Schema) -> None:
    """InvalidArguments, if it is no JSON Schema."""
    error = best_match(jsonschema.Draft202012Validator(jsonschema.Draft202012Validator.META_SCHEMA).iter_errors(schema))
    if error is not None:
        raise InvalidArguments(f"'{_where(error)}': {_reason(error)}")


def misfit(schema: Schema, value: Any) -> str | None:
    """Why the value does not fit the schema, if so."""
    error = best_match(jsonschema.Draft202012Validator(schema).iter_errors(value))
    return None if error is None else f"'{_where(error)}': {_reason(error)}"


def _sure_tests(schema: Schema) -> dict[str, Callable[[Any], bool]] | None:
    """A test for each property that is simple enough; None for a schema that asks more than its properties do."""
    if schema.keys() - {"type", "properties", "required"}:
        return None
    tests = {name: _sure_test(kind) for name, kind in schema.get("properties", {}).items()}
    return {name: test for name, test in tests.items() if test is not None}


def _sure_test(kind: Schema) -> Callable[[Any], bool] | None:
    limits = {key: limit for key, limit in kind.items() if key not in ("type", "description", "default")}
    match kind.get("type"), *sorted(limits):
        case ["boolean"]:
            return lambda value: type(value) is bool
        case ["string"]:
            return lambda value: type(value) is str
        case ["string", "enum"]:
            words = frozenset(limits["enum"])
            return lambda value: type(value) is str and value in words
        case ["string", *names] if set(names) <= {"minLength", "maxLength"}:
            shortest, longest = limits.get("minLength", 0), limits.get("maxLength", math.inf)
            return lambda value: type(value) is str and shortest <= len(value) <= longest
        case ["integer" | "number" as name, *names] if set(names) <= {"minimum", "maximum"}:
            types = (int,) if name == "integer" else (int, float)
            least, most = limits.get("minimum", -_HUGE), limits.get("maximum", _HUGE)
            return lambda value: type(value) in types and least <= value <= most
    return None


_HUGE = 1.7e308


def _refuse_infinite(value: Any, where: str = "") -> None:
    """1e999 is valid JSON and becomes infinity, and a whole number of 400 digits stays one that no phone can take."""
    if isinstance(value, int | float) and not -_HUGE <= value <= _HUGE:
        raise InvalidArguments(f"Invalid argument '{where}': the number is too large")
    if isinstance(value, dict):
        for name, item in value.items():
            _refuse_infinite(item, f"{where}.{name}".lstrip("."))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _refuse_infinite(item, f"{where}[{index}]")


def _explain(error: jsonschema.ValidationError) -> str:
    if str(error.validator) == "required" and not error.absolute_path:
        return "Missing required argument " + error.message.removesuffix(" is a required property")
    return f"Invalid argument '{_where(error)}': {_reason(error)}"


def _where(error: jsonschema.ValidationError) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path).lstrip(".")


_SIZE_LIMITS = {
    "minLength": "it has {} characters, at least {} needed",
    "maxLength": "it has {} characters, at most {} allowed",
    "minItems": "it has {} items, at least {} needed",
    "maxItems": "it has {} items, at most {} allowed",
}


def _reason(error: jsonschema.ValidationError) -> str:
    """jsonschema's own words, except where they would repeat a long value and not say the limit."""
    limit = _SIZE_LIMITS.get(str(error.validator))
    if limit:
        return limit.format(len(error.instance), error.validator_value)
    return error.message if len(error.message) <= 300 else error.message[:200] + " … " + error.message[-80:]

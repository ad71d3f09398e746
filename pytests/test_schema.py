import math
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld.errors import InvalidArguments
from handheld.schema import Arguments, of_parameters, of_type, param


class Inner(TypedDict):
    name: str
    note: str | None
    extra: NotRequired[int]


def handler(
    call: object,
    size: Annotated[int, param("How large", minimum=1, maximum=9)],
    kind: Annotated[Literal["a", "b"], param("Which")] = "a",
    ratio: Annotated[float, param("A ratio")] = 0.5,
    name: Annotated[str | None, param("A name")] = None,
    many: Annotated[list[str], param("Some")] = [],  # noqa: B006 - the default is wire text
) -> None: ...


def test_a_signature_says_it_all():
    assert of_parameters(handler) == {
        "type": "object",
        "properties": {
            "size": {"type": "integer", "description": "How large", "minimum": 1, "maximum": 9},
            "kind": {"type": "string", "enum": ["a", "b"], "description": "Which", "default": "a"},
            "ratio": {"type": "number", "description": "A ratio", "default": 0.5},
            "name": {"type": "string", "description": "A name"},
            "many": {"type": "array", "items": {"type": "string"}, "description": "Some", "default": []},
        },
        "required": ["size"],
    }


def test_a_typed_dict_becomes_an_object():
    assert of_type(Inner) == {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "extra": {"type": "integer"},
        },
        "required": ["name", "note"],
    }


def test_a_type_without_a_schema_is_a_mistake_of_the_author():
    with pytest.raises(TypeError, match="no JSON Schema"):
        of_type(set)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "Missing required argument 'size'"),
        ({"size": 0}, "Invalid argument 'size': 0 is less than the minimum of 1"),
        ({"size": "1"}, "Invalid argument 'size': '1' is not of type 'integer'"),
        ({"size": True}, "Invalid argument 'size': True is not of type 'integer'"),
        ({"size": 1, "kind": "c"}, "Invalid argument 'kind': 'c' is not one of ['a', 'b']"),
        ({"size": 1, "many": ["x", 3]}, "Invalid argument 'many[1]': 3 is not of type 'string'"),
        ({"size": None}, "Invalid argument 'size': None is not of type 'integer'"),
        ({"size": 1, "siez": 2}, "Unknown argument 'siez'; this tool takes: size, kind, ratio, name, many"),
        ({"size": 1, "ratio": 1e999}, "Invalid argument 'ratio': the number is too large"),
        ([1], "'arguments' must be an object"),
        (None, "'arguments' must be an object"),
    ],
)
def test_a_wrong_argument_is_named_with_the_reason(arguments, message):
    with pytest.raises(InvalidArguments) as raised:
        Arguments(of_parameters(handler)).check(arguments)
    assert str(raised.value) == message


def test_a_huge_wrong_argument_does_not_fill_the_answer():
    with pytest.raises(InvalidArguments) as raised:
        Arguments(of_parameters(handler)).check({"size": "9" * 100_000})
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "Invalid argument 'words': it has 0 items, at least 1 needed"),
        (["ab", "ab", "ab"], "Invalid argument 'words': it has 3 items, at most 2 allowed"),
        (["ab", "a"], "Invalid argument 'words[1]': it has 1 characters, at least 2 needed"),
        (["x" * 500], "Invalid argument 'words[0]': it has 500 characters, at most 3 allowed"),
    ],
)
def test_a_wrong_size_is_told_with_its_limit(value, reason):
    word = {"type": "string", "minLength": 2, "maxLength": 3}
    words = {"type": "array", "items": word, "minItems": 1, "maxItems": 2}
    with pytest.raises(InvalidArguments) as raised:
        Arguments({"type": "object", "properties": {"words": words}}).check({"words": value})
    assert str(raised.value) == reason


def test_a_whole_float_becomes_an_integer():
    checked = Arguments(of_parameters(handler)).check({"size": 5.0})
    assert checked == {"size": 5}
    assert isinstance(checked["size"], int)


def test_null_stands_for_an_optional_argument_that_is_left_out():
    assert Arguments(of_parameters(handler)).check({"size": 1, "name": None, "kind": None}) == {"size": 1}


anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["size", "kind", "many"]), inner),
)


@given(st.dictionaries(st.sampled_from(["size", "kind", "ratio", "name", "many"]), anything))
def test_what_passes_is_valid_json_schema_and_what_is_invalid_is_refused(arguments):
    schema = of_parameters(handler)
    present = {name: value for name, value in arguments.items() if value is not None}
    valid = jsonschema.Draft202012Validator(schema).is_valid(present)
    try:
        Arguments(schema).check(arguments)
    except InvalidArguments:
        return
    assert valid


_NUMBERS = st.integers(-5, 5) | st.floats(-5, 5) | st.sampled_from([math.inf, -math.inf, math.nan, 10**400, 2**53, 5.0])
_VALUES = st.none() | st.booleans() | _NUMBERS | st.text(max_size=4) | st.lists(st.integers(), max_size=2)
_SMALL = st.integers(0, 3)
_KINDS = st.one_of(
    st.fixed_dictionaries({"type": st.sampled_from(["boolean", "string", "integer", "number"])}),
    st.fixed_dictionaries({"type": st.just("string")}, optional={"minLength": _SMALL, "maxLength": _SMALL}),
    st.fixed_dictionaries({"type": st.just("string"), "enum": st.lists(st.text(max_size=2), min_size=1, unique=True)}),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["integer", "number"])}, optional={"minimum": st.integers(-3, 3), "maximum": st.floats(-3, 3)}
    ),
    st.fixed_dictionaries({"type": st.just("string"), "pattern": st.just("^a")}),
    st.fixed_dictionaries({"type": st.just("array"), "items": st.just({"type": "integer"})}),
    st.just({}),
)
_NAMES = st.sampled_from("abc")


@given(
    st.fixed_dictionaries(
        {"type": st.just("object"), "properties": st.dictionaries(_NAMES, _KINDS), "required": st.lists(_NAMES, unique=True)},
        optional={"additionalProperties": st.just(False), "anyOf": st.just([{"required": ["a"]}])},
    ),
    st.dictionaries(_NAMES, _VALUES),
)
def test_the_short_cut_is_only_taken_where_the_full_check_agrees(schema, arguments):
    checked = Arguments(schema)
    if checked._are_surely_valid(arguments):
        assert jsonschema.Draft202012Validator(schema).is_valid(arguments)
        assert set(arguments) <= set(schema["properties"])
        assert all(math.isfinite(value) for value in arguments.values() if isinstance(value, float))
        assert checked.check(arguments) == arguments


def test_the_short_cut_is_taken_for_common_arguments():
    assert Arguments(of_parameters(handler))._are_surely_valid({"size": 3, "kind": "b", "ratio": 1, "name": "é"})


@pytest.mark.parametrize("number", [10**400, -(10**400), float("inf"), 1.75e308])
def test_a_number_that_no_phone_can_take_is_refused_wherever_it_stands(number: float) -> None:
    paths = {"type": "array", "items": {"type": "object"}}
    arguments = Arguments({"type": "object", "properties": {"x": {"type": "number"}, "paths": paths}, "required": []})
    for sent in ({"x": number}, {"paths": [{"x": number}]}):
        with pytest.raises(InvalidArguments, match="the number is too large"):
            arguments.check(sent)

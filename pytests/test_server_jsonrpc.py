import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld import codec
from handheld.server import jsonrpc
from handheld.server.jsonrpc import INVALID_REQUEST, PARSE_ERROR, Message, RpcError

ids = st.text() | st.integers(-(2**63), 2**63 - 1)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


def outcome(action, value):
    try:
        action(value)
    except RpcError as error:
        return error.code
    return "ok"


def json_only(data):
    """What the standard library takes for JSON, but for its own inventions."""
    try:
        json.loads(data.decode(), parse_constant=int)
    except ValueError:
        raise RpcError(PARSE_ERROR, "") from None


@given(ids, st.text(min_size=1), st.dictionaries(st.text(), json_values))
def test_a_request_is_read_as_it_was_written(id, method, params):
    body = codec.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    assert jsonrpc.message(jsonrpc.parse(body)) == Message(method, params, id)


@given(json_values)
def test_any_json_is_a_message_or_a_clear_refusal(value):
    assert outcome(jsonrpc.message, value) in ("ok", INVALID_REQUEST)


@given(st.binary())
def test_any_bytes_are_json_or_a_parse_error(data):
    assert outcome(jsonrpc.parse, data) == outcome(json_only, data)


@pytest.mark.parametrize(
    "value",
    [
        [],
        [{"jsonrpc": "2.0", "id": 1, "method": "ping"}],
        "ping",
        {},
        {"id": 1, "method": "ping"},
        {"jsonrpc": "1.0", "id": 1, "method": "ping"},
        {"jsonrpc": 2.0, "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "id": None, "method": "ping"},
        {"jsonrpc": "2.0", "id": True, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1.5, "method": "ping"},
        {"jsonrpc": "2.0", "id": 2**63, "method": "ping"},
        {"jsonrpc": "2.0", "id": {}, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "2.0", "id": 1, "method": 5},
        {"jsonrpc": "2.0", "id": 1, "method": ""},
        {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []},
        {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": ""},
    ],
)
def test_what_is_not_json_rpc_is_an_invalid_request(value):
    assert outcome(jsonrpc.message, value) == INVALID_REQUEST


def test_parameters_that_are_null_are_not_there():
    assert jsonrpc.message({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": None}) == Message("ping", {}, 1)


@pytest.mark.parametrize("depth", [65, 1000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_json_that_is_nested_too_deeply_is_refused(depth, opening, closing):
    with pytest.raises(RpcError, match="nested too deeply") as caught:
        jsonrpc.parse((opening * depth + "1" + closing * depth).encode())
    assert caught.value.code == INVALID_REQUEST


def test_json_may_be_nested_as_deeply_as_tools_need():
    body = b"[" * 60 + b"]" * 60
    assert jsonrpc.parse(body) == json.loads(body)


def test_brackets_in_texts_and_side_by_side_are_not_depth():
    body = json.dumps({"text": "[" * 5000, "list": [[]] * 1000}).encode()
    assert jsonrpc.parse(body) == json.loads(body)


@given(ids, json_values)
def test_a_result_written_before_is_the_same_answer(id, value):
    result = {"value": value}
    assert json.loads(jsonrpc.response(id, codec.dumps(result))) == json.loads(jsonrpc.response(id, result))

"""Whatever other apps send: no crash, no hang, and one answer each."""

import copy
import json

import pytest
from fakes import FakeDevice
from hypothesis import given, settings
from hypothesis import strategies as st
from neighbourhood import AgentApp, Neighbourhood

from handheld import codec
from handheld.call import Result
from handheld.device import FoundService, XmlElement
from handheld.errors import HandheldError
from handheld.hub import capabilities, mobile_mcp, providers
from handheld.hub.found import Door, Offered, Origin
from handheld.hub.registry import settle
from handheld.hub.untrusted import Notes, Unusable
from handheld.schema import Arguments, check_schema
from handheld.settings import OfferRules, Settings

texts = st.text(max_size=10) | st.sampled_from(["1.0", "success", "failure", "tap", "id", "x", "string", "object", "true", "5"])
scalars = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | texts
branches = lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)  # noqa: E731
anything = st.recursive(scalars, branches, max_leaves=8)


@st.composite
def spoilt(draw, value):
    """A proper value, of which one part is anything, is gone, or is there twice."""
    value = copy.deepcopy(value)
    holder, key, inside = None, None, value
    while isinstance(inside, dict | list) and inside and draw(st.integers(0, 4)):
        holder, key = inside, draw(st.sampled_from(list(inside) if isinstance(inside, dict) else range(len(inside))))
        inside = holder[key]
    if holder is None:
        return draw(anything)
    match draw(st.sampled_from(["other", "text", "gone"])):
        case "other":
            holder[key] = draw(anything)
        case "text":
            holder[key] = json.dumps(inside)
        case "gone":
            del holder[key]
    return value


def packed(value):
    """As JSON, or cut off somewhere."""
    return value.map(json.dumps) | st.tuples(value.map(json.dumps), st.integers(0, 40)).map(lambda cut: cut[0][: cut[1]])


def check_offered(tool: Offered) -> None:
    assert isinstance(tool.own_name, str)
    json.dumps([tool.own_name, tool.description, tool.notes, tool.problem])
    if not tool.problem:
        assert tool.description
        check_schema(tool.input)
        Arguments(tool.input)
        if tool.output is not None:
            check_schema(tool.output)


# Bundles

PROPERTIES = {"city": {"type": "string", "enum": ["a"]}, "n": {"type": "array", "items": {"type": "integer", "minimum": 1}}}
LISTED = {"tools": {"go": {"description": "Goes", "inputs": [{"name": "x", "type": "string", "required": True}]}}}
bundles = st.fixed_dictionaries(
    {},
    optional={
        "success": st.just(True) | anything,
        "tool_name": st.just("go") | anything,
        "tool_description": texts,
        "tool_input_schema": packed(spoilt(PROPERTIES)) | anything,
        "tool_input_required": st.lists(texts, max_size=3) | anything,
        "tool": packed(spoilt(LISTED)) | anything,
        "tool_result": anything,
        "error_message": anything,
    },
)


@given(bundles)
def test_any_answer_to_get_tool_info_is_tools_or_a_reason(bundle):
    try:
        tools = providers.read(bundle)
    except Unusable:
        return
    assert tools
    for tool in tools:
        check_offered(tool)
    door = Door(Origin("p", "App", "a" * 64), "provider", "p.tools", tools)
    assert len({entry.name for entry in settle([door], Settings())}) == len(tools)


@given(bundles | st.dictionaries(texts, anything))
def test_any_answer_to_execute_tool_is_a_result_or_an_error(bundle):
    door = Door(Origin("p", "App", ""), "provider", "p.tools")
    try:
        result = providers.execute(FakeDevice(execute_provider_tool=bundle), door, Offered("go"), {}, 1)
    except HandheldError as error:
        codec.text(str(error))
        return
    codec.dumps(result.content)


# Descriptors

tags = st.sampled_from(["mobile-mcp-capabilities", "capability", "input", "output", "param"]) | texts
attributes = st.dictionaries(st.sampled_from(["id", "name", "type", "required", "description", "version"]) | texts, texts)
elements = st.recursive(
    st.builds(XmlElement, tags, attributes, st.just(())),
    lambda inner: st.builds(XmlElement, tags, attributes, st.lists(inner, max_size=4).map(tuple)),
    max_leaves=15,
)


def nested(tag, child, least=0):
    return st.builds(XmlElement, st.just(tag), attributes, st.lists(child | elements, min_size=least, max_size=3).map(tuple))


params = nested("param", elements)
descriptors = nested("mobile-mcp-capabilities", nested("capability", nested("input", params) | nested("output", params)), 1)


@given(descriptors | elements | st.none())
def test_any_descriptor_is_tools_or_a_reason(descriptor):
    notes = Notes()
    try:
        tools = capabilities.read(FoundService("p", "s", "App", None, None, descriptor, "no"), notes)
    except Unusable:
        return
    assert tools
    assert len({tool.own_name for tool in tools}) == len(tools)
    for tool in tools:
        check_offered(tool)
    assert all(isinstance(note, str) for note in notes.all())


# Replies

RESPONSE = {
    "id": "id-1",
    "status": "success",
    "message": "m",
    "capability": {"id": "go", "output": [{"name": "n", "type": "integer", "value": "5"}]},
}
WRAPPED = {"mobile-mcp-response": {"version": "1.0", "response": RESPONSE}}
TOOL = Offered("go", "d", None, {"type": "object", "properties": {"n": {"type": "integer"}}, "required": []})
replies = st.fixed_dictionaries(
    {},
    optional={
        "response": packed(spoilt(RESPONSE) | spoilt(WRAPPED)) | texts,
        "mobile-mcp-response": packed(spoilt(WRAPPED)) | texts,
        "mcp_request_id": st.just("id-1") | texts,
    },
)


@given(replies, st.sampled_from([TOOL, Offered("go")]))
def test_any_reply_is_a_result_or_an_error(extras, tool):
    try:
        result = mobile_mcp.result(extras, "id-1", tool)
    except (HandheldError, Unusable) as error:
        codec.text(str(error))
        return
    assert isinstance(result, Result)
    codec.dumps([result.content, result.structured])
    assert (result.structured is None) == (tool.output is None)


# Requests

AGENT = AgentApp()
REQUEST = {"id": "id-1", "capability": {"id": "set_clipboard", "args": {"text": "x"}}}
BARE = {"id": "id-1", "capability": {"id": "set_clipboard", "input": '{"text":"x"}'}}
ASKED = {"mobile-mcp-request": {"version": "1.0", "request": REQUEST}}
requests = st.fixed_dictionaries(
    {},
    optional={
        "mobile-mcp-request": packed(spoilt(ASKED)) | texts,
        "request": packed(spoilt(BARE)) | texts,
        "mcp_request_id": texts,
    },
)


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    rules = OfferRules(provider=True, mobile_mcp=True, callers={AGENT.package: AGENT.signer})
    made = Neighbourhood(tmp_path_factory.mktemp("fuzz"), offer=rules)
    yield made
    made.close()


@settings(max_examples=300)
@given(requests | st.dictionaries(texts, texts, max_size=3))
def test_any_request_has_one_reply(here, extras):
    reply = here.hub.handle("mobile_mcp", {"callers": [AGENT.package], "extras": extras})["extras"]
    response = json.loads(reply["response"])
    if "mobile-mcp-response" in response:
        assert response["mobile-mcp-response"]["version"] == "1.0"
        response = response["mobile-mcp-response"]["response"]
    assert response["status"] in ("success", "failure")
    assert response["status"] == "success" or response["message"]
    assert all(isinstance(value, str) for value in reply.values())


@given(texts | st.sampled_from(["android_use_tool", "android_set_clipboard"]), st.dictionaries(texts, anything, max_size=3))
def test_any_call_of_our_provider_has_one_answer(here, name, arguments):
    params = {"caller": AGENT.package, "tool_name": name, "tool_arguments": arguments}
    try:
        assert isinstance(here.hub.handle("execute_tool", params)["tool_result"], str)
    except HandheldError as error:
        assert str(error)  # noqa: PT017 (either is an answer)

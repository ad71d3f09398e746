import json

import pytest
from fakes import FakeDevice

from handheld.errors import ActionFailed
from handheld.hub import providers
from handheld.hub.found import Door, Offered, Origin
from handheld.hub.untrusted import Unusable
from handheld_desktop.sim.hostile import hostile_providers, info
from handheld_desktop.sim.neighbours import AlmanacApp, ToolboxApp


def test_the_documents_answer_is_one_tool_with_a_proper_schema():
    (tool,) = providers.read(AlmanacApp().get_tool_info())
    assert tool.own_name == "get_sun_times"
    assert tool.description == "Tells when the sun rises and sets in a city"
    assert tool.input["required"] == ["city"]
    assert tool.input["properties"]["days"] == {
        "type": "number", "description": "How many days from now", "minimum": 0, "maximum": 30
    }  # fmt: skip
    assert tool.problem == ""


def test_the_public_hosts_answer_has_several_tools():
    reverse, repeat = providers.read(ToolboxApp().get_tool_info())
    assert (reverse.own_name, repeat.own_name) == ("reverse", "repeatText")
    assert repeat.input == {
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "What to say"},
            "times": {"type": "string", "description": "How often"},
        },
        "required": ["text"],
    }


def test_both_forms_in_one_answer_count_once():
    listed = {"tools": {"harmless": {"description": "Other words", "inputs": []}, "second": {"description": "More"}}}
    tools = providers.read(info() | {"tool": json.dumps(listed)})
    assert {tool.own_name: tool.description for tool in tools} == {"harmless": "Does no harm", "second": "More"}


def test_a_broken_list_beside_a_good_tool_does_not_take_it_away():
    (tool,) = providers.read(info() | {"tool": "{"})
    assert (tool.own_name, tool.problem) == ("harmless", "")


def test_one_bad_tool_of_a_list_leaves_the_others():
    listed = {
        "good": {"description": "Good", "inputs": [{"name": "x", "type": "string", "required": True}]},
        "bad": {"description": "Bad", "inputs": [{"name": "x", "$ref": "https://evil.example"}]},
        "odd": "nothing",
        "list": {"inputs": "x"},
        "nameless": {"inputs": [{"type": "string"}]},
    }
    tools = {tool.own_name: tool for tool in providers.read({"success": True, "tool": json.dumps({"tools": listed})})}
    assert {name: bool(tool.problem) for name, tool in tools.items()} == {
        "good": False, "bad": True, "odd": True, "list": True, "nameless": True
    }  # fmt: skip
    assert tools["nameless"].problem == "a parameter has no name"


def test_a_parameter_whose_name_is_no_text_makes_its_tool_unusable():
    packed = json.dumps({"tools": {"go": {"description": "Goes", "inputs": [{"name": [], "required": True}]}}})
    (tool,) = providers.read({"success": True, "tool": packed})
    assert tool.problem == "a parameter has no name"


def test_a_whole_schema_is_taken_where_its_properties_belong():
    whole = {"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"]}
    (tool,) = providers.read(info() | {"tool_input_schema": json.dumps(whole)})
    assert tool.input == whole


def test_a_parameter_may_be_called_type():
    (tool,) = providers.read(info(type={"type": "string"}, properties={"type": "string"}))
    assert list(tool.input["properties"]) == ["type", "properties"]


def test_required_may_stand_with_the_parameter_and_unknown_names_are_noted():
    (tool,) = providers.read(info(a={"type": "string", "required": True}, b="int") | {"tool_input_required": ["c"]})
    assert tool.input["required"] == ["a"]
    assert tool.input["properties"]["b"] == {"type": "integer"}
    assert tool.notes == ("'c' is required but not described, and ignored",)


def test_a_tool_without_description_has_one_nevertheless():
    (tool,) = providers.read(info(description="\u200b"))
    assert tool.description == "The tool harmless"
    assert tool.notes == ("The tool has no description",)


UNUSABLE = {"bad.nothing": "names no tool", "bad.refuses": "Log in first"}
PROBLEMS = {
    "bad.hidden.name": "characters that do not show",
    "bad.remote.ref": "refers to another one",
    "bad.deep": "deeper than",
    "bad.notjson": "is not JSON",
    "bad.list": "not an object of parameters",
}
HOSTILE = [app for app in hostile_providers() if isinstance(app.info, dict)]


@pytest.mark.parametrize("app", HOSTILE, ids=lambda app: app.package)
def test_a_hostile_answer_is_refused_or_cleaned(app):
    if app.package in UNUSABLE:
        with pytest.raises(Unusable, match=UNUSABLE[app.package]):
            providers.read(app.info)
        return
    (tool,) = providers.read(app.info)
    assert PROBLEMS.get(app.package, "") in tool.problem
    assert bool(tool.problem) == (app.package in PROBLEMS)
    assert len(tool.description) <= 1000
    assert "\u202e" not in repr(tool)


def door() -> Door:
    return Door(Origin("com.example", "Example", "a" * 64), "provider", "com.example.tools")


def test_everything_becomes_text_on_its_way():
    device = FakeDevice(execute_provider_tool={"success": True, "tool_result": "done"})
    arguments = {"s": "a b", "i": 5, "f": 2.5, "whole": 3.0, "yes": True, "no": False, "l": [1, "é"], "o": {"a": None}, "n": None}
    result = providers.execute(device, door(), Offered("go"), arguments, 1500)
    assert result.content == [{"type": "text", "text": "done"}]
    texts = {"s": "a b", "i": "5", "f": "2.5", "whole": "3", "yes": "true", "no": "false", "l": '[1,"é"]', "o": '{"a":null}'}
    assert device.calls == [("execute_provider_tool", "com.example.tools", "go", texts, 1500)]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"success": False, "error_message": "No\u202e signal"}, "No signal"),
        ({"success": False}, "neither success nor what went wrong"),
        ({}, "neither success nor what went wrong"),
        ({"success": "true", "tool_result": "x"}, "neither success nor what went wrong"),
        ({"success": True, "tool_result": "x" * 1_000_001}, "1000001 characters"),
    ],
)
def test_a_failure_says_what_the_app_said(answer, message):
    with pytest.raises(ActionFailed, match=message):
        providers.execute(FakeDevice(execute_provider_tool=answer), door(), Offered("go"), {}, 1)


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (None, "Done. The app gave no result."),
        (42, "42"),
        (2.0**64, "18446744073709551616"),
        (["a"], '["a"]'),
        ("half \ud83d", "half ?"),
    ],
)
def test_any_result_becomes_a_text(result, text):
    device = FakeDevice(execute_provider_tool={"success": True, "tool_result": result})
    assert providers.execute(device, door(), Offered("go"), {}, 1).content == [{"type": "text", "text": text}]

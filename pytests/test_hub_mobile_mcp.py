import json

import pytest
from fakes import FakeDevice

from handheld.device import FoundService, XmlElement
from handheld.errors import ActionFailed
from handheld.hub import capabilities, mobile_mcp
from handheld.hub.found import Door, Offered, Origin
from handheld.hub.mobile_mcp import Stray
from handheld.hub.untrusted import Notes, Unusable
from handheld_desktop.sim.hostile import hostile_services
from handheld_desktop.sim.neighbours import ThermostatApp, TimesheetApp
from handheld_desktop.sim.third_party import _found


def read(app):
    notes = Notes()
    return {tool.own_name: tool for tool in capabilities.read(_found(app), notes)}, list(notes.all())


# The descriptor


def test_a_capability_of_the_document_becomes_a_typed_tool():
    tools, notes = read(ThermostatApp())
    assert notes == []
    tool = tools["set_temperature"]
    assert (tool.description, tool.version, tool.notes) == ("Sets the temperature of a room", "2", ())
    assert tool.input == {
        "type": "object",
        "properties": {
            "room": {"type": "string", "description": "Name of the room"},
            "celsius": {"type": "number", "description": "Degrees Celsius"},
            "hold": {"type": "boolean", "description": "Keep it until told otherwise"},
        },
        "required": ["room", "celsius"],
    }
    assert list(tool.output["properties"]) == ["room", "celsius", "hold"]
    assert tool.output["required"] == []
    assert tools["list_rooms"].input["properties"] == {}


def test_the_reference_apps_descriptor_is_read_and_what_it_lacks_is_named():
    tools, notes = read(TimesheetApp())
    assert list(tools) == ["clock_in_today", "query_clock_in"]
    assert tools["clock_in_today"].output is None
    assert notes == [
        "The descriptor does not say its version; it is read as 1.0",
        "The service does not say its mobile.mcp.tool.name",
        "The service does not say its mobile.mcp.tool.description",
    ]


def test_what_is_not_understood_is_ignored_and_named():
    (odd,) = [app for app in hostile_services() if app.package == "odd.types"]
    tools, notes = read(odd)
    assert "<tool> in <mobile-mcp-capabilities> is ignored" in notes
    tool = tools["go"]
    assert tool.input["properties"] == {"when": {"type": "string"}, "n": {"type": "integer"}}
    assert tool.input["required"] == ["n"]
    assert list(tool.notes) == [
        "'go' does not say its description",
        "'go' does not say its version",
        "'extra' of 'go' is ignored",
        "'when' does not say its description",
        "'when' is of an unknown type, java.time.Instant; it is taken as text",
        "'when' is required=\"yes\", which is neither true nor false; it is taken as optional",
        "'n' does not say its description",
        "'n' is there twice; the first counts",
        "<hint> in <input> is ignored",
    ]


@pytest.mark.parametrize(
    ("package", "reason"),
    [
        ("bad.xml", "cannot be read"),
        ("bad.none", "there is none"),
        ("bad.root", "<capabilities>, not"),
        ("bad.future", "version 2.0"),
        ("bad.void", "no capability"),
    ],
)
def test_what_is_no_descriptor_says_why(package, reason):
    (app,) = [app for app in hostile_services() if app.package == package]
    with pytest.raises(Unusable, match=reason):
        read(app)


def test_a_capability_that_is_there_a_thousand_times_counts_once():
    (app,) = [app for app in hostile_services() if app.package == "bad.many"]
    tools, notes = read(app)
    assert len(tools) == 1
    assert len(notes) == 20


def test_one_bad_capability_leaves_the_others():
    def capability(**attributes):
        return XmlElement("capability", attributes, ())

    root = XmlElement(
        "mobile-mcp-capabilities", {"version": "1.0"},
        (capability(id="good", description="d", version="1"), capability(id="b\u200bad"), capability(description="nameless")),
    )  # fmt: skip
    tools = capabilities.read(FoundService("p", "s", "App", "n", "d", root), Notes())
    assert [(tool.own_name, bool(tool.problem)) for tool in tools] == [("good", False), ("bad", True), ("", True)]


# Requests


def test_a_request_is_in_both_forms_with_the_same_id():
    extras = mobile_mcp.request("id-1", "go", {"n": 1, "t": "é"})
    assert json.loads(extras["mobile-mcp-request"]) == {
        "mobile-mcp-request": {
            "version": "1.0",
            "request": {"id": "id-1", "capability": {"id": "go", "args": {"n": 1, "t": "é"}}},
        }
    }
    bare = json.loads(extras["request"])
    assert (bare["id"], bare["capability"]["id"]) == ("id-1", "go")
    assert json.loads(bare["capability"]["input"]) == {"n": 1, "t": "é"}
    assert extras["mcp_request_id"] == "id-1"


def test_every_request_has_an_id_of_its_own():
    device = FakeDevice(call_service={"response": '{"status":"success"}'})
    door = Door(Origin("p", "App", ""), "mobile_mcp", "p.Service")
    for _ in range(5):
        mobile_mcp.execute(device, door, Offered("go"), {}, 700)
    assert len({call[3] for call in device.calls}) == 5
    name, package, service, call, extras, timeout_ms = device.calls[0]
    assert (name, package, service, timeout_ms) == ("call_service", "p", "p.Service", 700)
    assert extras["mcp_request_id"] == call


# Replies

OUTPUT = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "yes": {"type": "boolean"}, "t": {"type": "string"}},
    "required": [],
}
TOOL = Offered("go", output=OUTPUT)


def bare(**response):
    return {"response": json.dumps({"id": "id-1", "status": "success"} | response)}


def wrapped(**response):
    inner = {"id": "id-1", "status": "success"} | response
    return {"mobile-mcp-response": json.dumps({"mobile-mcp-response": {"version": "1.0", "response": inner}})}


AS_OBJECT = {"capability": {"id": "go", "output": {"n": 5, "yes": True, "t": "7"}}}
AS_LIST = {
    "capability": {
        "id": "go",
        "output": [
            {"name": "n", "type": "integer", "value": "5"},
            {"name": "yes", "type": "boolean", "value": "True"},
            {"name": "t", "type": "string", "value": "7"},
        ],
    }
}
AS_TEXT = {"capability": {"id": "go", "output": '{"n":5,"yes":true,"t":"7"}'}}


@pytest.mark.parametrize("form", [bare, wrapped])
@pytest.mark.parametrize("output", [AS_OBJECT, AS_LIST, AS_TEXT], ids=["object", "list", "text"])
def test_a_reply_in_any_form_becomes_text_and_structure(form, output):
    result = mobile_mcp.result(form(message="Done\u202e", **output), "id-1", TOOL)
    assert result.structured == {"n": 5, "yes": True, "t": "7"}
    assert [content["text"] for content in result.content] == ['{"n":5,"yes":true,"t":"7"}', "Done"]


def test_the_documents_reply_may_come_under_the_reference_apps_name():
    extras = {"response": wrapped(**AS_OBJECT)["mobile-mcp-response"]}
    assert mobile_mcp.result(extras, "id-1", TOOL).structured["n"] == 5


def test_without_a_declared_output_there_is_text_only():
    result = mobile_mcp.result(bare(**AS_OBJECT), "id-1", Offered("go"))
    assert result.structured is None
    assert json.loads(result.content[0]["text"]) == {"n": 5, "yes": True, "t": "7"}


def test_a_success_without_output_tells_its_message():
    assert mobile_mcp.result(bare(message="Clocked in."), "id-1", Offered("go")).content[0]["text"] == "Clocked in."
    assert mobile_mcp.result(bare(), "id-1", Offered("go")).content[0]["text"] == "Done. The app gave no output."
    declared = mobile_mcp.result(bare(message="Clocked in."), "id-1", TOOL)
    assert declared.structured == {}
    assert declared.content[1]["text"] == "Clocked in."


def test_a_failure_tells_its_message():
    with pytest.raises(ActionFailed, match=r"^No such room$"):
        mobile_mcp.result(bare(status="failure", message="No such\u200b room"), "id-1", TOOL)
    with pytest.raises(ActionFailed, match="does not say why"):
        mobile_mcp.result(wrapped(status="failure"), "id-1", TOOL)


@pytest.mark.parametrize(
    "extras",
    [bare(id="id-2", **AS_OBJECT), wrapped(id="id-2"), bare(**AS_OBJECT) | {"mcp_request_id": "id-2"}, bare(id=1), bare(id="")],
)
def test_a_reply_to_another_request_is_not_taken(extras):
    with pytest.raises(Stray):
        mobile_mcp.result(extras, "id-1", TOOL)


def test_a_reply_that_comes_for_this_call_needs_no_id():
    assert mobile_mcp.result({"response": json.dumps({"status": "success"} | AS_OBJECT)}, "id-1", TOOL).structured["n"] == 5


@pytest.mark.parametrize(
    ("extras", "reason"),
    [
        ({}, "no response"),
        ({"response": "kaputt"}, "not JSON"),
        ({"response": "[]"}, "not an object"),
        ({"response": '{"mobile-mcp-response":{"version":"1.0"}}'}, "not an object"),
        ({"response": '{"mobile-mcp-response":{"version":"9","response":{}}}'}, "version 9"),
        (bare(status="maybe"), "neither success nor failure"),
        (bare(capability={"id": "other", "output": {}}), "another capability, other"),
        (bare(capability={"id": "go", "output": 5}), "neither a list nor an object"),
        (bare(capability={"id": "go", "output": [5]}), "named values"),
        (bare(capability={"id": "go", "output": {"n": "five"}}), "not what the app declared: 'n'"),
        (bare(capability={"id": "go", "output": {"yes": 1}}), "not what the app declared: 'yes'"),
        ({"response": "x" * 1_000_001}, "longer than"),
        ({"response": '{"status":"success","capability":{"output":{"n":1e999}}}'}, "not JSON|too large"),
        ({"response": '{"status":"success","capability":{"output":{"x":' + "[" * 300 + "]" * 300 + "}}}"}, "deeper than 64"),
        (bare(capability={"id": "go", "output": {"n": "1e999"}}), "not what the app declared: 'n'"),
    ],
)
def test_a_reply_that_says_nothing_says_why(extras, reason):
    with pytest.raises(Unusable, match=reason):
        mobile_mcp.result(extras, "id-1", TOOL)
    door = Door(Origin("p", "App", ""), "mobile_mcp", "p.Service")
    device = FakeDevice(call_service=lambda package, service, call, sent, timeout_ms: _with_id(extras, call))
    with pytest.raises(ActionFailed, match="cannot be used"):
        mobile_mcp.execute(device, door, TOOL, {}, 1)


def _with_id(extras, call):
    return {key: value.replace("id-1", call) for key, value in extras.items()}

import xml.etree.ElementTree as ET

import pytest

from handheld.core import TOOLS
from handheld.device import FoundService, XmlElement
from handheld.hub import capabilities, descriptor
from handheld.hub.untrusted import Notes
from handheld_desktop.descriptor import PATH, written

BY_NAME = {tool.name: tool for tool in TOOLS}


def test_the_file_in_the_app_is_made_from_the_tools():
    assert PATH.read_text(encoding="utf-8") == written(), "out of date: run .venv/bin/python -m handheld_desktop.descriptor"


def element(node):
    return XmlElement(node.tag, dict(node.attrib), tuple(map(element, node)))


@pytest.fixture(scope="module")
def read_back():
    """Our own descriptor, as our own agent side understands it."""
    notes = Notes()
    tools = capabilities.read(FoundService("p", "s", "Handheld", "n", "d", element(ET.fromstring(written()))), notes)
    assert notes.all() == ()
    return {tool.own_name: tool for tool in tools}


def test_every_tool_is_there_and_nothing_has_to_be_ignored(read_back):
    assert list(read_back) == list(BY_NAME)
    assert {tool.own_name: (tool.notes, tool.problem) for tool in read_back.values() if tool.notes or tool.problem} == {}


@pytest.mark.parametrize("name", BY_NAME)
def test_a_tool_takes_the_same_parameters_there(read_back, name):
    ours, theirs = BY_NAME[name].arguments.schema, read_back[name].input
    assert list(theirs["properties"]) == list(ours["properties"])
    assert theirs["required"] == ours["required"]
    for parameter, kind in ours["properties"].items():
        assert theirs["properties"][parameter]["type"] == descriptor.type_of(kind)


def test_no_text_would_be_taken_for_a_reference_by_androids_compiler():
    for node in ET.fromstring(written()).iter():
        assert not [value for value in node.attrib.values() if value.startswith(("@", "?"))]
        assert "\\" not in "".join(node.attrib.values())


def test_texts_name_other_tools_as_they_are_called_there():
    assert "android_" not in written()


def test_what_goes_out_is_named():
    assert [param.name for param in descriptor.outputs(BY_NAME["press_home"])] == ["text"]
    assert [param.name for param in descriptor.outputs(BY_NAME["get_screen_state"])] == ["text", "image"]
    assert [(param.name, param.type) for param in descriptor.outputs(BY_NAME["get_sms_subscriptions"])] == [
        ("count", "integer"), ("subscriptions", "array")
    ]  # fmt: skip

import json

import pytest
from fakes import FakeDevice, say

from handheld.device import App
from handheld.errors import ActionFailed, InvalidArguments
from handheld.tools.app import close_app, list_apps, open_app

APPS = [
    App("com.example.zebra", "zebra", "0.1", 1, False),
    App("com.android.calculator2", "Calculator", "8.2", 82, True),
    App("com.example.app", "Example App", "1.2.3", 42, False),
    App("com.example.calc", "Álgebra CALC", "2", 2, False),
]


def names(**arguments):
    return [app["name"] for app in json.loads(say(list_apps, FakeDevice(list_apps=list(APPS)), **arguments))]


def test_an_app_is_opened_by_its_package():
    device = FakeDevice()
    said = say(open_app, device, package_id="com.android.calculator2")
    assert said == "App opened successfully: com.android.calculator2"
    assert device.calls == [("open_app", "com.android.calculator2")]


def test_an_app_is_closed_by_its_package():
    device = FakeDevice()
    assert say(close_app, device, package_id="com.example.app") == "App closed successfully: com.example.app"
    assert device.calls == [("close_app", "com.example.app")]


@pytest.mark.parametrize("tool", [open_app, close_app])
def test_a_package_is_needed(tool):
    for arguments in ({}, {"package_id": ""}, {"package_id": 7}):
        with pytest.raises(InvalidArguments, match="package_id"):
            say(tool, FakeDevice(), **arguments)


def test_what_the_phone_says_of_an_unknown_app_is_passed_on():
    error = ActionFailed("App not installed: com.nowhere")
    with pytest.raises(ActionFailed, match=r"App not installed: com\.nowhere"):
        say(open_app, FakeDevice(open_app=error), package_id="com.nowhere")


def test_apps_are_listed_in_the_documented_form():
    device = FakeDevice(list_apps=[APPS[2]])
    assert say(list_apps, device) == (
        '[{"package_id":"com.example.app","name":"Example App","version_name":"1.2.3","version_code":42,"is_system":false}]'
    )


def test_all_apps_are_listed_by_name_whatever_its_case():
    assert names() == ["Calculator", "Example App", "zebra", "Álgebra CALC"]
    assert names(filter="all") == names()


def test_user_apps_and_system_apps_are_told_apart():
    assert names(filter="user") == ["Example App", "zebra", "Álgebra CALC"]
    assert names(filter="system") == ["Calculator"]


def test_the_query_is_a_part_of_the_name_in_any_case():
    assert names(name_query="calc") == ["Calculator", "Álgebra CALC"]
    assert names(name_query="calc", filter="user") == ["Álgebra CALC"]
    assert names(name_query="ÁLG") == ["Álgebra CALC"]
    assert names(name_query="nothing like it") == []


def test_an_unknown_filter_is_refused():
    with pytest.raises(InvalidArguments, match="filter"):
        names(filter="mine")

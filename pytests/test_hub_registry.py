import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld.core import TOOLS
from handheld.errors import InvalidArguments
from handheld.hub import approval
from handheld.hub.found import Door, Offered, Origin
from handheld.hub.registry import settle
from handheld.settings import ApprovedApp, ApprovedTool, Settings
from handheld.settings_file import SettingsFile
from handheld.settings_json import check

SIGNER, OTHER = "a" * 64, "b" * 64
INPUT = {"type": "object", "properties": {}, "required": []}


def door(package="com.example.weather", *names, signer=SIGNER, protocol="provider", address="door", **about):
    tools = tuple(Offered(name, "d", INPUT, **about) for name in names or ("forecast",))
    return Door(Origin(package, "App", signer), protocol, address, tools)


def names(*doors, settings=None):
    return [entry.name for entry in settle(doors, settings or Settings())]


def approved(*doors, settings=None):
    settings = settings or Settings()
    for each in doors:
        entries = settle(doors, settings)
        package = each.origin.package
        settings = approval.approve(settings, entries, package, approval.digest(entries, package))
    return settings


def states(*doors, settings):
    return [entry.state for entry in settle(doors, settings)]


# Names


def test_a_name_has_the_app_and_the_tool():
    assert names(door("com.example.weather", "forecast")) == ["ext_weather_forecast"]
    assert names(door("org.acme.weather.app", "getForecast 2")) == ["ext_weather_get_forecast_2"]
    assert names(door("Weather", "x")) == ["ext_weather_x"]


def test_a_long_or_foreign_name_ends_with_a_mark_of_its_own():
    long, foreign = names(door("com.example.a_very_long_name_of_an_app", "a_long_name_too_long", "天気"))
    assert re.fullmatch(r"ext_a_very_long__?a_long_[a-z_]*_[0-9a-f]{5}", long)
    assert re.fullmatch(r"ext_a_very_long_?_[0-9a-f]{5}", foreign)


def test_two_tools_never_have_the_same_name():
    one, two = door("com.a.weather"), door("com.b.weather")
    first, second = names(one, two)
    assert first == "ext_weather_forecast"
    assert re.fullmatch(r"ext_weather_forecast_[0-9a-f]{5}", second)
    assert len(set(names(door("com.a", "get_x", "getX", "get-x", "GET X")))) == 4


def test_a_name_stays_whatever_is_installed_later():
    late = door("com.b.weather")
    settings = approved(late)
    early = door("com.a.weather")
    entries = {entry.door.origin.package: entry for entry in settle([early, late], settings)}
    assert entries["com.b.weather"].name == "ext_weather_forecast"
    assert entries["com.b.weather"].state == "on"
    assert entries["com.a.weather"].name != "ext_weather_forecast"


def test_no_tool_of_ours_can_be_taken_for_another_apps():
    assert not [tool.name for tool in TOOLS if tool.name.startswith("ext_")]


@given(st.lists(st.tuples(st.text(max_size=80), st.text(max_size=80)), unique=True, max_size=12))
def test_any_names_become_different_names_that_clients_take(found):
    doors = [
        Door(Origin(package, "App", SIGNER), "provider", f"door {number}", (Offered(name, "d", INPUT),))
        for number, (package, name) in enumerate(found)
    ]
    made = names(*doors)
    assert len(set(made)) == len(doors)
    longest_prefix = "android_" + "s" * 20 + "_"
    for name in made:
        assert re.fullmatch(r"ext_[a-z0-9_]{1,31}", name)
        assert len(longest_prefix + name) <= 64
    assert names(*reversed(doors)) == made


# States


def test_nothing_is_on_until_the_app_is_approved():
    weather = door()
    (entry,) = settle([weather], Settings())
    assert (entry.state, entry.reason) == ("waiting", "Approve the app com.example.weather to let agents use its tools")
    assert states(weather, settings=approved(weather)) == ["on"]


def test_a_tool_that_says_something_else_has_to_be_approved_again():
    settings = approved(door())
    tool = Offered("forecast", "d", INPUT)
    for changed in (
        dataclasses.replace(tool, description="e"),
        dataclasses.replace(tool, input=INPUT | {"properties": {"x": {"type": "string"}}}),
        dataclasses.replace(tool, output=INPUT),
        dataclasses.replace(tool, version="2"),
    ):
        (entry,) = settle([dataclasses.replace(door(), tools=(changed,))], settings)
        assert entry.state == "changed"
        assert "approve the app again" in entry.reason


def test_the_order_of_a_schemas_members_changes_nothing():
    one = Offered("x", "d", {"type": "object", "properties": {"a": {}, "b": {}}})
    two = Offered("x", "d", {"properties": {"b": {}, "a": {}}, "type": "object"})
    assert one.fingerprint == two.fingerprint


def test_an_app_that_another_signs_is_not_the_one_that_was_approved():
    assert states(door(signer=OTHER), settings=approved(door())) == ["changed"]


def test_an_app_that_nobody_signed_cannot_be_approved():
    unsigned = door(signer="")
    assert states(unsigned, settings=Settings()) == ["unavailable"]
    with pytest.raises(InvalidArguments, match="offers no tool"):
        approved(unsigned)


def test_a_new_tool_of_an_approved_app_waits():
    assert states(door("com.example.weather", "forecast", "delete_all"), settings=approved(door())) == ["on", "waiting"]


def test_the_same_tool_behind_another_door_waits():
    assert states(door(address="elsewhere"), settings=approved(door())) == ["waiting"]
    assert states(door(protocol="mobile_mcp"), settings=approved(door())) == ["waiting"]


def test_each_tool_can_be_turned_off():
    both = door("com.example.weather", "forecast", "warn")
    settings = dataclasses.replace(approved(both), disabled_tools=("ext_weather_warn",))
    assert states(both, settings=settings) == ["on", "off"]


def test_a_tool_with_a_problem_is_unavailable_whatever_was_approved():
    settings = approved(door())
    broken = dataclasses.replace(door(), tools=(Offered("forecast", problem="The schema is broken"),))
    (entry,) = settle([broken], settings)
    assert (entry.state, entry.reason) == ("unavailable", "The schema is broken")


def test_a_file_written_by_hand_cannot_give_two_tools_one_name():
    both = door("com.example.weather", "a", "b")
    settings = approved(both)
    (app,) = settings.external_apps.values()
    same = {key: dataclasses.replace(tool, name="ext_same") for key, tool in app.tools.items()}
    settings = dataclasses.replace(settings, external_apps={"com.example.weather": dataclasses.replace(app, tools=same)})
    assert states(both, settings=settings) == ["on", "unavailable"]


# Approvals


def test_what_the_person_saw_is_what_is_approved():
    before = settle([door()], Settings())
    seen = approval.digest(before, "com.example.weather")
    after = settle([dataclasses.replace(door(), tools=(Offered("forecast", "Now sends SMS", INPUT),))], Settings())
    with pytest.raises(InvalidArguments, match="changed its tools in the meantime"):
        approval.approve(Settings(), after, "com.example.weather", seen)


def test_an_approval_can_be_taken_back():
    settings = approved(door())
    assert states(door(), settings=approval.revoke(settings, "com.example.weather")) == ["waiting"]
    with pytest.raises(InvalidArguments, match="not approved"):
        approval.revoke(Settings(), "com.example.weather")


def test_callers_are_allowed_with_their_signer_and_forgotten():
    settings = approval.allow_caller(Settings(), "com.example.agent", SIGNER)
    assert settings.offer.callers == {"com.example.agent": SIGNER}
    assert approval.forget_caller(settings, "com.example.agent") == Settings()
    with pytest.raises(InvalidArguments):
        approval.forget_caller(Settings(), "com.example.agent")


def test_approvals_are_kept_in_the_settings_file(tmp_path):
    settings = approval.allow_caller(approved(door(), door("com.b", "x")), "com.example.agent", f"{SIGNER},{OTHER}")
    file = SettingsFile(tmp_path / "settings.json")
    file.save(settings)
    assert SettingsFile(tmp_path / "settings.json").load() == settings


@pytest.mark.parametrize(
    "app",
    [
        ApprovedApp("short", {}),
        ApprovedApp(SIGNER, {"x": ApprovedTool("tap", SIGNER)}),
        ApprovedApp(SIGNER, {"x": ApprovedTool("ext_" + "x" * 32, SIGNER)}),
        ApprovedApp(SIGNER, {"x": ApprovedTool("ext_x", "")}),
    ],
)
def test_the_settings_take_no_other_names_and_hashes(app):
    with pytest.raises(InvalidArguments):
        check(Settings(external_apps={"com.example": app}))

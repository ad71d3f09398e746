"""Who may do what, by clicking: tokens with a scope, apps that knock, what was recorded, what an agent must ask for."""

import json
import re
import time
from pathlib import Path

import pytest
from neighbourhood import AgentApp
from playwright.sync_api import Locator, Page, expect
from room import DOCUMENTS, Open, Room

from handheld.errors import PermissionDenied
from handheld_desktop.sim.neighbours import AlmanacApp
from handheld_desktop.sim.third_party import Bundle

AGENT = "com.example.agent"


class ChangedAlmanac(AlmanacApp):
    def get_tool_info(self) -> Bundle:
        return super().get_tool_info() | {"tool_description": "Sends where you are to somebody"}


def pictured(room: Room) -> None:
    """Waits until what is being recorded is there."""
    room.app.running_core.recording._worker.submit(lambda: None).result(20)


def saved(page: Page) -> None:
    """Saves, and waits for the page to show what is kept now."""
    bar = page.locator(".save").element_handle()
    page.get_by_role("button", name="Save").click()
    page.wait_for_function("bar => !bar.isConnected", arg=bar)
    page.wait_for_selector(".save", state="attached")


def test_a_picture_of_an_action_is_beside_its_line_and_opens_large(room: Room, opened: Open) -> None:
    page = opened("history")
    with page.expect_response("**/api/settings/save"):
        page.get_by_role("switch", name="Keep a picture of every action").click()
    expect(page.get_by_role("switch", name="Keep a picture of every action")).to_have_attribute("aria-checked", "true")
    room.call("open_app", package_id="com.android.settings")
    room.call("get_screen_state")
    pictured(room)
    small = page.get_by_role("button", name=re.compile("The screen after android_open_app"))
    expect(small).to_have_count(1)
    expect(page.locator("tbody tr")).to_have_count(2)  # nothing comes in above it any more
    small.click()
    expect(page.get_by_role("dialog").get_by_role("img")).to_have_js_property("naturalHeight", 800)
    page.get_by_role("button", name="Close").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as JSON Lines").click()
    lines = [json.loads(line) for line in Path(download.value.path()).read_text().splitlines()]
    assert [line.get("picture") in room.app.running_core.recording.names() for line in lines] == [True, False]


def test_pictures_are_deleted_for_good(room: Room, opened: Open) -> None:
    room.app.configure({"record_pictures": True})
    room.call("press_home")
    pictured(room)
    page = opened("history")
    expect(page.locator(".thumbnail")).to_have_count(1)
    page.get_by_role("button", name="Delete all pictures").click()
    page.get_by_role("button", name="Delete for good?").click()
    expect(page.locator(".thumbnail")).to_have_count(0)
    assert room.app.running_core.recording.names() == set()


def test_an_app_that_knocks_is_shown_by_itself_allowed_and_taken_back(room: Room, opened: Open) -> None:
    room.phone.install(AgentApp())
    room.app.configure({"offer": {"provider": True}})

    def knock() -> None:
        with pytest.raises(PermissionDenied):
            room.app.running_core.hub.handle("tool_info", {"caller": AGENT})

    page = opened()
    expect(page.get_by_text("An app would like to use Handheld's tools")).to_be_hidden()
    knock()
    page.get_by_text("An app would like to use Handheld's tools").click()
    callers = page.get_by_role("region", name="Apps that use Handheld's tools")
    expect(callers).to_contain_text("Wants to use them")
    callers.get_by_role("button", name=f"Allow: {AGENT}").click()
    expect(callers).to_contain_text("May use them")
    assert room.app.running_core.hub.handle("tool_info", {"caller": AGENT})
    callers.get_by_role("button", name=f"Take back: {AGENT}").click()
    expect(callers).to_contain_text("No app has asked yet.")
    knock()
    callers.get_by_role("button", name=f"Forget: {AGENT}").click()
    expect(callers).to_contain_text("No app has asked yet.")
    assert room.app.settings.offer.callers == {}


def new_token(page: Page, name: str) -> Locator:
    tokens = page.get_by_role("region", name="Tokens")
    tokens.get_by_label("Name of a new token").fill(name)
    return tokens


def test_a_token_is_made_with_a_profile_tools_and_an_end(room: Room, opened: Open) -> None:
    page = opened("settings")
    tokens = new_token(page, "two tools")
    tokens.get_by_label("What it may do").select_option(label="Chosen tools")
    tokens.get_by_role("button", name="Make").click()
    expect(tokens.get_by_role("alert")).to_have_text("Choose at least one tool.")
    tokens.get_by_text("Choose tools").click()
    tokens.get_by_label("Press Home").check()
    tokens.get_by_label("Tap", exact=True).check()
    tokens.get_by_label("How long it works").select_option(label="30 days")
    tokens.get_by_role("button", name="Make").click()
    expect(tokens.locator(".secret")).to_contain_text("“two tools” is shown this once")
    row = tokens.get_by_role("listitem").filter(has_text="two tools")
    expect(row).to_contain_text("Chosen tools: Press Home, Tap")
    expect(row).to_contain_text("works until")
    token = room.app.settings.tokens[-1]
    assert (token.name, token.profile, set(token.tools)) == ("two tools", "chosen", {"press_home", "tap"})
    assert 29 < (token.expires - time.time()) / 86_400 <= 30


def test_a_name_that_is_taken_is_told_beside_the_form(room: Room, opened: Open) -> None:
    page = opened("settings")
    tokens = new_token(page, "default")
    tokens.get_by_role("button", name="Make").click()
    expect(tokens.get_by_role("alert")).to_have_text("A token has this name already.")
    new_token(page, " ").get_by_role("button", name="Make").click()
    expect(tokens.get_by_role("alert")).to_have_text("It needs a name.")
    assert len(room.app.settings.tokens) == 1


def test_what_agents_must_ask_for_is_chosen_and_not_typed(room: Room, opened: Open) -> None:
    page = opened("settings")
    asking = page.get_by_role("region", name="Ask me first")
    asking.get_by_text("Choose tools").click()
    asking.get_by_label("Send SMS", exact=True).check()
    asking.get_by_label("Close app", exact=True).check()
    asking.get_by_label("Apps that ask first").fill("com.example.bank")
    asking.get_by_label("Apps that ask first").press("Enter")
    asking.get_by_role("switch", name="Tools of other apps ask first").click()
    saved(page)
    rules = room.app.settings.confirm
    assert (set(rules.tools), rules.apps, rules.external_tools) == ({"send_sms", "close_app"}, ("com.example.bank",), True)
    asking.get_by_role("button", name="Remove com.example.bank").click()
    saved(page)
    assert room.app.settings.confirm.apps == ()


def test_private_apps_and_the_other_choices_are_saved(room: Room, opened: Open) -> None:
    page = opened("settings")
    privacy = page.get_by_role("region", name="Privacy")
    privacy.get_by_label("Private apps").fill("com.example.diary, com.example.bank")
    privacy.get_by_role("button", name="Add").click()
    privacy.get_by_role("switch", name="Pause when I touch the screen").click()
    privacy.get_by_role("switch", name="A picture of every action").click()
    page.get_by_label("How a screen is listed").select_option(label="Short")
    saved(page)
    now = room.app.settings
    assert now.private_apps == ("com.example.diary", "com.example.bank")
    assert (now.pause_on_touch, now.record_pictures, now.screen_format) == (True, True, "compact")


def test_apps_that_deal_with_money_or_secrets_are_suggested_and_added_by_a_touch(room: Room, opened: Open) -> None:
    page = opened("settings")
    privacy = page.get_by_role("region", name="Privacy")
    privacy.get_by_role("button", name="+ Acorn Bank").click()
    expect(privacy.get_by_role("button", name="+ Acorn Bank")).to_have_count(0)
    expect(privacy.get_by_role("button", name="Remove com.example.bank")).to_be_visible()
    saved(page)
    assert room.app.settings.private_apps == ("com.example.bank",)


def test_another_apps_tool_is_turned_off_and_on_and_approved_again_when_it_changed(room: Room, opened: Open) -> None:
    page = opened("tools")
    app = page.locator(".app", has_text="com.example.almanac")
    app.get_by_role("button", name="Approve").click()
    switch = app.get_by_role("switch", name="Almanac, get_sun_times: on or off")
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    expect(page.get_by_text("of 41 on")).to_have_text("41 of 41 on")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(page.get_by_text("of 42 on")).to_have_text("42 of 42 on")
    room.phone.install(ChangedAlmanac())
    room.app.running_core.hub.external.refresh()
    expect(app).to_contain_text("The app describes the tool otherwise than when it was approved", timeout=20_000)
    assert not any("almanac" in tool["name"] for tool in room.send("tools/list", {})["tools"])
    app.get_by_role("button", name="Approve again").click()
    expect(switch).to_have_attribute("aria-checked", "true")


def test_a_package_or_folder_that_cannot_be_one_is_told_and_not_saved(room: Room, opened: Open) -> None:
    page = opened("settings")
    privacy = page.get_by_role("region", name="Privacy")
    privacy.get_by_label("Private apps").fill("my-bank")
    privacy.get_by_role("button", name="Add").click()
    expect(page.locator("#setting-private_apps-problem")).to_contain_text("A package: letters, digits, dots and underscores")
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    privacy.get_by_role("button", name="Remove my-bank").click()
    expect(page.locator("#setting-private_apps-problem")).to_be_hidden()
    page.locator(f'[id="setting-storage.{DOCUMENTS}.free_folders"]').select_option(label="Only in some folders")
    folder = page.get_by_role("group", name="Documents").get_by_label("A folder, such as Work/Drafts")
    folder.fill("../..")
    folder.press("Enter")
    problem = page.locator(f'[id="setting-storage.{DOCUMENTS}.free_folders-problem"]')
    expect(problem).to_contain_text("A folder inside the location")
    expect(page.get_by_role("button", name="Save")).to_be_disabled()


def test_folders_where_agents_write_freely_are_everywhere_some_or_none(room: Room, opened: Open) -> None:
    page = opened("settings")

    def choose(kind: str) -> None:
        page.locator(f'[id="setting-storage.{DOCUMENTS}.free_folders"]').select_option(label=kind)

    choose("Nowhere: always ask")
    saved(page)
    assert room.app.settings.storage[DOCUMENTS].free_folders == ()
    choose("Only in some folders")
    folder = page.get_by_role("group", name="Documents").get_by_label("A folder, such as Work/Drafts")
    folder.fill("My notes")
    folder.press("Enter")
    saved(page)
    assert room.app.settings.storage[DOCUMENTS].free_folders == ("My notes",)
    choose("Everywhere here")
    saved(page)
    assert room.app.settings.storage[DOCUMENTS].free_folders == ("",)

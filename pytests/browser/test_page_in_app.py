"""The page inside the app, whose native side is played here: what it asks by name, and what it no longer asks the core for."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from room import NARROW, Room

APP = """
window.asked = [];
window.boot = false;
window.HandheldApp = {
  ask(name, value) {
    window.asked.push([name, value]);
    if (name !== "start_on_boot") return JSON.stringify({ result: true });
    if (value) window.boot = value === "true";
    return JSON.stringify({ result: window.boot });
  },
};
"""


@pytest.fixture
def page(browser: Browser, room: Room) -> Iterator[Page]:
    context = browser.new_context(viewport=NARROW, locale="en-GB", reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script(APP)
    made = context.new_page()
    said: list[str] = []
    made.on("console", lambda message: said.append(message.text))
    made.goto(room.page.link())
    made.wait_for_selector("h1")
    yield made
    context.close()
    assert said == []


def show(page: Page, view: str) -> None:
    page.evaluate(f"location.hash = '{view}'")
    page.wait_for_selector(f".view.{view} .card")


def asked(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.evaluate("asked")
    return found


def test_starting_with_the_phone_is_a_switch_that_holds_at_once(page: Page) -> None:
    show(page, "settings")
    switch = page.get_by_role("switch", name="Start with the phone")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert asked(page) == [["start_on_boot", ""], ["start_on_boot", "true"]]
    expect(page.locator(".save")).to_be_hidden()
    show(page, "now")
    show(page, "settings")
    expect(page.get_by_role("switch", name="Start with the phone")).to_have_attribute("aria-checked", "true")


def test_a_permission_is_asked_for_by_the_app_and_turns_green_when_it_is_given(page: Page, room: Room) -> None:
    show(page, "setup")
    line = page.locator(".checklist li", has_text="SMS")
    line.get_by_role("button").click()
    assert asked(page) == [["allow", "sms"]]
    expect(line).not_to_have_class("done")
    room.phone.open_settings("sms")  # the person says yes in the dialog
    expect(line).to_have_class("done")


def test_the_history_is_handed_to_the_app_for_a_webview_has_no_downloads(page: Page, room: Room) -> None:
    room.call("press_home")
    show(page, "history")
    page.get_by_role("button", name="Export as JSON Lines").click()
    page.wait_for_function("() => asked.length > 0")
    ((name, lines),) = asked(page)
    assert name == "save_history"
    assert '"tool":"android_press_home"' in lines


def test_in_a_browser_there_is_no_such_switch(room: Room, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(room.page.link())
    page.wait_for_selector("h1")
    show(page, "settings")
    expect(page.get_by_role("switch", name="TLS")).to_be_visible()
    expect(page.get_by_role("switch", name="Start with the phone")).to_have_count(0)
    context.close()

"""Every flow of the control page, by clicking."""

import re
import threading
import urllib.request

import pytest
from playwright.sync_api import Browser, Page, expect
from room import WIDE, Open, Room


def test_pause_stops_a_running_call_and_later_ones_until_resume(room: Room, opened: Open) -> None:
    page = opened()
    answers: list[str] = []
    never = {"by": "text", "value": "never", "timeout": 30_000}
    waiting = threading.Thread(target=lambda: answers.append(room.call("wait_for_element", **never)))
    waiting.start()
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".hero .state")).to_have_text("Paused")
    waiting.join(10)
    assert answers[0].startswith("Paused: ")
    assert room.call("press_home").startswith("Paused: ")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".hero .state")).to_have_text("Running")
    assert room.call("press_home") == "Home button press executed successfully"


def test_calls_and_clients_show_up_by_themselves(room: Room, opened: Open) -> None:
    page = opened()
    expect(page.get_by_text("Nobody has connected yet.")).to_be_visible()
    room.call("press_home", agent="some-agent/3")
    expect(page.locator(".calls code").first).to_have_text("android_press_home")
    expect(page.locator(".clients")).to_contain_text("some-agent/3")


def test_the_address_is_copied_and_shown_as_a_qr_code(room: Room, opened: Open) -> None:
    page = opened()
    page.locator(".address").get_by_role("button", name="Copy").click()
    assert page.evaluate("navigator.clipboard.readText()") == room.app.address
    page.get_by_text("Address as a QR code").click()
    picture = page.get_by_role("img", name=f"QR code of {room.app.address}")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.naturalWidth") > 0
    room.call("press_home", agent="some-agent/3")
    expect(page.locator(".calls code").first).to_have_text("android_press_home")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".hero .state")).to_have_text("Paused")
    expect(picture).to_be_visible()


def test_a_button_stays_under_the_finger_while_an_agent_is_at_work(room: Room, opened: Open) -> None:
    page = opened()
    page.get_by_role("button", name="Pause").hover()
    page.mouse.down()
    room.call("press_home")
    expect(page.locator(".calls code").first).to_have_text("android_press_home")
    page.mouse.up()
    expect(page.locator(".hero .state")).to_have_text("Paused")


def test_a_line_lights_its_box_and_a_box_shows_its_details(room: Room, opened: Open) -> None:
    page = opened()
    row = page.get_by_role("option", name=re.compile("Search apps")).first
    row.hover()
    element = row.get_attribute("data-id")
    expect(page.locator(f'rect[data-id="{element}"]')).to_have_class("lit")
    row.click()
    expect(page.locator(".details dd").first).to_have_text(element or "")
    box = page.locator("rect[data-id]").last
    box.click(force=True)
    chosen = page.locator("rect.chosen").get_attribute("data-id")
    expect(page.locator(".details dd").first).to_have_text(chosen or "")
    expect(page.locator(".row[aria-selected=true]")).to_have_attribute("data-id", chosen or "")


def test_the_screen_follows_what_an_agent_does(room: Room, opened: Open) -> None:
    page = opened()
    expect(page.locator(".tokens")).to_contain_text("launcher")
    room.call("open_app", package_id="com.android.settings")
    expect(page.locator(".tokens")).to_contain_text("com.android.settings")
    page.get_by_label("Ids").check()
    assert page.locator(".boxes text").count() > 5


def test_without_the_accessibility_service_the_screen_says_why(room: Room, opened: Open) -> None:
    page = opened()
    room.phone.faults.accessibility_off = True
    expect(page.locator(".seen .problem")).to_have_text(re.compile("^Accessibility service not enabled"))
    room.phone.faults.accessibility_off = False
    expect(page.locator(".seen .problem")).to_be_hidden()


def test_the_list_of_elements_works_by_keyboard(room: Room, opened: Open) -> None:
    page = opened()
    page.get_by_role("listbox").focus()
    page.keyboard.press("ArrowDown")
    first = page.locator(".row[aria-selected=true]").get_attribute("data-id")
    page.keyboard.press("ArrowDown")
    assert page.locator(".row[aria-selected=true]").get_attribute("data-id") != first
    page.keyboard.press("Home")
    assert page.locator(".row[aria-selected=true]").get_attribute("data-id") == first


def test_a_tool_is_tried_with_a_form_and_shows_its_picture(room: Room, opened: Open) -> None:
    page = opened("tools")
    page.get_by_label("Search tools").fill("screen state")
    page.get_by_role("button", name="Get screen state", exact=True).click()
    page.get_by_label("include_screenshot").check()
    page.get_by_role("button", name="Try it", exact=True).click()
    expect(page.get_by_role("img", name="The picture that the tool gave")).to_be_visible()
    expect(page.locator(".answer pre")).to_contain_text("screen:1080x2400")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_tool_says_what_it_may_do_and_whose_it_is(room: Room, opened: Open) -> None:
    page = opened("tools")
    sms = page.locator(".group li", has=page.get_by_role("button", name="Send SMS", exact=True))
    expect(sms.locator(".marks")).to_have_text("actscan destroyreaches out")
    look = page.locator(".group li", has=page.get_by_role("button", name="Get screen state", exact=True))
    expect(look.locator(".marks")).to_have_text("looks")
    page.get_by_role("region", name="Almanac").get_by_role("button", name="Approve").click()
    theirs = page.locator(".group", has_text="another app")
    expect(theirs.get_by_role("heading")).to_contain_text("Almanac")
    expect(theirs).to_contain_text("android_ext_almanac_get_sun_times")


def test_a_call_by_hand_is_copied_as_curl_that_works(room: Room, opened: Open) -> None:
    page = opened("tools")
    page.get_by_role("button", name="Tap", exact=True).click()
    page.get_by_role("button", name="Try it", exact=True).click()
    expect(page.get_by_text("This is needed.").first).to_be_visible()
    page.get_by_label("x (needed)").fill("5")
    page.get_by_label("y (needed)").fill("7")
    page.get_by_role("button", name="Copy as curl").click()
    expect(page.locator(".toast")).to_have_text("Copied")
    command = page.evaluate("navigator.clipboard.readText()")
    assert command.startswith(f"curl {room.app.address}")
    assert '"arguments": {"x": 5, "y": 7}' in command
    page.get_by_role("button", name="Try it", exact=True).click()
    expect(page.locator(".answer pre")).to_have_text("Tap executed at (5, 7)")


def test_a_tool_that_is_turned_off_is_gone_for_clients_at_once(room: Room, opened: Open) -> None:
    page = opened("tools")
    switch = page.get_by_role("switch", name="Send SMS: on or off")
    switch.click()
    expect(page.get_by_text("of 41 on")).to_have_text("40 of 41 on")
    names = [tool["name"] for tool in room.send("tools/list", {})["tools"]]
    assert "android_send_sms" not in names
    page.get_by_role("switch", name="Send SMS: on or off").click()
    expect(page.get_by_text("of 41 on")).to_have_text("41 of 41 on")


def test_tools_of_another_app_are_approved_and_taken_back(room: Room, opened: Open) -> None:
    page = opened("tools")
    app = page.get_by_role("region", name="Almanac").last
    app.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("of 42 on")).to_have_text("42 of 42 on")
    assert any(tool["name"].startswith("android_ext_") for tool in room.send("tools/list", {})["tools"])
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("of 41 on")).to_have_text("41 of 41 on")


def test_a_wrong_setting_is_told_while_typing_and_never_saved(room: Room, opened: Open) -> None:
    page = opened("settings")
    page.get_by_label("Port", exact=True).fill("99999")
    expect(page.locator("#setting-port-problem")).to_contain_text("99999 is greater than the maximum of 65535")
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    page.get_by_label("Name in the tools").fill("my phone")
    expect(page.locator("#setting-slug-problem")).to_be_visible()
    assert room.app.settings.slug == ""
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_label("Port", exact=True)).to_have_value("0")


def test_a_saved_setting_restarts_the_server_and_the_page_stays(room: Room, opened: Open) -> None:
    page = opened("settings")
    page.get_by_label("Name in the tools").fill("desk")
    page.get_by_role("switch", name="Plain HTTP").click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_have_text("Saved")
    assert room.app.settings.slug == "desk"
    assert room.app.settings.download.allow_http
    assert room.send("tools/list", {})["tools"][0]["name"].startswith("android_desk_")


def test_tls_is_turned_on_and_its_fingerprint_is_shown_wherever_a_person_needs_it(room: Room, opened: Open) -> None:
    page = opened("settings")
    page.get_by_role("switch", name="TLS").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Fingerprint of the certificate")).to_be_visible()
    certificate = room.app.certificate
    assert certificate is not None
    expect(page.get_by_role("region", name="Server")).to_contain_text(certificate.fingerprint)
    page.evaluate("location.hash = 'connect'")
    expect(page.locator(".view.connect")).to_contain_text(f"Its SHA-256 fingerprint is {certificate.fingerprint}")
    assert room.app.address.startswith("https://")


def test_storage_rules_are_set_for_each_folder(room: Room, opened: Open) -> None:
    page = opened("settings")
    page.get_by_role("switch", name="Downloads: Delete files").click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_have_text("Saved")
    assert [rules.allow_delete for rules in room.app.settings.storage.values()].count(True) == 1


def test_a_token_is_made_used_and_revoked(room: Room, opened: Open) -> None:
    page = opened("settings")
    page.get_by_label("Name of a new token").fill("my laptop")
    page.get_by_role("button", name="Make").click()
    secret = page.locator(".secret code").text_content() or ""
    assert room.call("press_home", token=secret) == "Home button press executed successfully"
    expect(page.get_by_role("region", name="Tokens").get_by_text("last used")).to_have_count(1)
    revoke = page.get_by_role("button", name="Revoke my laptop")
    revoke.click()
    revoke.click()
    expect(page.get_by_role("button", name="Revoke my laptop")).to_have_count(0)
    assert [token.name for token in room.app.settings.tokens] == ["default"]


@pytest.mark.parametrize(
    "client",
    ["Claude Code", "Claude Desktop", "VS Code", "Cursor", "Gemini CLI", "ChatGPT", "OpenAI API", "MCP Inspector", "curl"],
)
def test_a_client_turns_green_with_its_first_request(room: Room, opened: Open, client: str) -> None:
    page = opened("connect")
    page.get_by_role("radio", name=client, exact=True).click()
    page.get_by_role("button", name=f"New token for {client}").click()
    expect(page.locator(".test")).to_contain_text(f"with the token “{client}”")
    expect(page.locator(".test h2")).to_have_text("Waiting for the first request")
    expect(page.locator("#token")).to_have_value(client)
    page.locator(".connect").get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".toast").last).to_have_text("Copied")
    pasted = page.evaluate("navigator.clipboard.readText()")
    token = next(token.token for token in room.app.settings.tokens if token.name == client)
    assert token in pasted
    assert room.app.address in pasted
    assert token not in page.content()
    room.call("press_home", agent="somebody/1")
    expect(page.locator(".test h2")).to_have_text("Waiting for the first request")
    room.call("press_home", token=token, agent="the-client/2")
    expect(page.locator(".test h2")).to_have_text("Connected")
    expect(page.locator(".test")).to_contain_text("the-client/2")


LINES = {
    "restricted_settings": "Restricted settings",
    "accessibility": "Accessibility service",
    "notifications": "Notifications",
    "battery": "No battery restrictions",
    "sms": "SMS",
    "storage": "Folders",
}


def test_every_line_of_the_checklist_knows_the_truth_and_turns_green_by_itself(room: Room, opened: Open) -> None:
    room.phone.allowed.clear()
    room.phone.faults.accessibility_off = True
    page = opened("setup")
    expect(page.locator(".lead")).to_contain_text("Still to allow: 4.")
    for name, title in LINES.items():
        line = page.locator(".checklist li", has=page.get_by_role("heading", name=title))
        expect(line).not_to_have_class("done")
        line.get_by_role("button", name=f"Open: {title}").click()
        expect(line).to_have_class("done")
        expect(line).to_contain_text("Allowed")
        assert {each.name: each.granted for each in room.phone.permissions()}[name]
    expect(page.locator(".lead")).to_contain_text("All that is needed is allowed.")
    room.phone.allowed.discard("battery")
    expect(page.locator(".checklist li", has_text="No battery restrictions")).not_to_have_class("done")


def test_every_sentence_changes_with_the_language(room: Room, opened: Open) -> None:
    page = opened(language="de-DE")
    expect(page.get_by_role("heading", name="Was der Agent sieht")).to_be_visible()
    page.get_by_label("Sprache").select_option("en")
    expect(page.get_by_role("heading", name="What the agent sees")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="What the agent sees")).to_be_visible()


def test_a_link_works_once_and_without_a_session_the_page_is_locked(room: Room, browser: Browser) -> None:
    link = room.page.link()
    for expected in ("Now", "This page is locked"):
        context = browser.new_context()
        page = context.new_page()
        page.goto(link)
        expect(page.get_by_role("heading", level=1)).to_have_text(expected)
        assert "open=" not in page.url
        context.close()


def test_a_stopped_server_says_so_and_is_started_from_the_page(room: Room, opened: Open) -> None:
    page = opened()
    room.app.stop()
    expect(page.locator(".hero .state")).to_have_text("Stopped")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".hero .state")).to_have_text("Running")
    with urllib.request.urlopen(room.app.address.replace("/mcp", "/health")) as answer:
        assert answer.status == 200


def _focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent"))


def test_the_whole_page_can_be_walked_with_the_tab_key(room: Room, opened: Open) -> None:
    page = opened("setup", size=WIDE)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    assert _focused(page) == "Skip to the content"
    seen = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.add(_focused(page))
    assert {"Now", "First run", "Connect", "Tools", "History", "Settings", "Open", "Connect a client"} <= seen

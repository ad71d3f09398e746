"""The history, as it grows and as a person goes through it."""

import json
from pathlib import Path

from playwright.sync_api import expect
from room import Open, Room


def test_history_shows_that_a_text_was_typed_and_not_which(room: Room, opened: Open) -> None:
    room.call("set_clipboard", text="my secret words")
    page = opened("history")
    expect(page.locator("tbody tr")).to_contain_text("text: <15 characters>")
    assert "my secret words" not in page.content()


def test_history_grows_at_the_top_and_leaves_the_other_lines_where_they_are(room: Room, opened: Open) -> None:
    room.call("press_home")
    page = opened("history")
    page.locator("tbody tr").evaluate("line => (line.stays = true)")
    room.call("press_back")
    room.call("press_recents")
    expect(page.locator("tbody tr")).to_have_count(3)
    assert page.locator("tbody code").all_inner_texts() == ["android_press_recents", "android_press_back", "android_press_home"]
    assert page.locator("tbody tr").evaluate_all("lines => lines.map(line => line.stays === true)") == [False, False, True]


def test_history_of_more_than_a_page_goes_on_when_it_is_asked_to(room: Room, opened: Open) -> None:
    for _ in range(105):
        room.call("press_home")
    page = opened("history")
    expect(page.locator("tbody tr")).to_have_count(100)
    room.call("press_back")
    expect(page.locator("tbody tr")).to_have_count(101)
    page.evaluate("window.scrollTo(0, 1000)")
    room.call("press_recents")
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("tbody tr")).to_have_count(106)
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()
    page.evaluate("window.scrollTo(0, 0)")
    expect(page.locator("tbody tr")).to_have_count(107)
    room.call("press_recents")
    expect(page.locator("tbody tr")).to_have_count(108)
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()
    times = page.locator("tbody time").evaluate_all("times => times.map(time => time.dateTime)")
    assert times == sorted(times, reverse=True)


def test_history_is_filtered_and_exported(room: Room, opened: Open) -> None:
    room.call("press_home")
    room.call("click_element", element_id="node_0000_w1")
    page = opened("history")
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_label("Outcome").select_option(label="not found")
    expect(page.locator("tbody tr")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as JSON Lines").click()
    (line,) = Path(download.value.path()).read_text().splitlines()
    assert json.loads(line)["tool"] == "android_click_element"

"""The real core sees and works real screens through the real Kotlin."""

import io
import re

import pytest
from PIL import Image
from robolectric_serving import Hands, ToolError

Box = tuple[int, int, int, int]


def open_app(phone: Hands, name: str, by: str, value: str) -> None:
    phone.text("open_app", package_id=f"com.example.{name}")
    assert phone.json("wait_for_element", by=by, value=value, timeout=10000)["found"]


def lines(phone: Hands) -> dict[str, list[str]]:
    """The rows of the screen's table, by text."""
    rows = [line.split("\t") for line in phone.text("get_screen_state").splitlines() if line.startswith("node_")]
    return {row[2]: row for row in rows}


def test_seven_and_three_are_ten_by_element_ids(phone: Hands) -> None:
    open_app(phone, "calculator", "content_desc", "equals")
    for by, value in [("text", "7"), ("content_desc", "plus"), ("text", "3"), ("content_desc", "equals")]:
        phone.text("click_element", element_id=phone.id_of(value, by))
    assert "android:id/text1" in lines(phone)["10"]


def test_seven_and_three_are_ten_by_taps(phone: Hands) -> None:
    open_app(phone, "calculator", "content_desc", "equals")
    for key in ("7", "plus", "3", "equals"):
        phone.tap(key)
    assert "android:id/text1" in lines(phone)["10"]


def test_the_screen_says_where_each_view_is(phone: Hands) -> None:
    open_app(phone, "calculator", "content_desc", "equals")
    found = lines(phone)
    for key in "1234567890C":
        if key != "0":  # the display shows one too
            assert tuple(map(int, found[key][5].split(","))) == phone.bounds_of(key)
            assert found[key][6] == "on,clk,foc,ena"


def is_red(pixel: tuple[int, ...]) -> bool:
    return pixel[0] > 110 and pixel[0] - max(pixel[1:3]) > 60


def red_share(picture: Image.Image, box: Box) -> float:
    """How much of the four sides of a box is red: dashes are about six tenths."""
    left, top, right, bottom = box
    across = [(x, y) for x in range(left, right) for y in (top, bottom)]
    down = [(x, y) for y in range(top, bottom) for x in (left, right)]
    pixels = [picture.getpixel((x, y)) for x, y in across + down if 0 <= x < picture.width and 0 <= y < picture.height]
    return sum(map(is_red, pixels)) / len(pixels)  # type: ignore[arg-type]


def test_the_boxes_of_the_annotated_screenshot_fit_the_views(phone: Hands) -> None:
    open_app(phone, "calculator", "content_desc", "equals")
    picture = Image.open(io.BytesIO(phone.picture())).convert("RGB")
    assert picture.size == (315, 700)
    for key in ("7", "8", "9", "4", "5", "6", "1", "2", "3", "clear", "plus", "minus", "equals"):
        left, top, right, bottom = (round(side * 700 / 1600) for side in phone.bounds_of(key))
        drawn = max(red_share(picture, (left + dx, top + dy, right + dx, bottom + dy)) for dx in (-1, 0) for dy in (-1, 0))
        assert drawn > 0.4, f"no box around {key}"
        assert red_share(picture, (left + 12, top + 18, right - 12, bottom - 6)) < 0.1, f"something red inside {key}"
    assert sum(is_red(picture.getpixel((x, 500))) for x in range(5, 310)) == 0  # type: ignore[arg-type]


def test_a_dialog_is_a_window_of_its_own_and_can_be_answered(phone: Hands) -> None:
    open_app(phone, "dialogs", "text", "Delete")
    phone.text("click_element", element_id=phone.id_of("DELETE"))
    assert phone.json("wait_for_element", by="text", value="Delete everything?", timeout=10000)["found"]
    state = phone.text("get_screen_state")
    assert len(re.findall(r"--- window:\d+ type:APPLICATION pkg:com.example.dialogs", state)) == 2
    phone.text("click_element", element_id=phone.id_of("YES"))
    assert phone.json("wait_for_element", by="text", value="Deleted", timeout=10000)["found"]
    assert phone.text("get_screen_state").count("--- window:") == 1


def test_a_panel_of_the_system_is_a_system_window_and_back_closes_it(phone: Hands) -> None:
    for tool, title in [("open_notifications", "Notifications"), ("open_quick_settings", "Quick settings")]:
        phone.text(tool)
        assert re.search(rf"type:SYSTEM pkg:\S+ title:{title}", phone.text("get_screen_state"))
        phone.text("press_back")
        assert "type:SYSTEM" not in phone.text("get_screen_state")


def test_an_element_far_below_is_scrolled_to_and_clicked(phone: Hands) -> None:
    open_app(phone, "options", "text", "Option 1")
    element = phone.id_of("Option 40")
    assert "off" in lines(phone)["Option 40"][6].split(",")
    assert phone.text("scroll_to_element", element_id=element).startswith(f"Scrolled to element '{element}'")
    assert "on" in lines(phone)["Option 40"][6].split(",")
    phone.text("click_element", element_id=element)
    assert "Option 40 is on" in lines(phone)
    assert phone.text("scroll_to_element", element_id=element) == f"Element '{element}' is already visible"


def test_idle_is_reached_only_after_the_animation(phone: Hands) -> None:
    open_app(phone, "loading", "text", "Load")
    phone.text("click_element", element_id=phone.id_of("LOAD"))
    assert "Loaded" not in lines(phone)
    waited = phone.json("wait_for_idle", timeout=20000)
    assert waited["message"] == "UI is idle"
    assert waited["similarity"] == 100
    assert {"Loaded", "Row 20"} <= set(lines(phone))


def test_a_changed_text_does_not_lose_an_element(phone: Hands) -> None:
    """The first click changes the button's text, so the second finds a stale node, and the element again by its id."""
    open_app(phone, "options", "text", "Option 1")
    element = phone.id_of("Option 2")
    phone.text("click_element", element_id=element)
    phone.text("click_element", element_id=element)
    assert "Option 2 is on" in lines(phone)


def test_an_element_that_is_gone_is_refused_with_what_to_do(phone: Hands) -> None:
    open_app(phone, "calculator", "content_desc", "equals")
    element = phone.id_of("7")
    phone.text("press_home")
    with pytest.raises(ToolError, match="get_screen_state"):
        phone.text("click_element", element_id=element)


def test_whole_texts_are_told_on_demand(phone: Hands) -> None:
    open_app(phone, "calculator", "content_desc", "equals")
    plus = phone.id_of("plus", "content_desc")
    assert phone.text("get_element_details", ids=[plus, "node_ffff_w9"]) == (
        f"id\ttext\tdesc\n{plus}\t+\tplus\nnode_ffff_w9\tnot_found\tnot_found"
    )


def test_where_android_hides_the_windows_the_active_one_is_told_with_a_note(phone: Hands) -> None:
    open_app(phone, "calculator", "content_desc", "equals")
    phone.handle.hideWindows(True)
    try:
        state = phone.text("get_screen_state")
    finally:
        phone.handle.hideWindows(False)
    assert "note:DEGRADED" in state or "degraded" in state.lower()
    assert "\tplus\t" in state


def test_without_the_accessibility_service_it_is_said_what_to_turn_on(phone: Hands) -> None:
    phone.handle.turnServiceOff()
    try:
        with pytest.raises(ToolError, match=r"^Accessibility service not enabled"):
            phone.text("get_screen_state")
        with pytest.raises(ToolError, match=r"^Accessibility service not enabled"):
            phone.text("tap", x=1, y=1)
    finally:
        phone.handle.turnServiceOn()
    assert "CALCULATOR" in phone.text("get_screen_state")

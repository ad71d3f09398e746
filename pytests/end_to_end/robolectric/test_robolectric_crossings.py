"""One crossing of the seam an action, one a screen: each costs a phone more than all of Python's work around it."""

import pytest
from robolectric_serving import LOCATION, Hands


@pytest.fixture
def calculator(phone: Hands) -> Hands:
    phone.text("open_app", package_id="com.example.calculator")
    assert phone.json("wait_for_element", by="content_desc", value="equals", timeout=10000)["found"]
    return phone


def test_a_screen_is_one_crossing_and_a_picture_one_more(calculator: Hands) -> None:
    with calculator.counted() as crossings:
        calculator.text("get_screen_state")
        assert crossings == {"snapshot": 1}
    with calculator.counted() as crossings:
        calculator.picture()
        assert crossings == {"snapshot": 1, "screenshot": 1}


def test_a_click_on_an_element_that_was_seen_is_one_crossing(calculator: Hands) -> None:
    seven = calculator.id_of("7")
    with calculator.counted() as crossings:
        calculator.text("click_element", element_id=seven)
        assert crossings == {"clickNode": 1}


@pytest.mark.parametrize(
    ("tool", "arguments", "crossing"),
    [
        ("tap", {"x": 5, "y": 1500}, "gesture"),
        ("long_press", {"x": 5, "y": 1500, "duration": 600}, "gesture"),
        ("double_tap", {"x": 5, "y": 1500}, "gesture"),
        ("swipe", {"x1": 5, "y1": 1500, "x2": 9, "y2": 1400}, "gesture"),
        ("scroll", {"direction": "down"}, "gesture"),
        ("pinch", {"center_x": 300, "center_y": 1200, "scale": 1.5}, "gesture"),
        ("press_back", {}, "globalAction"),
        ("press_home", {}, "globalAction"),
        ("get_clipboard", {}, "getClipboard"),
        ("set_clipboard", {"text": "x"}, "setClipboard"),
        ("list_apps", {}, "listApps"),
        ("open_app", {"package_id": "com.example.editor"}, "openApp"),
        ("get_device_logs", {}, "readLogs"),
        ("find_elements", {"by": "text", "value": "7"}, "snapshot"),
        ("list_storage_locations", {}, "storageLocations"),
        ("get_sms_subscriptions", {}, "smsSubscriptions"),
    ],
)
def test_a_tool_crosses_once(calculator: Hands, tool: str, arguments: dict[str, object], crossing: str) -> None:
    with calculator.counted() as crossings:
        calculator.text(tool, **arguments)
        assert crossings == {crossing: 1}


def test_typing_crosses_once_a_character_beside_finding_the_field(phone: Hands) -> None:
    phone.text("open_app", package_id="com.example.editor")
    assert phone.json("wait_for_element", by="resource_id", value="android:id/edit", timeout=10000)["found"]
    note = phone.id_of("android:id/edit", "resource_id")
    with phone.counted() as crossings:
        phone.text("type_append_text", element_id=note, text="héé👩‍👩‍👧‍👦", typing_speed=10, typing_speed_variance=0)
        assert crossings["commitText"] == 4
        assert sum(crossings.values()) <= 4 + 3, dict(crossings)


def test_reading_a_file_does_not_ask_for_it_twice(phone: Hands, card: object) -> None:
    phone.text("write_file", location_id=LOCATION, path="a.txt", content="x")
    with phone.counted() as crossings:
        phone.text("read_file", location_id=LOCATION, path="a.txt")
        assert crossings["openFile"] == 1
        assert sum(crossings.values()) <= 3, dict(crossings)

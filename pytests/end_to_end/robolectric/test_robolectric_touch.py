"""Gestures of the real core become MotionEvents for real views."""

from robolectric_serving import Hands


def people(phone: Hands) -> list[int]:
    """The numbers of the persons on the screen."""
    found = phone.json("find_elements", by="text", value="Person ")["elements"]
    return [int(element["text"].split()[1]) for element in found if element["text"].split()[1].isdigit()]


def open_app(phone: Hands, name: str, value: str) -> None:
    phone.text("open_app", package_id=f"com.example.{name}")
    assert phone.json("wait_for_element", by="resource_id", value=value, timeout=10000)["found"]


def test_a_swipe_and_a_scroll_move_a_list(phone: Hands) -> None:
    open_app(phone, "contacts", "android:id/list")
    assert people(phone)[0] == 1
    phone.text("swipe", x1=360, y1=1300, x2=360, y2=500)
    phone.text("wait_for_idle", timeout=10000)
    swiped = people(phone)[0]
    assert swiped > 5
    phone.text("scroll", direction="down", amount="large")
    phone.text("wait_for_idle", timeout=10000)
    scrolled = people(phone)[0]
    assert scrolled > swiped
    phone.text("scroll", direction="up", amount="large")
    phone.text("wait_for_idle", timeout=10000)
    assert people(phone)[0] < scrolled


def test_a_long_press_is_not_a_tap(phone: Hands) -> None:
    open_app(phone, "contacts", "android:id/list")
    left, top, right, bottom = phone.bounds_of("Person 3")
    phone.text("long_press", x=(left + right) / 2, y=(top + bottom) / 2)
    assert phone.id_of("Person 3 held")
    phone.tap("Person 4")
    assert phone.json("wait_for_element", by="text", value="Person 4 chosen", timeout=10000)["found"]
    phone.text("long_click_element", element_id=phone.id_of("Person 5"))
    assert phone.id_of("Person 5 held")


def test_android_recognises_a_double_tap_a_pinch_and_three_fingers(phone: Hands) -> None:
    open_app(phone, "sketch", "android:id/text1")
    phone.text("double_tap", x=200, y=300)
    assert phone.id_of("Double tap at 200, 300")
    phone.text("pinch", center_x=360, center_y=800, scale=2.0)
    assert phone.id_of("Pinched out")
    phone.text("pinch", center_x=360, center_y=800, scale=0.2)
    assert phone.id_of("Pinched in")
    fingers = [[{"x": x, "y": 600, "time": 0}, {"x": x, "y": 900, "time": 200}] for x in (100, 300, 500)]
    phone.text("custom_gesture", paths=fingers)
    assert phone.id_of("Three fingers")


def test_a_path_with_a_pause_is_one_touch(phone: Hands) -> None:
    open_app(phone, "sketch", "android:id/text1")
    path = [{"x": 300, "y": 600, "time": 0}, {"x": 300, "y": 600, "time": 900}, {"x": 300, "y": 900, "time": 1000}]
    phone.text("custom_gesture", paths=[path])
    assert phone.id_of("Long press")

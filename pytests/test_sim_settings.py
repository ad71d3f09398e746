import io

import pytest
from hand import Hand
from PIL import Image, ImageStat

from handheld.device import Foreground, Point
from handheld.errors import ActionFailed
from handheld.screen import tree

PERMISSIONS = "com.google.android.permissioncontroller"


@pytest.fixture
def hand(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.android.settings")
    return hand


def open_page(hand, name):
    seen = hand.find(name)
    if not seen.has(tree.VISIBLE) or seen.bounds[3] > 2250:
        listed = hand.find(id="settings_homepage_container")
        hand.phone.scroll_node(listed.snapshot, listed.index, True)
    hand.tap(name)


def test_a_switch_is_turned_by_its_row_and_by_itself(hand):
    open_page(hand, "Display")
    assert not hand.find(desc="Dark theme").has(tree.CHECKED)
    hand.tap("Dark theme")
    assert hand.find(desc="Dark theme").has(tree.CHECKABLE | tree.CHECKED)
    hand.click(desc="Dark theme")
    assert not hand.find(desc="Dark theme").has(tree.CHECKED)


def test_the_dark_theme_makes_the_screen_dark(hand):
    open_page(hand, "Display")
    day = hand.phone.screenshot(200, 80, [])
    hand.tap("Dark theme")
    night = hand.phone.screenshot(200, 80, [])
    assert brightness(day) > 200
    assert brightness(night) < 60


def brightness(picture):
    return ImageStat.Stat(Image.open(io.BytesIO(picture.jpeg)).convert("L")).mean[0]


def test_a_slider_follows_the_finger_and_jumps_to_a_tap(hand):
    open_page(hand, "Sound & vibration")
    bar = hand.find(desc="Media volume, 40 percent")
    left, top, right, bottom = bar.bounds
    y = (top + bottom) / 2
    hand.phone.gesture([[Point(left + 5, y, 0), Point(left + (right - left) * 0.8, y, 400)]])
    assert hand.find(desc="Media volume, 80 percent")
    hand.press(left + (right - left) * 0.25, y)
    assert hand.find(desc="Media volume, 25 percent")
    hand.swipe(left + 20, y, right + 50, y)
    assert hand.find(desc="Media volume, 100 percent")


def test_a_disabled_row_does_nothing(hand):
    open_page(hand, "Connected devices")
    row = next(seen for seen in hand.see() if seen.text == "Headphones")
    assert not row.has(tree.ENABLED)
    hand.press(*row.center)
    with pytest.raises(ActionFailed, match="disabled"):
        hand.phone.click_node(row.snapshot, row.index)


def test_a_permission_is_asked_for_in_a_window_of_another_package(hand):
    open_page(hand, "Location")
    page = hand.find("Weather").window
    hand.tap("Weather")
    dialog = hand.find(id="permission_message")
    assert dialog.text == "Allow Weather to access this device’s location?"
    assert (dialog.window.package, dialog.window.type, dialog.window.focused) == (PERMISSIONS, "APPLICATION", True)
    assert dialog.window.id != page.id
    assert [window.id for window in hand.look().windows if window.type == "APPLICATION"] == [dialog.window.id, page.id]
    assert dialog.window.layer > page.layer
    assert hand.phone.foreground() == Foreground(
        PERMISSIONS, "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
    )


def test_the_answer_to_a_permission_counts(hand):
    open_page(hand, "Location")
    hand.tap("Weather")
    hand.tap("While using the app")
    assert hand.phone.foreground().package == "com.android.settings"
    assert "Allowed while in use" in hand.texts()
    hand.tap("Weather")
    assert "Allowed while in use" not in hand.texts()
    hand.tap("Weather")
    hand.phone.global_action("back")
    assert "Allowed while in use" not in hand.texts(), "to leave is to refuse"


def test_what_lies_behind_a_dialog_cannot_be_touched(hand):
    open_page(hand, "Location")
    switch = hand.find(desc="Use location")
    hand.tap("Weather")
    hand.press(*switch.center)
    assert not hand.all(id="permission_message"), "the touch closed the dialog"
    assert hand.find(desc="Use location").has(tree.CHECKED)


def test_scrolling_pages_hold_all_their_rows(hand):
    last = hand.find("About phone")
    assert not last.has(tree.VISIBLE) or last.bounds[3] <= 2400
    listed = hand.find(id="settings_homepage_container")
    assert hand.phone.scroll_node(listed.snapshot, listed.index, True)
    assert hand.find("About phone").has(tree.VISIBLE)


def test_seven_taps_make_a_developer(hand):
    open_page(hand, "About phone")
    for _ in range(7):
        hand.tap("Build number")
    assert "You are a developer!" in hand.texts()


def test_a_running_app_can_be_stopped(hand):
    hand.phone.open_app("com.example.notes")
    hand.phone.open_app("com.android.settings")
    open_page(hand, "Apps")
    listed = hand.find(id="recycler_view")
    while not hand.find("Notes").has(tree.VISIBLE):
        hand.phone.scroll_node(listed.snapshot, listed.index, True)
    hand.tap("Notes")
    assert hand.find("Force stop").has(tree.ENABLED)
    hand.tap("Force stop")
    assert not hand.find("Force stop").has(tree.ENABLED)

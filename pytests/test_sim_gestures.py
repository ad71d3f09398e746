import pytest
from hand import Hand

from handheld.device import Point
from handheld.errors import InvalidArguments


@pytest.fixture
def photo(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.example.gallery")
    hand.click(id="photo")
    return hand


def pinch(hand, start, end, ms=300):
    x, y = hand.find(id="photo_view").center
    hand.phone.gesture(
        [
            [Point(x - start, y, 0), Point(x - end, y, ms)],
            [Point(x + start, y, 0), Point(x + end, y, ms)],
        ]
    )


def test_two_fingers_apart_enlarge_and_together_shrink(photo):
    pinch(photo, 100, 200)
    assert photo.find(id="zoom_text").text == "Zoom 200%"
    pinch(photo, 200, 100)
    assert photo.find(id="zoom_text").text == "Zoom 100%"


def test_two_taps_in_one_gesture_are_a_double_tap(photo):
    x, y = photo.find(id="photo_view").center
    photo.phone.gesture([[Point(x, y, 0), Point(x, y, 50)], [Point(x, y, 150), Point(x, y, 200)]])
    assert photo.find(id="like_text").text == "Liked"


def test_two_quick_taps_are_a_double_tap_and_two_slow_ones_are_not(photo):
    x, y = photo.find(id="photo_view").center
    photo.press(x, y)
    photo.rest(1)
    photo.press(x, y)
    assert photo.find(id="like_text").text != "Liked"
    photo.rest(1)
    photo.press(x, y)
    photo.rest(0.1)
    photo.press(x, y)
    assert photo.find(id="like_text").text == "Liked"


def test_half_a_second_is_a_long_press(photo):
    x, y = photo.find(id="photo_view").center
    photo.press(x, y, 499)
    assert not photo.all("Copy name")
    photo.press(x, y, 500)
    assert photo.find("Copy name")


def test_a_long_press_on_what_takes_none_is_a_tap(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.android.calculator2")
    hand.press(*hand.find("7").center, ms=900)
    assert hand.find(id="formula").text == "7"


def test_a_swipe_turns_the_picture_and_a_drag_moves_an_enlarged_one(photo):
    x, y = photo.find(id="photo_view").center
    title = photo.find(id="photo_title").text
    photo.swipe(x + 200, y, x - 300, y)
    assert photo.find(id="photo_title").text != title
    pinch(photo, 100, 300)
    before = photo.phone.screenshot(300, 80, []).jpeg
    photo.swipe(x, y, x + 200, y + 100)
    assert photo.phone.screenshot(300, 80, []).jpeg != before


def test_a_gesture_takes_its_time(photo):
    start = photo.clock.monotonic()
    photo.swipe(500, 1000, 500, 1100, 1234)
    assert photo.clock.monotonic() - start == pytest.approx(1.234)


def test_relative_points_are_parts_of_the_screen(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.android.calculator2")
    x, y = hand.find("7").center
    hand.phone.gesture([[Point(x / 1080, y / 2400, 0), Point(x / 1080, y / 2400, 50)]], relative=True)
    assert hand.find(id="formula").text == "7"


def test_fingers_on_different_keys_press_both(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.android.calculator2")
    one, two = hand.find("1").center, hand.find("2").center
    hand.phone.gesture([[Point(*one, 0), Point(*one, 80)], [Point(*two, 10), Point(*two, 100)]])
    assert hand.find(id="formula").text == "12"


def test_a_touch_beside_the_screen_touches_nothing(tmp_path):
    hand = Hand(tmp_path)
    hand.press(5000, 9000)
    assert hand.find(id="workspace")


@pytest.mark.parametrize(
    "strokes",
    [
        [], [[Point(1, 1, 0)]], [[Point(1, 1, 0), Point(1, 1, 0)]], [[Point(1, 1, 5), Point(1, 1, 2)]],
        [[Point(1, 1, -1), Point(1, 1, 5)]], [[Point(1, 1, 0), Point(1, 1, 60_001)]], [[Point(1, 1, 0), Point(1, 1, 5)]] * 21,
    ],
)  # fmt: skip
def test_what_no_finger_can_do_is_refused(photo, strokes):
    with pytest.raises(InvalidArguments):
        photo.phone.gesture(strokes)


def test_a_map_is_pinched_dragged_and_its_places_tapped(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.example.maps")
    hand.tap(desc="Old Library")
    assert hand.find(id="place_name").text == "Old Library"
    before = hand.find(desc="Old Library").bounds
    hand.swipe(540, 1200, 640, 1300, 800)
    after = hand.find(desc="Old Library").bounds
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((100, 100), abs=3)
    hand.click(desc="Zoom in")
    assert hand.find(id="zoom_text").text == "Zoom 12.6"

import pytest
from fakes import FakeDevice, say

from handheld.device import Point
from handheld.errors import ActionFailed, InvalidArguments, PermissionDenied
from handheld.tools.touch import double_tap, long_press, scroll, swipe, tap


def test_a_tap_is_a_short_press_at_one_place():
    device = FakeDevice()
    assert say(tap, device, x=500, y=1000) == "Tap executed at (500, 1000)"
    assert device.calls == [("gesture", [[Point(500, 1000, 0), Point(500, 1000, 50)]])]


def test_fractions_of_a_pixel_are_said_as_given():
    assert say(tap, FakeDevice(), x=10.5, y=20.0) == "Tap executed at (10.5, 20)"


def test_a_long_press_lasts_a_second_unless_told():
    device = FakeDevice()
    assert say(long_press, device, x=500, y=1000) == "Long press executed at (500, 1000) for 1000ms"
    assert say(long_press, device, x=500, y=1000, duration=2000) == "Long press executed at (500, 1000) for 2000ms"
    assert [call[1][0][-1].time_ms for call in device.calls] == [1000, 2000]


def test_a_double_tap_is_one_gesture_of_two_presses_that_android_takes_for_a_pair():
    device = FakeDevice()
    assert say(double_tap, device, x=500, y=1000) == "Double tap executed at (500, 1000)"
    ((_, (first, second)),) = device.calls
    assert {(point.x, point.y) for point in first + second} == {(500, 1000)}
    assert 40 <= second[0].time_ms - first[-1].time_ms <= 300


def test_a_swipe_goes_from_one_point_to_the_other_in_its_time():
    device = FakeDevice()
    said = say(swipe, device, x1=500, y1=1500, x2=500, y2=500)
    assert said == "Swipe executed from (500, 1500) to (500, 500) over 300ms"
    assert device.calls == [("gesture", [[Point(500, 1500, 0), Point(500, 500, 300)]])]
    said = say(swipe, device, x1=0, y1=0.5, x2=9, y2=9, duration=250.4)
    assert said == "Swipe executed from (0, 0.5) to (9, 9) over 250.4ms"
    assert device.calls[-1][1][0][-1].time_ms == 250


@pytest.mark.parametrize(
    ("direction", "start", "end"),
    [
        ("down", (0.5, 0.75), (0.5, 0.25)),
        ("up", (0.5, 0.25), (0.5, 0.75)),
        ("right", (0.75, 0.5), (0.25, 0.5)),
        ("left", (0.25, 0.5), (0.75, 0.5)),
    ],
)
def test_a_scroll_pulls_the_content_the_other_way_by_half_the_screen(direction, start, end):
    device = FakeDevice()
    assert say(scroll, device, direction=direction) == f"Scroll {direction} (medium) executed"
    ((_, ((first, last),), relative),) = device.calls
    assert (first[:2], last[:2], relative) == (start, end, True)


@pytest.mark.parametrize(("amount", "share"), [("small", 0.25), ("medium", 0.5), ("large", 0.75)])
def test_the_amount_is_a_share_of_the_screen(amount, share):
    device = FakeDevice()
    assert say(scroll, device, direction="down", amount=amount) == f"Scroll down ({amount}) executed"
    ((_, ((first, last),), _),) = device.calls
    assert first.y - last.y == pytest.approx(share)


@pytest.mark.parametrize(
    ("tool", "arguments", "named"),
    [
        (tap, {"x": -1, "y": 0}, "'x'"),
        (tap, {"x": 1, "y": "2"}, "'y'"),
        (tap, {"x": 1}, "'y'"),
        (tap, {"x": True, "y": 1}, "'x'"),
        (long_press, {"x": 1, "y": 1, "duration": 0}, "'duration'"),
        (long_press, {"x": 1, "y": 1, "duration": 60001}, "'duration'"),
        (swipe, {"x1": 1, "y1": 1, "x2": 1, "y2": -3}, "'y2'"),
        (swipe, {"x1": 1, "y1": 1, "x2": 1, "y2": 3, "duration": -5}, "'duration'"),
        (scroll, {"direction": "sideways"}, "'direction'"),
        (scroll, {"direction": "up", "amount": "huge"}, "'amount'"),
    ],
)
def test_bad_arguments_are_named_and_nothing_is_touched(tool, arguments, named):
    device = FakeDevice()
    with pytest.raises(InvalidArguments, match=named):
        say(tool, device, **arguments)
    assert device.calls == []


@pytest.mark.parametrize("error", [PermissionDenied("Accessibility service not enabled"), ActionFailed("cancelled")])
def test_what_the_phone_refuses_is_passed_on(error):
    with pytest.raises(type(error), match=str(error)):
        say(tap, FakeDevice(gesture=error), x=1, y=1)

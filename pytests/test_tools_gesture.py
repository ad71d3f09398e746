import math

import pytest
from fakes import FakeDevice, say
from hypothesis import given
from hypothesis import strategies as st

from handheld.device import Point
from handheld.errors import InvalidArguments
from handheld.tools.gesture import custom_gesture, pinch


def strokes_of(device):
    ((_, strokes),) = device.calls
    return strokes


def span(one, other):
    return math.dist(one[:2], other[:2])


def test_zooming_in_parts_two_fingers_around_the_centre():
    device = FakeDevice()
    said = say(pinch, device, center_x=540, center_y=1200, scale=2.0)
    assert said == "Pinch (zoom in) executed at (540, 1200) with scale 2.0 over 300ms"
    one, other = strokes_of(device)
    assert span(one[-1], other[-1]) == pytest.approx(2 * span(one[0], other[0]))
    assert (one[0].x + other[0].x) / 2 == 540
    assert (one[-1].y + other[-1].y) / 2 == 1200
    assert [point.time_ms for point in one + other] == [0, 300, 0, 300]


def test_zooming_out_brings_them_together():
    device = FakeDevice()
    said = say(pinch, device, center_x=540, center_y=1200, scale=0.5, duration=500)
    assert said == "Pinch (zoom out) executed at (540, 1200) with scale 0.5 over 500ms"
    one, other = strokes_of(device)
    assert span(one[0], other[0]) == pytest.approx(2 * span(one[-1], other[-1]))


def test_a_whole_scale_is_still_said_as_a_scale():
    assert "with scale 3.0 over" in say(pinch, FakeDevice(), center_x=540, center_y=1200, scale=3)


coordinates = st.floats(0, 5000, allow_nan=False)


@given(coordinates, coordinates, st.floats(1e-6, 1e6, exclude_min=True), st.floats(1, 60000))
def test_no_finger_leaves_the_screen_at_the_left_or_top(x, y, scale, duration):
    device = FakeDevice()
    say(pinch, device, center_x=x, center_y=y, scale=scale, duration=duration)
    for stroke in strokes_of(device):
        assert all(point.x >= 0 and point.y >= 0 for point in stroke)
        assert stroke[0].time_ms < stroke[1].time_ms


@pytest.mark.parametrize(
    ("wrong", "named"), [({"scale": 0}, "scale"), ({"center_x": -1}, "center_x"), ({"duration": 0}, "duration")]
)
def test_a_pinch_needs_a_place_a_scale_and_a_time(wrong, named):
    with pytest.raises(InvalidArguments, match=named):
        say(pinch, FakeDevice(), **{"center_x": 1, "center_y": 1, "scale": 2, **wrong})


def point(x, y, time):
    return {"x": x, "y": y, "time": time}


def test_each_path_is_a_finger():
    device = FakeDevice()
    left = [point(400, 600, 0), point(300, 600, 300)]
    right = [point(600, 600, 0), point(700, 600.5, 300.0)]
    assert say(custom_gesture, device, paths=[left, right]) == "Custom gesture executed with 2 path(s), total 4 point(s)"
    assert strokes_of(device) == [
        [Point(400, 600, 0), Point(300, 600, 300)],
        [Point(600, 600, 0), Point(700, 600.5, 300)],
    ]


START = point(1, 1, 0)


@pytest.mark.parametrize(
    ("paths", "named"),
    [
        ([], r"'paths'"),
        ([[]], r"paths\[0\]"),
        ([[START, point(2, 2, 9)], [START]], r"paths\[1\]"),
        ([[START, point(-2, 2, 9)]], r"paths\[0\]\[1\]\.x"),
        ([[START, point(2, -2, 9)]], r"paths\[0\]\[1\]\.y"),
        ([[point(1, 1, -1), point(2, 2, 9)]], r"paths\[0\]\[0\]\.time"),
        ([[START, point(2, 2, 60001)]], r"paths\[0\]\[1\]\.time"),
        ([[START, {"x": 1, "y": 2}]], r"paths\[0\]\[1\].*'time'"),
        ([[START, "2,2"]], r"paths\[0\]\[1\]"),
        ([[START, point(2, 2, 9), point(3, 3, 9)]], r"paths\[0\]\[2\]\.time': 9 must be at least 1 ms after .* \(9\)"),
        ([[START, point(2, 2, 9)], [point(0, 0, 5), point(2, 2, 4)]], r"paths\[1\]\[1\]\.time"),
        ([[START, point(2, 2, 0.4)]], r"paths\[0\]\[1\]\.time"),
        ([[START, point(2, 2, 9)]] * 21, r"'paths'"),
    ],
)
def test_a_wrong_gesture_is_refused_by_path_and_point(paths, named):
    device = FakeDevice()
    with pytest.raises(InvalidArguments, match=named):
        say(custom_gesture, device, paths=paths)
    assert device.calls == []

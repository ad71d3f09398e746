"""Touches at coordinates, and gestures of several fingers."""

from typing import Any

from case import SERVICE_OFF, answers, instead, refuses, service_off

from handheld.errors import ActionFailed, InvalidArguments, PermissionDenied

_AT = {"x": 500, "y": 1000}
_SWIPE = {"x1": 500, "y1": 1500, "x2": 500, "y2": 500}
_PINCH = {"center_x": 540, "center_y": 1200, "scale": 2.0}
_ONE_FINGER = [
    [{"x": 100, "y": 100, "time": 0}, {"x": 200, "y": 200, "time": 150}, {"x": 300, "y": 300, "time": 300}],
]  # fmt: skip
_TWO_FINGERS = [
    [{"x": 400, "y": 600, "time": 0}, {"x": 300, "y": 600, "time": 300}],
    [{"x": 600, "y": 600, "time": 0}, {"x": 700, "y": 600, "time": 300}],
]
_VALID: dict[str, dict[str, Any]] = {
    "tap": _AT,
    "long_press": _AT,
    "double_tap": _AT,
    "swipe": _SWIPE,
    "scroll": {"direction": "down"},
    "pinch": _PINCH,
    "custom_gesture": {"paths": _ONE_FINGER},
}
_AT_A_POINT = ("tap", "long_press", "double_tap")
_LASTING = ("long_press", "swipe", "pinch")
_BROKEN = ActionFailed("The gesture was cancelled")


def _wrong(name: str, arguments: dict[str, Any], says: str) -> Any:
    return refuses(name, arguments, InvalidArguments, says)


def _gesture(name: str, points: list[dict[str, Any]], says: str) -> Any:
    return _wrong(f"custom_gesture.error.{name}", {"paths": [points]}, says)


_NEGATIVE = "Invalid argument '{}': -1 is less than the minimum of 0"
_NO_NUMBER = "Invalid argument '{}': 'left' is not of type 'number'"
_MISSING = "Missing required argument '{}'"
_TOO_SHORT = "Invalid argument 'duration': 0 is less than the minimum of 1"
_TOO_LONG = "Invalid argument 'duration': 60001 is greater than the maximum of 60000"
_START = {"x": 1, "y": 1, "time": 0}

CASES = [
    answers("tap.output", _AT, "Tap executed at (500, 1000)"),
    answers("tap.output_fraction", {"x": 10.5, "y": 20.0}, "Tap executed at (10.5, 20)"),
    answers("long_press.output", _AT | {"duration": 2000}, "Long press executed at (500, 1000) for 2000ms"),
    answers("long_press.default_duration", _AT, "Long press executed at (500, 1000) for 1000ms"),
    answers("double_tap.output", _AT, "Double tap executed at (500, 1000)"),
    answers("swipe.output", _SWIPE | {"duration": 450}, "Swipe executed from (500, 1500) to (500, 500) over 450ms"),
    answers("swipe.default_duration", _SWIPE, "Swipe executed from (500, 1500) to (500, 500) over 300ms"),
    answers("scroll.output", {"direction": "down", "amount": "large"}, "Scroll down (large) executed"),
    answers("scroll.default_amount", {"direction": "up"}, "Scroll up (medium) executed"),
    answers("scroll.left", {"direction": "left", "amount": "small"}, "Scroll left (small) executed"),
    answers("scroll.right", {"direction": "right", "amount": "medium"}, "Scroll right (medium) executed"),
    answers("pinch.output", _PINCH, "Pinch (zoom in) executed at (540, 1200) with scale 2.0 over 300ms"),
    answers(
        "pinch.zoom_out", _PINCH | {"scale": 0.5, "duration": 500},
        "Pinch (zoom out) executed at (540, 1200) with scale 0.5 over 500ms",
    ),
    answers("custom_gesture.output", {"paths": _TWO_FINGERS}, "Custom gesture executed with 2 path(s), total 4 point(s)"),
    answers("custom_gesture.one_finger", {"paths": _ONE_FINGER}, "Custom gesture executed with 1 path(s), total 3 point(s)"),
    *(refuses(f"{tool}.error.service", valid, PermissionDenied, SERVICE_OFF, service_off) for tool, valid in _VALID.items()),
    *(refuses(f"{tool}.error.failed", _VALID[tool], ActionFailed, str(_BROKEN), instead(gesture=_BROKEN)) for tool in _VALID),
    *(_wrong(f"{tool}.error.missing", {"x": 1}, _MISSING.format("y")) for tool in _AT_A_POINT),
    *(_wrong(f"{tool}.error.negative", {"x": -1, "y": 1}, _NEGATIVE.format("x")) for tool in _AT_A_POINT),
    *(_wrong(f"{tool}.error.no_number", {"x": 1, "y": "left"}, _NO_NUMBER.format("y")) for tool in _AT_A_POINT),
    _wrong("swipe.error.missing", {"x1": 1, "y1": 1, "x2": 1}, _MISSING.format("y2")),
    _wrong("swipe.error.negative", _SWIPE | {"y2": -1}, _NEGATIVE.format("y2")),
    _wrong("swipe.error.no_number", _SWIPE | {"x1": "left"}, _NO_NUMBER.format("x1")),
    *(_wrong(f"{tool}.error.too_short", _VALID[tool] | {"duration": 0}, _TOO_SHORT) for tool in _LASTING),
    *(_wrong(f"{tool}.error.too_long", _VALID[tool] | {"duration": 60001}, _TOO_LONG) for tool in _LASTING),
    _wrong(
        "scroll.error.direction", {"direction": "sideways"},
        "Invalid argument 'direction': 'sideways' is not one of ['up', 'down', 'left', 'right']",
    ),
    _wrong(
        "scroll.error.amount", {"direction": "up", "amount": "huge"},
        "Invalid argument 'amount': 'huge' is not one of ['small', 'medium', 'large']",
    ),
    _wrong("scroll.error.missing", {}, _MISSING.format("direction")),
    _wrong("pinch.error.missing", {"center_x": 1, "center_y": 1}, _MISSING.format("scale")),
    _wrong("pinch.error.negative", _PINCH | {"center_x": -1}, _NEGATIVE.format("center_x")),
    _wrong("pinch.error.scale", _PINCH | {"scale": 0}, "Invalid argument 'scale': 0 is less than or equal to the minimum of 0"),
    _wrong("custom_gesture.error.no_paths", {"paths": []}, "Invalid argument 'paths': it has 0 items, at least 1 needed"),
    _wrong("custom_gesture.error.missing", {}, _MISSING.format("paths")),
    _gesture("short_path", [_START], "Invalid argument 'paths[0]': it has 1 items, at least 2 needed"),
    _gesture("negative", [_START, {"x": -1, "y": 1, "time": 9}], _NEGATIVE.format("paths[0][1].x")),
    _gesture("negative_time", [{"x": 1, "y": 1, "time": -1}, _START], _NEGATIVE.format("paths[0][0].time")),
    _gesture("missing_field", [_START, {"x": 1, "y": 1}], "Invalid argument 'paths[0][1]': 'time' is a required property"),
    _gesture(
        "time_stands_still", [_START, {"x": 2, "y": 2, "time": 0}],
        "Invalid argument 'paths[0][1].time': 0 must be at least 1 ms after the point before it (0)",
    ),
]  # fmt: skip

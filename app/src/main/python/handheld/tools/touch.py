"""Touches at coordinates."""

from typing import Annotated, Literal

from ..call import Call
from ..device import Point
from ..schema import param
from ..tool import tool

X = Annotated[float, param("X coordinate (>= 0)", minimum=0)]
Y = Annotated[float, param("Y coordinate (>= 0)", minimum=0)]

_TAP_MS = 50
_BETWEEN_TAPS_MS = 100
_SCROLL_MS = 300
_CENTRE = 0.5
_SHARE_OF_SCREEN = {"small": 0.25, "medium": 0.5, "large": 0.75}
_FINGER_WAY = {"up": (0, 1), "down": (0, -1), "left": (1, 0), "right": (-1, 0)}
"""The finger pulls the content against the direction in which one wants to see more."""


def number(value: float) -> str:
    """500, not 500.0: as a person writes a coordinate."""
    return str(int(value)) if value == int(value) else str(value)


@tool("Tap", acts=True)
def tap(call: Call, x: X, y: Y) -> str:
    """Performs a single tap at the specified coordinates."""
    call.phone.device.gesture([_press(x, y, 0, _TAP_MS)])
    return f"Tap executed at ({number(x)}, {number(y)})"


@tool("Long press", acts=True)
def long_press(
    call: Call,
    x: X,
    y: Y,
    duration: Annotated[float, param("Press duration in ms (1-60000)", minimum=1, maximum=60000)] = 1000,
) -> str:
    """Performs a long press at the specified coordinates."""
    call.phone.device.gesture([_press(x, y, 0, round(duration))])
    return f"Long press executed at ({number(x)}, {number(y)}) for {number(duration)}ms"


@tool("Double tap", acts=True)
def double_tap(call: Call, x: X, y: Y) -> str:
    """Performs a double tap at the specified coordinates."""
    call.phone.device.gesture([_press(x, y, 0, _TAP_MS), _press(x, y, _TAP_MS + _BETWEEN_TAPS_MS, _TAP_MS)])
    return f"Double tap executed at ({number(x)}, {number(y)})"


@tool("Swipe", acts=True)
def swipe(
    call: Call,
    x1: Annotated[float, param("Start X coordinate (>= 0)", minimum=0)],
    y1: Annotated[float, param("Start Y coordinate (>= 0)", minimum=0)],
    x2: Annotated[float, param("End X coordinate (>= 0)", minimum=0)],
    y2: Annotated[float, param("End Y coordinate (>= 0)", minimum=0)],
    duration: Annotated[float, param("Swipe duration in ms (1-60000)", minimum=1, maximum=60000)] = 300,
) -> str:
    """Performs a swipe gesture from one point to another."""
    call.phone.device.gesture([[Point(x1, y1, 0), Point(x2, y2, round(duration))]])
    start, end = f"({number(x1)}, {number(y1)})", f"({number(x2)}, {number(y2)})"
    return f"Swipe executed from {start} to {end} over {number(duration)}ms"


@tool("Scroll", acts=True)
def scroll(
    call: Call,
    direction: Annotated[
        Literal["up", "down", "left", "right"], param('Direction: "up", "down", "left", "right"')
    ],
    amount: Annotated[
        Literal["small", "medium", "large"], param('Amount: "small" (25%), "medium" (50%), "large" (75%)')
    ] = "medium",
) -> str:
    """Scrolls the screen in the specified direction. Calculates scroll distance as a percentage of screen dimension based on
    the amount parameter."""
    half = _SHARE_OF_SCREEN[amount] / 2
    across, along = (half * way for way in _FINGER_WAY[direction])
    start = Point(_CENTRE - across, _CENTRE - along, 0)
    end = Point(_CENTRE + across, _CENTRE + along, _SCROLL_MS)
    call.phone.device.gesture([[start, end]], relative=True)
    return f"Scroll {direction} ({amount}) executed"


def _press(x: float, y: float, start_ms: int, duration_ms: int) -> list[Point]:
    return [Point(x, y, start_ms), Point(x, y, start_ms + duration_ms)]

"""Touches at coordinates."""

from typing import Annotated

from ..device import Point
from ..schema import param
from ..tool import Call, tool

X = Annotated[float, param("X coordinate (>= 0)", minimum=0)]
Y = Annotated[float, param("Y coordinate (>= 0)", minimum=0)]

_TAP_MS = 50


def number(value: float) -> str:
    """500, not 500.0: as a person writes a coordinate."""
    return str(int(value)) if value == int(value) else str(value)


@tool("Tap", acts=True)
def tap(call: Call, x: X, y: Y) -> str:
    """Performs a single tap at the specified coordinates."""
    call.phone.device.gesture([[Point(x, y, 0), Point(x, y, _TAP_MS)]])
    return f"Tap executed at ({number(x)}, {number(y)})"

"""Gestures of several fingers."""

from typing import Annotated, TypedDict

from ..call import Call
from ..device import Point, Stroke
from ..errors import InvalidArguments
from ..schema import param
from ..tool import tool
from .touch import number

_REACH = 350.0
"""How far from the centre, on each axis, the fingers are when they are farthest apart. The diagonal then spans more than the
27 mm below which Android sees no pinch, and still fits on the narrowest common screen (720 px)."""

# What Android's GestureDescription accepts at most.
_MAX_FINGERS = 20
_MAX_MS = 60000


class PathPoint(TypedDict):
    x: Annotated[float, param("X coordinate (>= 0)", minimum=0)]
    y: Annotated[float, param("Y coordinate (>= 0)", minimum=0)]
    time: Annotated[
        float,
        param("Time offset in ms from gesture start (>= 0, monotonically increasing)", minimum=0, maximum=_MAX_MS),
    ]


Path = Annotated[list[PathPoint], param("One finger's movement: at least 2 points", minItems=2)]


@tool("Pinch", acts=True)
def pinch(
    call: Call,
    center_x: Annotated[float, param("Center X coordinate (>= 0)", minimum=0)],
    center_y: Annotated[float, param("Center Y coordinate (>= 0)", minimum=0)],
    scale: Annotated[float, param("Scale factor (> 0; > 1 = zoom in, < 1 = zoom out)", exclusiveMinimum=0)],
    duration: Annotated[float, param("Gesture duration in ms (1-60000)", minimum=1, maximum=_MAX_MS)] = 300,
) -> str:
    """Performs a pinch-to-zoom gesture centered at the specified coordinates."""
    start, end = (_REACH / scale, _REACH) if scale > 1 else (_REACH, _REACH * scale)
    strokes = [
        [
            Point(max(0.0, center_x + side * start), max(0.0, center_y + side * start), 0),
            Point(max(0.0, center_x + side * end), max(0.0, center_y + side * end), round(duration)),
        ]
        for side in (-1, 1)
    ]
    call.phone.device.gesture(strokes)
    kind = "zoom in" if scale > 1 else "zoom out"
    where = f"({number(center_x)}, {number(center_y)})"
    return f"Pinch ({kind}) executed at {where} with scale {float(scale)} over {number(duration)}ms"


@tool("Custom gesture", acts=True)
def custom_gesture(
    call: Call,
    paths: Annotated[list[Path], param("Array of paths (see below)", minItems=1, maxItems=_MAX_FINGERS)],
) -> str:
    """Executes a custom multi-touch gesture defined by path points. Each path represents one finger's movement. Multiple paths
    enable multi-finger gestures."""
    strokes = [_stroke(index, path) for index, path in enumerate(paths)]
    call.phone.device.gesture(strokes)
    points = sum(len(stroke) for stroke in strokes)
    return f"Custom gesture executed with {len(strokes)} path(s), total {points} point(s)"


def _stroke(path_index: int, path: list[PathPoint]) -> Stroke:
    stroke = [Point(point["x"], point["y"], round(point["time"])) for point in path]
    for index in range(1, len(stroke)):
        if stroke[index].time_ms <= stroke[index - 1].time_ms:
            raise InvalidArguments(
                f"Invalid argument 'paths[{path_index}][{index}].time': {number(path[index]['time'])} must be at least 1 ms"
                f" after the point before it ({number(path[index - 1]['time'])})"
            )
    return stroke

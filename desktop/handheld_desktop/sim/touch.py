"""Fingers on the screen: what a gesture means, and which view gets it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from handheld.device import Point, Stroke

from .editor import units
from .geometry import px
from .paint import offset_at
from .shell import Shell
from .toolbar import TextToolbar
from .view import Drag, View
from .windows import Window, windows

_SLOP = px(8)
_LONG_MS = 500
_DOUBLE_SECONDS = 0.3
_STEP_MS = 25


@dataclass(frozen=True)
class Touch:
    """Something a finger did: `stroke` is which finger, `at_ms` when."""

    at_ms: int
    stroke: int
    kind: Literal["tap", "long", "move", "lift", "pinch"]
    x: float
    y: float
    start_x: float
    start_y: float
    velocity_x: float = 0
    velocity_y: float = 0
    factor: float = 1


def touches(strokes: Sequence[Stroke], pinching: bool) -> list[Touch]:
    """What the fingers of a gesture do, in the order of time."""
    if pinching:
        return list(_pinch(strokes[0], strokes[1]))
    found = [touch for index, stroke in enumerate(strokes) for touch in _single(index, stroke)]
    return sorted(found, key=lambda touch: touch.at_ms)


def together(strokes: Sequence[Stroke]) -> bool:
    """Whether two fingers are down at the same time."""
    return len(strokes) == 2 and strokes[0][0].time_ms < strokes[1][-1].time_ms and strokes[1][0].time_ms < strokes[0][-1].time_ms


def position(stroke: Stroke, time_ms: float) -> tuple[float, float]:
    for a, b in pairwise(stroke):
        if time_ms <= b.time_ms:
            part = (time_ms - a.time_ms) / (b.time_ms - a.time_ms) if b.time_ms > a.time_ms else 1.0
            part = max(0.0, part)
            return a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part
    return stroke[-1].x, stroke[-1].y


def _single(index: int, stroke: Stroke) -> Iterator[Touch]:
    start, end = stroke[0], stroke[-1]
    moved = next((p.time_ms for p in _samples(stroke) if math.dist((p.x, p.y), (start.x, start.y)) > _SLOP), None)
    if moved is None or moved - start.time_ms >= _LONG_MS:
        if end.time_ms - start.time_ms >= _LONG_MS:
            yield Touch(start.time_ms + _LONG_MS, index, "long", start.x, start.y, start.x, start.y)
        if moved is None:
            yield Touch(end.time_ms, index, "tap", start.x, start.y, start.x, start.y)
            return
    for p in _samples(stroke):
        if p.time_ms >= moved:
            yield Touch(p.time_ms, index, "move", p.x, p.y, start.x, start.y)
    before = max(start.time_ms, end.time_ms - 100)
    x, y = position(stroke, before)
    seconds = max(end.time_ms - before, 1) / 1000
    yield Touch(
        end.time_ms, index, "lift", end.x, end.y, start.x, start.y, (end.x - x) / seconds, (end.y - y) / seconds
    )


def _samples(stroke: Stroke) -> list[Point]:
    first, last = stroke[0].time_ms, stroke[-1].time_ms
    times = sorted({*range(first, last, _STEP_MS), *(point.time_ms for point in stroke)})
    return [Point(*position(stroke, time), time) for time in times]


def _pinch(a: Stroke, b: Stroke) -> Iterator[Touch]:
    first, last = max(a[0].time_ms, b[0].time_ms), min(a[-1].time_ms, b[-1].time_ms)
    x, y = (a[0].x + b[0].x) / 2, (a[0].y + b[0].y) / 2
    apart = math.dist(position(a, first), position(b, first))
    for time in (*range(first + _STEP_MS, last, _STEP_MS), last):
        now = math.dist(position(a, time), position(b, time))
        yield Touch(time, 0, "pinch", x, y, x, y, factor=max(now, 1) / max(apart, 1))
        apart = now


Move = Callable[[Touch], None]


class Fingers:
    """Delivers touches to the views under them."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._moves: dict[int, Move | None] = {}
        self._held: set[int] = set()
        self._last_tap = (-1.0, 0.0, 0.0)

    def can_pinch(self, x: float, y: float) -> bool:
        return any(view.pinch for _, view in self._chain(x, y))

    def down(self) -> None:
        """A new gesture begins."""
        self._moves.clear()
        self._held.clear()

    def deliver(self, touch: Touch, time: float) -> None:
        if touch.kind == "tap":
            if touch.stroke not in self._held:
                self._tap(touch.x, touch.y, time)
        elif touch.kind == "long":
            if self._long(touch.x, touch.y):
                self._held.add(touch.stroke)
        elif touch.kind == "pinch":
            for _, view in self._chain(touch.x, touch.y):
                if view.pinch:
                    view.pinch(touch.factor)
                    return
        elif touch.stroke not in self._held:
            self._move(touch)

    def _chain(self, x: float, y: float) -> list[tuple[Window, View]]:
        """The views under a point, the innermost first, in the first window that takes it."""
        for window in windows(self._shell):
            if window.frame.has(x, y):
                return [(window, view) for view in reversed(_under(window.root, x, y))]
            if window.outside:
                return []
        return []

    def _tap(self, x: float, y: float, time: float) -> None:
        last, last_x, last_y = self._last_tap
        double = 0 <= time - last <= _DOUBLE_SECONDS and math.dist((x, y), (last_x, last_y)) < px(100)
        self._last_tap = (-1.0, 0.0, 0.0) if double else (time, x, y)
        for window in windows(self._shell):
            if window.frame.has(x, y):
                _tap_view(self._shell, _under(window.root, x, y), x, y, double)
                return
            if window.outside:
                window.outside()
                return

    def _long(self, x: float, y: float) -> bool:
        for window, view in self._chain(x, y):
            if not view.enabled:
                return True
            if view.editor:
                self._shell.type_into(view.editor)
                _put_cursor(view, x, y)
                hold_field(self._shell, window, view)
                return True
            if view.long_click:
                self._shell.run(view.long_click)
                return True
        return False

    def _move(self, touch: Touch) -> None:
        if touch.stroke not in self._moves:
            self._moves[touch.stroke] = self._taker(touch)
        take = self._moves[touch.stroke]
        if take:
            take(touch)

    def _taker(self, touch: Touch) -> Move | None:
        """Who follows the finger: the innermost view that moves in its direction."""
        dx, dy = touch.x - touch.start_x, touch.y - touch.start_y
        axis = "x" if abs(dx) > abs(dy) else "y"
        for _, view in self._chain(touch.start_x, touch.start_y):
            if view.drag and view.enabled and view.drag_axis in (axis, "any"):
                return _dragging(view.drag)
            if view.scroll and view.scroll.axis == axis and view.scroll.limit:
                return _scrolling(view, self._shell)
        return None


def _under(root: View, x: float, y: float) -> list[View]:
    """From the root down to the topmost view at a point."""
    found = [root]
    while True:
        inner = next((child for child in reversed(found[-1].children) if _touchable(child, x, y)), None)
        if inner is None:
            return found
        found.append(inner)


def _touchable(view: View, x: float, y: float) -> bool:
    if not view.clip.has(x, y):
        return False
    # A bare container lets touches through to what lies under it.
    bare = view.kind in ("FrameLayout", "LinearLayout") and not (
        view.click or view.long_click or view.drag or view.fill or view.text or view.scroll or view.double_click or view.pinch
    )
    return not bare or any(_touchable(child, x, y) for child in view.children)


def _tap_view(shell: Shell, chain: list[View], x: float, y: float, double: bool) -> None:
    for view in reversed(chain):
        if not view.enabled:
            return
        if view.editor:
            shell.type_into(view.editor)
            _put_cursor(view, x, y)
            return
        if double and view.double_click:
            shell.run(view.double_click)
            return
        if view.click:
            shell.run(view.click)
            return
        if view.kind == "SeekBar" and view.drag:
            view.drag(Drag("end", x, y, x, y, 0, 0))
            return
        if view.double_click:
            return


def _put_cursor(view: View, x: float, y: float) -> None:
    assert view.editor
    at = units(view.editor.text[: offset_at(view, x, y)])
    view.editor.select(at, at)


def hold_field(shell: Shell, window: Window, view: View) -> None:
    """What a long press on a field does: it selects the word and offers what can be done with it."""
    assert view.editor
    assert window.page
    view.editor.select_word()
    shell.show(TextToolbar(window.page.app, view.editor, (view.rect.left, view.rect.top - px(64))))
    shell.keyboard.up = True


def _dragging(drag: Callable[[Drag], None]) -> Move:
    def take(touch: Touch) -> None:
        phase: Literal["move", "end"] = "end" if touch.kind == "lift" else "move"
        drag(Drag(phase, touch.start_x, touch.start_y, touch.x, touch.y, touch.velocity_x, touch.velocity_y))

    return take


def _scrolling(view: View, shell: Shell) -> Move:
    scroller = view.scroll
    assert scroller
    last: list[float] = []

    def take(touch: Touch) -> None:
        at = touch.x if scroller.axis == "x" else touch.y
        before = last[0] if last else (touch.start_x if scroller.axis == "x" else touch.start_y)
        last[:] = [at]
        scroller.by(before - at)
        if touch.kind == "lift":
            scroller.fling(-(touch.velocity_x if scroller.axis == "x" else touch.velocity_y), shell.now())

    return take

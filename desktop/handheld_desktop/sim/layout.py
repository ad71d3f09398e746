"""Gives every view its place: a small flexbox in pixels."""

from bisect import bisect_right
from itertools import accumulate

from . import fonts
from .geometry import Rect, px
from .view import FILL, View

_ENDLESS = 1_000_000
_NEAR = px(160)
"""How far beyond the edge of a list rows already exist."""


def lay_out(root: View, frame: Rect, now: float) -> None:
    _place(root, frame, frame, now)


def padding(view: View) -> tuple[int, int, int, int]:
    pad = view.pad
    if not isinstance(pad, tuple):
        return (px(pad),) * 4
    if len(pad) == 2:
        return px(pad[0]), px(pad[1]), px(pad[0]), px(pad[1])
    return px(pad[0]), px(pad[1]), px(pad[2]), px(pad[3])


def _measure(view: View, room_w: int, room_h: int) -> tuple[int, int]:
    key = (room_w, room_h)
    if key not in view.sizes:
        view.sizes[key] = _size(view, room_w, room_h)
    return view.sizes[key]


def _size(view: View, room_w: int, room_h: int) -> tuple[int, int]:
    width = None if view.w is None else room_w if view.w == FILL else px(view.w)
    height = None if view.h is None else room_h if view.h == FILL else px(view.h)
    if width is not None and height is not None:
        return width, height
    left, top, right, bottom = padding(view)
    inner_w, inner_h = _content(view, (room_w if width is None else width) - left - right, (height or room_h) - top - bottom)
    return (
        min(inner_w + left + right, room_w) if width is None else width,
        inner_h + top + bottom if height is None else height,
    )


def _content(view: View, room_w: int, room_h: int) -> tuple[int, int]:
    """How large the inside wants to be."""
    width, height = _own(view, room_w)
    if view.scroll and view.scroll.axis == "y":
        room_h = _ENDLESS
    if not view.children:
        return width, height
    if view.box == "stack":
        sizes = [_measure(child, room_w, room_h) for child in view.children]
        return max(width, *(size[0] for size in sizes)), max(height, *(size[1] for size in sizes))
    sizes = _line(view, room_w, room_h)
    gaps = px(view.gap) * (len(sizes) - 1)
    if view.box == "column":
        return max(size[0] for size in sizes), sum(size[1] for size in sizes) + gaps
    return sum(size[0] for size in sizes) + gaps, max(size[1] for size in sizes)


def _own(view: View, room_w: int) -> tuple[int, int]:
    if view.icon and not view.text:
        return px(view.icon_size), px(view.icon_size)
    if view.text is None and view.editor is None:
        return 0, 0
    size = px(view.size)
    text = (view.editor.shown if view.editor else view.text) or " "
    one_line = view.editor is not None and not view.editor.multiline
    lines = fonts.wrap(text, size, view.weight, room_w, 1 if one_line else view.lines)
    widest = max(fonts.extent(line.text, size, view.weight) for line in lines)
    return min(int(widest) + 2, room_w), line_height(size) * len(lines)


def line_height(size: int) -> int:
    return round(size * fonts.LINE_HEIGHT)


def _line(view: View, room_w: int, room_h: int) -> list[tuple[int, int]]:
    """The sizes of the children of a row or column; those that grow share what the others leave."""
    down = view.box == "column"
    room = (room_h if down else room_w) - px(view.gap) * (len(view.children) - 1)
    sizes: dict[int, tuple[int, int]] = {}
    for index, child in enumerate(view.children):
        if not child.grow:
            sizes[index] = _measure(child, room_w if down else room, room if down else room_h)
            room -= sizes[index][1 if down else 0]
    share = sum(child.grow for child in view.children)
    for index, child in enumerate(view.children):
        if child.grow:
            part = max(0, round(room * child.grow / share))
            size = _measure(child, room_w if down else part, part if down else room_h)
            endless = down and room_h >= _ENDLESS // 2
            sizes[index] = size if endless else (size[0], part) if down else (part, size[1])
    return [sizes[index] for index in range(len(view.children))]


def _place(view: View, rect: Rect, clip: Rect, now: float) -> None:
    view.rect = rect
    view.clip = clip = rect.meet(clip)
    inside = rect.inset(*padding(view))
    if view.rows and view.scroll:
        _place_rows(view, inside, clip.meet(inside), now)
    elif view.scroll:
        _place_scrolled(view, inside, clip.meet(rect), now)
    elif view.box == "stack":
        for child in view.children:
            _place(child, _stacked(child, inside), clip, now)
    elif view.children:
        _place_line(view, inside, clip, now)


def _stacked(child: View, inside: Rect) -> Rect:
    width, height = _measure(child, inside.width, inside.height)
    left = inside.left + _shift(child.gravity[0], inside.width - width)
    top = inside.top + _shift(child.gravity[1], inside.height - height)
    return Rect(left, top, left + width, top + height)


def _shift(align: str, spare: int) -> int:
    return spare // 2 if align == "center" else spare if align == "end" else 0


def _place_line(view: View, inside: Rect, clip: Rect, now: float) -> None:
    sizes = _line(view, inside.width, inside.height)
    down = view.box == "column"
    spare = (inside.height if down else inside.width) - sum(size[1 if down else 0] for size in sizes)
    gap = px(view.gap)
    if view.justify == "between" and len(sizes) > 1:
        gap = spare // (len(sizes) - 1)
    spare -= gap * (len(sizes) - 1)
    at = (inside.top if down else inside.left) + _shift(view.justify, spare)
    for child, (width, height) in zip(view.children, sizes, strict=True):
        if down:
            left = inside.left + _shift(view.align, inside.width - width)
            _place(child, Rect(left, at, left + width, at + height), clip, now)
            at += height + gap
        else:
            top = inside.top + _shift(view.align, inside.height - height)
            _place(child, Rect(at, top, at + width, top + height), clip, now)
            at += width + gap


def _place_scrolled(view: View, inside: Rect, clip: Rect, now: float) -> None:
    assert view.scroll
    for child in view.children:
        if view.scroll.axis == "y":
            height = _measure(child, inside.width, _ENDLESS)[1]
            view.scroll.settle(inside.height, height - inside.height, now)
            top = inside.top - view.scroll.offset
            _place(child, Rect(inside.left, top, inside.right, top + height), clip, now)
        else:
            width = _measure(child, _ENDLESS, inside.height)[0]
            view.scroll.settle(inside.width, width - inside.width, now)
            left = inside.left - view.scroll.offset
            _place(child, Rect(left, inside.top, left + width, inside.bottom), clip, now)


def _place_rows(view: View, inside: Rect, clip: Rect, now: float) -> None:
    assert view.rows
    assert view.scroll
    ends = list(accumulate(view.rows.heights))
    view.scroll.settle(inside.height, (ends[-1] if ends else 0) - inside.height, now)
    offset = view.scroll.offset
    first = bisect_right(ends, max(offset - _NEAR, 0))
    for index in range(first, len(ends)):
        top = inside.top + (ends[index - 1] if index else 0) - offset
        if top >= inside.bottom + _NEAR:
            break
        row = view.rows.build(index)
        view.children.append(row)
        _place(row, Rect(inside.left, top, inside.right, inside.top + ends[index] - offset), clip, now)

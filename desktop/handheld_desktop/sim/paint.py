"""Turns laid-out views into a list of strokes. Equal lists look equal, so a frame is drawn anew only when its list changes."""

from collections.abc import Sequence
from typing import NamedTuple

from . import fonts
from .editor import Editor, place
from .geometry import Rect, px
from .layout import line_height, padding
from .theme import Color, Theme
from .view import View, Weight


class Fill(NamedTuple):
    rect: Rect
    color: Color
    radius: int


class Frame(NamedTuple):
    rect: Rect
    color: Color
    radius: int
    width: int


class Text(NamedTuple):
    x: float
    baseline: float
    text: str
    size: int
    color: Color
    weight: Weight


class Glyph(NamedTuple):
    icon: str
    x: int
    y: int
    side: int
    color: Color


class Shape(NamedTuple):
    """A polygon, or a line where it has a width."""

    points: tuple[tuple[float, float], ...]
    width: float
    color: Color


class Arc(NamedTuple):
    rect: Rect
    start: float
    end: float
    width: int
    color: Color


class Picture(NamedTuple):
    """A picture that `pictures` can make, or a part of it (left, top, right, bottom, as fractions)."""

    name: str
    rect: Rect
    radius: int
    part: tuple[float, float, float, float]


class Scene(NamedTuple):
    """Another screen, small."""

    rect: Rect
    radius: int
    strokes: tuple["Mark", ...]


class Clip(NamedTuple):
    rect: Rect
    strokes: tuple["Mark", ...]


Mark = Fill | Frame | Text | Glyph | Shape | Arc | Picture | Scene | Clip


class Canvas:
    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.marks: list[Mark] = []

    def fill(self, rect: Rect, color: str, radius: float = 0) -> None:
        if not rect.empty:
            self.marks.append(Fill(rect, self.theme.color(color), int(min(radius, rect.width // 2, rect.height // 2))))

    def frame(self, rect: Rect, color: str, radius: float = 0, width: int = 3) -> None:
        self.marks.append(Frame(rect, self.theme.color(color), int(min(radius, rect.width // 2, rect.height // 2)), width))

    def disc(self, x: float, y: float, r: float, color: str) -> None:
        self.fill(Rect(round(x - r), round(y - r), round(x + r), round(y + r)), color, r)

    def text(self, x: float, middle: float, text: str, size: int, color: str, weight: Weight = "regular") -> None:
        # 0.355: half of the height of Roboto's capitals
        self.marks.append(Text(x, round(middle + size * 0.355), text, size, self.theme.color(color), weight))

    def centered(self, rect: Rect, text: str, size: int, color: str, weight: Weight = "regular") -> None:
        x, y = rect.center
        self.text(x - fonts.width(text, size, weight) / 2, y, text, size, color, weight)

    def icon(self, name: str, rect: Rect, side: int, color: str) -> None:
        x, y = rect.center
        self.marks.append(Glyph(name, x - side // 2, y - side // 2, side, self.theme.color(color)))

    def polygon(self, points: Sequence[tuple[float, float]], color: str) -> None:
        self.marks.append(Shape(tuple(points), 0, self.theme.color(color)))

    def line(self, points: Sequence[tuple[float, float]], width: float, color: str) -> None:
        self.marks.append(Shape(tuple(points), width, self.theme.color(color)))

    def arc(self, rect: Rect, start: float, end: float, width: int, color: str) -> None:
        self.marks.append(Arc(rect, start, end, width, self.theme.color(color)))

    def picture(self, name: str, rect: Rect, radius: int = 0, part: tuple[float, float, float, float] = (0, 0, 1, 1)) -> None:
        self.marks.append(Picture(name, rect, radius, part))

    def clip(self, rect: Rect, inner: "Canvas") -> None:
        """Another canvas, of which only what lies in a box is seen."""
        self.marks.append(Clip(rect, tuple(inner.marks)))

    def scene(self, rect: Rect, radius: int, marks: Sequence[Mark]) -> None:
        self.marks.append(Scene(rect, radius, tuple(marks)))


def paint(canvas: Canvas, view: View, focus: object = None) -> None:
    """A view and all below it; `focus` is the editor whose cursor shows."""
    if not view.visible:
        return
    _paint_own(canvas, view)
    if view.editor:
        field = Canvas(canvas.theme)
        _paint_field(field, view, view.editor is focus)
        canvas.clip(view.clip, field)
    inner = Canvas(canvas.theme) if view.scroll else canvas
    for child in view.children:
        paint(inner, child, focus)
    if view.scroll:
        canvas.clip(view.clip, inner)


def _paint_own(canvas: Canvas, view: View) -> None:
    if view.fill:
        canvas.fill(view.rect, view.fill, px(view.round))
    if view.border:
        canvas.frame(view.rect, view.border, px(view.round))
    if view.art:
        view.art(canvas, view.rect)
    if view.icon:
        canvas.icon(view.icon, view.rect.inset(*padding(view)), px(view.icon_size), view.color)
    if view.text and not view.editor:
        _paint_text(canvas, view)


def text_lines(view: View) -> list[tuple[fonts.Line, float, float]]:
    """The lines of a view's text, each with where it begins and its middle."""
    inside = view.rect.inset(*padding(view))
    size = px(view.size)
    if view.editor and not view.editor.multiline:
        return [_scrolled_line(view, view.editor, inside)]
    lines = fonts.wrap(_shown(view), size, view.weight, inside.width, view.lines)
    step = line_height(size)
    top = inside.top + (0 if _multiline(view) else (inside.height - step * len(lines)) / 2)
    result = []
    for index, line in enumerate(lines):
        spare = inside.width - fonts.width(line.text, size, view.weight)
        align = view.text_align
        if align == "start" and fonts.right_to_left(line.text):
            align = "end"
        x = inside.left + (spare / 2 if align == "center" else spare if align == "end" else 0)
        result.append((line, x, top + step * (index + 0.5)))
    return result


def _scrolled_line(view: View, editor: Editor, inside: Rect) -> tuple[fonts.Line, float, float]:
    """The one line of a field, moved so that its cursor is in sight."""
    text, size = editor.shown or " ", px(view.size)
    cursor = fonts.width(text[: place(editor.text, editor.end)], size, view.weight) if editor.text else 0
    return fonts.Line(0, len(text), text), inside.left + min(0, inside.width - px(4) - cursor), inside.center[1]


def _shown(view: View) -> str:
    if view.editor:
        return view.editor.shown or " "
    return view.text or ""


def _multiline(view: View) -> bool:
    return view.editor is not None and view.editor.multiline


def _paint_text(canvas: Canvas, view: View) -> None:
    color = view.color if view.enabled else "outline"
    for line, x, middle in text_lines(view):
        if line.text.strip() and view.clip.top - 60 < middle < view.clip.bottom + 60:
            canvas.text(x, middle, line.text, px(view.size), color, view.weight)


def _paint_field(canvas: Canvas, view: View, focused: bool) -> None:
    editor = view.editor
    assert editor
    size = px(view.size)
    low, high = sorted((place(editor.text, editor.start), place(editor.text, editor.end)))
    color = view.color if editor.text else "outline"
    for line, x, middle in text_lines(view):
        if focused and editor.text:
            first, last = max(low, line.start), min(high, line.end)
            if first < last:
                left = x + fonts.width(line.text[: first - line.start], size, view.weight)
                right = x + fonts.width(line.text[: last - line.start], size, view.weight)
                half = line_height(size) // 2
                canvas.fill(Rect(round(left), round(middle) - half, round(right), round(middle) + half), "selection")
        if line.text.strip():
            canvas.text(x, middle, line.text, size, color, view.weight)
    if focused and low == high:
        _paint_cursor(canvas, view, low)


def _paint_cursor(canvas: Canvas, view: View, at: int) -> None:
    assert view.editor
    size = px(view.size)
    lines = text_lines(view)
    if not view.editor.text:
        at = 0
    for line, x, middle in reversed(lines):
        if line.start <= at:
            left = round(x + fonts.width(line.text[: at - line.start], size, view.weight)) if view.editor.text else round(x)
            canvas.fill(Rect(left - 1, round(middle - size * 0.62), left + 4, round(middle + size * 0.62)), "primary")
            return


def offset_at(view: View, x: float, y: float) -> int:
    """The place in a field's text, in characters, nearest to a point."""
    editor = view.editor
    assert editor
    if not editor.text:
        return 0
    size = px(view.size)
    line, left, _ = min(text_lines(view), key=lambda entry: abs(entry[2] - y))
    for index, char in enumerate(line.text):
        middle = left + fonts.width(line.text[:index], size, view.weight) + fonts.width(char, size, view.weight) / 2
        if middle > x:
            return line.start + index
    return line.start + len(line.text.rstrip("\n")) if line.end > line.start else line.start

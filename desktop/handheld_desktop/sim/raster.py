"""Draws marks with Pillow, with smooth edges."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from . import emoji, fonts, icons, pictures
from .geometry import HEIGHT, WIDTH, Rect
from .paint import Arc, Clip, Fill, Frame, Glyph, Mark, Picture, Scene, Shape, Text
from .theme import Color

_OVERSAMPLING = 3


def draw(marks: Sequence[Mark], size: tuple[int, int] = (WIDTH, HEIGHT), background: Color = (0, 0, 0, 255)) -> Image.Image:
    picture = Image.new("RGB", size, background[:3])
    _draw_all(picture, marks, 0, 0)
    return picture


def _draw_all(picture: Image.Image, marks: Sequence[Mark], dx: int, dy: int) -> None:
    pen = ImageDraw.Draw(picture)
    for mark in marks:
        match mark:
            case Fill(rect, color, radius):
                _fill(picture, pen, rect.moved(dx, dy), color, radius)
            case Frame(rect, color, radius, width):
                _paste(picture, color, rect.moved(dx, dy), _frame(rect.width, rect.height, radius, width))
            case Text():
                _text(picture, pen, mark, dx, dy)
            case Glyph(name, x, y, side, color):
                _paste(picture, color, Rect(x + dx, y + dy, x + dx + side, y + dy + side), icons.mask(name, side))
            case Shape(points, width, color):
                _shape(picture, points, width, color, dx, dy)
            case Arc(rect, start, end, width, color):
                _paste(picture, color, rect.moved(dx, dy), _arc(rect.width, rect.height, round(start), round(end), width))
            case Picture(name, rect, radius, part):
                _picture(picture, pictures.make(name, rect.width, rect.height, part), rect.moved(dx, dy), radius)
            case Scene(rect, radius, strokes):
                _picture(picture, _scene(strokes, rect.width, rect.height), rect.moved(dx, dy), radius)
            case Clip(rect, strokes):
                _clip(picture, rect.moved(dx, dy), strokes, dx, dy)


def _clip(picture: Image.Image, rect: Rect, marks: Sequence[Mark], dx: int, dy: int) -> None:
    rect = rect.meet(Rect(0, 0, picture.width, picture.height))
    if rect.empty:
        return
    part = picture.crop(rect)
    _draw_all(part, marks, dx - rect.left, dy - rect.top)
    picture.paste(part, (rect.left, rect.top))


def _fill(picture: Image.Image, pen: ImageDraw.ImageDraw, rect: Rect, color: Color, radius: int) -> None:
    if rect.meet(Rect(0, 0, picture.width, picture.height)).empty:
        return
    if color[3] < 255:
        _paste(picture, color, rect, rounded(rect.width, rect.height, radius))
        return
    left, top, right, bottom = rect
    if not radius:
        pen.rectangle((left, top, right - 1, bottom - 1), fill=color[:3])
        return
    # Corners are few pixels; the rest needs no mask.
    if bottom - top > 2 * radius:
        pen.rectangle((left, top + radius, right - 1, bottom - radius - 1), fill=color[:3])
    if right - left > 2 * radius:
        pen.rectangle((left + radius, top, right - radius - 1, bottom - 1), fill=color[:3])
    corner = _corner(radius)
    for x, y, part in zip((left, right - radius) * 2, (top, top, bottom - radius, bottom - radius), corner, strict=True):
        picture.paste(color[:3], (x, y), part)


def _paste(picture: Image.Image, color: Color, rect: Rect, mask: Image.Image) -> None:
    if rect.meet(Rect(0, 0, picture.width, picture.height)).empty:
        return
    if color[3] < 255:
        mask = _faded(mask, color[3]) if mask.size != (WIDTH, HEIGHT) else Image.new("L", mask.size, color[3])
    picture.paste(color[:3], (rect.left, rect.top), mask)


def _faded(mask: Image.Image, alpha: int) -> Image.Image:
    return mask.point([value * alpha // 255 for value in range(256)])


@lru_cache(maxsize=64)
def _corner(radius: int) -> tuple[Image.Image, Image.Image, Image.Image, Image.Image]:
    big = radius * 4
    disc = Image.new("L", (big, big), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, 2 * big - 1, 2 * big - 1), fill=255)
    corner = disc.resize((radius, radius), Image.Resampling.BOX)
    flip, down = Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM
    right = corner.transpose(flip)
    return corner, right, corner.transpose(down), right.transpose(down)


@lru_cache(maxsize=128)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """The coverage of a box with round corners."""
    mask = Image.new("L", (width, height), 255)
    radius = min(radius, width // 2, height // 2)
    if radius:
        for x, y, part in zip((0, width - radius) * 2, (0, 0, height - radius, height - radius), _corner(radius), strict=True):
            mask.paste(part, (x, y))
    return mask


@lru_cache(maxsize=64)
def _frame(width: int, height: int, radius: int, line: int) -> Image.Image:
    mask = rounded(width, height, radius).copy()
    hole = rounded(width - 2 * line, height - 2 * line, max(radius - line, 0))
    mask.paste(0, (line, line), hole)
    return mask


@lru_cache(maxsize=64)
def _arc(width: int, height: int, start: int, end: int, line: int) -> Image.Image:
    k = _OVERSAMPLING
    mask = Image.new("L", (width * k, height * k), 0)
    ImageDraw.Draw(mask).arc((0, 0, width * k - 1, height * k - 1), start, end, 255, line * k)
    return mask.resize((width, height), Image.Resampling.BOX)


def _shape(
    picture: Image.Image, points: Sequence[tuple[float, float]], width: float, color: Color, dx: int, dy: int
) -> None:
    margin = int(width) + 2
    left = int(min(x for x, _ in points)) - margin
    top = int(min(y for _, y in points)) - margin
    right = int(max(x for x, _ in points)) + margin
    bottom = int(max(y for _, y in points)) + margin
    mask = _shape_mask(tuple((x - left, y - top) for x, y in points), width, right - left, bottom - top)
    _paste(picture, color, Rect(left + dx, top + dy, right + dx, bottom + dy), mask)


@lru_cache(maxsize=128)
def _shape_mask(points: tuple[tuple[float, float], ...], width: float, w: int, h: int) -> Image.Image:
    k = _OVERSAMPLING
    mask = Image.new("L", (w * k, h * k), 0)
    pen = ImageDraw.Draw(mask)
    scaled = [(x * k, y * k) for x, y in points]
    if width:
        pen.line(scaled, fill=255, width=round(width * k), joint="curve")
        for point in (scaled[0], scaled[-1]):
            pen.circle(point, width * k / 2, fill=255)
    else:
        pen.polygon(scaled, fill=255)
    return mask.resize((w, h), Image.Resampling.BOX)


def _text(picture: Image.Image, pen: ImageDraw.ImageDraw, mark: Text, dx: int, dy: int) -> None:
    x, y = mark.x + dx, mark.baseline + dy
    if y < -mark.size or y > picture.height + mark.size:
        return
    for run in fonts.runs(mark.text):
        extent = fonts.run_width(run, mark.size, mark.weight)
        if run.face >= 0:
            _letters(picture, pen, x, y, run, mark)
        elif run.face == fonts.EMOJI:
            _emoji(picture, x, y, run.text, mark.size)
        else:
            _boxes(picture, x, y, len(run.text), mark)
        x += extent


def _letters(picture: Image.Image, pen: ImageDraw.ImageDraw, x: float, y: float, run: fonts.Run, mark: Text) -> None:
    font = fonts.font(run.face, mark.size, mark.weight)
    if mark.color[3] == 255:
        pen.text((x, y), run.text, fill=mark.color[:3], font=font, anchor="ls")
        return
    # Pillow ignores the alpha of ink on an RGB picture.
    left, top, right, bottom = (round(side) for side in font.getbbox(run.text, anchor="ls"))
    mask = Image.new("L", (right - left + 4, bottom - top + 4), 0)
    ImageDraw.Draw(mask).text((2 - left, 2 - top), run.text, fill=mark.color[3], font=font, anchor="ls")
    picture.paste(mark.color[:3], (round(x) + left - 2, round(y) + top - 2), mask)


def _emoji(picture: Image.Image, x: float, y: float, text: str, size: int) -> None:
    side = round(size * 1.1)
    for place, char in enumerate(text):
        drawn = emoji.picture(char, side)
        picture.paste(drawn, (round(x + place * size * 1.2 + size * 0.05), round(y + size * 0.18) - side), drawn)


def _boxes(picture: Image.Image, x: float, y: float, count: int, mark: Text) -> None:
    """What a phone shows for a character that it has no glyph for."""
    side = mark.size * 0.75
    width, height = round(side * 0.84), round(mark.size * 0.74)
    for index in range(count):
        left = round(x + index * side + side * 0.08)
        rect = Rect(left, round(y) - height, left + width, round(y))
        _paste(picture, mark.color, rect, _frame(width, height, max(2, mark.size // 12), max(2, mark.size // 16)))


def _picture(picture: Image.Image, content: Image.Image, rect: Rect, radius: int) -> None:
    if rect.meet(Rect(0, 0, picture.width, picture.height)).empty:
        return
    picture.paste(content, (rect.left, rect.top), rounded(rect.width, rect.height, radius) if radius else None)


@lru_cache(maxsize=8)
def _scene(marks: tuple[Mark, ...], width: int, height: int) -> Image.Image:
    full = draw(marks)
    return full.resize((width, height), Image.Resampling.BOX, reducing_gap=2.0)

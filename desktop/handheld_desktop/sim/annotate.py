"""Red boxes with labels on a screenshot, so that a picture can be read beside the list of elements."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from handheld.device import Box

from . import fonts
from .raster import rounded

_RED = (229, 28, 35)
_LABEL_ALPHA = 205
_DASH, _SPACE, _LINE = 6, 4, 2


def annotate(picture: Image.Image, boxes: Sequence[Box], scale: float) -> None:
    """Draws boxes, given in screen pixels, on a picture of that scale."""
    pen = ImageDraw.Draw(picture)
    for box in boxes:
        _outline(pen, *_scaled(picture, box, scale))
    # Labels last: an outline must not cross one.
    for box in boxes:
        left, top, _, _ = _scaled(picture, box, scale)
        _label(picture, pen, left, top, box.label)


def _scaled(picture: Image.Image, box: Box, scale: float) -> tuple[int, int, int, int]:
    left, top = max(round(box.left * scale), 0), max(round(box.top * scale), 0)
    right, bottom = min(round(box.right * scale), picture.width) - 1, min(round(box.bottom * scale), picture.height) - 1
    return left, top, max(right, left), max(bottom, top)


def _outline(pen: ImageDraw.ImageDraw, left: int, top: int, right: int, bottom: int) -> None:
    for x in range(left, right + 1, _DASH + _SPACE):
        end = min(x + _DASH - 1, right)
        pen.rectangle((x, top, end, min(top + _LINE - 1, bottom)), fill=_RED)
        pen.rectangle((x, max(bottom - _LINE + 1, top), end, bottom), fill=_RED)
    for y in range(top, bottom + 1, _DASH + _SPACE):
        end = min(y + _DASH - 1, bottom)
        pen.rectangle((left, y, min(left + _LINE - 1, right), end), fill=_RED)
        pen.rectangle((max(right - _LINE + 1, left), y, right, end), fill=_RED)


def _label(picture: Image.Image, pen: ImageDraw.ImageDraw, left: int, top: int, label: str) -> None:
    size = 10 if max(picture.size) <= 900 else max(picture.size) // 80
    height = round(size * 1.35)
    width = round(fonts.width(label, size, "bold")) + height // 2 + 2
    left, top = min(left, max(picture.width - width, 0)), min(top, max(picture.height - height, 0))
    mask = rounded(width, height, height // 2).point([value * _LABEL_ALPHA // 255 for value in range(256)])
    picture.paste(_RED, (left, top), mask)
    x: float = left + (width - fonts.width(label, size, "bold")) / 2
    for run in fonts.runs(label):
        if run.face >= 0:
            font = fonts.font(run.face, size, "bold")
            pen.text((x, top + height / 2 + size * 0.355), run.text, fill="white", font=font, anchor="ls")
        x += fonts.run_width(run, size, "bold")

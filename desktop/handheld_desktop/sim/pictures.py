"""Pictures that are made, not loaded: the wallpaper and the photographs."""

import random
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

_SMALL = 360
"""Painted small and enlarged: soft shapes need no detail."""


@lru_cache(maxsize=24)
def make(name: str, width: int, height: int) -> Image.Image:
    kind, _, detail = name.partition(":")
    picture = _wallpaper(detail == "dark", width, height) if kind == "wallpaper" else _landscape(int(detail), width, height)
    return picture.resize((width, height), Image.Resampling.BICUBIC)


def _gradient(width: int, height: int, top: str, bottom: str) -> Image.Image:
    ramp = Image.linear_gradient("L").resize((width, height))
    return Image.composite(Image.new("RGB", (width, height), bottom), Image.new("RGB", (width, height), top), ramp)


def _wallpaper(dark: bool, width: int, height: int) -> Image.Image:
    w, h = _SMALL, _SMALL * height // width
    picture = _gradient(w, h, *(("#1B2450", "#0B0F22") if dark else ("#A9C3FF", "#F3D9E6")))
    blobs = (
        (0.15, 0.20, 0.55, "#3E56B8" if dark else "#8FB1FF"), (0.95, 0.38, 0.50, "#5B3C86" if dark else "#E7B7F0"),
        (0.25, 0.72, 0.60, "#1F5B7C" if dark else "#BFE3FF"), (0.90, 0.98, 0.55, "#7A3E5E" if dark else "#FFC9B8"),
    )  # fmt: skip
    for x, y, r, color in blobs:
        spot = Image.new("L", (w, h), 0)
        ImageDraw.Draw(spot).circle((x * w, y * h), r * w * 0.8, fill=200)
        picture.paste(color, (0, 0), spot.filter(ImageFilter.GaussianBlur(w * 0.16)))
    return picture


_SKIES = (
    ("#2E5C9A", "#F6C9A0", "#F9E3B4", "#274060"), ("#F28C6A", "#FBD7A5", "#FFF3D6", "#5A3A55"), ("#6FB1E0", "#DDF0FA", "#FFFFFF", "#2F6B4F"),
    ("#1B1F4B", "#6B4C8C", "#F4E9D0", "#14172F"), ("#9AD0C9", "#F7EFD9", "#FFE08A", "#2C5E63"), ("#E9A6B8", "#FCE6DA", "#FFFFFF", "#6A4C6E"),
)  # fmt: skip


def _landscape(number: int, width: int, height: int) -> Image.Image:
    rng = random.Random(number)
    top, bottom, sun, hill = _SKIES[number % len(_SKIES)]
    w, h = 720, max(1, 720 * height // width)
    picture = _gradient(w, h, top, bottom)
    pen = ImageDraw.Draw(picture)
    pen.circle((w * rng.uniform(0.2, 0.8), h * rng.uniform(0.22, 0.42)), w * 0.07, fill=sun)
    far = Image.new("RGB", (1, 1), bottom).getpixel((0, 0))
    near = Image.new("RGB", (1, 1), hill).getpixel((0, 0))
    assert isinstance(far, tuple)
    assert isinstance(near, tuple)
    for layer in range(4):
        mix = 0.35 + layer * 0.2
        tint = tuple(round(a * (1 - mix) + b * mix) for a, b in zip(far, near, strict=True))
        pen.polygon(_ridge(rng, w, h, 0.5 + layer * 0.12), fill=tint)
    return picture


def _ridge(rng: random.Random, w: int, h: int, level: float) -> list[tuple[float, float]]:
    """A line of hills: midpoints moved up and down, closed at the bottom."""
    heights = [rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1)]
    spread = 0.12
    for _ in range(6):
        finer = []
        for a, b in zip(heights, heights[1:], strict=False):
            finer += [a, (a + b) / 2 + rng.uniform(-spread, spread)]
        heights = [*finer, heights[-1]]
        spread *= 0.5
    step = w / (len(heights) - 1)
    return [(0, h), *((index * step, (level + rise) * h) for index, rise in enumerate(heights)), (w, h)]

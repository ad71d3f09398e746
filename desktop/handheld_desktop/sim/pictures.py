"""Pictures that are made, not loaded: the wallpaper, the photographs and the map."""

import math
import random
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFilter

from .geometry import HEIGHT, WIDTH

Points = list[tuple[float, float]]


@lru_cache(maxsize=48)
def make(name: str, width: int, height: int, part: tuple[float, float, float, float]) -> Image.Image:
    kind, _, detail = name.partition(":")
    if kind == "wallpaper":
        whole = _wallpaper(detail == "dark")
    elif kind == "map":
        whole = _map()
    else:
        whole = _landscape(int(detail), 640 if width < WIDTH / 2 else 2400)
    box = (part[0] * whole.width, part[1] * whole.height, part[2] * whole.width, part[3] * whole.height)
    return whole.resize((width, height), Image.Resampling.BICUBIC, box=box)


def _gradient(width: int, height: int, top: str, bottom: str) -> Image.Image:
    ramp = Image.linear_gradient("L").resize((1, height))
    column = Image.composite(Image.new("RGB", (1, height), bottom), Image.new("RGB", (1, height), top), ramp)
    return column.resize((width, height), Image.Resampling.NEAREST)


@lru_cache(maxsize=2)
def _wallpaper(dark: bool) -> Image.Image:
    # Soft shapes need no detail.
    w, h = WIDTH // 6, HEIGHT // 6
    picture = _gradient(w, h, *(("#1B2450", "#0B0F22") if dark else ("#A9C3FF", "#F3D9E6")))
    blobs = (
        (0.15, 0.20, "#3E56B8" if dark else "#8FB1FF"), (0.95, 0.38, "#5B3C86" if dark else "#E7B7F0"),
        (0.25, 0.72, "#1F5B7C" if dark else "#BFE3FF"), (0.90, 0.98, "#7A3E5E" if dark else "#FFC9B8"),
    )  # fmt: skip
    for x, y, color in blobs:
        spot = Image.new("L", (w, h), 0)
        ImageDraw.Draw(spot).circle((x * w, y * h), 0.45 * w, fill=200)
        picture.paste(color, (0, 0), spot.filter(ImageFilter.GaussianBlur(w * 0.16)))
    return picture


_SKIES = (
    ("#2E5C9A", "#F6C9A0", "#F9E3B4", "#274060"), ("#F28C6A", "#FBD7A5", "#FFF3D6", "#5A3A55"),
    ("#6FB1E0", "#DDF0FA", "#FFFFFF", "#2F6B4F"), ("#1B1F4B", "#6B4C8C", "#F4E9D0", "#14172F"),
    ("#9AD0C9", "#F7EFD9", "#FFE08A", "#2C5E63"), ("#E9A6B8", "#FCE6DA", "#FFFFFF", "#6A4C6E"),
)  # fmt: skip


@lru_cache(maxsize=32)
def _landscape(number: int, width: int) -> Image.Image:
    rng = random.Random(number)
    top, bottom, sun, hill = _SKIES[number % len(_SKIES)]
    w, h = width, width * 5 // 4
    picture = _gradient(w, h, top, bottom)
    pen = ImageDraw.Draw(picture)
    pen.circle((w * rng.uniform(0.2, 0.8), h * rng.uniform(0.22, 0.42)), w * 0.07, fill=sun)
    for layer in range(4):
        pen.polygon(_ridge(rng, w, h, 0.5 + layer * 0.12), fill=_mix(bottom, hill, 0.35 + layer * 0.2))
    return picture


def _mix(a: str, b: str, part: float) -> tuple[int, ...]:
    def channels(color: str) -> list[int]:
        return [int(color[place : place + 2], 16) for place in (1, 3, 5)]

    return tuple(round(x * (1 - part) + y * part) for x, y in zip(channels(a), channels(b), strict=True))


def _ridge(rng: random.Random, w: int, h: int, level: float) -> Points:
    """A line of hills: midpoints moved up and down, closed at the bottom."""
    heights = [rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1)]
    spread = 0.12
    for _ in range(6):
        finer = []
        for a, b in pairwise(heights):
            finer += [a, (a + b) / 2 + rng.uniform(-spread, spread)]
        heights = [*finer, heights[-1]]
        spread *= 0.5
    step = w / (len(heights) - 1)
    return [(0, h), *((index * step, (level + rise) * h) for index, rise in enumerate(heights)), (w, h)]


@lru_cache(maxsize=1)
def _map() -> Image.Image:
    """A town by a river: blocks, parks and streets."""
    rng = random.Random(7)
    side = 1800
    picture = Image.new("RGB", (side, side), "#EDEBE4")
    pen = ImageDraw.Draw(picture)
    for _ in range(9):
        x, y = rng.uniform(0, side), rng.uniform(0, side)
        pen.rounded_rectangle((x, y, x + rng.uniform(160, 460), y + rng.uniform(140, 380)), 40, fill="#C7E3B8")
    for place in range(-400, side, 150):
        slant = 220
        pen.line([(place, 0), (place + slant, side)], fill="#FFFFFF", width=14)
        pen.line([(0, place), (side, place + slant)], fill="#FFFFFF", width=14)
    river: Points = [(side * (0.36 + 0.05 * math.sin(step / 6) + step * 0.001), side * step / 50) for step in range(-1, 52)]
    pen.line(river, fill="#A7CDEF", width=190, joint="curve")
    for y in (520, 1210, 1830):
        pen.line([(0, y), (side, y + 220)], fill="#F9D77E", width=34)
    pen.line([(1500, 0), (1720, side)], fill="#F9D77E", width=34)
    return picture

"""Typefaces, and how wide and in which lines a text is set.

Roboto comes with the package; scripts it lacks are taken from whatever fonts the machine has, and drawn as boxes where it has
none. Nothing here may fail for a strange text.
"""

import importlib.util
import os
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont

from . import emoji
from .view import Weight

LINE_HEIGHT = 1.28
_STYLES: dict[Weight, str] = {"regular": "Regular", "medium": "Medium", "bold": "Bold"}
_FALLBACKS = (
    "NotoSans-Regular", "NotoSansArabic-Regular", "NotoNaskhArabic-Regular", "NotoSansHebrew-Regular",
    "NotoSansDevanagari-Regular",
    "NotoSansThai-Regular", "NotoSansCJK-Regular", "NotoSansSC-Regular", "NotoSansCJKsc-Regular", "wqy-microhei", "wqy-zenhei",
    "DroidSansFallbackFull", "DroidSansFallback", "PingFang", "Hiragino Sans GB", "msyh", "SourceHanSansSC-Regular",
    "DejaVuSans", "NotoEmoji-Regular", "Symbola", "Arial Unicode", "FreeSans", "seguiemj", "segoeui", "Arial",
)  # fmt: skip
_FOLDERS = (
    "/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts", "/System/Library/Fonts", "/Library/Fonts",
    "C:/Windows/Fonts",
)  # fmt: skip
BOX, EMOJI = -1, -2
Font = ImageFont.FreeTypeFont


class Run(NamedTuple):
    """A part of a text in one typeface. `face` is BOX where no typeface has it, EMOJI where we draw it ourselves."""

    face: int
    text: str


class Line(NamedTuple):
    """A set line: where it starts and ends in the text (in characters), and what is drawn."""

    start: int
    end: int
    text: str


@lru_cache(maxsize=256)
def font(face: int, size: int, weight: Weight) -> Font:
    """The typeface at a size in pixels; 0 is the first choice."""
    faces = _faces()
    path = faces[face]
    if face == 0 and weight != "regular":
        path = path.replace("-Regular", f"-{_STYLES[weight]}")
    if path:
        return ImageFont.truetype(path, size)
    built_in = ImageFont.load_default(size)
    assert isinstance(built_in, Font)
    return built_in


@lru_cache(maxsize=1)
def _faces() -> list[str]:
    spec = importlib.util.find_spec("font_roboto")
    folders = spec.submodule_search_locations if spec else None
    roboto = Path(folders[0], "files", "Roboto-Regular.ttf") if folders else None
    first = str(roboto) if roboto and roboto.exists() else ""
    found: dict[str, str] = {}
    for folder in _FOLDERS:
        for path in sorted(Path(os.path.expanduser(folder)).rglob("*")):
            if path.suffix.lower() in (".ttf", ".ttc", ".otf"):
                found.setdefault(path.stem, str(path))
    return [first, *(found[name] for name in _FALLBACKS if name in found)]


@lru_cache(maxsize=4096)
def _face_of(char: str) -> int:
    for face in range(len(_faces())):
        try:
            if _has(face, char):
                return face
        except OSError:  # a bitmap-only or broken font
            continue
    return BOX


@lru_cache(maxsize=4096)
def _glyph(face: int, char: str) -> bytes:
    # The image module's own bytes: comparing pictures is the one way Pillow has to tell a missing glyph.
    return bytes(font(face, 24, "regular").getmask(char))


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """What can be drawn of a text: a tab is space, and invisible characters are nothing."""
    return "".join(" " if char == "\t" or unicodedata.category(char)[0] == "Z" else char for char in text if _seen(char))


def _seen(char: str) -> bool:
    return char == "\t" or (unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Cn") and char not in "\ufe0e\ufe0f")


@lru_cache(maxsize=4096)
def runs(text: str) -> tuple[Run, ...]:
    """The text in the order it is drawn, from left to right."""
    parts: list[Run] = []
    for char in clean(text):
        last = parts[-1] if parts else None
        face, char = _choose(char, last)
        if last and last.face == face:
            parts[-1] = Run(face, last.text + char)
        elif char:
            parts.append(Run(face, char))
    if right_to_left(text):
        return tuple(reversed(parts))
    return tuple(piece for part in parts for piece in _without_trailing_space(part))


def _choose(char: str, last: Run | None) -> tuple[int, str]:
    """The typeface for a character, and what of it can be drawn."""
    if last and unicodedata.category(char)[0] == "M":
        return last.face, "" if last.face < 0 else char
    # Spaces and signs inside a right-to-left text stay with it, so that they are set on the right side of a word.
    if last and right_to_left(last.text) and unicodedata.bidirectional(char) not in ("L", "R", "AL") and _has(last.face, char):
        return last.face, char
    if char in emoji.EMOJI:
        return EMOJI, char
    face = _face_of(char)
    if face != BOX:
        return face, char
    plain = unicodedata.normalize("NFKD", char)[:1]
    return (_face_of(plain), plain) if plain != char else (BOX, char)


def _without_trailing_space(run: Run) -> list[Run]:
    word = run.text.rstrip()
    if word == run.text or not right_to_left(run.text):
        return [run]
    return [Run(run.face, word), Run(0, run.text[len(word) :])]


def _has(face: int, char: str) -> bool:
    return face >= 0 and _glyph(face, char) != _glyph(face, "\uffff")


def right_to_left(text: str) -> bool:
    for char in text:
        direction = unicodedata.bidirectional(char)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False


@lru_cache(maxsize=16384)
def width(text: str, size: int, weight: Weight = "regular") -> float:
    return sum(run_width(run, size, weight) for run in runs(text))


def run_width(run: Run, size: int, weight: Weight) -> float:
    if run.face == BOX:
        return size * 0.75 * len(run.text)
    if run.face == EMOJI:
        return size * 1.2 * len(run.text)
    return font(run.face, size, weight).getlength(run.text)


@lru_cache(maxsize=2048)
def wrap(text: str, size: int, weight: Weight, room: int, lines: int) -> tuple[Line, ...]:
    """The lines of a text in so many pixels; more than `lines` (0: any number) end in an ellipsis."""
    result: list[Line] = []
    start = 0
    for paragraph in text.split("\n"):
        result.extend(_wrap_paragraph(paragraph, start, size, weight, max(room, size)))
        start += len(paragraph) + 1
        if lines and len(result) > lines:
            break
    if lines and len(result) > lines:
        last = result[lines - 1]
        result[lines - 1 :] = [Line(last.start, last.end, ellipsis(last.text.rstrip() + "…", size, weight, room))]
    return tuple(result)


def ellipsis(text: str, size: int, weight: Weight, room: int) -> str:
    """A text that ends in an ellipsis, shortened until it fits."""
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if width(text[:middle] + "…", size, weight) <= room else (low, middle - 1)
    return text[:low].rstrip() + "…"


def _wrap_paragraph(text: str, offset: int, size: int, weight: Weight, room: int) -> Iterator[Line]:
    start, used = 0, 0.0
    for low, high in _words(text):
        room_needed = extent(text[low:high].rstrip(), size, weight)
        if used and used + room_needed > room:
            yield Line(offset + start, offset + low, text[start:low])
            start, used = low, 0.0
        while room_needed > room and high - low > 1:
            cut = low + _fitting(text[low:high], size, weight, room)
            yield Line(offset + low, offset + cut, text[low:cut])
            low = start = cut
            room_needed = extent(text[low:high], size, weight)
        used += extent(text[low:high], size, weight)
    yield Line(offset + start, offset + len(text), text[start:])


def _fitting(text: str, size: int, weight: Weight, room: int) -> int:
    used = 0.0
    for index, char in enumerate(text):
        used += extent(char, size, weight)
        if used > room:
            return max(index, 1)
    return len(text)


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Where lines may break: after white space, and around every ideograph."""
    start = 0
    for index in range(1, len(text)):
        if (text[index - 1].isspace() and not text[index].isspace()) or _ideograph(text[index]) or _ideograph(text[index - 1]):
            yield start, index
            start = index
    if start < len(text):
        yield start, len(text)


def _ideograph(char: str) -> bool:
    return "\u2e80" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7a3" or "\uff00" <= char <= "\uffef" or char > "\U0001f000"


def extent(text: str, size: int, weight: Weight) -> float:
    """The room a text needs in a line, without the letters' closeness to each other."""
    return sum(_char_width(char, size, weight) for char in text)


@lru_cache(maxsize=8192)
def _char_width(char: str, size: int, weight: Weight) -> float:
    return width(char, size, weight)



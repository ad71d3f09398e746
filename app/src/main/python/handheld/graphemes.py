"""What a reader sees as one character, so that typing never tears it apart.

Follows the extended grapheme clusters of Unicode (UAX #29). The standard library does not know that property, so the classes
are drawn from general categories and a few ranges; where that differs, it keeps together what the rules would part.
"""

import unicodedata
from collections.abc import Iterator

_ZWNJ, _ZWJ = "\u200c", "\u200d"
_PREPEND = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd")
_THAI_AND_LAO_AM = "\u0e33\u0eb3"
_HALFWIDTH_SOUND_MARKS = "\uff9e\uff9f"
_LINKERS = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"
"""Viramas that join two consonants into one written sign."""
_PICTOGRAPHS_ELSEWHERE = frozenset("©®‼⁉™ℹ↔◽◾〰〽㊗㊙")
"""Pictographs that the ranges and categories in `_is_pictograph` miss."""


def graphemes(text: str) -> Iterator[str]:
    start = 0
    for at in range(1, len(text)):
        if _breaks(text, start, at):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def _breaks(text: str, start: int, at: int) -> bool:
    """Is there a boundary before `at`, in the cluster that began at `start`?"""
    before, after = text[at - 1], text[at]
    if before < "\x7f" and after < "\x7f":
        return not (before == "\r" and after == "\n")
    if _is_control(before) or _is_control(after):
        return True
    if _extends(after) or before in _PREPEND:
        return False
    if before == _ZWJ and _is_pictograph(after) and _is_pictograph(text[_base(text, start, at)]):
        return False
    if _is_flag_letter(before) and _is_flag_letter(after):
        return at - start >= 2 and _is_flag_letter(text[at - 2])
    return not (_joins_hangul(before, after) or _joins_conjunct(text, start, at))


def _is_control(char: str) -> bool:
    category = unicodedata.category(char)
    if category == "Cf":
        return not (_extends(char) or char in _PREPEND)
    return category in ("Cc", "Zl", "Zp", "Cs")


def _extends(char: str) -> bool:
    """Marks, variation selectors, joiners, skin tones and the tag letters of flags: never the start of a character."""
    if unicodedata.category(char) in ("Mn", "Me", "Mc"):
        return True
    if "\U0001f3fb" <= char <= "\U0001f3ff" or "\U000e0020" <= char <= "\U000e007f":
        return True
    return char in (_ZWNJ, _ZWJ) or char in _THAI_AND_LAO_AM or char in _HALFWIDTH_SOUND_MARKS


def _base(text: str, start: int, at: int) -> int:
    """The place of the last character before `at` that extends nothing."""
    base = at - 1
    while base > start and _extends(text[base]):
        base -= 1
    return base


def _is_pictograph(char: str) -> bool:
    if "\U0001f000" <= char <= "\U0001faff":
        return not _is_flag_letter(char) and not _extends(char)
    return ("\u2190" <= char <= "\u2bff" and unicodedata.category(char) == "So") or char in _PICTOGRAPHS_ELSEWHERE


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _joins_conjunct(text: str, start: int, at: int) -> bool:
    if unicodedata.category(text[at]) != "Lo" or not _extends(text[at - 1]):
        return False
    base = _base(text, start, at)
    linked = any(char in _LINKERS and _same_script(char, text[at]) for char in text[base + 1 : at])
    return linked and _same_script(text[base], text[at])


def _same_script(one: str, other: str) -> bool:
    """The Indian scripts have 128 code points each."""
    return ord(one) >> 7 == ord(other) >> 7


def _joins_hangul(before: str, after: str) -> bool:
    first, second = _hangul(before), _hangul(after)
    return (first == "L" and second in ("L", "V", "LV", "LVT")) or second in _HANGUL_NEXT.get(first, ())


_HANGUL_NEXT = {"LV": ("V", "T"), "V": ("V", "T"), "LVT": ("T",), "T": ("T",)}


def _hangul(char: str) -> str:
    if "\u1100" <= char <= "\u115f" or "\ua960" <= char <= "\ua97c":
        return "L"
    if "\u1160" <= char <= "\u11a7" or "\ud7b0" <= char <= "\ud7c6":
        return "V"
    if "\u11a8" <= char <= "\u11ff" or "\ud7cb" <= char <= "\ud7fb":
        return "T"
    if "\uac00" <= char <= "\ud7a3":
        return "LV" if (ord(char) - 0xAC00) % 28 == 0 else "LVT"
    return ""

"""What other apps write, made fit to show: visible characters only, and not too many of them."""

import math
import unicodedata
from collections.abc import Iterable
from typing import Any

from .. import codec
from ..screen.clean import clean

LONGEST_NAME = 64
LONGEST_LABEL = 40
LONGEST_DESCRIPTION = 1000
_LONGEST_JSON = 100_000
_DEEPEST = 64
_MOST_NOTES = 20
_UNSEEN = {"Cc", "Cf", "Cs", "Co"}
_SELECTORS = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
"""They choose how a character looks, and can carry any hidden text."""


class Unusable(Exception):
    """What the app says of a tool cannot be used; the message says why."""


class Notes:
    """What was ignored, for the developer of the app. The first few say enough."""

    def __init__(self) -> None:
        self._notes: list[str] = []

    def add(self, note: str) -> None:
        if len(self._notes) < _MOST_NOTES:
            self._notes.append(visible(note, 200))

    def all(self) -> tuple[str, ...]:
        return tuple(self._notes)


def visible(text: object, longest: int = LONGEST_DESCRIPTION) -> str:
    """One line of characters that show: no controls, no direction marks, nothing that only a machine would read."""
    line = clean(str(text)[: longest * 4])
    shown = "".join(c for c in line if unicodedata.category(c) not in _UNSEEN and ord(c) not in _SELECTORS)
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def label(text: str) -> str:
    """An app's name, which stands in brackets before its words: it must not end them."""
    return visible(text, LONGEST_LABEL).translate(str.maketrans("[]", "()"))


def name(text: object, what: str) -> str:
    """A name that has to stay as it is, because the app knows it by that."""
    if not isinstance(text, str) or not text.strip():
        raise Unusable(f"{what} has no name")
    if len(text) > LONGEST_NAME:
        raise Unusable(f"The name of {what} is longer than {LONGEST_NAME} characters: {visible(text, 30)}")
    if visible(text, LONGEST_NAME) != text:
        raise Unusable(f"The name of {what} has characters that do not show: {visible(text, 30)}")
    return text


def parsed(text: object, what: str, longest: int = _LONGEST_JSON) -> Any:
    """The JSON in a text."""
    if not isinstance(text, str):
        raise Unusable(f"{what} is missing")
    if len(text) > longest:
        raise Unusable(f"{what} is longer than {longest} characters")
    try:
        found = codec.loads(text)
    except (ValueError, RecursionError):
        raise Unusable(f"{what} is not JSON: {visible(text, 60)}") from None
    if not can_be_sent(found):
        raise Unusable(f"{what} is nested deeper than {_DEEPEST} levels, or has a number that is too large")
    return found


def can_be_sent(value: Any) -> bool:
    """Not all that can be read as JSON can be written: no codec writes infinity, and the fast one nothing very deep."""
    level = [value]
    for _ in range(_DEEPEST):
        if not level:
            return True
        if any(isinstance(each, float) and not math.isfinite(each) for each in level):
            return False
        level = [inner for each in level for inner in _inside(each)]
    return False


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()

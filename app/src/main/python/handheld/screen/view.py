"""The screen for a person's eyes: what an agent reads, line by line, and where each line is."""

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Any

from . import shown, tsv
from .tree import FLAGS, LEFT, Screen

_PIECES = re.compile(r"[_. \t]?[A-Za-z]{1,7}|\d{1,3}|\s+|[^A-Za-z\d\s]")


def seen(screen: Screen) -> dict[str, Any]:
    text = tsv.render(screen)
    return {
        "digest": hashlib.sha256(text.encode()).hexdigest()[:16],
        "width": screen.display.width,
        "height": screen.display.height,
        "app": screen.foreground.package,
        "text": text,
        "tokens": tokens(text),
        "boxes": _boxes(screen),
    }


def in_short(screen: Screen, short_ids: Callable[[Sequence[int]], list[str]]) -> str:
    return "\n".join(shown.compact(screen, shown.Part(), short_ids).page.whole())


def tokens(text: str) -> int:
    """About how many tokens a language model makes of it: on recorded screens within a tenth of what o200k counts."""
    return sum(1 for _ in _PIECES.finditer(text))


def _boxes(screen: Screen) -> dict[str, list[int]]:
    """Where the elements are that have a line and are to be seen, by id, those behind first."""
    return {
        screen.ids[index]: screen.rows[index][LEFT:FLAGS]
        for window in reversed(screen.windows)
        for index in tsv.told(screen, window)
        if screen.is_on(index)
    }

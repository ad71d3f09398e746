"""Texts of a screen as one line of visible characters: what an app writes can neither break a row nor hide in it."""

import re

_BREAK = "\t-\r\x1c-\x1f\x85\u2028\u2029"
_HIDDEN = (
    "\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_JOINER = "\u200c\u200d"

_BREAKS = re.compile(f"[{_BREAK}]+")
_UNSEEN = re.compile(f"[{_HIDDEN}]")
# Part of how emoji, Persian and Indic words are written, but only between such characters.
_STRAY_JOINERS = re.compile(f"(?<![^\x00-\x7f{_JOINER}])[{_JOINER}]|[{_JOINER}](?![^\x00-\x7f{_JOINER}])")
_UNCLEAN = re.compile(f"[{_BREAK}{_HIDDEN}{_JOINER}]")


def clean(text: str | None) -> str:
    """Breaks become a space; controls, direction marks and other characters that show nothing go."""
    if not text or (text.isascii() and text.isprintable()) or not _UNCLEAN.search(text):
        return text or ""
    return _STRAY_JOINERS.sub("", _UNSEEN.sub("", _BREAKS.sub(" ", text)))


def clean_all(texts: list[str | None]) -> list[str]:
    """Each of them. Most screens need no cleaning, which is seen at one glance."""
    present = [text or "" for text in texts]
    whole = "".join(present)
    return present if whole.isascii() and whole.isprintable() else list(map(clean, present))

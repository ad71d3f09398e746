"""Elements by what they say or are."""

from typing import Literal

from ..errors import InvalidArguments
from .clean import clean
from .tree import CLASS, DESC, RES_ID, TEXT, Screen

By = Literal["text", "content_desc", "resource_id", "class_name"]

_COLUMN = {"text": TEXT, "content_desc": DESC, "resource_id": RES_ID, "class_name": CLASS}


def matches(screen: Screen, by: By, value: str, exact: bool) -> list[int]:
    """The rows that match. Texts are compared as the screen state shows them, so that what an agent read there is found."""
    wanted = clean(value)
    if not wanted:
        raise InvalidArguments("Invalid argument 'value': it has no visible character")
    column = _COLUMN[by]
    hits = {place for place, text in enumerate(screen.strings) if text and _matches(by, clean(text), wanted, exact)}
    return [index for index, row in enumerate(screen.rows) if row[column] in hits]


def _matches(by: By, text: str, wanted: str, exact: bool) -> bool:
    if not exact:
        return wanted.casefold() in text.casefold()
    return text == wanted or (by == "class_name" and text.rpartition(".")[2] == wanted)

"""The audit log, filtered, and the pictures that go with it."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from .. import codec
from ..app import App

Json = dict[str, Any]
_PAGE = 100


def read(app: App, given: Json) -> Json:
    """A page of what fits the filter, and what there is to filter by."""
    start = int(given.get("start", "0")) if str(given.get("start", "0")).isdecimal() else 0
    found = list(islice(_fitting(app, given), start, start + _PAGE + 1))
    everything = list(app.running_core.audit.entries())
    pictures = app.running_core.recording.names()
    return {
        "entries": [_with_picture(entry, pictures) for entry in found[:_PAGE]],
        "more": len(found) > _PAGE,
        "recording": app.served.record_pictures,
        "pictures": len(pictures),
        "clients": sorted({entry["client"] for entry in everything}),
        "tools": sorted({entry["tool"] for entry in everything}),
        "outcomes": sorted({entry["outcome"] for entry in everything}),
    }


def _with_picture(entry: Json, kept: set[str]) -> Json:
    """Its picture may not be there yet, may never have come, or be gone: then there is none to show."""
    return entry if entry.get("picture") in kept else {name: value for name, value in entry.items() if name != "picture"}


def picture(app: App, name: str) -> bytes | None:
    return app.running_core.recording.read(name)


def clear_pictures(app: App, given: Json) -> Json:
    app.running_core.recording.clear()
    return {}


def lines(app: App, given: Json) -> str:
    """JSON Lines, the oldest first, as the log itself is."""
    return "".join(codec.text(entry) + "\n" for entry in reversed(list(_fitting(app, given))))


def _fitting(app: App, given: Json) -> Iterator[Json]:
    wanted = {name: given[name] for name in ("client", "tool", "outcome") if given.get(name)}
    for entry in app.running_core.audit.entries():
        if all(entry.get(name) == value for name, value in wanted.items()):
            yield entry

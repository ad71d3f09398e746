"""The audit log, filtered."""

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
    return {
        "entries": found[:_PAGE],
        "more": len(found) > _PAGE,
        "clients": sorted({entry["client"] for entry in everything}),
        "tools": sorted({entry["tool"] for entry in everything}),
        "outcomes": sorted({entry["outcome"] for entry in everything}),
    }


def lines(app: App, given: Json) -> str:
    """JSON Lines, the oldest first, as the log itself is."""
    return "".join(codec.text(entry) + "\n" for entry in reversed(list(_fitting(app, given))))


def _fitting(app: App, given: Json) -> Iterator[Json]:
    wanted = {name: given[name] for name in ("client", "tool", "outcome") if given.get(name)}
    for entry in app.running_core.audit.entries():
        if all(entry.get(name) == value for name, value in wanted.items()):
            yield entry

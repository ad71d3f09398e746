"""Completions: what could stand in an argument of a prompt or of a resource's address."""

from collections.abc import Callable, Container, Iterable, Mapping

from . import paths, storage
from .call import Call
from .deed import fits
from .errors import HandheldError

Source = Callable[[Call, str, Mapping[str, str]], Iterable[tuple[str, str]]]
"""From the value so far and the other arguments to (value, other words by which it may be found)."""


def _packages(call: Call, value: str, others: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    apps = call.phone.device.list_apps()
    return ((app.package, app.name) for app in apps if not fits(app.package, call.phone.settings.private_apps))


def _locations(call: Call, value: str, others: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    return ((location.id, location.name) for location in call.phone.device.storage_locations())


def _files(call: Call, value: str, others: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    folder = paths.parent(value)
    entries = storage.list_directory(call.phone, storage.to_list(call.phone, others.get("location_id", ""), folder))
    start = folder + "/" if folder else ""
    return ((start + entry.name + ("/" if entry.is_directory else ""), "") for entry in entries)


def _elements(call: Call, value: str, others: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    return ((element_id, "") for element_id in call.phone.screen.look().ids)


_SOURCES: dict[str, tuple[str, Source]] = {
    "package_id": ("list_apps", _packages),
    "location_id": ("list_storage_locations", _locations),
    "path": ("list_files", _files),
    "element_id": ("get_screen_state", _elements),
}
"""For each argument, the tool that gives the same: who may not use that one is not told here either."""


def complete(call: Call, tools: Container[str], argument: str, value: str, others: Mapping[str, str]) -> list[str]:
    """What begins with the value first, then what has it anywhere; nothing that these tools would not tell."""
    tool, source = _SOURCES.get(argument, ("", None))
    if source is None or tool not in tools:
        return []
    try:
        candidates = list(source(call, value, others))
    except HandheldError:
        return []  # a suggestion is not worth an error: the person may still be typing a path that is not there yet
    sought = value.casefold()
    first = [found for found, _ in candidates if found.casefold().startswith(sought)]
    rest = [
        found
        for found, words in candidates
        if not found.casefold().startswith(sought) and (sought in found.casefold() or sought in words.casefold())
    ]
    return first + rest

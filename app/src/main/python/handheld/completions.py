"""Completions: what could stand in an argument of a prompt or of a resource's address."""

from collections.abc import Callable, Iterable, Mapping

from . import paths, storage
from .deed import fits
from .errors import HandheldError
from .tool import Call, Catalogue

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


class Completions:
    """Each source is there only while the tool that gives the same is."""

    def __init__(self, catalogue: Catalogue) -> None:
        sources: dict[str, tuple[str, Source]] = {
            "package_id": ("list_apps", _packages),
            "location_id": ("list_storage_locations", _locations),
            "path": ("list_files", _files),
            "element_id": ("get_screen_state", _elements),
        }
        self._sources = {name: source for name, (tool, source) in sources.items() if catalogue.named(tool)}

    def complete(self, call: Call, argument: str, value: str, others: Mapping[str, str]) -> list[str]:
        """What begins with the value first, then what has it anywhere."""
        source = self._sources.get(argument)
        if source is None:
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

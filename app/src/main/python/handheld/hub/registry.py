"""One list of every tool that other apps offer: its name among ours, and whether agents may use it."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ..deed import fits
from ..settings import ApprovedApp, ApprovedTool, Settings
from .found import Door, Offered

State = Literal["on", "off", "waiting", "changed", "unavailable"]

_FIRST = "ext_"
_LONGEST = 35
"""With the longest prefix, `android_<20 characters>_`, a name has 64 characters: the most that clients take."""
_APP = 12
_SHORTEST_MARK = 5
_WORD_ENDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ODD = re.compile(r"[^a-z0-9]+")
_COMMON_ENDS = {"app", "android", "mobile", "client", "mcp"}


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    """Without the phone's prefix."""
    door: Door
    tool: Offered
    state: State
    reason: str = ""
    """Why agents cannot use it, and what to do."""


def settle(doors: Iterable[Door], settings: Settings) -> list[Entry]:
    """An entry for each tool, in a fixed order. A name is chosen once: the approval keeps it, whatever is installed later."""
    found = sorted(doors, key=lambda door: (door.origin.package, door.protocol, door.address))
    kept = {tool.name for app in settings.external_apps.values() for tool in app.tools.values()}
    entries: list[Entry] = []
    taken: set[str] = set()
    for door in found:
        app = settings.external_apps.get(door.origin.package)
        for tool in door.tools:
            approved = app.tools.get(door.key(tool)) if app else None
            name = approved.name if approved else _free_name(door, tool, kept | taken)
            state, reason = _state(door, tool, app, approved, settings)
            if name in taken:  # only a settings file written by hand can say so
                state, reason = "unavailable", "Another tool has this name; approve the app again"
            taken.add(name)
            entries.append(Entry(name, door, tool, state, reason))
    return entries


def _state(
    door: Door, tool: Offered, app: ApprovedApp | None, approved: ApprovedTool | None, settings: Settings
) -> tuple[State, str]:
    if tool.problem:
        return "unavailable", tool.problem
    if fits(door.origin.package, settings.private_apps):
        return "unavailable", "The app is private: agents neither see nor touch it"
    if not door.origin.signer:
        return "unavailable", "Android does not say who signed the app"
    if app is None:
        return "waiting", f"Approve the app {door.origin.package} to let agents use its tools"
    if app.signer != door.origin.signer:
        return "changed", "The app is signed by someone else than the one that was approved; approve it again if you trust it"
    if approved is None:
        return "waiting", "The tool is new in this app; approve the app again to let agents use it"
    if approved.fingerprint != tool.fingerprint:
        return "changed", "The app describes the tool otherwise than when it was approved; look at it and approve the app again"
    if approved.name in settings.disabled_tools:
        return "off", "Turned off in the settings"
    return "on", ""


def _free_name(door: Door, tool: Offered, taken: set[str]) -> str:
    app, own = _app_word(door.origin.package), _word(tool.own_name)
    plain = f"{_FIRST}{app}_{own}"
    if app and own and len(plain) <= _LONGEST and plain not in taken:
        return plain
    mark = hashlib.sha256(f"{door.origin.package} {door.key(tool)}".encode()).hexdigest()
    start = f"{_FIRST}{app[:_APP]}_{own}"
    marked = (f"{start[: _LONGEST - length - 1].rstrip('_')}_{mark[:length]}" for length in range(_SHORTEST_MARK, _LONGEST))
    return next(name for name in marked if name not in taken)


def _app_word(package: str) -> str:
    """The last part of the package that says something: `com.example.weather.app` is the weather."""
    parts = [_word(part) for part in package.split(".")]
    telling = [part for part in parts[1:] if part and part not in _COMMON_ENDS] or parts[-1:]
    return telling[-1] if telling else ""


def _word(text: str) -> str:
    return _ODD.sub("_", _WORD_ENDS.sub("_", text).lower()).strip("_")

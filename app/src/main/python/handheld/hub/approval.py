"""What a person allows: from settings to settings, for whoever keeps them."""

import dataclasses
import hashlib
from collections.abc import Iterable

from ..errors import InvalidArguments
from ..settings import ApprovedApp, ApprovedTool, Settings
from .registry import Entry


def digest(entries: Iterable[Entry], package: str) -> str:
    """Stands for all that an app's tools say of themselves; a page shows it to say later what it was that the person saw."""
    offered = _of(entries, package)
    told = (f"{entry.door.origin.signer} {entry.door.key(entry.tool)} {entry.tool.fingerprint}" for entry in offered)
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


def approve(settings: Settings, entries: Iterable[Entry], package: str, seen: str) -> Settings:
    """Lets agents use the tools that the app has now, if they are still those of which the digest was `seen`."""
    offered = _of(entries, package)
    if not offered:
        raise InvalidArguments(f"{package} offers no tool that can be used")
    if digest(offered, package) != seen:
        raise InvalidArguments(f"{package} has changed its tools in the meantime; look at them again")
    tools = {entry.door.key(entry.tool): ApprovedTool(entry.name, entry.tool.fingerprint) for entry in offered}
    app = ApprovedApp(offered[0].door.origin.signer, tools)
    return dataclasses.replace(settings, external_apps={**settings.external_apps, package: app})


def revoke(settings: Settings, package: str) -> Settings:
    if package not in settings.external_apps:
        raise InvalidArguments(f"{package} is not approved")
    others = {name: app for name, app in settings.external_apps.items() if name != package}
    return dataclasses.replace(settings, external_apps=others)


def allow_caller(settings: Settings, package: str, signer: str) -> Settings:
    """Lets the app use our tools, as long as the same certificate signs it."""
    callers = {**settings.offer.callers, package: signer}
    return dataclasses.replace(settings, offer=dataclasses.replace(settings.offer, callers=callers))


def forget_caller(settings: Settings, package: str) -> Settings:
    if package not in settings.offer.callers:
        raise InvalidArguments(f"{package} is not allowed to use our tools")
    callers = {name: signer for name, signer in settings.offer.callers.items() if name != package}
    return dataclasses.replace(settings, offer=dataclasses.replace(settings.offer, callers=callers))


def _of(entries: Iterable[Entry], package: str) -> list[Entry]:
    return [entry for entry in entries if entry.door.origin.package == package and entry.state != "unavailable"]

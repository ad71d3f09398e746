"""Other apps on the phone that use our tools, or would like to."""

import dataclasses
from typing import Any

from ..app import App
from ..errors import HandheldError, InvalidArguments
from ..hub import approval
from ..hub.hub import Hub
from ..settings import Settings

Json = dict[str, Any]


def read(app: App, given: Json) -> Json:
    """Who may, and who knocked and waits for the person, the latest first."""
    offer = app.settings.offer
    knocks = app.core.hub.offer.knocks if app.core else []
    names = _names(app) if knocks or offer.callers else {}
    return {
        "allowed": [
            {"package": package, "name": names.get(package), "signer": signer} for package, signer in offer.callers.items()
        ],
        "waiting": [dataclasses.asdict(knock) | {"name": names.get(knock.package)} for knock in reversed(knocks)],
    }


def _names(app: App) -> dict[str, str]:
    try:
        return {found.package: found.name for found in app.device.list_apps()}
    except HandheldError:
        return {}


def allow(app: App, given: Json) -> Json:
    """`signer` is what the person saw: an app that someone else has signed meanwhile is another app."""
    package, seen = str(given["package"]), given["signer"]

    def change(hub: Hub, now: Settings) -> Settings:
        after = hub.allow_caller(now, package)
        if after.offer.callers[package] != seen:
            raise InvalidArguments(f"{package} is signed by someone else now; look at it again")
        return after

    app.decide(change)
    return {}


def revoke(app: App, given: Json) -> Json:
    app.decide(lambda hub, now: approval.forget_caller(now, str(given["package"])))
    return {}


def forget(app: App, given: Json) -> Json:
    """It stays outside; if it knocks again, it is shown again."""
    app.running_core.hub.offer.forget(str(given["package"]))
    return {}

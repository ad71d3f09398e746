"""Now: is the server up, who is there, what was called; pause; the screen; what the person has to allow."""

import dataclasses
from typing import Any

from .. import __version__
from ..app import App
from ..errors import HandheldError

Json = dict[str, Any]

_SHOWN_CALLS = 20


def read(app: App, given: Json) -> Json:
    served = app.served
    return {
        "version": __version__,
        "running": app.running,
        "problem": app.problem,
        "address": app.address,
        "local": served.host in ("127.0.0.1", "localhost", "::1"),
        "tls": served.tls,
        "fingerprint": app.certificate.fingerprint if app.certificate else None,
        "paused": app.control.pause.on,
        "paused_by_touch": app.control.pause.by_touch,
        "knocks": len(app.core.hub.offer.knocks) if app.core else 0,
        "tools": len(app.core.catalogue.tools) if app.core else 0,
        "tokens": [token.name for token in served.tokens],
        "clients": [dataclasses.asdict(visit) for visit in app.control.visits],
        "calls": list(reversed(app.control.calls))[:_SHOWN_CALLS],
    }


def pause(app: App, given: Json) -> Json:
    app.control.pause.set(bool(given["on"]))
    return {"paused": app.control.pause.on}


def server(app: App, given: Json) -> Json:
    app.start() if given["on"] else app.stop()
    return {"running": app.running}


def screen(app: App, given: Json) -> Json:
    """What an agent would read now; only its digest where the page has seen that already. That there is nothing to see is an
    answer too, not a failure: the page asks again and again."""
    try:
        seen = app.look()
    except HandheldError as error:
        return {"problem": str(error)}
    return {"digest": seen["digest"], "same": True} if given.get("known") == seen["digest"] else seen


def permissions(app: App, given: Json) -> Json:
    try:
        return {"permissions": [dataclasses.asdict(permission) for permission in app.device.permissions()]}
    except HandheldError as error:
        return {"permissions": [], "problem": str(error)}


def open_permission(app: App, given: Json) -> Json:
    app.device.open_settings(str(given["name"]))
    return {}

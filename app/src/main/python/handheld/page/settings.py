"""Every setting, checked as the person types; tokens; and what to paste into a client."""

import dataclasses
from typing import Any

from ..app import App
from ..connect import Address, snippets
from ..core import TOOLS
from ..errors import HandheldError, InvalidArguments
from ..settings import Token, new_secret
from ..settings_json import SCHEMA, problems
from ..settings_json import check as as_json

Json = dict[str, Any]
_OWN_PLACE = ("tokens", "disabled_tools", "external_apps")
"""Settings that have a place of their own on the page; tokens are secrets besides."""


def read(app: App, given: Json) -> Json:
    values = as_json(app.settings)
    shown = [name for name in SCHEMA["properties"] if name not in _OWN_PLACE]
    return {
        "schema": {name: SCHEMA["properties"][name] for name in shown},
        "values": {name: values[name] for name in shown},
        "tools": _tools(app),
        "apps": _apps(app),
        "tokens": _tokens(app),
        "locations": _locations(app),
        "fingerprint": app.certificate.fingerprint if app.certificate else None,
    }


def _tools(app: App) -> list[Json]:
    """To choose from: all of our own, and those of other apps that are on."""
    others = [tool for tool in app.core.catalogue.tools.values() if tool.source] if app.core else []
    return [
        {"name": tool.name, "title": tool.title, "category": tool.category, "source": tool.source} for tool in [*TOOLS, *others]
    ]


def _apps(app: App) -> list[Json]:
    """What is installed, to choose from."""
    try:
        return [{"package": found.package, "name": found.name} for found in app.device.list_apps()]
    except HandheldError:
        return []


def _tokens(app: App) -> list[Json]:
    used = app.last_used
    kept = {token.name for token in app.settings.tokens}
    return [
        {
            "name": token.name,
            "profile": token.profile,
            "tools": list(token.tools),
            "expires": token.expires,
            "last_used": used.get(token.name),
            "kept": token.name in kept,
        }
        for token in app.served.tokens
    ]


def _locations(app: App) -> list[Json]:
    try:
        return [dataclasses.asdict(location) for location in app.device.storage_locations()]
    except HandheldError:
        return []


def check(app: App, given: Json) -> Json:
    return {"problems": problems(app.settings, _changes(given))}


def save(app: App, given: Json) -> Json:
    app.configure(_changes(given))
    return {"address": app.address}


def _changes(given: Json) -> Json:
    changes = given["changes"]
    if not isinstance(changes, dict) or changes.keys() & set(_OWN_PLACE):
        raise InvalidArguments("These settings cannot be changed here")
    offer = changes.get("offer")
    if isinstance(offer, dict) and "callers" in offer:
        raise InvalidArguments("Other apps are allowed where they knock")
    return changes


def make_token(app: App, given: Json) -> Json:
    """A new secret, shown this once."""
    name = str(given["name"]).strip()
    if name in {token.name for token in app.served.tokens}:
        raise InvalidArguments(f"There is a token named '{name}' already")
    profile, tools = given.get("profile", "full"), given.get("tools", [])
    if not isinstance(tools, list):
        raise InvalidArguments("'tools' must be a list")
    known = {tool.name for tool in TOOLS} | ({tool.name for tool in app.core.catalogue.tools.values()} if app.core else set())
    unknown = {str(tool) for tool in tools} - known
    if unknown:
        raise InvalidArguments(f"Unknown tool: {', '.join(sorted(unknown))}")
    if profile == "chosen" and not tools:
        raise InvalidArguments("Choose at least one tool that this token may use")
    token = Token(name, new_secret(), profile, tuple(tools), given.get("expires", 0))
    app.keep(dataclasses.replace(app.settings, tokens=(*app.settings.tokens, token)))
    return {"name": name, "token": token.token}


def revoke_token(app: App, given: Json) -> Json:
    left = tuple(token for token in app.settings.tokens if token.name != given["name"])
    if len(left) == len(app.settings.tokens):
        raise InvalidArguments(f"No token kept in the settings is named '{given['name']}'")
    if not left:
        raise InvalidArguments("The last token stays: without one nobody could connect. Make another first")
    app.keep(dataclasses.replace(app.settings, tokens=left))
    return {}


def connect(app: App, given: Json) -> Json:
    """What to paste into each client, with the address and the token of that name."""
    tokens = app.served.tokens
    token = next((token for token in tokens if token.name == given.get("token")), tokens[0])
    found = snippets(Address(app.address, token.token))
    return {"token": token.name, "snippets": [dataclasses.asdict(snippet) for snippet in found]}

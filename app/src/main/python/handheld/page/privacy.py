"""Apps that the person may want to keep from agents."""

from typing import Any

from ..app import App
from ..privacy import suggestions

Json = dict[str, Any]


def suggest(app: App, given: Json) -> Json:
    """Installed apps that seem to deal with money or secrets and are not private yet."""
    found = sorted(suggestions(app.device.list_apps(), app.settings.private_apps), key=lambda each: each.name.casefold())
    return {"apps": [{"package": each.package, "name": each.name} for each in found]}

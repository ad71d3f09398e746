"""Installed apps."""

from typing import Annotated, Literal, TypedDict

from ..call import Call
from ..deed import Deed, deed, fits
from ..privacy import is_private, require_public
from ..schema import param
from ..tool import tool


class InstalledApp(TypedDict):
    package_id: str
    name: str
    version_name: str
    version_code: int
    is_system: bool


def _is_guarded(call: Call, package_id: str) -> bool:
    settings = call.phone.settings  # what is refused anyway need not be asked
    return fits(package_id, settings.confirm.apps) and not is_private(package_id, settings.private_apps)


def _to_open(call: Call, package_id: str) -> Deed:
    name = next((app.name for app in call.phone.device.list_apps() if app.package == package_id), package_id)
    return deed("open_app", where=package_id, name=name, package=package_id)


@tool("Open app", acts=True, idempotent=True, describes=_to_open, asks=_is_guarded)
def open_app(
    call: Call,
    package_id: Annotated[str, param("The package ID of the app to launch (e.g., `com.example.app`)", minLength=1)],
) -> str:
    """Opens (launches) an application by its package ID. The app must be installed and have a launchable activity."""
    require_public(package_id, call.phone.settings.private_apps)
    call.phone.device.open_app(package_id)
    return f"App opened successfully: {package_id}"


@tool("List apps", read_only=True, idempotent=True)
def list_apps(
    call: Call,
    filter: Annotated[
        Literal["all", "user", "system"], param('Filter by app type: `"all"`, `"user"`, or `"system"`')
    ] = "all",
    name_query: Annotated[str | None, param("Filter by app name substring (case-insensitive)")] = None,
) -> list[InstalledApp]:
    """Lists installed applications. Can filter by type (all, user-installed, system) and by name substring."""
    wanted = (name_query or "").casefold()
    apps = [
        app
        for app in call.phone.device.list_apps()
        if wanted in app.name.casefold() and (filter == "all" or app.is_system == (filter == "system"))
        and not fits(app.package, call.phone.settings.private_apps)
    ]
    apps.sort(key=lambda app: (app.name.casefold(), app.package))
    return [
        {
            "package_id": app.package,
            "name": app.name,
            "version_name": app.version_name,
            "version_code": app.version_code,
            "is_system": app.is_system,
        }
        for app in apps
    ]


@tool("Close app", destructive=True, idempotent=True)
def close_app(
    call: Call,
    package_id: Annotated[str, param("The package ID of the app to close (e.g., `com.example.app`)", minLength=1)],
) -> str:
    """Kills a background application process."""
    require_public(package_id, call.phone.settings.private_apps)
    call.phone.device.close_app(package_id)
    return f"App closed successfully: {package_id}"

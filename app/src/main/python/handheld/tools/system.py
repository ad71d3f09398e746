"""The buttons and panels of the system, and its log."""

from datetime import datetime
from typing import Annotated, Literal, TypedDict

from .. import logcat
from ..call import Call
from ..errors import InvalidArguments
from ..privacy import OURS, require_public
from ..schema import param
from ..tool import tool


@tool("Press Back", acts=True)
def press_back(call: Call) -> str:
    """Presses the back button (global accessibility action)."""
    call.phone.device.global_action("back")
    return "Back button press executed successfully"


@tool("Press Home", acts=True, idempotent=True)
def press_home(call: Call) -> str:
    """Navigates to the home screen."""
    call.phone.device.global_action("home")
    return "Home button press executed successfully"


@tool("Press Recents", acts=True)
def press_recents(call: Call) -> str:
    """Opens the recent apps screen."""
    call.phone.device.global_action("recents")
    return "Recents button press executed successfully"


@tool("Open notifications", acts=True, idempotent=True)
def open_notifications(call: Call) -> str:
    """Pulls down the notification shade."""
    call.phone.device.global_action("notifications")
    return "Open notifications executed successfully"


@tool("Open quick settings", acts=True, idempotent=True)
def open_quick_settings(call: Call) -> str:
    """Opens the quick settings panel."""
    call.phone.device.global_action("quick_settings")
    return "Open quick settings executed successfully"


class DeviceLogs(TypedDict):
    logs: str
    line_count: int
    truncated: bool


@tool("Read device logs", read_only=True, idempotent=True)
def get_device_logs(
    call: Call,
    last_lines: Annotated[
        int, param("Number of most recent log lines to return (1-1000)", minimum=1, maximum=1000)
    ] = 100,
    since: Annotated[
        str | None, param("ISO 8601 timestamp to filter logs from (e.g., 2024-01-15T10:30:00)")
    ] = None,
    until: Annotated[str | None, param("ISO 8601 timestamp to filter logs until (used with since)")] = None,
    tag: Annotated[str | None, param("Filter by log tag (exact match, e.g., MCP:ServerService)")] = None,
    level: Annotated[Literal["V", "D", "I", "W", "E", "F"], param("Minimum log level to include")] = "D",
    package_name: Annotated[str | None, param("Filter logs by package name", minLength=1)] = None,
) -> DeviceLogs:
    """Retrieves device logcat logs filtered by time range, tag, level, or package name."""
    first = _moment("since", since) if since is not None else ""
    last = _moment("until", until) if until is not None else "9999"
    if first > last:
        raise InvalidArguments(f"Invalid argument 'since': {since} is later than 'until' ({until})")
    if package_name is not None and package_name != OURS:
        require_public(package_name, call.phone.settings.private_apps)
    levels = logcat.LEVELS[logcat.LEVELS.index(level) :]
    matching = [
        line
        for line in logcat.parse(call.phone.device.read_logs(package_name))
        if line.level in levels and first <= line.moment <= last and (tag is None or line.tag == tag)
    ]
    newest = matching[-last_lines:]
    return {
        "logs": "\n".join(line.brief() for line in newest),
        "line_count": len(newest),
        "truncated": len(matching) > len(newest),
    }


def _moment(name: str, value: str) -> str:
    """The time as logcat writes it; without a zone it is the phone's own time already."""
    try:
        moment = datetime.fromisoformat(value)
        local = moment.astimezone().replace(tzinfo=None) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        message = f"Invalid argument '{name}': {value!r} is not an ISO 8601 timestamp such as 2024-01-15T10:30:00"
        raise InvalidArguments(message) from None
    return local.isoformat(sep=" ", timespec="milliseconds")

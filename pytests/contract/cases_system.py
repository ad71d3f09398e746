"""The buttons and panels of the system, and its log."""

import json

from case import SERVICE_OFF, answers, instead, refuses, service_off

from handheld.errors import ActionFailed, InvalidArguments, PermissionDenied

_SAYS = {
    "press_back": "Back button press executed successfully",
    "press_home": "Home button press executed successfully",
    "press_recents": "Recents button press executed successfully",
    "open_notifications": "Open notifications executed successfully",
    "open_quick_settings": "Open quick settings executed successfully",
}
_FAILED = ActionFailed("Action execution failed")

_log = instead(
    read_logs="2026-02-11 16:29:59.999  1201  1330 V Chatty: nothing much\n"
    "2026-02-11 16:30:00.123  1201  1330 D MCP:ServerService: Server started on port 8080\n"
    "2026-02-11 16:30:01.456  1201  1330 I MCP:ServerService: Client connected\n"
    "2026-02-11 16:30:02.000 10042 10042 W MCP: signal: weak\n"
)
_NOTHING = "02-11 16:29:59.999 V/Chatty: nothing much"
_STARTED = "02-11 16:30:00.123 D/MCP:ServerService: Server started on port 8080"
_CONNECTED = "02-11 16:30:01.456 I/MCP:ServerService: Client connected"
_WEAK = "02-11 16:30:02.000 W/MCP: signal: weak"
_NOT_A_TIME = "is not an ISO 8601 timestamp such as 2024-01-15T10:30:00"


def _logs(*lines: str, truncated: bool = False) -> str:
    answer = {"logs": "\n".join(lines), "line_count": len(lines), "truncated": truncated}
    return json.dumps(answer, separators=(",", ":"))


CASES = [
    *(answers(f"{tool}.output", {}, says) for tool, says in _SAYS.items()),
    *(refuses(f"{tool}.error.service", {}, PermissionDenied, SERVICE_OFF, service_off) for tool in _SAYS),
    *(refuses(f"{tool}.error.failed", {}, ActionFailed, str(_FAILED), instead(global_action=_FAILED)) for tool in _SAYS),
    answers("get_device_logs.output", {"tag": "MCP:ServerService"}, _logs(_STARTED, _CONNECTED), _log),
    answers("get_device_logs.level_default", {}, _logs(_STARTED, _CONNECTED, _WEAK), _log),
    answers("get_device_logs.level_lowest", {"level": "V"}, _logs(_NOTHING, _STARTED, _CONNECTED, _WEAK), _log),
    answers("get_device_logs.level_minimum", {"level": "W"}, _logs(_WEAK), _log),
    answers("get_device_logs.tag_is_exact", {"tag": "MCP"}, _logs(_WEAK), _log),
    answers("get_device_logs.last_lines", {"last_lines": 1}, _logs(_WEAK, truncated=True), _log),
    answers("get_device_logs.since", {"since": "2026-02-11T16:30:01"}, _logs(_CONNECTED, _WEAK), _log),
    answers(
        "get_device_logs.until", {"since": "2026-02-11T16:30:00", "until": "2026-02-11T16:30:01"}, _logs(_STARTED), _log
    ),
    answers("get_device_logs.nothing_left", {"tag": "Nobody"}, _logs(), _log),
    refuses(
        "get_device_logs.error.no_lines", {"last_lines": 0}, InvalidArguments,
        "Invalid argument 'last_lines': 0 is less than the minimum of 1",
    ),
    refuses(
        "get_device_logs.error.too_many_lines", {"last_lines": 1001}, InvalidArguments,
        "Invalid argument 'last_lines': 1001 is greater than the maximum of 1000",
    ),
    refuses(
        "get_device_logs.error.level", {"level": "X"}, InvalidArguments,
        "Invalid argument 'level': 'X' is not one of ['V', 'D', 'I', 'W', 'E', 'F']",
    ),
    refuses(
        "get_device_logs.error.since", {"since": "yesterday"}, InvalidArguments,
        f"Invalid argument 'since': 'yesterday' {_NOT_A_TIME}",
    ),
    refuses(
        "get_device_logs.error.until", {"until": "later"}, InvalidArguments,
        f"Invalid argument 'until': 'later' {_NOT_A_TIME}",
    ),
    refuses(
        "get_device_logs.error.failed", {}, ActionFailed, "Logcat command execution failed",
        instead(read_logs=ActionFailed("Logcat command execution failed")),
    ),
]  # fmt: skip

"""The clipboard, waiting, and the whole text of elements."""

import json
from typing import Any

from case import SERVICE_OFF, answers, faults, instead, opened, refuses, service_off
from cases_element import EMPTY, MISSING, NO_SUCH_WAY
from screens import Node, Pane, label, snapshot
from world import World

from handheld.errors import ActionFailed, InvalidArguments, PermissionDenied

_WEATHER = opened("com.example.weather")
"""Takes three seconds to load."""
_WAIT = {"by": "text", "value": "x"}
_TOO_SHORT = "Invalid argument 'timeout': 0 is less than the minimum of 1"
_TOO_LONG = "Invalid argument 'timeout': 30001 is greater than the maximum of 30000"
_RESULT = instead(snapshot=snapshot(Pane(Node(kids=[label("The Result is 10", bounds=(50, 800, 250, 1000))]))))
_FOUND = {
    "id": "<id>", "text": "The Result is 10", "contentDescription": None, "resourceId": None,
    "className": "android.widget.TextView", "bounds": {"left": 50, "top": 800, "right": 250, "bottom": 1000},
    "clickable": False, "enabled": True,
}  # fmt: skip
_TIMED_OUT = "Operation timed out after {}ms waiting for UI idle. Retry if the operation is long-running."


def _json(**members: Any) -> str:
    return json.dumps(members, separators=(",", ":"), ensure_ascii=False).replace('"<n>"', "<n>")


def _copied(text: str) -> Any:
    return lambda world: world.stage.phone.set_clipboard(text)


def _appears_after(looks: int) -> Any:
    """The screen shows the result from that look on."""

    def given(world: World) -> None:
        def now() -> bytes:
            count = len(world.stage.all_of("snapshot"))
            shown = label("The Result is 10", bounds=(50, 800, 250, 1000)) if count >= looks else label("Calculating")
            return snapshot(Pane(Node(kids=[shown])), number=count)

        world.stage.instead["snapshot"] = now

    return given


CASES = [
    answers("get_clipboard.output", {}, '{"text":"clipboard content"}', _copied("clipboard content")),
    answers("get_clipboard.empty", {}, '{"text":null}'),
    refuses("get_clipboard.error.service", {}, PermissionDenied, SERVICE_OFF, service_off),
    refuses(
        "get_clipboard.error.failed", {}, ActionFailed, "Clipboard access was denied by the system",
        faults(clipboard_denied=True),
    ),
    answers("set_clipboard.output", {"text": "Hello from MCP"}, "Clipboard set successfully (14 characters)"),
    answers("set_clipboard.nothing", {"text": ""}, "Clipboard set successfully (0 characters)"),
    answers("set_clipboard.counts_code_points", {"text": "a😀é"}, "Clipboard set successfully (3 characters)"),
    refuses("set_clipboard.error.missing", {}, InvalidArguments, MISSING.format("text")),
    refuses("set_clipboard.error.service", {"text": "x"}, PermissionDenied, SERVICE_OFF, service_off),
    refuses(
        "set_clipboard.error.failed", {"text": "x"}, ActionFailed, "Clipboard access was denied by the system",
        faults(clipboard_denied=True),
    ),
    answers(
        "wait_for_element.output", {"by": "text", "value": "result", "timeout": 5000},
        _json(found=True, elapsedMs=1000, attempts=3, element=_FOUND), _appears_after(3),
    ),
    answers(
        "wait_for_element.at_once", {"by": "class_name", "value": "TextView", "timeout": 1},
        _json(found=True, elapsedMs=0, attempts=1, element=_FOUND), _RESULT,
    ),
    answers(
        "wait_for_element.timeout", {"by": "text", "value": "nowhere", "timeout": 5000},
        _json(found=False, elapsedMs=5000, attempts=10),
    ),
    answers(
        "wait_for_element.timeout_longest", {"by": "text", "value": "nowhere", "timeout": 30000},
        _json(found=False, elapsedMs=30000, attempts=60),
    ),
    refuses("wait_for_element.error.by", {"by": "name", "value": "x", "timeout": 1}, InvalidArguments, NO_SUCH_WAY),
    refuses("wait_for_element.error.empty", {"by": "text", "value": "", "timeout": 1}, InvalidArguments, EMPTY.format("value")),
    refuses("wait_for_element.error.missing", _WAIT, InvalidArguments, MISSING.format("timeout")),
    refuses("wait_for_element.error.too_short", _WAIT | {"timeout": 0}, InvalidArguments, _TOO_SHORT),
    refuses("wait_for_element.error.too_long", _WAIT | {"timeout": 30001}, InvalidArguments, _TOO_LONG),
    refuses("wait_for_element.error.service", _WAIT | {"timeout": 5000}, PermissionDenied, SERVICE_OFF, service_off),
    answers("wait_for_idle.output", {"timeout": 3000}, _json(message="UI is idle", elapsedMs=1000, similarity=100)),
    answers(
        "wait_for_idle.timeout", {"timeout": 1500},
        _json(message=_TIMED_OUT.format(1500), elapsedMs=1500, similarity="<n>"), _WEATHER,
    ),
    answers(
        "wait_for_idle.until_at_rest", {"timeout": 30000},
        _json(message="UI is idle", elapsedMs=4000, similarity=100), _WEATHER,
    ),
    answers(
        "wait_for_idle.tolerant", {"timeout": 30000, "match_percentage": 10},
        _json(message="UI is idle", elapsedMs=1000, similarity="<n>"), _WEATHER,
    ),
    refuses("wait_for_idle.error.missing", {}, InvalidArguments, MISSING.format("timeout")),
    refuses("wait_for_idle.error.too_short", {"timeout": 0}, InvalidArguments, _TOO_SHORT),
    refuses("wait_for_idle.error.too_long", {"timeout": 30001}, InvalidArguments, _TOO_LONG),
    refuses(
        "wait_for_idle.error.percentage_too_low", {"timeout": 1, "match_percentage": -1}, InvalidArguments,
        "Invalid argument 'match_percentage': -1 is less than the minimum of 0",
    ),
    refuses(
        "wait_for_idle.error.percentage_too_high", {"timeout": 1, "match_percentage": 101}, InvalidArguments,
        "Invalid argument 'match_percentage': 101 is greater than the maximum of 100",
    ),
    refuses("wait_for_idle.error.service", {"timeout": 3000}, PermissionDenied, SERVICE_OFF, service_off),
    answers(
        "get_element_details.not_found", {"ids": ["node_ffff_w1", "node_fffe_w1"]},
        "id\ttext\tdesc\nnode_ffff_w1\tnot_found\tnot_found\nnode_fffe_w1\tnot_found\tnot_found",
    ),
    refuses("get_element_details.error.missing", {}, InvalidArguments, MISSING.format("ids")),
    refuses(
        "get_element_details.error.no_array", {"ids": "node_1"}, InvalidArguments,
        "Invalid argument 'ids': 'node_1' is not of type 'array'",
    ),
    refuses(
        "get_element_details.error.empty", {"ids": []}, InvalidArguments,
        "Invalid argument 'ids': it has 0 items, at least 1 needed",
    ),
    refuses(
        "get_element_details.error.no_string", {"ids": ["node_1", 2]}, InvalidArguments,
        "Invalid argument 'ids[1]': 2 is not of type 'string'",
    ),
    refuses("get_element_details.error.service", {"ids": ["node_1"]}, PermissionDenied, SERVICE_OFF, service_off),
]  # fmt: skip

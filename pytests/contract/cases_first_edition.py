"""The tools that only the first edition has."""

from typing import Any

from case import SERVICE_OFF, answers, faults, instead, opened, refuses, service_off
from cases_element import EMPTY, MISSING, NOT_FOUND
from cases_text import FIELD, new_note, title
from screens import Node, Pane, label, snapshot

from handheld.device import Foreground
from handheld.errors import ActionFailed, ElementNotFound, InvalidArguments, PermissionDenied

_SCREEN = instead(
    snapshot=snapshot(Pane(Node(kids=[label("Calculator", bounds=(100, 50, 500, 120))])))
)
_FLAGS = '"clickable":false,"longClickable":false,"focusable":false,"scrollable":false,"editable":false,"enabled":true,"visible":true'  # noqa: E501
_TREE = (
    '{"nodes":[{"id":"<id>","className":"android.widget.FrameLayout","text":null,"contentDescription":null,"resourceId":null,'
    f'"bounds":{{"left":0,"top":0,"right":1080,"bottom":2400}},{_FLAGS},"children":['
    '{"id":"<id>","className":"android.widget.TextView","text":"Calculator","contentDescription":null,"resourceId":null,'
    f'"bounds":{{"left":100,"top":50,"right":500,"bottom":120}},{_FLAGS},"children":[]}}]}}]}}'
)
_TYPING: dict[str, dict[str, Any]] = {"set_text": {"text": "x"}, "input_text": {"text": "x"}, "clear_text": {}}
_NO_FOCUS = "No text field has the input focus"

CASES = [
    answers("get_accessibility_tree.output", {}, _TREE, _SCREEN),
    refuses("get_accessibility_tree.error.service", {}, PermissionDenied, SERVICE_OFF, service_off),
    refuses(
        "get_accessibility_tree.error.no_root", {}, ActionFailed, "All windows returned null root nodes",
        faults(null_roots=True),
    ),
    refuses("capture_screenshot.error.denied", {}, PermissionDenied, "Screen capture not available", faults(capture_denied=True)),
    refuses(
        "capture_screenshot.error.too_low", {"quality": 0}, InvalidArguments,
        "Invalid argument 'quality': 0 is less than the minimum of 1",
    ),
    refuses(
        "capture_screenshot.error.too_high", {"quality": 101}, InvalidArguments,
        "Invalid argument 'quality': 101 is greater than the maximum of 100",
    ),
    refuses(
        "capture_screenshot.error.failed", {}, ActionFailed, "Screenshot capture failed",
        instead(screenshot=ActionFailed("Screenshot capture failed")),
    ),
    answers(
        "get_current_app.output", {}, '{"packageName":"com.android.calculator2","activityName":".Calculator"}',
        opened("com.android.calculator2"),
    ),
    answers(
        "get_current_app.none", {}, '{"packageName":"unknown","activityName":"unknown"}',
        instead(foreground=Foreground("unknown", "unknown")),
    ),
    refuses("get_current_app.error.service", {}, PermissionDenied, SERVICE_OFF, service_off),
    answers("get_screen_info.output", {}, '{"width":1080,"height":2400,"densityDpi":420,"orientation":"portrait"}'),
    refuses("get_screen_info.error.service", {}, PermissionDenied, SERVICE_OFF, service_off),
    answers("set_text.output", {"element_id": FIELD, "text": "Milk"}, "Text set on element '<element_id>'", new_note),
    answers("input_text.output", {"text": "Milk"}, "Text input completed (4 characters)", title("Buy ")),
    answers(
        "input_text.element", {"element_id": FIELD, "text": "Milk"}, "Text input completed (4 characters)", new_note
    ),
    answers("clear_text.output", {}, "Text cleared successfully", title("Buy ")),
    answers("clear_text.element", {"element_id": FIELD}, "Text cleared successfully", title("Buy ")),
    refuses("set_text.error.missing_element", {"text": "x"}, InvalidArguments, MISSING.format("element_id")),
    refuses("set_text.error.missing_text", {"element_id": "x"}, InvalidArguments, MISSING.format("text")),
    refuses("input_text.error.missing_text", {}, InvalidArguments, MISSING.format("text")),
    refuses("input_text.error.empty_text", {"text": ""}, InvalidArguments, EMPTY.format("text")),
    refuses("input_text.error.no_focus", {"text": "x"}, ElementNotFound, _NO_FOCUS),
    refuses("clear_text.error.no_focus", {}, ElementNotFound, _NO_FOCUS),
    *(
        refuses(f"{tool}.error.not_found", {"element_id": "node_ffff_w1", **more}, ElementNotFound, NOT_FOUND)
        for tool, more in _TYPING.items()
    ),
    *(
        refuses(f"{tool}.error.service", {"element_id": "x", **more}, PermissionDenied, SERVICE_OFF, service_off)
        for tool, more in _TYPING.items()
    ),
]  # fmt: skip

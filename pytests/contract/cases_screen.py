"""The screen state: the document's example, and what it answers when there is nothing to see."""

from typing import Any

from case import SERVICE_OFF, answers, faults, instead, refuses, service_off
from screens import BUTTON, Node, Pane, button, label, snapshot

from handheld.errors import ActionFailed, PermissionDenied

NOTES = (
    "note:structural-only nodes are omitted from the tree\n"
    "note:certain elements are custom and will not be properly reported, if needed or if tools are not working as expected set"
    " include_screenshot=true to see the screen and take what you see into account\n"
    "note:flags: on=onscreen off=offscreen clk=clickable lclk=longClickable foc=focusable scr=scrollable edt=editable"
    " ena=enabled\n"
    "note:offscreen items require scroll_to_element before interaction\n"
)
DEGRADED = "note:DEGRADED — multi-window API unavailable, showing rootInActiveWindow only\n"
_REST = (
    "screen:1080x2400 density:420 orientation:portrait\n"
    "--- window:42 type:APPLICATION pkg:com.android.calculator2 title:Calculator activity:.Calculator layer:0 focused:true ---\n"
    "id\tclass\ttext\tdesc\tres_id\tbounds\tflags\n"
    "node_<hash>_w42\tTextView\tCalculator\t-\tcom.android.calculator2:id/title\t100,50,500,120\ton,ena\n"
    "node_<hash>_w42\tButton\t7\t-\tcom.android.calculator2:id/digit_7\t50,800,270,1000\ton,clk,ena"
)
_NODES = [
    label("Calculator", res_id="com.android.calculator2:id/title", bounds=(100, 50, 500, 120)),
    button("7", res_id="com.android.calculator2:id/digit_7", bounds=(50, 800, 270, 1000), flags=BUTTON & ~8),
]
_PANE = Pane(Node(kids=_NODES), package="com.android.calculator2", title="Calculator")
_FRONT: dict[str, Any] = {"foreground": ["com.android.calculator2", ".Calculator"]}
_PICTURE = {"include_screenshot": True}

CASES = [
    answers("get_screen_state.output", {}, NOTES + _REST, instead(snapshot=snapshot(_PANE, **_FRONT))),
    answers(
        "get_screen_state.degraded", {}, NOTES + DEGRADED + _REST, instead(snapshot=snapshot(_PANE, degraded=True, **_FRONT))
    ),
    refuses("get_screen_state.error.service", {}, PermissionDenied, SERVICE_OFF, service_off),
    refuses(
        "get_screen_state.error.null_roots", {}, ActionFailed, "All windows returned null root nodes", faults(null_roots=True)
    ),
    refuses(
        "get_screen_state.error.no_windows", {}, ActionFailed, "No windows available and no active window root node",
        faults(no_windows=True),
    ),
    refuses(
        "get_screen_state.error.capture_denied", _PICTURE, PermissionDenied, "Screen capture not available",
        faults(capture_denied=True),
    ),
    refuses(
        "get_screen_state.error.capture_failed", _PICTURE, ActionFailed, "Screenshot capture failed",
        instead(screenshot=ActionFailed("Screenshot capture failed")),
    ),
]  # fmt: skip

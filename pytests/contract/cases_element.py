"""Finding elements, and acting on one by its id."""

import json
from typing import Any

from case import SERVICE_OFF, Case, Element, answers, faults, instead, opened, refuses, service_off
from screens import BUTTON, Node, Pane, button, label, scrolling, snapshot

from handheld.errors import ActionFailed, ElementNotFound, InvalidArguments, PermissionDenied
from handheld.screen import tree

CALCULATOR, NOTES, PHONE_SETTINGS = (
    opened(package) for package in ("com.android.calculator2", "com.example.notes", "com.android.settings")
)
SEVEN = Element("text", "7")
MISSING = "Missing required argument '{}'"
EMPTY = "Invalid argument '{}': it has 0 characters, at least 1 needed"
NO_SUCH_WAY = "Invalid argument 'by': 'name' is not one of ['text', 'content_desc', 'resource_id', 'class_name']"
NOT_FOUND = (
    "Element 'node_ffff_w1' not found. Take an element id from get_screen_state or find_elements, which show the screen as it"
    " is now."
)

_FORM = instead(
    snapshot=snapshot(
        Pane(
            Node(
                kids=[
                    label("submit your order", bounds=(0, 0, 500, 90)),
                    button("Submit", res_id="com.example:id/submit_btn", bounds=(50, 800, 250, 1000)),
                    Node(
                        "android.widget.EditText", desc="Your Name", bounds=(0, 100, 500, 200),
                        flags=BUTTON | tree.LONG_CLICKABLE | tree.SCROLLABLE | tree.EDITABLE,
                    ),
                ]
            )
        )
    )
)  # fmt: skip
"""The document's own example, a button, and two things that resemble it in a way."""
_SUBMIT = {
    "id": "<id>", "text": "Submit", "contentDescription": None, "resourceId": "com.example:id/submit_btn",
    "className": "android.widget.Button", "bounds": {"left": 50, "top": 800, "right": 250, "bottom": 1000},
    "clickable": True, "longClickable": False, "scrollable": False, "editable": False, "enabled": True,
}  # fmt: skip
_ORDER = {
    "id": "<id>", "text": "submit your order", "contentDescription": None, "resourceId": None,
    "className": "android.widget.TextView", "bounds": {"left": 0, "top": 0, "right": 500, "bottom": 90},
    "clickable": False, "longClickable": False, "scrollable": False, "editable": False, "enabled": True,
}  # fmt: skip
_NAME = {
    "id": "<id>", "text": None, "contentDescription": "Your Name", "resourceId": None,
    "className": "android.widget.EditText", "bounds": {"left": 0, "top": 100, "right": 500, "bottom": 200},
    "clickable": True, "longClickable": True, "scrollable": True, "editable": True, "enabled": True,
}  # fmt: skip


def _finds(name: str, by: str, value: str, *found: dict[str, Any], **more: Any) -> Case:
    says = json.dumps({"elements": found}, separators=(",", ":"))
    return answers(f"find_elements.{name}", {"by": by, "value": value, **more}, says, _FORM)


def _below(*, scrolls: bool) -> bytes:
    """One element below the screen, in a list that scrolls or in none."""
    hidden = label("Below", bounds=(0, 3000, 1080, 3100))
    return snapshot(Pane(Node(kids=[scrolling(hidden) if scrolls else Node(kids=[hidden])])))


_BELOW = {"element_id": Element("text", "Below")}
_ACTS = {"click_element": "click_node", "long_click_element": "long_click_node", "scroll_to_element": ""}

CASES = [
    _finds("output", "text", "Submit", _SUBMIT, exact_match=True),
    _finds("contains_in_any_case", "text", "SUBMIT", _ORDER, _SUBMIT),
    _finds("exact", "text", "submit", exact_match=True),
    _finds("by_description", "content_desc", "name", _NAME),
    _finds("by_resource", "resource_id", "submit_btn", _SUBMIT),
    _finds("by_class", "class_name", "edittext", _NAME),
    _finds("none", "text", "Cancel"),
    refuses("find_elements.error.by", {"by": "name", "value": "x"}, InvalidArguments, NO_SUCH_WAY),
    refuses("find_elements.error.empty", {"by": "text", "value": ""}, InvalidArguments, EMPTY.format("value")),
    refuses("find_elements.error.missing", {"by": "text"}, InvalidArguments, MISSING.format("value")),
    refuses("find_elements.error.service", {"by": "text", "value": "x"}, PermissionDenied, SERVICE_OFF, service_off),
    answers("click_element.output", {"element_id": SEVEN}, "Click performed on element '<element_id>'", CALCULATOR),
    answers(
        "long_click_element.output", {"element_id": Element("resource_id", "com.example.notes:id/note_card")},
        "Long-click performed on element '<element_id>'", NOTES,
    ),
    answers(
        "scroll_to_element.output", {"element_id": Element("text", "About phone")},
        "Scrolled to element '<element_id>' (1 scroll(s))", PHONE_SETTINGS,
    ),
    answers(
        "scroll_to_element.already_visible", {"element_id": Element("text", "Apps")},
        "Element '<element_id>' is already visible", PHONE_SETTINGS,
    ),
    *(refuses(f"{tool}.error.missing", {}, InvalidArguments, MISSING.format("element_id")) for tool in _ACTS),
    *(refuses(f"{tool}.error.empty", {"element_id": ""}, InvalidArguments, EMPTY.format("element_id")) for tool in _ACTS),
    *(refuses(f"{tool}.error.service", {"element_id": "x"}, PermissionDenied, SERVICE_OFF, service_off) for tool in _ACTS),
    *(refuses(f"{tool}.error.not_found", {"element_id": "node_ffff_w1"}, ElementNotFound, NOT_FOUND) for tool in _ACTS),
    refuses(
        "click_element.error.not_clickable", {"element_id": Element("text", "Notes")}, ActionFailed,
        "Element '<element_id>' is not clickable", NOTES,
    ),
    refuses(
        "click_element.error.failed", {"element_id": Element("text", "Sign in")}, ActionFailed, "The element is disabled",
        opened("com.example.bank"),
    ),
    refuses(
        "long_click_element.error.not_long_clickable", {"element_id": SEVEN}, ActionFailed,
        "Element '<element_id>' is not long-clickable", CALCULATOR,
    ),
    refuses(
        "long_click_element.error.failed", {"element_id": Element("resource_id", "com.example.notes:id/note_card")},
        ActionFailed, "Long click action failed",
        lambda world: (NOTES(world), world.stage.instead.update(long_click_node=ActionFailed("Long click action failed"))),
    ),
    refuses(
        "scroll_to_element.error.no_container", _BELOW, ActionFailed,
        "No scrollable container found for element '<element_id>'", instead(snapshot=_below(scrolls=False)),
    ),
    refuses(
        "scroll_to_element.error.scroll_failed", _BELOW, ActionFailed,
        "Scroll failed: nothing around element '<element_id>' scrolls any further towards it",
        instead(snapshot=_below(scrolls=True), scroll_node=False),
    ),
    refuses(
        "scroll_to_element.error.still_not_visible", _BELOW, ActionFailed,
        "Element '<element_id>' is not visible after 5 scroll attempts",
        instead(snapshot=_below(scrolls=True), scroll_node=True),
    ),
    answers(
        "click_element.stale", {"element_id": SEVEN}, "Click performed on element '<element_id>'",
        lambda world: (CALCULATOR(world), faults(stale_nodes=1)(world)),
    ),
]  # fmt: skip

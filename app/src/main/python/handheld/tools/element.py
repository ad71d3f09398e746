"""Elements: finding them, and acting on one by its id."""

from collections.abc import Callable
from typing import Annotated, TypedDict

from ..call import Call
from ..errors import ActionFailed, ElementNotFound
from ..schema import param
from ..screen import tree
from ..screen.find import By, matches
from ..screen.tree import Screen
from ..tool import tool

ElementId = Annotated[str, param("Node ID from find_elements", minLength=1)]
SearchBy = Annotated[By, param("Search criteria type")]
SearchValue = Annotated[str, param("Search value", minLength=1)]

_MAX_SCROLLS = 5
_SETTLE_SECONDS = 0.3


class Bounds(TypedDict):
    left: int
    top: int
    right: int
    bottom: int


class Element(TypedDict):
    id: str
    text: str | None
    contentDescription: str | None
    resourceId: str | None
    className: str | None
    bounds: Bounds
    clickable: bool
    longClickable: bool
    scrollable: bool
    editable: bool
    enabled: bool


class Elements(TypedDict):
    elements: list[Element]


@tool("Find elements", read_only=True, idempotent=True)
def find_elements(
    call: Call,
    by: SearchBy,
    value: SearchValue,
    exact_match: Annotated[
        bool, param("If true, match exactly. If false, match contains (case-insensitive)")
    ] = False,
) -> Elements:
    """Find UI elements matching the specified criteria in the accessibility tree."""
    screen = call.phone.screen.look()
    return {"elements": [describe(screen, index) for index in matches(screen, by, value, exact_match)]}


@tool("Click element", acts=True)
def click_element(call: Call, element_id: ElementId) -> str:
    """Click the specified accessibility node by element ID."""
    call.phone.screen.act(element_id, call.phone.device.click_node, tree.CLICKABLE, call.client.who)
    return f"Click performed on element '{element_id}'"


@tool("Long-click element", acts=True)
def long_click_element(call: Call, element_id: ElementId) -> str:
    """Long-click the specified accessibility node by element ID."""
    call.phone.screen.act(element_id, call.phone.device.long_click_node, tree.LONG_CLICKABLE, call.client.who)
    return f"Long-click performed on element '{element_id}'"


@tool("Scroll to element", idempotent=True, acts=True)
def scroll_to_element(call: Call, element_id: ElementId) -> str:
    """Scroll to make the specified element visible by scrolling its nearest scrollable ancestor."""
    memory = call.phone.screen
    screen = memory.look()
    index = memory.find(screen, element_id, call.client.who)
    if screen.is_on(index):
        return f"Element '{element_id}' is already visible"
    full_id = screen.ids[index]
    containers = [outer for outer in screen.ancestors(index) if screen.rows[outer][tree.FLAGS] & tree.SCROLLABLE]
    if not containers:
        raise ActionFailed(f"No scrollable container found for element '{element_id}'")
    container_ids = [screen.ids[outer] for outer in containers]
    ahead = _is_ahead(screen, index, containers[0])
    for scrolls in range(1, _MAX_SCROLLS + 1):
        ahead = _scroll(call, element_id, container_ids, ahead)
        call.sleep(_SETTLE_SECONDS)
        screen = memory.look()
        if full_id not in screen.ids:  # recycled for now: it comes back when its place comes into view
            continue
        index = screen.ids.index(full_id)
        if screen.is_on(index):
            return f"Scrolled to element '{element_id}' ({scrolls} scroll(s))"
        if container_ids[0] in screen.ids:
            ahead = _is_ahead(screen, index, screen.ids.index(container_ids[0]))
    raise ActionFailed(f"Element '{element_id}' is not visible after {_MAX_SCROLLS} scroll attempts")


def describe(screen: Screen, index: int) -> Element:
    flags = screen.rows[index][tree.FLAGS]
    left, top, right, bottom = screen.rows[index][tree.LEFT : tree.FLAGS]
    return {
        "id": screen.ids[index],
        "text": screen.string(index, tree.TEXT),
        "contentDescription": screen.string(index, tree.DESC),
        "resourceId": screen.string(index, tree.RES_ID),
        "className": screen.string(index, tree.CLASS),
        "bounds": {"left": left, "top": top, "right": right, "bottom": bottom},
        "clickable": bool(flags & tree.CLICKABLE),
        "longClickable": bool(flags & tree.LONG_CLICKABLE),
        "scrollable": bool(flags & tree.SCROLLABLE),
        "editable": bool(flags & tree.EDITABLE),
        "enabled": bool(flags & tree.ENABLED),
    }


def _is_ahead(screen: Screen, index: int, container: int) -> bool | None:
    """Does the element lie after what its container shows, or before? None where its place does not tell."""
    left, top, right, bottom = screen.rows[index][tree.LEFT : tree.FLAGS]
    outer_left, outer_top, outer_right, outer_bottom = screen.rows[container][tree.LEFT : tree.FLAGS]
    if left >= right or top >= bottom:
        return None
    if top >= outer_bottom or left >= outer_right:
        return True
    if bottom <= outer_top or right <= outer_left:
        return False
    return None


def _scroll(call: Call, element_id: str, container_ids: list[str], ahead: bool | None) -> bool:
    """Scrolls the nearest container that can, and says which way."""
    for forward in (True, False) if ahead is None else (ahead,):
        for container_id in container_ids:
            try:
                moved = call.phone.screen.act(container_id, _scrolling(call, forward))
            except ElementNotFound:  # it was inside another that has been scrolled
                continue
            if moved:
                return forward
    raise ActionFailed(f"Scroll failed: nothing around element '{element_id}' scrolls any further towards it")


def _scrolling(call: Call, forward: bool) -> Callable[[int, int], bool]:
    return lambda snapshot, index: call.phone.device.scroll_node(snapshot, index, forward)

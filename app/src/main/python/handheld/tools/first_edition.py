"""The first edition's tools: the seven that only it has, and its list of twenty-nine."""

from typing import Annotated, TypedDict

from .. import codec
from ..call import Call, Content, image
from ..device import Orientation
from ..editor import editing
from ..schema import param
from ..screen import tree
from ..screen.tree import Row, Screen
from ..tool import Tool, tool
from . import element, gesture, system, text, touch, utility


class CurrentApp(TypedDict):
    packageName: str
    activityName: str


class ScreenInfo(TypedDict):
    width: int
    height: int
    densityDpi: int
    orientation: Orientation


@tool("Get accessibility tree", read_only=True, idempotent=True, same_as="get_screen_state")
def get_accessibility_tree(call: Call) -> str:
    """Returns the full UI hierarchy of the current screen using accessibility services."""
    return '{"nodes":[' + _nested(call.phone.screen.look()) + "]}"


@tool("Capture screenshot", read_only=True, idempotent=True, same_as="get_screen_state")
def capture_screenshot(
    call: Call, quality: Annotated[int, param("JPEG quality (1-100)", minimum=1, maximum=100)] = 80
) -> list[Content]:
    """Captures a screenshot of the current screen and returns it as base64-encoded JPEG."""
    picture = call.phone.device.screenshot(0, quality, ())
    return [image(picture.jpeg, width=picture.width, height=picture.height)]


@tool("Get current app", read_only=True, idempotent=True, same_as="get_screen_state")
def get_current_app(call: Call) -> CurrentApp:
    """Returns the package name and activity name of the currently focused app."""
    foreground = call.phone.device.foreground()
    return {"packageName": foreground.package, "activityName": foreground.activity}


@tool("Get screen info", read_only=True, idempotent=True, same_as="get_screen_state")
def get_screen_info(call: Call) -> ScreenInfo:
    """Returns screen dimensions, orientation, and DPI."""
    display = call.phone.device.display()
    return {
        "width": display.width,
        "height": display.height,
        "densityDpi": display.density,
        "orientation": display.orientation,
    }


@tool("Set text", destructive=True, idempotent=True, same_as="type_replace_text")
def set_text(
    call: Call,
    element_id: Annotated[str, param("Node ID from find_elements", minLength=1)],
    text: Annotated[str, param("Text to set; an empty text clears the field")],
) -> str:
    """Replaces the whole text of an editable element."""
    with editing(call, element_id) as editor:
        editor.select(0, len(editor.text))
        editor.put(text)
    return f"Text set on element '{element_id}'"


@tool("Input text", same_as="type_append_text")
def input_text(
    call: Call,
    text: Annotated[str, param("Text to type", minLength=1)],
    element_id: Annotated[str | None, param("Element to focus and type into", minLength=1)] = None,
) -> str:
    """Types text at the end of an element, or at the cursor of the field in focus when no element is named."""
    with editing(call, element_id) as editor:
        if element_id is not None:
            editor.move_to(len(editor.text))
        editor.put(text)
    return f"Text input completed ({len(text)} characters)"


@tool("Clear text", destructive=True, idempotent=True, same_as="type_clear_text")
def clear_text(
    call: Call, element_id: Annotated[str | None, param("Element to clear", minLength=1)] = None
) -> str:
    """Clears the text of an element, or of the field in focus when no element is named."""
    with editing(call, element_id) as editor:
        if editor.text:
            editor.delete(0, len(editor.text))
    return "Text cleared successfully"


FIRST_EDITION: list[Tool] = [
    get_accessibility_tree,
    capture_screenshot,
    get_current_app,
    get_screen_info,
    system.press_back,
    system.press_home,
    system.press_recents,
    system.open_notifications,
    system.open_quick_settings,
    system.get_device_logs,
    touch.tap,
    touch.long_press,
    touch.double_tap,
    touch.swipe,
    touch.scroll,
    gesture.pinch,
    gesture.custom_gesture,
    element.find_elements,
    element.click_element,
    element.long_click_element,
    set_text,
    element.scroll_to_element,
    input_text,
    clear_text,
    text.press_key,
    utility.get_clipboard,
    utility.set_clipboard,
    utility.wait_for_element,
    utility.wait_for_idle,
]


def _nested(screen: Screen) -> str:
    """Rows stand parents first, so the JSON can be written straight down: no depth of the tree is too deep for it."""
    parts: list[str] = []
    unclosed: list[int] = []
    for index, row in enumerate(screen.rows):
        follows_sibling = False
        while unclosed and unclosed[-1] != row[tree.PARENT]:
            unclosed.pop()
            parts.append("]}")
            follows_sibling = True
        node = codec.text(_node(screen, index, row)).removesuffix("}")
        parts.append(("," if follows_sibling else "") + node + ',"children":[')
        unclosed.append(index)
    return "".join(parts) + "]}" * len(unclosed)


def _node(screen: Screen, index: int, row: Row) -> dict[str, object]:
    flags = row[tree.FLAGS]
    return {
        "id": screen.ids[index],
        "className": screen.strings[row[tree.CLASS]],
        "text": screen.strings[row[tree.TEXT]],
        "contentDescription": screen.strings[row[tree.DESC]],
        "resourceId": screen.strings[row[tree.RES_ID]],
        "bounds": {
            "left": row[tree.LEFT],
            "top": row[tree.TOP],
            "right": row[tree.RIGHT],
            "bottom": row[tree.BOTTOM],
        },
        "clickable": bool(flags & tree.CLICKABLE),
        "longClickable": bool(flags & tree.LONG_CLICKABLE),
        "focusable": bool(flags & tree.FOCUSABLE),
        "scrollable": bool(flags & tree.SCROLLABLE),
        "editable": bool(flags & tree.EDITABLE),
        "enabled": bool(flags & tree.ENABLED),
        "visible": bool(flags & tree.VISIBLE),
    }

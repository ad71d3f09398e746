"""The screen, as text and as a picture."""

from typing import Annotated

from ..device import Box
from ..schema import param
from ..screen import tsv
from ..screen.tree import FLAGS, LEFT, Screen
from ..tool import Call, Content, image, text, tool

_MAX_SIDE = 700
_QUALITY = 80


@tool("Get screen state", read_only=True, idempotent=True)
def get_screen_state(
    call: Call,
    include_screenshot: Annotated[
        bool, param("Include a low-resolution screenshot. Only request when the UI element list is not sufficient.")
    ] = False,
) -> list[Content]:
    """Returns the consolidated current screen state: screen dimensions and a compact filtered flat TSV list of UI elements from
    **all on-screen windows** (including system dialogs, permission popups, and IME keyboards). Optionally includes an annotated
    low-resolution screenshot with bounding boxes and element ID labels."""
    screen = call.phone.screen.look()
    shown = text(tsv.render(screen))
    if not include_screenshot:
        return [shown]
    return [shown, image(call.phone.device.screenshot(_MAX_SIDE, _QUALITY, _boxes(screen)).jpeg)]


def _boxes(screen: Screen) -> list[Box]:
    """A box for each line of the text that is on the screen, labelled with the middle part of its id."""
    boxes = []
    for index in (index for window in screen.windows for index in tsv.told(screen, window) if screen.is_on(index)):
        left, top, right, bottom = screen.rows[index][LEFT:FLAGS]
        boxes.append(Box(left, top, right, bottom, screen.ids[index].split("_")[1]))
    return boxes

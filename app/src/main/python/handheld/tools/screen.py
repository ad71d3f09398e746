"""The screen, as text and as a picture."""

from typing import Annotated, Literal

from ..call import Call, Content, image, text
from ..device import Box
from ..schema import param
from ..screen import tsv
from ..screen.shown import Part, Shown, compact, full
from ..screen.tree import FLAGS, LEFT, Screen
from ..tool import tool

_MAX_SIDE = 700
_QUALITY = 80

_COMPACT = (
    "'compact' costs about a tenth of 'full'. A line: id, label, flags, centre (where the label is unclear), class (where it "
    "tells more), with tabs between. The short ids work in every tool. Flags: c clickable, l long-clickable, s scrollable, "
    "e editable, p password, v selected, f focused, x checked, o unchecked, ! disabled, ~ off-screen. A label has the texts "
    "inside too; # begins a resource id; … ends a cut text, which `android_get_element_details` has whole. * marks the focused "
    "window. Default: as set on the phone."
)
_CHANGES = (
    "Only what changed since the last such answer, which the first line names (r12 changes since r11): if you do not have that "
    "one, ask again without this. A known id replaces its line; a new line stands after the one before it, or after the id that "
    "'after' names. All is sent where that is hardly longer."
)


@tool("Get screen state", read_only=True, idempotent=True)
def get_screen_state(
    call: Call,
    include_screenshot: Annotated[
        bool, param("Include a low-resolution screenshot. Only request when the UI element list is not sufficient.")
    ] = False,
    format: Annotated[Literal["full", "compact"] | None, param(_COMPACT)] = None,
    changes_only: Annotated[bool, param(_CHANGES)] = False,
    window: Annotated[int | None, param("Only the window with this id")] = None,
    query: Annotated[
        str | None,
        param("Only elements whose text, description or resource id contains this, in any case", minLength=1, maxLength=1000),
    ] = None,
) -> list[Content]:
    """Returns the consolidated current screen state: screen dimensions and a compact filtered flat TSV list of UI elements from
    **all on-screen windows** (including system dialogs, permission popups, and IME keyboards). Optionally includes an annotated
    low-resolution screenshot with bounding boxes and element ID labels."""
    memory, who = call.phone.screen, call.client.who
    is_compact = (format or call.phone.settings.screen_format) == "compact"
    part = Part(window, query)
    screen = memory.look()
    if part == Part() and not (is_compact or changes_only or include_screenshot):
        return [text(tsv.render(screen))]
    shown = compact(screen, part, lambda rows: memory.short_ids(screen, rows, who)) if is_compact else full(screen, part)
    if is_compact or changes_only:
        told = memory.readers.show(who, (is_compact, part), shown.page, changes_only)
    else:
        told = "\n".join(shown.page.whole())
    if not include_screenshot:
        return [text(told)]
    return [text(told), image(call.phone.device.screenshot(_MAX_SIDE, _QUALITY, _boxes(screen, shown)).jpeg)]


def _boxes(screen: Screen, shown: Shown) -> list[Box]:
    """A box for each line that is on the screen, with the id of the line, or the part of it that tells it from others."""
    boxes = []
    for index, label in shown.marks:
        if screen.is_on(index):
            left, top, right, bottom = screen.rows[index][LEFT:FLAGS]
            boxes.append(Box(left, top, right, bottom, label))
    return boxes

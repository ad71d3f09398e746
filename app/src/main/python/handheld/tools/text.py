"""Typing into text fields, and keys."""

from typing import Annotated, Literal

from ..call import Call
from ..editor import editing
from ..errors import ElementNotFound, InvalidArguments
from ..schema import param
from ..tool import tool

TypeInto = Annotated[str, param("Target element ID to type into", minLength=1)]
Text = Annotated[str, param("Text to type (must be non-empty, max 2000 characters)", minLength=1, maxLength=2000)]
Speed = Annotated[int, param("Base delay between characters in ms (min: 10, max: 5000)", minimum=10, maximum=5000)]
Variance = Annotated[int, param("Random variance in ms, clamped to [0, typing_speed]", minimum=0)]


@tool("Type at the end")
def type_append_text(
    call: Call, element_id: TypeInto, text: Text, typing_speed: Speed = 70, typing_speed_variance: Variance = 15
) -> str:
    """Type text character by character at the end of a text field. Uses natural InputConnection typing (indistinguishable
    from keyboard input). For text longer than 2000 characters, call this tool multiple times — subsequent calls continue
    typing at the current cursor position."""
    with editing(call, element_id) as editor:
        editor.move_to(len(editor.text))
        editor.type(text, typing_speed, typing_speed_variance)
        return f"Typed {len(text)} characters at end of element '{element_id}'.\nField content: {editor.content()}"


@tool("Type at a position")
def type_insert_text(
    call: Call,
    element_id: TypeInto,
    text: Text,
    offset: Annotated[
        int,
        param(
            "0-based character offset for cursor position. Must be within [0, current text length]",
            minimum=0,
        ),
    ],
    typing_speed: Speed = 70,
    typing_speed_variance: Variance = 15,
) -> str:
    """Type text character by character at a specific position in a text field. Uses natural InputConnection typing
    (indistinguishable from keyboard input)."""
    with editing(call, element_id) as editor:
        if offset > len(editor.text):
            length = "" if editor.secret else f" ({len(editor.text)})"
            raise InvalidArguments(f"Invalid argument 'offset': {offset} exceeds the current text length{length}")
        editor.move_to(offset)
        editor.type(text, typing_speed, typing_speed_variance)
        typed = f"Typed {len(text)} characters at offset {offset} in element '{element_id}'."
        return f"{typed}\nField content: {editor.content()}"


@tool("Replace text", destructive=True)
def type_replace_text(
    call: Call,
    element_id: Annotated[str, param("Target element ID", minLength=1)],
    search: Annotated[
        str,
        param("Text to find in the field (first occurrence, max 10000 characters)", minLength=1, maxLength=10000),
    ],
    new_text: Annotated[
        str,
        param(
            "Replacement text to type (max 2000 characters). Can be empty to just delete the found text",
            maxLength=2000,
        ),
    ],
    typing_speed: Speed = 70,
    typing_speed_variance: Variance = 15,
) -> str:
    """Find and replace text in a field by typing the replacement naturally. Finds the first occurrence of search text, selects
    and deletes it, then types new_text character by character via InputConnection. If `new_text` is empty, only deletes the
    found text (delete-only mode)."""
    with editing(call, element_id) as editor:
        if editor.secret:
            raise InvalidArguments(
                "Invalid argument 'search': nobody may search in a password. Use type_clear_text and type it anew"
            )
        start = editor.text.find(search)
        if start < 0:
            raise ElementNotFound(f"Search text not found in element '{element_id}'")
        editor.delete(start, start + len(search))
        editor.type(new_text, typing_speed, typing_speed_variance)
        replaced = f"Replaced {len(search)} characters with {len(new_text)} characters in element '{element_id}'."
        return f"{replaced}\nField content: {editor.content()}"


@tool("Clear text", destructive=True, idempotent=True)
def type_clear_text(
    call: Call, element_id: Annotated[str, param("Target element ID to clear", minLength=1)]
) -> str:
    """Clear all text from a field naturally using select-all + delete. Uses InputConnection operations (indistinguishable from
    user action). If the field is already empty, returns success without performing any action."""
    with editing(call, element_id) as editor:
        if editor.text:
            editor.delete(0, len(editor.text))
        return f"Text cleared from element '{element_id}'.\nField content: {editor.content()}"


@tool("Press key", destructive=True)
def press_key(
    call: Call,
    key: Annotated[Literal["ENTER", "BACK", "DEL", "HOME", "TAB", "SPACE"], param("Key to press")],
) -> str:
    """Press a specific key. Supported keys: ENTER, BACK, DEL, HOME, TAB, SPACE."""
    if key == "BACK" or key == "HOME":
        with call.holding(call.phone.screen_lock):
            call.phone.device.global_action("back" if key == "BACK" else "home")
    else:
        with call.holding(call.phone.typing_lock):
            call.phone.device.press_key(key)
    call.phone.screen.touched()
    return f"Key '{key}' pressed successfully"

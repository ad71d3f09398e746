"""Typing, and keys. The field is that of the title of a new note."""

from typing import Any

from case import SERVICE_OFF, Case, Element, Given, answers, faults, refuses, service_off
from cases_element import EMPTY, MISSING, NOT_FOUND
from world import World

from handheld.errors import ActionFailed, ElementNotFound, InvalidArguments, PermissionDenied

FIELD = Element("resource_id", "com.example.notes:id/edit_title")
_LABEL = Element("resource_id", "com.example.notes:id/counter")


def new_note(world: World) -> None:
    world.stage.phone.open_app("com.example.notes")
    world.click("content_desc", "New note")


def title(text: str) -> Given:
    """A note whose title is in focus, with the cursor at its end."""

    def given(world: World) -> None:
        new_note(world)
        world.click("resource_id", FIELD.value)
        world.stage.phone.commit_text(text)

    return given


def _then_fails(text: str, call: str, error: Exception) -> Given:
    def given(world: World) -> None:
        title(text)(world)
        world.stage.instead[call] = error

    return given


_LOST = ElementNotFound("No text field has the input focus")


def _only_deletes(world: World) -> None:
    """The connection takes the deletion, and is lost before the first character."""
    title("Hello World")(world)
    phone = world.stage.phone

    def commit(text: str) -> None:
        if text:
            raise _LOST
        phone.commit_text(text)

    world.stage.instead["commit_text"] = commit


def _no_connection(world: World) -> None:
    new_note(world)
    faults(input_lost=True)(world)


_HELLO = title("Hello World")
_TOOLS: dict[str, dict[str, Any]] = {
    "type_append_text": {"text": "x"},
    "type_insert_text": {"text": "x", "offset": 0},
    "type_replace_text": {"search": "World", "new_text": "x"},
    "type_clear_text": {},
}
_TYPISTS = {name: arguments for name, arguments in _TOOLS.items() if name != "type_clear_text"}
_TOO_LONG = "Invalid argument '{}': it has {} characters, at most {} allowed"


def _wrong(name: str, says: str, **arguments: Any) -> Case:
    tool = name.partition(".")[0]
    given = {"element_id": "node_ffff_w1", **_TOOLS[tool], **arguments}
    return refuses(name, {key: value for key, value in given.items() if value is not None}, InvalidArguments, says)


def _fails(name: str, says: str, given: Given, element: Element = FIELD, error: type[ActionFailed] = ActionFailed) -> Case:
    tool = name.partition(".")[0]
    return refuses(name, {"element_id": element, **_TOOLS[tool]}, error, says, given)


_KEYS = ("ENTER", "BACK", "DEL", "HOME", "TAB", "SPACE")
_FIELD_KEYS = ("ENTER", "DEL", "TAB", "SPACE")
_KEY_FAILED = ActionFailed("Key action failed")

CASES = [
    answers(
        "type_append_text.output", {"element_id": FIELD, "text": "Hello World"},
        "Typed 11 characters at end of element '<element_id>'.\nField content: Hello World", new_note,
    ),
    answers(
        "type_append_text.longest", {"element_id": FIELD, "text": "x" * 2000, "typing_speed": 10},
        f"Typed 2000 characters at end of element '<element_id>'.\nField content: {'x' * 2000}", new_note,
    ),
    answers(
        "type_insert_text.output", {"element_id": FIELD, "text": "inserted ", "offset": 5},
        "Typed 9 characters at offset 5 in element '<element_id>'.\nField content: Helloinserted  World", _HELLO,
    ),
    answers(
        "type_insert_text.offset_at_the_end", {"element_id": FIELD, "text": "!", "offset": 11},
        "Typed 1 characters at offset 11 in element '<element_id>'.\nField content: Hello World!", _HELLO,
    ),
    answers(
        "type_replace_text.output", {"element_id": FIELD, "search": "World", "new_text": "Android"},
        "Replaced 5 characters with 7 characters in element '<element_id>'.\nField content: Hello Android", _HELLO,
    ),
    answers(
        "type_replace_text.first_occurrence", {"element_id": FIELD, "search": "o", "new_text": "0"},
        "Replaced 1 characters with 1 characters in element '<element_id>'.\nField content: Hell0 World", _HELLO,
    ),
    answers(
        "type_replace_text.only_deletes", {"element_id": FIELD, "search": "Hello ", "new_text": ""},
        "Replaced 6 characters with 0 characters in element '<element_id>'.\nField content: World", _HELLO,
    ),
    answers(
        "type_clear_text.output", {"element_id": FIELD},
        "Text cleared from element '<element_id>'.\nField content: ", _HELLO,
    ),
    answers(
        "type_clear_text.already_empty", {"element_id": FIELD},
        "Text cleared from element '<element_id>'.\nField content: ", new_note,
    ),
    *(_wrong(f"{tool}.error.missing_element", MISSING.format("element_id"), element_id=None) for tool in _TOOLS),
    *(_wrong(f"{tool}.error.empty_element", EMPTY.format("element_id"), element_id="") for tool in _TOOLS),
    _wrong("type_append_text.error.missing_text", MISSING.format("text"), text=None),
    _wrong("type_insert_text.error.missing_text", MISSING.format("text"), text=None),
    _wrong("type_append_text.error.empty_text", EMPTY.format("text"), text=""),
    _wrong("type_insert_text.error.empty_text", EMPTY.format("text"), text=""),
    _wrong("type_append_text.error.too_long", _TOO_LONG.format("text", 2001, 2000), text="x" * 2001),
    _wrong("type_insert_text.error.too_long", _TOO_LONG.format("text", 2001, 2000), text="x" * 2001),
    _wrong("type_insert_text.error.missing_offset", MISSING.format("offset"), offset=None),
    _wrong("type_insert_text.error.negative_offset", "Invalid argument 'offset': -1 is less than the minimum of 0", offset=-1),
    refuses(
        "type_insert_text.error.offset_past_the_end", {"element_id": FIELD, "text": "x", "offset": 12}, InvalidArguments,
        "Invalid argument 'offset': 12 exceeds the current text length (11)", _HELLO,
    ),
    _wrong("type_replace_text.error.missing_search", MISSING.format("search"), search=None),
    _wrong("type_replace_text.error.missing_new_text", MISSING.format("new_text"), new_text=None),
    _wrong("type_replace_text.error.empty_search", EMPTY.format("search"), search=""),
    _wrong("type_replace_text.error.search_too_long", _TOO_LONG.format("search", 10001, 10000), search="x" * 10001),
    _wrong("type_replace_text.error.too_long", _TOO_LONG.format("new_text", 2001, 2000), new_text="x" * 2001),
    *(
        _wrong(f"{tool}.error.too_fast", "Invalid argument 'typing_speed': 9 is less than the minimum of 10", typing_speed=9)
        for tool in _TYPISTS
    ),
    *(
        _wrong(
            f"{tool}.error.too_slow", "Invalid argument 'typing_speed': 5001 is greater than the maximum of 5000",
            typing_speed=5001,
        )
        for tool in _TYPISTS
    ),
    *(
        _wrong(
            f"{tool}.error.variance", "Invalid argument 'typing_speed_variance': -1 is less than the minimum of 0",
            typing_speed_variance=-1,
        )
        for tool in _TYPISTS
    ),
    *(
        refuses(f"{tool}.error.service", {"element_id": "x", **more}, PermissionDenied, SERVICE_OFF, service_off)
        for tool, more in _TOOLS.items()
    ),
    *(
        refuses(f"{tool}.error.not_found", {"element_id": "node_ffff_w1", **more}, ElementNotFound, NOT_FOUND)
        for tool, more in _TOOLS.items()
    ),
    refuses(
        "type_replace_text.error.search_not_found", {"element_id": FIELD, "search": "Moon", "new_text": "x"},
        ElementNotFound, "Search text not found in element '<element_id>'", _HELLO,
    ),
    *(
        _fails(f"{tool}.error.click_failed", "Click failed", _then_fails("", "focus_field", ActionFailed("Click failed")))
        for tool in _TOOLS
    ),
    *(_fails(f"{tool}.error.not_editable", "The element does not take text input", new_note, _LABEL) for tool in _TOOLS),
    *(
        _fails(
            f"{tool}.error.cursor", "Cursor positioning failed: refused",
            _then_fails("Hello World", "select_text", ActionFailed("refused")),
        )
        for tool in ("type_append_text", "type_insert_text")
    ),
    *(
        _fails(
            f"{tool}.error.selection", "Text selection failed: refused",
            _then_fails("Hello World", "select_text", ActionFailed("refused")),
        )
        for tool in ("type_replace_text", "type_clear_text")
    ),
    *(
        _fails(f"{tool}.error.deletion", f"Deletion failed: {_LOST}", _then_fails("Hello World", "commit_text", _LOST))
        for tool in ("type_replace_text", "type_clear_text")
    ),
    *(
        _fails(
            f"{tool}.error.typing", f"Typing (after 0 of 1 characters) failed: {_LOST}",
            _then_fails("Hello World", "commit_text", _LOST),
        )
        for tool in ("type_append_text", "type_insert_text")
    ),
    _fails("type_replace_text.error.typing", f"Typing (after 0 of 1 characters) failed: {_LOST}", _only_deletes),
    *(_fails(f"{tool}.error.no_connection", "The input connection is not ready", _no_connection) for tool in _TOOLS),
    *(answers(f"press_key.output_{key}", {"key": key}, f"Key '{key}' pressed successfully", _HELLO) for key in _KEYS),
    refuses("press_key.error.missing", {}, InvalidArguments, MISSING.format("key")),
    refuses(
        "press_key.error.unknown", {"key": "VOLUME_UP"}, InvalidArguments,
        f"Invalid argument 'key': 'VOLUME_UP' is not one of {list(_KEYS)}",
    ),
    *(refuses(f"press_key.error.service_{key}", {"key": key}, PermissionDenied, SERVICE_OFF, service_off) for key in _KEYS),
    *(refuses(f"press_key.error.no_focus_{key}", {"key": key}, ElementNotFound, str(_LOST)) for key in _FIELD_KEYS),
    refuses(
        "press_key.error.failed", {"key": "ENTER"}, ActionFailed, "Key action failed",
        _then_fails("x", "press_key", _KEY_FAILED),
    ),
]  # fmt: skip

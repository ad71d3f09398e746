"""Typing of the real core, through the real input connection, into real fields."""

import pytest
from robolectric_serving import Hands, ToolError

FAST = {"typing_speed": 10, "typing_speed_variance": 0}
NOTE = "android:id/edit"
SEARCH = "android:id/text2"
PASSWORD = "android:id/input"


@pytest.fixture
def editor(phone: Hands) -> Hands:
    phone.text("open_app", package_id="com.example.editor")
    assert phone.json("wait_for_element", by="resource_id", value=NOTE, timeout=10000)["found"]
    return phone


def content(editor: Hands, field: str = NOTE) -> str | None:
    [element] = editor.json("find_elements", by="resource_id", value=field, exact_match=True)["elements"]
    text: str | None = element["text"]
    return text


def test_emoji_and_chinese_arrive_whole(editor: Hands) -> None:
    note = editor.id_of(NOTE, "resource_id")
    text = "Hi 你好，世界 🎉 👩‍👩‍👧‍👦 é"
    said = editor.text("type_append_text", element_id=note, text=text, **FAST)
    assert said == f"Typed {len(text)} characters at end of element '{note}'.\nField content: {text}"
    assert content(editor) == text


def test_text_is_inserted_replaced_and_cleared(editor: Hands) -> None:
    note = editor.id_of(NOTE, "resource_id")
    editor.text("type_append_text", element_id=note, text="🎉 world", **FAST)
    editor.text("type_insert_text", element_id=note, text="你好 ", offset=2, **FAST)
    assert content(editor) == "🎉 你好 world"
    editor.text("type_replace_text", element_id=note, search="world", new_text="Welt 🌍", **FAST)
    assert content(editor) == "🎉 你好 Welt 🌍"
    editor.text("type_clear_text", element_id=note)
    assert not content(editor)


def test_keys_do_what_a_keyboard_does(editor: Hands) -> None:
    note = editor.id_of(NOTE, "resource_id")
    editor.text("type_append_text", element_id=note, text="a👩‍👩‍👧‍👦", **FAST)
    for key in ("DEL", "SPACE", "ENTER"):
        editor.text("press_key", key=key)
    assert content(editor) == "a \n"
    search = editor.id_of(SEARCH, "resource_id")
    editor.text("type_append_text", element_id=search, text="weather", **FAST)
    editor.text("press_key", key="ENTER")
    assert editor.id_of("Searched for weather")


def test_a_password_is_typed_and_never_shown(editor: Hands) -> None:
    field = editor.id_of(PASSWORD, "resource_id")
    editor.text("type_append_text", element_id=field, text="s3cret", **FAST)
    assert "s3cret" not in editor.text("get_screen_state")


def test_what_is_no_field_takes_no_text(editor: Hands) -> None:
    status = editor.id_of("android:id/text1", "resource_id")
    with pytest.raises(ToolError):
        editor.text("type_append_text", element_id=status, text="x", **FAST)


def test_without_a_field_in_focus_a_key_goes_nowhere(phone: Hands) -> None:
    with pytest.raises(ToolError, match=r"(?i)focus"):
        phone.text("press_key", key="SPACE")

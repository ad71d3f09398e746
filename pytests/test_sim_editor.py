from hypothesis import given
from hypothesis import strategies as st

from handheld_desktop.sim.editor import Editor, last_grapheme, place, units

TEXT = st.text(st.sampled_from("ab \n😀é中\u0301"), max_size=12)


@given(TEXT, st.data())
def test_an_edit_is_what_a_list_of_utf_16_units_would_do(text, data):
    editor = Editor(text, multiline=True)
    position = st.integers(0, units(text))
    start, end = data.draw(position), data.draw(position)
    editor.select(start, end)
    low, high = sorted((editor.start, editor.end))
    raw = text.encode("utf-16-le")
    new = data.draw(TEXT)
    editor.commit(new)
    assert editor.text.encode("utf-16-le") == raw[: low * 2] + new.encode("utf-16-le") + raw[high * 2 :]
    assert editor.start == editor.end == low + units(new)


@given(TEXT)
def test_every_position_belongs_to_a_character(text):
    for index in range(len(text) + 1):
        assert place(text, units(text[:index])) == index


@given(TEXT)
def test_the_delete_key_empties_a_field_in_the_end(text):
    editor = Editor(text, multiline=True)
    for _ in text:
        editor.backspace()
    assert editor.text == ""


def test_a_grapheme_is_what_a_person_sees_as_one():
    assert last_grapheme("a👩‍👩‍👧‍👦") == "👩‍👩‍👧‍👦"
    assert last_grapheme("e\u0301") == "e\u0301"
    assert last_grapheme("👍🏽") == "👍🏽"
    assert last_grapheme("🇭🇺🇩🇪") == "🇩🇪"
    assert last_grapheme("🇭🇺🇩") == "🇩"
    assert last_grapheme("") == ""


def test_one_line_stays_one_line():
    editor = Editor()
    editor.commit("a\nb\r\nc")
    assert editor.text == "a b c"


def test_a_password_shows_bullets_and_an_empty_field_its_hint():
    editor = Editor(hint="Password", password=True)
    assert editor.shown == "Password"
    editor.commit("s3cret😀")
    assert editor.shown == "•" * 7
    assert editor.text == "s3cret😀"

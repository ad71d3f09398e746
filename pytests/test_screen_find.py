"""Finding elements by what they say or are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import SEEN, Node, Pane, button, label, named

from handheld.errors import InvalidArguments
from handheld.screen import tree
from handheld.screen.find import By, matches

SCREEN = named(
    Pane(Node(kids=[
        button("Submit", res_id="com.example:id/submit_btn"),
        button("SUBMIT ALL", desc="Sends everything"),
        label("Straße\nnach Süden"),
        Node("android.widget.EditText", "hunter2", flags=SEEN | tree.PASSWORD),
    ]), id=1),
    Pane(label("submit", desc="From another window"), id=2),
)  # fmt: skip


@pytest.mark.parametrize(
    ("by", "value", "exact", "found"),
    [
        ("text", "submit", False, [1, 2, 5]),
        ("text", "Submit", True, [1]),
        ("text", "STRASSE NACH", False, [3]),
        ("text", "Straße nach Süden", True, [3]),
        ("text", "Straße\nnach Süden", True, [3]),
        ("text", "nothing of the kind", False, []),
        ("content_desc", "sends", False, [2]),
        ("content_desc", "Submit", False, []),
        ("resource_id", "submit_btn", False, [1]),
        ("resource_id", "submit_btn", True, []),
        ("resource_id", "com.example:id/submit_btn", True, [1]),
        ("class_name", "edittext", False, [4]),
        ("class_name", "android.widget.Button", True, [1, 2]),
        ("class_name", "Button", True, [1, 2]),
        ("class_name", "widget", True, []),
    ],
)
def test_elements_of_all_windows_are_found(by: By, value: str, exact: bool, found: list[int]) -> None:
    assert matches(SCREEN, by, value, exact) == found


def test_a_password_cannot_be_found_out_by_asking() -> None:
    assert matches(SCREEN, "text", "hunter2", exact=False) == []
    assert matches(SCREEN, "text", "hunter2", exact=True) == []


@pytest.mark.parametrize("value", ["", "\u200b", "\x00\u202e"])
def test_a_value_that_shows_nothing_is_refused(value: str) -> None:
    with pytest.raises(InvalidArguments, match="'value'"):
        matches(SCREEN, "text", value, exact=False)


@given(st.text(st.characters(categories=["L", "N", "P"]), min_size=1))
def test_what_is_written_is_found_in_both_ways(text: str) -> None:
    screen = named(Pane(Node(kids=[label(f"<{text}>"), label(text)])))
    assert matches(screen, "text", text, exact=False) == [1, 2]
    assert matches(screen, "text", text, exact=True) == [2]

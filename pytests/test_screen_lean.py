"""The lean screen: every element that can be acted on has a line, every visible text stands in one, and little else."""

from pathlib import Path

import pytest
from hand import Hand
from hypothesis import given
from hypothesis import strategies as st
from screens import BUTTON, SEEN, Node, Pane, button, label, named, row, scrolling
from test_recorded import every_screen, real_screens

from handheld.screen import tree
from handheld.screen.clean import clean
from handheld.screen.lean import Line, lines
from handheld.screen.tree import Screen
from handheld_desktop import recorded

ACTIONABLE = tree.CLICKABLE | tree.LONG_CLICKABLE | tree.SCROLLABLE | tree.EDITABLE


def shown(screen: Screen) -> list[Line]:
    return [line for window in lines(screen).values() for line in window]


def cells(*nodes: Node) -> list[str]:
    """The lines of a window with these, whose root says nothing."""
    return [line.cells for line in shown(named(Pane(Node(kids=list(nodes)))))]


def test_a_line_is_label_flags_centre_and_class_and_ends_with_the_last_that_tells_something() -> None:
    assert cells(label("Hello")) == ["Hello"]
    assert cells(button("LOG IN")) == ["LOG IN\tc"]
    assert cells(Node("android.widget.ImageView", flags=BUTTON, bounds=(0, 100, 100, 200))) == ["\tc\t50,150\tImageView"]
    assert cells(Node("android.widget.SeekBar", desc="Volume", flags=SEEN)) == ["Volume\t\t\tSeekBar"]


@pytest.mark.parametrize(
    ("flags", "letters"),
    [
        (tree.CLICKABLE, "c"),
        (tree.CLICKABLE | tree.LONG_CLICKABLE, "cl"),
        (tree.SCROLLABLE, "s"),
        (tree.EDITABLE | tree.FOCUSED, "ef"),
        (tree.CHECKABLE, "o"),
        (tree.CHECKABLE | tree.CHECKED | tree.CLICKABLE, "cx"),
        (tree.SELECTED | tree.CLICKABLE, "cv"),
    ],
)
def test_flags_are_a_letter_each_and_tell_the_state(flags: int, letters: str) -> None:
    assert cells(label("a", flags=SEEN | flags)) == [f"a\t{letters}"]


def test_disabled_and_off_screen_are_told_and_their_opposites_are_not() -> None:
    assert cells(button("a", flags=tree.VISIBLE | tree.CLICKABLE)) == ["a\tc!"]
    assert cells(button("a", bounds=(0, 2400, 100, 2500))) == ["a\tc~"]
    assert cells(button("a", flags=tree.ENABLED)) == ["a\t~"]


def test_what_stands_inside_something_clickable_stands_in_its_label() -> None:
    assert cells(row("Alice", "Mobile")) == ["Alice | Mobile\tc"]
    assert cells(row(*map(str, range(8)))) == ["0 | 1 | 2 | 3 | 4 | 5 | 6 | 7\tc"]


def test_more_than_eight_texts_inside_something_clickable_keep_their_own_lines() -> None:
    texts = [f"Text {number}" for number in range(9)]
    assert cells(row(*texts)) == ["\tc\t540,1200", *texts]


def test_a_text_too_long_to_be_told_whole_keeps_its_own_line_so_that_its_details_can_be_had() -> None:
    long = "x" * 101
    assert cells(row("Alice", long)) == ["Alice\tc", "x" * 100 + "…"]


def test_a_summary_is_not_said_twice_but_numbers_that_happen_to_be_the_same_are() -> None:
    summed_up = row("Inbox", "12")
    summed_up.desc = "Inbox, 12 unread"
    assert cells(summed_up) == ["Inbox, 12 unread\tc"]
    assert cells(row("1", "1", "10")) == ["1 | 1 | 10\tc"]
    badge = row("1")
    badge.desc = "10 unread"
    assert cells(badge) == ["10 unread | 1\tc"]


def test_something_clickable_inside_something_clickable_has_its_own_line() -> None:
    outer = row("Alice")
    outer.kids.append(button("Call"))
    assert cells(outer) == ["Alice\tc", "Call\tc"]


def test_a_list_and_a_field_take_no_words_of_what_is_in_them() -> None:
    assert cells(scrolling(label("Alice"))) == ["\ts\t540,1200\tRecyclerView", "Alice"]
    field = Node("android.widget.EditText", flags=BUTTON | tree.EDITABLE, kids=[label("Error")], res_id="app:id/mail")
    assert cells(field) == ["#mail\tce", "Error"]


def test_the_state_of_a_switch_is_told_with_the_row_that_turns_it() -> None:
    switch = Node("android.widget.Switch", flags=SEEN | tree.CHECKABLE | tree.CHECKED)
    setting = row("Wi-Fi")
    setting.kids.append(switch)
    assert cells(setting) == ["Wi-Fi\tcx"]
    switch.flags ^= tree.CHECKED
    assert cells(setting) == ["Wi-Fi\tco"]


def test_of_two_states_in_one_row_each_is_told_by_itself() -> None:
    boxes = [label(name, flags=SEEN | tree.CHECKABLE | state) for name, state in (("Milk", tree.CHECKED), ("Eggs", 0))]
    assert cells(Node(flags=BUTTON, kids=[label("Shopping"), *boxes])) == ["Shopping\tc", "Milk\tx", "Eggs\to"]


def test_a_row_of_which_only_the_edge_is_to_be_seen_still_says_what_it_is() -> None:
    outer = row("Alice")
    outer.kids[0].bounds = (0, 2400, 1080, 2500)
    assert cells(outer) == ["Alice\tc"]
    outer.bounds = (0, 2400, 1080, 2500)
    assert cells(outer) == ["Alice\tc~"]
    outer.kids[0].bounds = (0, 0, 1080, 100)
    assert cells(outer) == ["\tc~", "Alice"]


def test_a_resource_id_stands_in_for_a_label_without_the_name_of_the_app() -> None:
    assert cells(Node(flags=BUTTON, res_id="com.example:id/menu")) == ["#menu\tc"]
    assert cells(button("Menu", res_id="com.example:id/menu")) == ["Menu\tc"]


def test_what_only_has_a_name_is_told_where_it_might_take_touches() -> None:
    canvas = Node("com.example.Canvas", res_id="app:id/canvas")
    assert cells(canvas) == ["#canvas\t\t\tCanvas"]
    assert cells(Node(flags=BUTTON, kids=[label("Draw"), canvas])) == ["Draw\tc"]
    assert cells(Node(res_id="app:id/content", kids=[label("Hello")])) == ["Hello"]
    assert cells(Node(res_id="app:id/canvas", bounds=(0, 2400, 10, 2500))) == []
    assert cells(Node(res_id="android:id/statusBarBackground")) == []


def test_a_centre_tells_apart_what_says_the_same() -> None:
    twins = [button("Delete", bounds=(0, top, 200, top + 100)) for top in (0, 100)]
    assert cells(*twins, button("Back")) == ["Delete\tc\t100,50", "Delete\tc\t100,150", "Back\tc"]


def test_a_text_that_the_app_wrote_cannot_break_its_line() -> None:
    assert cells(label("a\tb\nc\x00")) == ["a b c"]


def test_text_and_description_are_both_told_unless_they_are_the_same() -> None:
    assert cells(label("7", desc="seven")) == ["7 | seven"]
    assert cells(label("7", desc="7")) == ["7"]


def test_a_password_is_never_told() -> None:
    secret = label("hunter2", flags=SEEN | tree.EDITABLE | tree.PASSWORD)
    assert cells(secret) == [f"{tree.HIDDEN}\tep"]


# Any screen

NODES = st.builds(
    Node,
    kind=st.sampled_from(["android.widget.FrameLayout", "android.widget.TextView", "android.widget.Switch", None]),
    text=st.sampled_from([None, None, "Alpha", "Beta", "x" * 120, "a\nb", "\u200b"]),
    desc=st.sampled_from([None, None, "Alpha", "Open"]),
    res_id=st.sampled_from([None, "app:id/icon", "raw"]),
    flags=st.sets(st.sampled_from([1 << bit for bit in range(13)])).map(lambda bits: tree.ENABLED | sum(bits - {tree.ENABLED})),
    bounds=st.sampled_from([(0, 0, 1080, 2400), (0, 0, 50, 50), (0, 2400, 9, 2500), (5, 5, 5, 5)]),
)


def with_kids(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    def adopt(node: Node, kids: list[Node]) -> Node:
        node.kids = kids
        return node

    return st.builds(adopt, NODES, st.lists(inner, max_size=6))


SCREENS = st.lists(st.recursive(NODES, with_kids, max_leaves=20), min_size=1, max_size=3).map(
    lambda roots: named(*(Pane(root, id=40 + at) for at, root in enumerate(roots)))
)


@given(SCREENS)
def test_whatever_can_be_acted_on_has_a_line(screen: Screen) -> None:
    told = [line.index for line in shown(screen)]
    assert told == sorted(set(told))
    assert {index for index, found in enumerate(screen.rows) if found[tree.FLAGS] & ACTIONABLE} <= set(told)


@given(SCREENS)
def test_whatever_is_said_on_the_screen_stands_in_the_line_that_tells_of_it(screen: Screen) -> None:
    every = shown(screen)
    for index in range(len(screen.rows)):
        for column in (tree.TEXT, tree.DESC):
            word = clean(screen.string(index, column)).strip()[:100]
            assert not word or any(word in line.cells and index in line.holds for line in every)


@given(SCREENS)
def test_no_row_is_told_of_by_two_lines(screen: Screen) -> None:
    held = [index for line in shown(screen) for index in line.holds]
    assert len(held) == len(set(held))


@given(SCREENS)
def test_a_line_is_one_line_of_at_most_four_cells(screen: Screen) -> None:
    for line in shown(screen):
        assert line.cells.splitlines() in ([line.cells], [])
        assert line.cells.count("\t") <= 3


# Screens of real phones, and of the simulated one


@real_screens
@every_screen
def test_a_real_screen_loses_nothing_that_can_be_acted_on_nor_any_text_of_up_to_100_characters(path: Path) -> None:
    screen = recorded.screen(path.read_bytes())
    every = shown(screen)
    text = "\n".join(line.cells for line in every)
    told = {line.index for line in every}
    for index, found in enumerate(screen.rows):
        assert not found[tree.FLAGS] & ACTIONABLE or index in told
        for word in (clean(screen.string(index, tree.TEXT)).strip(), clean(screen.string(index, tree.DESC)).strip()):
            assert word[:100] in text


@pytest.mark.parametrize("package", ["com.android.settings", "com.android.contacts", "com.android.calculator2"])
def test_a_screen_of_the_simulated_phone_loses_nothing_either(tmp_path: Path, package: str) -> None:
    hand = Hand(tmp_path)
    hand.phone.open_app(package)
    screen = named_by_hand(hand)
    text = "\n".join(line.cells for line in shown(screen))
    for seen in hand.see():
        assert clean(seen.text).strip()[:100] in text
        assert clean(seen.desc).strip()[:100] in text


def named_by_hand(hand: Hand) -> Screen:
    screen = hand.look()
    screen.ids.extend(f"node_{index:04x}_w1" for index in range(len(screen.rows)))
    return screen

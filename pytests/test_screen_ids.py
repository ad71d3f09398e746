"""What an agent may rely on in an element id, as properties of any tree and any edit."""

import copy
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import Node, Pane, button, label, named, names, row, scrolling

from handheld.screen.ids import IdTable

Rows = list[list[Node]]

KINDS = ["android.widget.FrameLayout", "android.widget.TextView", "android.widget.Button"]
RES_IDS = [None, None, "app:id/title", "app:id/icon"]
WORDS = [None, None, "Alpha", "Beta", "Gamma", "Delete", "5", "مرحبا", "🙂"]


def nodes_with(kids: st.SearchStrategy[list[Node]]) -> st.SearchStrategy[Node]:
    return st.builds(
        Node, kind=st.sampled_from(KINDS), text=st.sampled_from(WORDS), desc=st.sampled_from([None, None, "Open"]),
        res_id=st.sampled_from(RES_IDS), kids=kids,
    )  # fmt: skip


leaves = nodes_with(st.builds(list))
trees = st.recursive(leaves, lambda kids: nodes_with(st.lists(kids, max_size=5)), max_leaves=15)


@st.composite
def a_tree_and_one_of_its_nodes(draw: st.DrawFn) -> tuple[Node, Node]:
    root = draw(trees)
    return root, draw(st.sampled_from(list(root.walk())))


@given(trees)
def test_every_element_has_an_id_of_its_own(root: Node) -> None:
    ids = named(Pane(root)).ids
    assert len(set(ids)) == len(ids) == len(list(root.walk()))
    assert all(re.fullmatch(r"node_[0-9a-f]{4,8}_w42", element_id) for element_id in ids)


@given(trees)
def test_the_same_tree_has_the_same_ids_again_and_anywhere(root: Node) -> None:
    table = IdTable()
    first = named(Pane(root), table=table).ids
    assert named(Pane(root), table=table).ids == first
    assert named(Pane(copy.deepcopy(root)), table=IdTable()).ids == first


@given(trees, trees)
def test_a_screen_that_comes_back_has_its_ids_back(here: Node, there: Node) -> None:
    table = IdTable()
    ids = [named(Pane(root), table=table).ids for root in (here, there, here, there)]
    assert ids[2] == ids[0]
    assert ids[3] == ids[1]


@given(trees, trees)
def test_windows_never_share_an_id(one: Node, other: Node) -> None:
    ids = named(Pane(one, id=7), Pane(other, id=8)).ids
    assert len(set(ids)) == len(ids)


@given(a_tree_and_one_of_its_nodes(), st.sampled_from(["Omega", None]))
def test_a_changed_text_renames_nothing(case: tuple[Node, Node], text: str | None) -> None:
    root, node = case
    table = IdTable()
    before = names(root, table)
    node.text = text
    assert names(root, table) == before


@given(a_tree_and_one_of_its_nodes(), st.integers(0, 5), trees)
def test_a_new_sibling_renames_no_other(case: tuple[Node, Node], place: int, new: Node) -> None:
    root, parent = case
    new.text = "Something new"
    table = IdTable()
    before = names(root, table)
    parent.kids.insert(place, new)
    after = names(root, table)
    assert {node: after[node] for node in before} == before


@given(a_tree_and_one_of_its_nodes(), st.data())
def test_a_sibling_that_goes_renames_no_other(case: tuple[Node, Node], data: st.DataObject) -> None:
    root, parent = case
    if not parent.kids:
        return
    goes = data.draw(st.sampled_from(parent.kids))
    goes.text = "Only here"
    table = IdTable()
    before = names(root, table)
    parent.kids.remove(goes)
    after = names(root, table)
    assert after == {node: before[node] for node in after}
    assert not {before[node] for node in goes.walk()} & set(after.values())


@given(a_tree_and_one_of_its_nodes(), st.data())
def test_a_sibling_that_moves_renames_no_other_and_keeps_its_id(case: tuple[Node, Node], data: st.DataObject) -> None:
    root, parent = case
    if not parent.kids:
        return
    for number, kid in enumerate(parent.kids):
        kid.text = f"Number {number}"
    moved = data.draw(st.sampled_from(parent.kids))
    table = IdTable()
    before = names(root, table)
    parent.kids.remove(moved)
    parent.kids.insert(data.draw(st.integers(0, len(parent.kids))), moved)
    assert names(root, table) == before


# Lists show some rows of more. A row is a node, or several that stand side by side.


def contacts(count: int) -> Rows:
    return [[row(f"Contact {number}", "Mobile")] for number in range(count)]


def flat_with_button_after(count: int) -> Rows:
    return [[label(f"File {number}"), button("Delete")] for number in range(count)]


def flat_with_button_before(count: int) -> Rows:
    return [[button("Delete"), label(f"File {number}")] for number in range(count)]


def nested(count: int) -> Rows:
    rows = contacts(count)
    for (outer,) in rows:
        outer.kids.append(button("Call"))
    return rows


def chat(count: int) -> Rows:
    """The same few words again and again, side by side, as web pages have them; now and then a word of its own."""
    said = [f"Message {number}" if number % 3 == 0 else "Hi" for number in range(count)]
    return [[row(text), label("YOU"), button("Copy")] for text in said]


every_list = pytest.mark.parametrize("make", [contacts, nested, flat_with_button_after, flat_with_button_before])


def show(rows: Rows, first: int, count: int) -> Node:
    for place, group in enumerate(rows[first : first + count]):
        for node in group:
            node.bounds = (0, 200 * place, 1080, 200 * place + 200)
    return Node(kids=[label("Header"), scrolling(*(node for group in rows[first : first + count] for node in group))])


@every_list
@given(st.lists(st.tuples(st.integers(0, 19), st.integers(2, 6)), min_size=2, max_size=12))
def test_a_row_that_scrolled_away_and_one_that_came_are_never_confused(
    make: Callable[[int], Rows], views: list[tuple[int, int]]
) -> None:
    rows = make(25)
    table = IdTable()
    owner: dict[str, Node] = {}
    for first, count in views:
        root = show(rows, first, count)
        for node, element_id in names(root, table).items():
            if node not in (root, *root.kids):
                assert owner.setdefault(element_id, node) is node


@every_list
@given(st.integers(1, 15), st.lists(st.integers(-3, 3), max_size=10))
def test_scrolling_by_less_than_a_page_renames_nothing(make: Callable[[int], Rows], first: int, steps: list[int]) -> None:
    rows = make(25)
    table = IdTable()
    known = named_rows(rows, first, table)
    for step in steps:
        first = min(19, max(0, first + step))
        now = named_rows(rows, first, table)
        assert {node: known[node] for node in now if node in known} == {node: now[node] for node in now if node in known}
        known = now


def named_rows(rows: Rows, first: int, table: IdTable) -> dict[Node, str]:
    root = show(rows, first, 6)
    ids = names(root, table)
    return {node: ids[node] for node in root.kids[1].walk()} | {root.kids[0]: ids[root.kids[0]]}


@given(st.data())
def test_a_change_in_a_list_that_has_not_moved_renames_nothing(data: st.DataObject) -> None:
    rows = data.draw(st.sampled_from([contacts, nested, chat, flat_with_button_after, flat_with_button_before]))(20)
    root = show(rows, data.draw(st.integers(0, 12)), 6)
    table = IdTable()
    before = names(root, table)
    changed = data.draw(st.sampled_from([node for node in before if node.text]))
    changed.text = data.draw(st.sampled_from(["Hi", "YOU", "Delete", "File 3", "Something else"]))
    assert names(root, table) == before


def test_a_row_that_says_something_else_in_its_place_is_still_the_same_row() -> None:
    rows = contacts(5)
    table = IdTable()
    before = names(show(rows, 0, 5), table)
    for (changed,) in (rows[0], rows[2], rows[4]):
        changed.kids[1].text = "Work"
        after = names(show(rows, 0, 5), table)
        assert all(after[node] == before[node] for (shown,) in rows for node in shown.walk())


def test_a_list_that_is_refreshed_as_a_whole_keeps_its_ids() -> None:
    rows = [[row(f"Stock {number}", "Frankfurt", "1 minute ago")] for number in range(5)]
    table = IdTable()
    before = names(show(rows, 0, 5), table)
    for (shown,) in rows:
        shown.kids[2].text = "2 minutes ago"
    after = names(show(rows, 0, 5), table)
    assert all(after[node] == before[node] for (shown,) in rows for node in shown.walk())


def test_a_text_that_changes_on_every_screen_keeps_its_id() -> None:
    counter = label("0")
    root = Node(kids=[label("Seconds"), counter, label("left")])
    table = IdTable()
    seen = set()
    for number in range(30):
        counter.text = str(number)
        seen.add(names(root, table)[counter])
    assert len(seen) == 1


def test_ids_grow_longer_only_where_short_ones_are_taken() -> None:
    root = Node(kids=[label(f"Item {number}") for number in range(3000)])
    ids = named(Pane(root)).ids
    lengths = [len(element_id.split("_")[1]) for element_id in ids]
    assert len(set(ids)) == 3001
    assert lengths.count(4) > 2800
    assert max(lengths) <= 6


def test_a_table_remembers_recent_ids_and_forgets_windows_long_gone() -> None:
    table = IdTable()
    (first,) = named(Pane(Node(), id=1), table=table).ids
    assert table.knows(first)
    assert not table.knows("node_0000_w1")
    for window in range(2, 60):
        named(Pane(Node(), id=window), table=table)
    assert not table.knows(first)
    assert named(Pane(Node(), id=1), table=table).ids == [first]


def test_a_window_that_shows_ever_new_elements_forgets_the_oldest() -> None:
    table = IdTable()
    screens = [
        named(Pane(Node(kids=[label(f"{screen} {number}") for number in range(3000)])), table=table).ids for screen in range(13)
    ]
    assert sum(table.knows(element_id) for element_id in screens[0]) < 1500
    assert all(table.knows(element_id) for element_id in screens[-3])

"""Short ids and revisions: none ever means another element or page, whoever holds it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from screens import BUTTON, Node, Pane, ScreenDevice, button, label, row, scrolling

from handheld.errors import ElementNotFound
from handheld.screen import ids, readers, tree
from handheld.screen.memory import Memory
from handheld.screen.numbers import Numbers
from handheld.screen.page import Page, Section
from handheld.screen.readers import Readers, Who
from handheld.screen.rows import Titles

ONE: Who = ("Laptop", "agent/1")
OTHER: Who = ("Laptop", "agent/2")


def memory_of(*nodes: Node) -> tuple[Memory, ScreenDevice]:
    device = ScreenDevice(Pane(Node(kids=list(nodes))))
    return Memory(device), device


def short_ids(memory: Memory, who: Who = ONE) -> list[str]:
    """What this client is shown now, element by element."""
    screen = memory.look()
    return memory.short_ids(screen, range(len(screen.rows)), who)


# Short ids


def test_an_element_has_one_short_id_however_often_it_is_shown() -> None:
    title = label("Note 1", res_id="app:id/title")
    memory, _ = memory_of(title, button("Save"))
    first = short_ids(memory)
    assert first == ["1", "2", "3"]
    title.text = "Note 2"
    assert short_ids(memory) == first


def test_a_short_id_acts_on_its_element() -> None:
    memory, device = memory_of(button("OK"), button("Cancel"))
    clicked: list[Node] = []
    device.on_click = clicked.append
    memory.act(short_ids(memory)[2], device.click_node, tree.CLICKABLE, ONE)
    assert [node.text for node in clicked] == ["Cancel"]
    assert device.asked() == ["snapshot", "click_node"]


def test_a_short_id_of_an_element_that_is_gone_is_refused_with_advice() -> None:
    memory, device = memory_of(button("OK"), button("Cancel"))
    ok = short_ids(memory)[1]
    device.panes[0].root.kids.pop(0)  # type: ignore[union-attr]
    with pytest.raises(ElementNotFound, match=rf"^Element '{ok}' is not on the screen any more\. Call get_screen_state"):
        memory.act(ok, device.click_node, who=ONE)


def test_a_short_id_that_was_never_given_is_refused_with_advice() -> None:
    memory, device = memory_of(button("OK"))
    short_ids(memory)
    for wrong in ("99", "0", "٣"):
        with pytest.raises(ElementNotFound, match=rf"^Element '{wrong}' is not known\. .* Call get_screen_state"):
            memory.act(wrong, device.click_node, who=ONE)
    assert "click_node" not in device.asked()


def test_a_short_id_is_good_only_for_who_was_shown_it() -> None:
    memory, device = memory_of(button("OK"))
    mine, others = short_ids(memory, ONE), short_ids(memory, OTHER)
    assert set(mine).isdisjoint(others)
    memory.act(mine[1], device.click_node, who=ONE)
    for who in (OTHER, readers.NOBODY):
        with pytest.raises(ElementNotFound, match="is not known"):
            memory.act(mine[1], device.click_node, who=who)
    assert device.asked().count("click_node") == 1


def test_after_a_restart_an_old_short_id_is_refused_even_when_new_ones_were_shown(tmp_path: Path) -> None:
    device = ScreenDevice(Pane(Node(kids=[button("OK"), button("Cancel")])))
    old = short_ids(Memory(device, Numbers(tmp_path / "numbers")))
    memory = Memory(device, Numbers(tmp_path / "numbers"))
    assert set(short_ids(memory)).isdisjoint(old)
    for short_id in old:
        with pytest.raises(ElementNotFound, match="is not known"):
            memory.act(short_id, device.click_node, who=ONE)


def test_an_error_names_the_element_as_the_client_does() -> None:
    memory, device = memory_of(row("Alice"))
    inner = short_ids(memory)[2]
    with pytest.raises(Exception, match=rf"^Element '{inner}' is not clickable, but 'node_\w+_w42', which it is part of, is$"):
        memory.act(inner, device.click_node, tree.CLICKABLE, ONE)


def test_an_id_that_came_to_mean_another_element_takes_no_short_id_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids are made of few digits: when a window is long forgotten, another element may get one that was taken."""
    memory, device = memory_of(button("OK"))
    old = short_ids(memory)
    monkeypatch.setattr(ids.IdTable, "key_of", lambda self, id: 12345)
    assert set(short_ids(memory)).isdisjoint(old)
    with pytest.raises(ElementNotFound, match="is not known"):
        memory.act(old[1], device.click_node, who=ONE)


# Rows that were put in the place of others


def cards(*names: str) -> list[Node]:
    """Each with two buttons that say the same in all."""
    return [
        Node(kids=[label(name), Node(kids=[button("Edit"), button("Delete")])], bounds=(0, 300 * place, 1080, 300 * place + 300))
        for place, name in enumerate(names)
    ]


@pytest.mark.parametrize("around", [scrolling, lambda *kids: Node(kids=list(kids))], ids=["list", "no list"])
def test_a_row_in_the_place_of_another_does_not_inherit_its_short_ids(around: Callable[..., Node]) -> None:
    shown = around(*cards("Alice", "Bob", "Carol"))
    memory, device = memory_of(shown)
    clicked: list[Node] = []
    device.on_click = clicked.append
    full_ids, before = memory.look().ids, short_ids(memory)
    bob = [device.panes[0].nodes().index(node) for node in shown.kids[1].walk()]
    shown.kids[1] = cards("", "Dave")[1]
    assert memory.look().ids == full_ids  # as far as can be told from outside, it could be Bob's row that says Dave now
    for index in bob:
        with pytest.raises(ElementNotFound, match=r"may be another one now: .* Call get_screen_state"):
            memory.act(before[index], device.click_node, who=ONE)
    assert clicked == []
    after = short_ids(memory)
    assert [index for index, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]] == bob
    memory.act(after[bob[-1]], device.click_node, who=ONE)
    assert clicked == [shown.kids[1].kids[1].kids[1]]


def test_two_sessions_of_one_program_do_not_act_on_rows_that_only_the_other_was_shown() -> None:
    shown = scrolling(*cards("Alice", "Bob", "Carol"))
    memory, device = memory_of(shown)
    delete_bob = short_ids(memory)[11]
    shown.kids[1] = cards("", "Dave")[1]
    delete_dave = short_ids(memory)[11]
    assert delete_bob != delete_dave
    with pytest.raises(ElementNotFound, match="may be another one now"):
        memory.act(delete_bob, device.click_node, who=ONE)
    memory.act(delete_dave, device.click_node, who=ONE)


def test_what_changes_beside_the_first_words_of_a_row_leaves_its_short_ids_alone() -> None:
    contact = row("Alice", "Mobile")
    field = Node("android.widget.EditText", "a", flags=BUTTON | tree.EDITABLE)
    memory, device = memory_of(row("Bob", "Mobile"), contact, Node(kids=[field]), Node(kids=[label("Note")]))
    before = short_ids(memory)
    contact.kids[1].text, field.text = "Work", "ab"
    assert short_ids(memory) == before
    memory.act(before[4], device.click_node, tree.CLICKABLE, ONE)
    assert device.asked()[-1] == "click_node"


def test_what_fills_the_display_is_no_row_and_may_say_something_else() -> None:
    """A calculator: its keys keep their ids while the display at the top, the first words of the screen, changes."""
    display, keys = label("0", bounds=(0, 0, 1080, 300)), [button(key, bounds=(0, 300, 90, 400)) for key in "789"]
    memory, device = memory_of(Node(kids=[display, Node(kids=keys)]), Node())
    before = short_ids(memory)
    display.text = "7"
    memory.act(before[4], device.click_node, tree.CLICKABLE, ONE)
    assert short_ids(memory)[4:7] == before[4:7]


# How much is remembered


def readers_of(titles: Titles = ()) -> tuple[Readers, Callable[[Who, list[str]], list[str]]]:
    kept = Readers(Numbers(), lambda ids: [1] * len(ids))
    return kept, lambda who, ids: kept.short_ids(who, ids, [titles] * len(ids))


def test_the_oldest_elements_are_forgotten_first_and_never_too_many_kept() -> None:
    kept, show = readers_of()
    first = show(ONE, ["a", "b"])
    for screen in range(60):
        again = show(ONE, ["a"])
        last = show(("Laptop", str(screen)), [f"{screen} {number}" for number in range(500)])
    assert again == first[:1]
    assert kept.shown(ONE, first[0]) is not None
    assert kept.shown(ONE, first[1]) is None
    assert kept.shown(("Laptop", "59"), last[0]) is not None
    assert len(kept._elements) == len(kept._short_ids) == 20_000


def test_a_screen_of_more_elements_than_are_remembered_is_good_as_a_whole() -> None:
    kept, show = readers_of()
    ids = [f"node {number}" for number in range(25_000)]
    found = [kept.shown(ONE, short_id) for short_id in show(ONE, ids)]
    assert [element and element.id for element in found] == ids


def test_pages_are_kept_up_to_so_many_characters_and_the_last_always() -> None:
    kept, _ = readers_of()
    large = Page(("x" * 1_500_000,), {})
    for client in range(5):
        kept.show(("Laptop", str(client)), "all", large, changes_only=True)
    assert len(kept._pages) == 2
    assert kept._characters == sum(known.page.size for known in kept._pages.values())
    assert kept.show(("Laptop", "4"), "all", large, changes_only=True) == "r5 unchanged"
    assert kept.show(("Laptop", "0"), "all", large, changes_only=True).startswith("r6\nxxx")
    huge = Page(("x" * 5_000_000,), {})
    kept.show(ONE, "all", huge, changes_only=True)
    assert len(kept._pages) == 1
    assert kept.show(ONE, "all", huge, changes_only=True) == "r7 unchanged"


# Revisions


def page(*rows: str) -> Page:
    many = [f"{number}\tElement number {number}" for number in range(100, 120)]
    return Page(("1080x2400",), {42: Section(("--- 42*",), {line.split("\t")[0]: line for line in [*many, *rows]})})


def test_the_first_answer_is_whole_the_next_only_changes_and_each_names_its_revision() -> None:
    kept, _ = readers_of()
    assert kept.show(ONE, "all", page(), True) == "\n".join(["r1", *page().whole()])
    assert kept.show(ONE, "all", page("1\tNew"), True) == "r2 changes since r1\n--- 42*\nafter 119\n1\tNew"
    assert kept.show(ONE, "all", page("1\tNew"), True) == "r2 unchanged"
    assert kept.show(ONE, "all", page("1\tNew"), False) == "\n".join(["r2", *page("1\tNew").whole()])


def test_changes_that_save_little_are_sent_as_a_whole() -> None:
    kept, _ = readers_of()
    kept.show(ONE, "all", page(), True)
    other = Page(("1080x2400",), {43: Section(("--- 43*",), {"1": "1\tOK"})})
    assert kept.show(ONE, "all", other, True) == "r2\n1080x2400\n--- 43*\n1\tOK"


def test_each_client_and_each_view_has_its_own_revisions() -> None:
    kept, _ = readers_of()
    kept.show(ONE, "all", page(), True)
    assert kept.show(OTHER, "all", page(), True).startswith("r2\n")
    assert kept.show(ONE, "query", page(), True).startswith("r3\n")
    assert kept.show(ONE, "all", page("1\tNew"), True).startswith("r4 changes since r1\n")

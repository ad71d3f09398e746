"""Short ids and revisions: none ever means another element or page, whoever holds it."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

import pytest
from fakes import phone_of
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from screens import Node, Pane, ScreenDevice, button, label, row, scrolling

from handheld.errors import ActionFailed, ElementNotFound
from handheld.screen import ids, readers, tree
from handheld.screen.memory import Memory
from handheld.screen.numbers import Numbers
from handheld.screen.page import Page, Section
from handheld.screen.readers import Readers, Who
from handheld.screen.shown import Part, compact
from handheld.tool import Call, Client
from handheld.tools.element import click_element

ONE: Who = ("Laptop", "agent/1")
OTHER: Who = ("Laptop", "agent/2")


def memory_of(*nodes: Node) -> tuple[Memory, ScreenDevice]:
    device = ScreenDevice(Pane(Node(kids=list(nodes))))
    return Memory(device), device


def short_ids(memory: Memory, who: Who = ONE) -> list[str]:
    """What this client is shown now, element by element."""
    return memory.readers.short_ids(who, memory.look().ids)


# Numbers


def test_numbers_without_a_file_begin_with_one() -> None:
    numbers = Numbers()
    assert [numbers.take() for _ in range(2500)] == list(range(1, 2501))


def test_numbers_are_not_given_again_after_a_restart(tmp_path: Path) -> None:
    given: list[int] = []
    for _ in range(3):
        numbers = Numbers(tmp_path / "numbers")
        given += [numbers.take() for _ in range(1500)]
    assert len(set(given)) == len(given)
    assert max(given) < 10_000


def test_two_that_share_a_file_never_give_the_same(tmp_path: Path) -> None:
    both = [Numbers(tmp_path / "numbers") for _ in range(2)]
    given = [numbers.take() for _ in range(1500) for numbers in both]
    assert len(set(given)) == len(given)


def test_nothing_is_written_before_the_first_number_is_taken(tmp_path: Path) -> None:
    Numbers(tmp_path / "numbers")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"abc", b"-5", b"1" * 5000, b"\xff"])
def test_after_a_broken_file_numbers_begin_far_from_all_that_were_given(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "numbers"
    path.write_bytes(content)
    assert Numbers(path).take() >= 1_000_000


def test_where_nothing_can_be_written_numbers_are_still_given_and_never_twice(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    numbers = Numbers(path)
    given = [numbers.take() for _ in range(1000)]
    path.unlink()
    path.mkdir()
    given += [numbers.take() for _ in range(2500)]
    path.rmdir()
    given += [numbers.take() for _ in range(1000)]
    assert len(set(given)) == len(given)
    assert given[1000] > 1_000_000


def test_threads_never_get_the_same_number() -> None:
    numbers, given = Numbers(), []

    def take() -> None:
        for _ in range(500):
            given.append(numbers.take())

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(given) == list(range(1, 2001))


# Short ids


def test_an_element_has_one_short_id_however_often_it_is_shown() -> None:
    memory, device = memory_of(button("OK"), button("Cancel"))
    first = short_ids(memory)
    assert first == ["1", "2", "3"]
    device.panes[0].root.kids[0].text = "Send"  # type: ignore[union-attr]
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
    memory, _ = memory_of(button("OK"))
    element_id = memory.look().ids[1]
    (short_id,) = memory.readers.short_ids(ONE, [element_id])
    monkeypatch.setattr(ids.IdTable, "key_of", lambda self, id: 12345)
    assert memory.full_id(short_id, ONE) == short_id
    assert memory.readers.short_ids(ONE, [element_id]) != [short_id]


def test_what_is_remembered_is_bounded() -> None:
    kept = Readers(Numbers(), lambda ids: [1] * len(ids))
    for client in range(200):
        kept.short_ids(("Laptop", str(client)), ["a", "b"])
        kept.show(("Laptop", str(client)), "view", Page((), {}), changes_only=False)
    assert len(kept._readers) == 64
    assert kept.element_id(("Laptop", "0"), "1") is None
    assert kept.element_id(("Laptop", "199"), "598") == "a"
    for screen in range(30):
        shown = kept.short_ids(ONE, [f"{screen} {number}" for number in range(500)])
        kept.show(ONE, screen, Page((), {}), changes_only=False)
    reader = kept._readers[ONE]
    assert (len(reader.elements), len(reader._numbers), len(reader.pages)) == (5000, 5000, 8)
    assert kept.element_id(ONE, shown[0]) == "29 0"


def test_a_screen_of_more_elements_than_are_remembered_is_good_as_a_whole() -> None:
    kept = Readers(Numbers(), lambda ids: [1] * len(ids))
    shown = kept.short_ids(ONE, [f"node {number}" for number in range(7000)])
    assert [kept.element_id(ONE, short_id) for short_id in shown] == [f"node {number}" for number in range(7000)]


# Revisions


def page(*rows: str) -> Page:
    many = [f"{number}\tElement number {number}" for number in range(100, 120)]
    return Page(("1080x2400",), {42: Section(("--- 42*",), {line.split("\t")[0]: line for line in [*many, *rows]})})


def test_the_first_answer_is_whole_the_next_only_changes_and_each_names_its_revision() -> None:
    kept = Readers(Numbers(), lambda ids: [])
    assert kept.show(ONE, "all", page(), True) == "\n".join(["r1", *page().whole()])
    assert kept.show(ONE, "all", page("1\tNew"), True) == "r2 changes since r1\n--- 42*\nafter 119\n1\tNew"
    assert kept.show(ONE, "all", page("1\tNew"), True) == "r2 unchanged"
    assert kept.show(ONE, "all", page("1\tNew"), False) == "\n".join(["r2", *page("1\tNew").whole()])


def test_changes_that_save_little_are_sent_as_a_whole() -> None:
    kept = Readers(Numbers(), lambda ids: [])
    kept.show(ONE, "all", page(), True)
    other = Page(("1080x2400",), {43: Section(("--- 43*",), {"1": "1\tOK"})})
    assert kept.show(ONE, "all", other, True) == "r2\n1080x2400\n--- 43*\n1\tOK"


def test_each_client_and_each_view_has_its_own_revisions() -> None:
    kept = Readers(Numbers(), lambda ids: [])
    kept.show(ONE, "all", page(), True)
    assert kept.show(OTHER, "all", page(), True).startswith("r2\n")
    assert kept.show(ONE, "query", page(), True).startswith("r3\n")
    assert kept.show(ONE, "all", page("1\tNew"), True).startswith("r4 changes since r1\n")


# Any sequence of screens and clients


class Clients(RuleBasedStateMachine):
    """Two clients look at a screen that changes, and click what they were shown at any time before, also before a restart."""

    shown = Bundle("shown")

    @initialize()
    def begin(self) -> None:
        self.rows = [row(f"Contact {number}", "Mobile") for number in range(12)]
        for contact in self.rows:
            contact.kids.append(button("Call"))
        self.header, self.list = label("Contacts"), scrolling()
        self.scroll(0, 4)
        self.device = ScreenDevice(Pane(Node(kids=[self.header, self.list, button("Add")])))
        self.clicked: list[Node] = []
        self.device.on_click = self.clicked.append
        self.meanings: dict[str, tuple[Who, Node]] = {}
        self.before_restart: set[str] = set()
        self.numbers = Numbers()
        self.memory = Memory(self.device, self.numbers)

    @rule(first=st.integers(0, 10), count=st.integers(1, 5))
    def scroll(self, first: int, count: int) -> None:
        self.list.kids = self.rows[first : first + count]
        for place, contact in enumerate(self.list.kids):
            contact.bounds = (0, 200 * place, 1080, 200 * place + 200)

    @rule(number=st.integers(0, 11), text=st.sampled_from(["Mobile", "Work", "Home"]))
    def change_a_row(self, number: int, text: str) -> None:
        self.rows[number].kids[1].text = text

    @rule(text=st.sampled_from(["Contacts", "12 contacts", "People"]))
    def change_the_header(self, text: str) -> None:
        self.header.text = text

    @rule(first=st.integers(43, 80), count=st.integers(1, 40))
    def go_through_other_windows_and_come_back(self, first: int, count: int) -> None:
        here = self.device.panes
        for window in range(first, first + count):
            self.device.panes = [Pane(Node(kids=[button("OK")]), id=window)]
            self.memory.look()
        self.device.panes = here

    @rule()
    def touch(self) -> None:
        self.memory.touched()

    @rule()
    def restart(self) -> None:
        self.memory = Memory(self.device, self.numbers)
        self.before_restart |= self.meanings.keys()

    @rule(target=shown, who=st.sampled_from([ONE, OTHER]), data=st.data())
    def look(self, who: Who, data: st.DataObject) -> str:
        found = compact(self.memory.look(), Part(), lambda ids: self.memory.readers.short_ids(who, ids))
        nodes = [node for pane in self.device.panes for node in pane.nodes()]
        for index, short_id in found.marks:
            assert self.meanings.setdefault(short_id, (who, nodes[index])) == (who, nodes[index])
        return data.draw(st.sampled_from([short_id for _, short_id in found.marks]))

    @rule(short_id=shown, who=st.sampled_from([ONE, OTHER]))
    def click(self, short_id: str, who: Who) -> None:
        owner, node = self.meanings[short_id]
        clicked = self.clicks(short_id, who)
        assert clicked in ([], [node])
        assert not clicked or (owner == who and short_id not in self.before_restart)

    @rule(who=st.sampled_from([ONE, OTHER]), data=st.data())
    def click_what_was_just_shown(self, who: Who, data: st.DataObject) -> None:
        short_id = self.look(who, data)
        node = self.meanings[short_id][1]
        assert self.clicks(short_id, who) == ([node] if node.flags & tree.CLICKABLE else [])

    def clicks(self, short_id: str, who: Who) -> list[Node]:
        self.clicked.clear()
        phone = phone_of(self.device)
        phone.screen = self.memory
        with contextlib.suppress(ElementNotFound, ActionFailed):
            click_element.run(Call(phone, client=Client(*who)), {"element_id": short_id})
        return self.clicked[:]


def test_a_short_id_never_means_another_element_whoever_holds_it_and_whatever_happens() -> None:
    run_state_machine_as_test(Clients)

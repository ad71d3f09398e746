"""Short ids over any sequence of screens, clients and restarts."""

import contextlib
import itertools

from fakes import phone_of
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from screens import Node, Pane, ScreenDevice, button, label, row, scrolling

from handheld.call import Call, Client
from handheld.errors import ActionFailed, ElementNotFound
from handheld.screen import tree
from handheld.screen.memory import Memory
from handheld.screen.numbers import Numbers
from handheld.screen.readers import Who
from handheld.screen.shown import Part, compact
from handheld.tools.element import click_element

ONE: Who = ("Laptop", "agent/1")
OTHER: Who = ("Laptop", "agent/2")


class Clients(RuleBasedStateMachine):
    """Two clients look at a screen that changes, and click what they were shown at any time before, also before a restart."""

    shown = Bundle("shown")

    @initialize()
    def begin(self) -> None:
        self.more = itertools.count()
        self.rows = [self.contact(f"Contact {next(self.more)}") for _ in range(12)]
        self.header, self.list = label("Contacts"), scrolling()
        self.scroll(0, 4)
        self.device = ScreenDevice(Pane(Node(kids=[self.header, self.list, button("Add")])))
        self.clicked: list[Node] = []
        self.device.on_click = self.clicked.append
        self.meanings: dict[str, tuple[Who, Node]] = {}
        self.before_restart: set[str] = set()
        self.numbers = Numbers()
        self.memory = Memory(self.device, self.numbers)

    def contact(self, name: str) -> Node:
        made = row(name, "Mobile")
        made.kids += [button("Call"), button("Delete")]
        return made

    @rule(first=st.integers(0, 10), count=st.integers(1, 5))
    def scroll(self, first: int, count: int) -> None:
        self.list.kids = self.rows[first : first + count]
        for place, contact in enumerate(self.list.kids):
            contact.bounds = (0, 200 * place, 1080, 200 * place + 200)

    @rule(number=st.integers(0, 11), text=st.sampled_from(["Mobile", "Work", "Home"]))
    def change_a_row(self, number: int, text: str) -> None:
        self.rows[number].kids[1].text = text

    @rule(number=st.integers(0, 11))
    def put_another_row_in_its_place(self, number: int) -> None:
        replaced = self.rows[number]
        self.rows[number] = new = self.contact(f"Contact {next(self.more)}")
        new.bounds = replaced.bounds
        self.list.kids = [new if shown is replaced else shown for shown in self.list.kids]

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
        screen = self.memory.look()
        found = compact(screen, Part(), lambda rows: self.memory.short_ids(screen, rows, who))
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

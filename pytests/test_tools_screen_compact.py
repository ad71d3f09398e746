"""The screen state in few words, its changes, and parts of it."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import FakeForm, phone_of
from hand import Hand
from screens import BUTTON, SEEN, Node, Pane, ScreenDevice, button, label, row, scrolling

from handheld.call import Call, Client
from handheld.device import Box, Picture
from handheld.errors import ElementNotFound, InvalidArguments
from handheld.phone import Phone
from handheld.screen import tree
from handheld.settings import Settings
from handheld.tools.element import click_element, find_elements, long_click_element, scroll_to_element
from handheld.tools.screen import get_screen_state
from handheld.tools.text import type_append_text, type_clear_text, type_insert_text, type_replace_text
from handheld.tools.utility import get_element_details

PICTURE = Picture(b"\xff\xd8jpeg", 315, 700)
BAR = Pane(Node(kids=[button("Back", bounds=(0, 2300, 300, 2400))]), id=3, type="SYSTEM", package="com.android.systemui",
           title=None, focused=False)  # fmt: skip


class Agent:
    """A client of a phone, whom it asks for screens."""

    def __init__(self, phone: Phone, name: str = "Laptop", program: str = "agent/1") -> None:
        self.call = Call(phone, client=Client(name, program))

    def look(self, **arguments: object) -> str:
        told: str = get_screen_state.run(self.call, arguments).content[0]["text"]
        return told

    def compact(self, **arguments: object) -> list[str]:
        return self.look(format="compact", **arguments).split("\n")

    def does(self, tool, **arguments: object) -> str:  # type: ignore[no-untyped-def]
        told: str = tool.run(self.call, arguments).content[0]["text"]
        return told

    def id_of(self, said: str, **arguments: object) -> str:
        return next(line.split("\t")[0] for line in self.compact(**arguments) if "\t" in line and said in line)


def agent_on(*nodes: Node) -> tuple[Agent, ScreenDevice]:
    device = ScreenDevice(BAR, Pane(Node(kids=list(nodes))), screenshot=PICTURE)
    return Agent(phone_of(device)), device


def test_a_compact_screen_is_a_revision_the_size_and_each_window_with_its_lines() -> None:
    agent, device = agent_on(label("Hello"), button("OK"))
    assert agent.compact() == [
        "r4", "1080x2400",
        "--- 3 SYSTEM com.android.systemui", "1\tBack\tc",
        "--- 42* com.example Example", "2\tHello", "3\tOK\tc",
    ]  # fmt: skip
    assert device.asked() == ["snapshot"]


def test_without_arguments_the_screen_is_the_full_one_whatever_was_asked_before() -> None:
    agent, _ = agent_on(label("Hello"))
    full = agent.look()
    agent.compact()
    agent.look(changes_only=True)
    assert agent.look() == agent.look(format="full") == full
    assert full.startswith("note:")


def test_the_setting_chooses_the_format_that_is_not_asked_for() -> None:
    agent, _ = agent_on(label("Hello"))
    agent.call.phone.settings = replace(agent.call.phone.settings, screen_format="compact")
    assert agent.look().startswith("r")
    assert agent.look(format="full").startswith("note:")


def test_a_window_without_words_is_told_of_only_if_it_has_the_focus_or_was_asked_for() -> None:
    silent = Pane(Node(), id=1, focused=False), Pane(Node(), id=2, package="com.game"), Pane(None, id=5, focused=False)
    agent = Agent(phone_of(ScreenDevice(*silent)))
    assert agent.compact()[1:] == ["1080x2400", "--- 2* com.game Example"]
    assert agent.compact(window=1)[1:] == ["1080x2400", "--- 1 com.example Example"]


def test_a_screen_of_which_only_a_part_could_be_had_says_so() -> None:
    device = ScreenDevice(Pane(label("Hello")))
    agent = Agent(phone_of(device))
    data = device.answers["snapshot"]
    device.answers["snapshot"] = lambda: data().replace(b'"degraded":false', b'"degraded":true')
    assert agent.compact()[1:3] == ["1080x2400", "only the active window could be read"]


# Short ids in every tool that takes an id


def test_a_short_id_can_be_clicked_and_long_clicked() -> None:
    agent, device = agent_on(row("Alice"), button("Hold", flags=BUTTON | tree.LONG_CLICKABLE))
    clicked: list[Node] = []
    device.on_click = clicked.append
    alice, hold = agent.id_of("Alice"), agent.id_of("Hold")
    assert agent.does(click_element, element_id=alice) == f"Click performed on element '{alice}'"
    assert agent.does(long_click_element, element_id=hold) == f"Long-click performed on element '{hold}'"
    assert [node.text for node in clicked] == [None, "Hold"]


def test_a_short_id_can_be_scrolled_to() -> None:
    rows = [label(f"Row {number}", bounds=(0, 2400 + 100 * number, 1080, 2500 + 100 * number)) for number in range(3)]
    agent, device = agent_on(scrolling(*rows))

    def scroll(node: Node, forward: bool) -> bool:
        for shown in rows:
            shown.bounds = (0, shown.bounds[1] - 1200, 1080, shown.bounds[3] - 1200)
        return forward

    device.on_scroll = scroll
    last = agent.id_of("Row 2")
    assert agent.does(scroll_to_element, element_id=last) == f"Scrolled to element '{last}' (1 scroll(s))"
    assert agent.does(scroll_to_element, element_id=last) == f"Element '{last}' is already visible"


def test_details_of_a_short_id() -> None:
    agent, _ = agent_on(label("x" * 150))
    short_id = agent.id_of("x" * 100 + "…")
    details = agent.does(get_element_details, ids=[short_id, "999"])
    assert details == f"id\ttext\tdesc\n{short_id}\t{'x' * 150}\t-\n999\tnot_found\tnot_found"


def test_typing_into_a_short_id() -> None:
    form = FakeForm("Hello")
    agent = Agent(phone_of(form))
    field = agent.id_of("Hello")
    assert agent.does(type_append_text, element_id=field, text=" you") == (
        f"Typed 4 characters at end of element '{field}'.\nField content: Hello you"
    )
    agent.does(type_insert_text, element_id=field, text="!", offset=0)
    agent.does(type_replace_text, element_id=field, search="you", new_text="all")
    assert form.text == "!Hello all"
    agent.does(type_clear_text, element_id=field)
    assert form.text == ""


def test_full_ids_of_other_tools_work_beside_short_ones() -> None:
    agent, device = agent_on(button("OK"))
    agent.compact()
    found = find_elements.run(agent.call, {"by": "text", "value": "OK"}).structured
    assert found is not None
    agent.does(click_element, element_id=found["elements"][0]["id"])
    assert "click_node" in device.asked()


@pytest.mark.parametrize("tool", [click_element, long_click_element, scroll_to_element, type_clear_text])
def test_every_tool_refuses_a_short_id_of_someone_else_and_says_what_to_do(tool) -> None:  # type: ignore[no-untyped-def]
    agent, _ = agent_on(button("OK"))
    short_id = agent.id_of("OK")
    for other in (Agent(agent.call.phone, program="agent/2"), Agent(agent.call.phone, name="Desktop")):
        with pytest.raises(ElementNotFound, match=rf"^Element '{short_id}' is not known\..*Call get_screen_state"):
            other.does(tool, element_id=short_id)


# Changes


MANY = [f"Setting number {number}" for number in range(20)]


def test_only_what_changed_is_told_and_nothing_when_nothing_did() -> None:
    switch = button("Wi-Fi", flags=BUTTON | tree.CHECKABLE)
    agent, _ = agent_on(switch, *map(button, MANY))
    first, *_ = agent.compact(changes_only=True)
    wifi = agent.id_of("Wi-Fi")
    assert agent.compact(changes_only=True) == [f"{first} unchanged"]
    switch.flags |= tree.CHECKED
    revision, *changes = agent.compact(changes_only=True)
    assert revision.endswith(f" changes since {first}")
    assert changes == ["--- 42* com.example Example", f"{wifi}\tWi-Fi\tcx"]
    assert agent.compact(changes_only=True) == [f"{revision.split()[0]} unchanged"]


def test_a_new_screen_is_told_whole_also_where_only_changes_were_asked_for() -> None:
    agent, device = agent_on(*map(button, MANY))
    agent.compact()
    device.panes = [Pane(Node(kids=[label("Another app")]), id=43)]
    assert agent.compact(changes_only=True)[1:] == ["1080x2400", "--- 43* com.example Example", "23\tAnother app"]


def test_changes_are_of_what_this_client_saw() -> None:
    agent, device = agent_on(*map(button, MANY))
    other = Agent(agent.call.phone, program="agent/2")
    agent.compact()
    device.panes[1].root.kids[0].text = "Something else"  # type: ignore[union-attr]
    assert other.compact(changes_only=True)[1] == "1080x2400"
    (told,) = [line for line in agent.compact(changes_only=True) if "\t" in line]
    assert told.endswith("\tSomething else\tc")


def test_two_sessions_that_look_like_one_client_see_by_the_revision_what_changes_are_against() -> None:
    agent, device = agent_on(*map(button, MANY))
    twin = Agent(agent.call.phone)
    mine = agent.compact()[0]
    device.panes[1].root.kids[0].text = "Something else"  # type: ignore[union-attr]
    theirs = twin.compact()[0]
    device.panes[1].root.kids[1].text = "And else"  # type: ignore[union-attr]
    told = agent.compact(changes_only=True)[0]
    assert told.endswith(f" changes since {theirs}")
    assert mine != theirs


def test_the_full_screen_has_changes_too() -> None:
    agent, device = agent_on(*map(label, MANY))
    first, *whole = agent.look(changes_only=True).split("\n")
    assert "\n".join(whole) == agent.look()
    device.panes[1].root.kids[0].text = "Something else"  # type: ignore[union-attr]
    head, window, line = agent.look(changes_only=True).split("\n")
    assert head.endswith(f" changes since {first}")
    assert window.startswith("--- window:42 ")
    assert line.split("\t")[1:3] == ["TextView", "Something else"]
    assert agent.look(changes_only=True) == f"{head.split()[0]} unchanged"


# A window, a query


def test_one_window_alone() -> None:
    agent, _ = agent_on(label("Hello"))
    assert agent.compact(window=3)[2:] == ["--- 3 SYSTEM com.android.systemui", "1\tBack\tc"]
    full = agent.look(window=42)
    assert [line[:13] for line in full.split("\n") if line.startswith("---")] == ["--- window:42"]
    assert agent.look().startswith(full.split("---")[0])


@pytest.mark.parametrize("format", ["full", "compact"])
def test_a_window_that_is_not_there_is_refused_with_those_that_are(format: str) -> None:
    agent, _ = agent_on(label("Hello"))
    there = r"There are: 3 \(com\.android\.systemui\), 42 \(com\.example\)$"
    with pytest.raises(ElementNotFound, match=rf"^Window 7 is not on the screen\. {there}"):
        agent.look(format=format, window=7)


@pytest.mark.parametrize("query", ["ALICE", "alice", "Ali", "contact_name"])
def test_a_query_keeps_the_lines_that_say_it_anywhere_in_any_case(query: str) -> None:
    alice, bob = row("Alice", "Mobile"), row("Bob")
    alice.kids[0].res_id = "app:id/contact_name"
    agent, _ = agent_on(alice, bob)
    assert [line.split("\t")[1] for line in agent.compact(query=query) if "\t" in line] == ["Alice | Mobile"]
    assert [line.split("\t")[2] for line in agent.look(query=query).split("\n") if line.startswith("node_")] == ["Alice"]


def test_a_query_for_something_inside_that_says_nothing_finds_what_it_is_in() -> None:
    alice = row("Alice")
    alice.kids.append(Node("android.widget.ImageView", res_id="app:id/avatar"))
    agent, _ = agent_on(alice, row("Bob"))
    assert [line.split("\t")[1] for line in agent.compact(query="avatar") if "\t" in line] == ["Alice"]


def test_a_line_is_the_same_whether_all_was_asked_for_or_a_part() -> None:
    agent, _ = agent_on(button("Delete", bounds=(0, 0, 100, 100)), button("Delete", bounds=(0, 100, 100, 200)), button("Back"))
    whole = agent.compact()
    for part in ({"query": "delete"}, {"window": 42}, {"query": "back", "window": 3}, {"query": "e", "changes_only": True}):
        assert set(agent.compact(**part)[1:]) <= set(whole)


def test_a_query_that_nothing_matches_says_so() -> None:
    agent, _ = agent_on(label("Hello"))
    assert agent.compact(query="by\tbye")[1:] == ["1080x2400", "no element matches 'by bye'"]
    assert agent.look(query="bye").endswith("\nnote:no element matches 'bye'")


def test_a_password_is_neither_told_nor_found_by_a_query_and_typing_it_is_no_change() -> None:
    secret = label("hunter2", flags=SEEN | tree.EDITABLE | tree.PASSWORD)
    agent, _ = agent_on(secret, *map(button, MANY))
    assert "hunter2" not in agent.look(format="compact")
    secret.text = "hunter23"
    assert agent.compact(changes_only=True)[0].endswith(" unchanged")
    for format in ("full", "compact"):
        assert "no element matches 'hunter'" in agent.look(format=format, query="hunter")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"query": "\u200b"}, "Invalid argument 'query': it has no visible character"),
        ({"query": ""}, "Invalid argument 'query': it has 0 characters, at least 1 needed"),
        ({"format": "lean"}, "Invalid argument 'format': 'lean' is not one of"),
        ({"window": "42"}, "Invalid argument 'window': '42' is not of type 'integer'"),
        ({"changes_only": "yes"}, "Invalid argument 'changes_only': 'yes' is not of type 'boolean'"),
    ],
)
def test_what_cannot_be_is_refused_in_words(arguments: dict[str, object], message: str) -> None:
    agent, _ = agent_on(label("Hello"))
    with pytest.raises(InvalidArguments, match=rf"^{message}"):
        agent.look(**arguments)


# Pictures


@pytest.mark.parametrize("format", ["full", "compact"])
@pytest.mark.parametrize("changes_only", [False, True])
@pytest.mark.parametrize("part", [{}, {"window": 42}, {"query": "OK"}, {"window": 42, "query": "OK"}])
def test_a_picture_is_labelled_with_the_ids_of_the_lines(format: str, changes_only: bool, part: dict[str, object]) -> None:
    hi, below = label("Hi", bounds=(0, 50, 9, 90)), label("below", bounds=(0, 2400, 100, 2500))
    agent, device = agent_on(button("OK", bounds=(0, 0, 100, 50)), below, hi)
    told = agent.look(format=format, changes_only=changes_only, **part)
    arguments = {"format": format, "changes_only": changes_only, "include_screenshot": True} | part
    _, picture = get_screen_state.run(agent.call, arguments).content
    assert picture["type"] == "image"
    lines = [line.split("\t") for line in told.split("\n") if "\t" in line and not line.startswith("id\t")]
    ids = {(line[1] if format == "compact" else line[2]): line[0] for line in lines}
    boxes: list[Box] = device.calls[-1][3]
    labels = {said: id if format == "compact" else id.split("_")[1] for said, id in ids.items()}
    there = {"OK": (0, 0, 100, 50), "Hi": (0, 50, 9, 90), "Back": (0, 2300, 300, 2400)}
    assert boxes == [Box(*there[said], labels[said]) for said in labels if said in there]


# Screens of the simulated phone, as they are to the letter

GOLDEN = Path(__file__).parent / "golden" / "compact"


@pytest.mark.parametrize("name", ["settings", "contacts", "calculator2"])
def test_a_screen_of_the_simulated_phone(tmp_path: Path, name: str) -> None:
    hand = Hand(tmp_path)
    hand.phone.open_app(f"com.android.{name}")
    agent = Agent(Phone(hand.phone, Settings(), hand.clock))
    golden(name, agent.look(format="compact"))


def test_changes_on_the_simulated_phone(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.phone.open_app("com.android.calculator2")
    agent = Agent(Phone(hand.phone, Settings(), hand.clock))
    agent.compact()
    told = []
    for key in ("7", "+ | plus", "5", "= | equals"):
        agent.does(click_element, element_id=agent.id_of(f"\t{key}\t", query=key[0]))
        told.append(agent.look(format="compact", changes_only=True))
    golden("calculator2_changes", "\n\n".join(told))


def golden(name: str, text: str) -> None:
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("HANDHELD_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text + "\n"

"""Acting on an element by its id: one crossing where the screen is known, and never on another element."""

import pytest
from screens import SEEN, Node, Pane, ScreenDevice, button, label, row, scrolling

from handheld.errors import ActionFailed, ElementNotFound, StaleNode
from handheld.screen import tree, tsv
from handheld.screen.memory import Memory


def memory_of(*nodes: Node) -> tuple[Memory, ScreenDevice]:
    device = ScreenDevice(Pane(Node(kids=list(nodes))))
    return Memory(device), device


def test_looking_gives_ids_and_is_one_crossing() -> None:
    memory, device = memory_of(label("a"), label("b"))
    screen = memory.look()
    assert len(screen.ids) == len(screen.rows) == 3
    assert device.asked() == ["snapshot"]


def test_a_screen_that_has_not_changed_keeps_everything_but_its_number() -> None:
    memory, _ = memory_of(label("a"))
    first, second = memory.look(), memory.look()
    assert (first.snapshot, second.snapshot) == (1, 2)
    assert second.ids is first.ids


def test_the_text_of_a_screen_is_of_its_own_time() -> None:
    title, switch = label("Wi-Fi", res_id="app:id/title"), button("On", res_id="app:id/switch")
    memory, _ = memory_of(title, switch)
    first = memory.look()
    before = tsv.render(first)
    assert tsv.render(memory.look()) == before
    title.text, switch.flags, switch.bounds = "Wi-Fi 6", SEEN, (0, 0, 90, 90)
    changed = memory.look()
    assert changed.ids == first.ids
    assert f"{changed.ids[1]}\tTextView\tWi-Fi 6\t" in tsv.render(changed)
    assert f"{changed.ids[2]}\tButton\tOn\t-\tapp:id/switch\t0,0,90,90\ton,ena" in tsv.render(changed)
    assert tsv.render(first) == before


def test_acting_on_what_was_just_seen_is_one_crossing() -> None:
    memory, device = memory_of(button("OK"))
    element_id = memory.look().ids[1]
    memory.act(element_id, device.click_node, needs=tree.CLICKABLE)
    assert device.calls == [("snapshot",), ("click_node", 1, 1)]


def test_without_a_look_before_acting_takes_one() -> None:
    memory, device = memory_of(button("OK"))
    element_id = memory_of(button("OK"))[0].look().ids[1]
    memory.act(element_id, device.click_node)
    assert device.asked() == ["snapshot", "click_node"]


def test_the_answer_of_the_action_is_given_back() -> None:
    memory, _ = memory_of(button("OK"))
    element_id = memory.look().ids[1]
    assert memory.act(element_id, lambda snapshot, index: (snapshot, index)) == (1, 1)


def test_a_changed_element_is_found_again_and_tried_once_more() -> None:
    ok = button("Send in 3")
    memory, device = memory_of(ok, button("Cancel"))
    element_id = memory.look().ids[1]
    ok.text = "Send in 2"
    clicked: list[Node] = []
    device.on_click = clicked.append
    memory.act(element_id, device.click_node)
    assert clicked == [ok]
    assert device.asked() == ["snapshot", "click_node", "snapshot", "click_node"]


def test_an_element_that_never_holds_still_is_refused_with_advice() -> None:
    memory, device = memory_of(button("OK"))
    device.answers["click_node"] = StaleNode("gone")
    with pytest.raises(ElementNotFound, match=r"wait_for_idle, then get_screen_state"):
        memory.act(memory.look().ids[1], device.click_node)
    assert device.asked().count("click_node") == 2


def test_an_element_that_is_gone_is_refused_with_advice() -> None:
    memory, device = memory_of(button("OK"), label("Sure?"))
    element_id = memory.look().ids[1]
    device.panes[0].root.kids.pop(0)  # type: ignore[union-attr]
    with pytest.raises(ElementNotFound, match=rf"'{element_id}' is not on the screen any more\. Call get_screen_state"):
        memory.act(element_id, device.click_node)


def test_an_id_that_never_was_is_refused_with_other_advice() -> None:
    memory, device = memory_of(button("OK"))
    with pytest.raises(ElementNotFound, match=r"'node_ffff_w42' not found\. Take an element id from get_screen_state"):
        memory.act("node_ffff_w42", device.click_node)


def test_an_element_that_went_and_came_back_is_the_same() -> None:
    ok = button("OK")
    memory, device = memory_of(ok, label("Sure?"))
    here = device.panes[0]
    element_id = memory.look().ids[1]
    device.panes = [Pane(Node(kids=[label("Another screen")]), id=43)]
    memory.look()
    device.panes = [here]
    memory.act(element_id, device.click_node)
    assert device.asked() == ["snapshot", "snapshot", "snapshot", "click_node"]


def test_what_an_element_must_be_is_checked_on_the_screen_as_it_is_now() -> None:
    ok = button("OK", flags=SEEN)
    memory, device = memory_of(ok)
    element_id = memory.look().ids[1]
    with pytest.raises(ActionFailed, match=rf"^Element '{element_id}' is not clickable$"):
        memory.act(element_id, device.click_node, needs=tree.CLICKABLE)
    ok.flags |= tree.CLICKABLE
    memory.act(element_id, device.click_node, needs=tree.CLICKABLE)
    assert device.asked()[-1] == "click_node"


def test_a_label_inside_something_clickable_names_what_to_click() -> None:
    memory, device = memory_of(row("Alice"))
    _, outer, inner = memory.look().ids
    with pytest.raises(ActionFailed, match=rf"^Element '{inner}' is not clickable, but '{outer}', which it is part of, is$"):
        memory.act(inner, device.click_node, needs=tree.CLICKABLE)


def test_after_a_touch_a_row_is_looked_for_again_before_it_is_clicked() -> None:
    """A list that was scrolled puts another row into the same view, and the phone cannot tell."""
    rows = [row("Alice"), row("Bob"), row("Carol")]
    for number, shown in enumerate(rows):
        shown.bounds = (0, 200 * number, 1080, 200 * number + 200)
    shown_rows = scrolling(*rows)
    memory, device = memory_of(shown_rows)
    bob = memory.look().ids[4]
    memory.touched()
    recycled = rows.pop(0)
    recycled.kids[0].text = "Dave"
    shown_rows.kids = [*rows, recycled]
    clicked: list[Node] = []
    device.on_click = clicked.append
    memory.act(bob, device.click_node, needs=tree.CLICKABLE)
    assert clicked == [rows[0]]
    assert clicked[0].kids[0].text == "Bob"


def test_after_a_touch_what_says_something_of_its_own_is_still_one_crossing() -> None:
    memory, device = memory_of(button("7"), button("8"), button("Delete"), button("Delete"))
    _, seven, _, delete, _ = memory.look().ids
    memory.touched()
    memory.act(seven, device.click_node)
    assert device.asked() == ["snapshot", "click_node"]
    memory.touched()
    memory.act(delete, device.click_node)
    assert device.asked() == ["snapshot", "click_node", "snapshot", "click_node"]


def test_flags_of_a_node_of_a_recent_snapshot_are_known() -> None:
    memory, _ = memory_of(button("OK"))
    screen = memory.look()
    assert memory.flags(screen.snapshot, 1) & tree.CLICKABLE
    assert memory.flags(999, 0) == 0

"""Ids over consecutive screens of the simulated phone."""

from pathlib import Path

import pytest
from hand import Hand

from handheld.screen import tree
from handheld.screen.memory import Memory
from handheld.screen.tree import Screen


@pytest.fixture
def hand(tmp_path: Path) -> Hand:
    return Hand(tmp_path)


def labels(screen: Screen) -> dict[str, str]:
    """From ids to what the elements say."""
    texts = [screen.string(index, tree.TEXT) or screen.string(index, tree.DESC) for index in range(len(screen.rows))]
    return {element_id: text for element_id, text in zip(screen.ids, texts, strict=True) if text}


def id_of(screen: Screen, text: str) -> str:
    return next(element_id for element_id, label in labels(screen).items() if label == text)


def test_the_calculator_keeps_every_id_while_it_counts(hand: Hand) -> None:
    hand.phone.open_app("com.android.calculator2")
    memory = Memory(hand.phone)
    first = memory.look()
    keys = {text: id_of(first, text) for text in ("7", "+", "3", "=")}
    for text in ("7", "+", "3", "="):
        memory.act(keys[text], hand.phone.click_node, needs=tree.CLICKABLE)
        assert set(memory.look().ids) == set(first.ids)
    assert "10" in labels(memory.look()).values()


def test_a_contact_has_one_id_however_the_list_is_scrolled(hand: Hand) -> None:
    hand.phone.open_app("com.android.contacts")
    memory = Memory(hand.phone)
    screen = memory.look()
    window = next(window for window in screen.windows if window.type == "APPLICATION")
    rows = range(window.first, window.first + window.count)
    list_id = next(screen.ids[index] for index in rows if screen.rows[index][tree.FLAGS] & tree.SCROLLABLE)
    said: dict[str, str] = {}
    ids: dict[str, set[str]] = {}
    for forward in [True] * 6 + [False] * 4 + [True] * 2 + [False] * 8:
        memory.act(list_id, lambda number, index, forward=forward: hand.phone.scroll_node(number, index, forward))
        screen = memory.look()
        for index in range(len(screen.rows)):
            if (screen.string(index, tree.RES_ID) or "").endswith("cliv_name_textview"):
                name, element_id = screen.string(index, tree.TEXT) or "", screen.ids[index]
                assert said.setdefault(element_id, name) == name
                ids.setdefault(name, set()).add(element_id)
    assert len(ids) > 50
    assert all(len(known) == 1 for known in ids.values())


def test_a_screen_left_and_come_back_to_has_its_ids_back(hand: Hand) -> None:
    hand.phone.open_app("com.android.contacts")
    memory = Memory(hand.phone)
    before = memory.look()
    hand.phone.open_app("com.android.calculator2")
    assert id_of(memory.look(), "7") not in before.ids
    hand.phone.open_app("com.android.contacts")
    assert memory.look().ids == before.ids

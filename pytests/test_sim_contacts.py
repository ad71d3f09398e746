import pytest
from hand import Hand

from handheld.device import Point
from handheld.errors import ActionFailed, StaleNode
from handheld.screen import tree


@pytest.fixture
def hand(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.android.contacts")
    return hand


def names(hand):
    return [seen.text for seen in hand.all(id="cliv_name_textview") if seen.has(tree.VISIBLE)]


def test_there_are_more_people_than_the_screen_holds(hand):
    assert hand.find(id="contacts_count").text == "240 contacts"
    rows = hand.all(id="cliv")
    assert 10 < len(rows) < 30
    assert hand.find(id="list").has(tree.SCROLLABLE)


def test_a_few_rows_beyond_the_edge_exist_but_are_not_seen(hand):
    beyond = [row for row in hand.all(id="cliv") if not row.has(tree.VISIBLE)]
    listed = hand.find(id="list")
    assert 1 <= len(beyond) <= 4
    assert all(row.bounds[1] >= listed.bounds[3] for row in beyond)


def test_scrolling_by_node_moves_a_page_and_says_when_it_ends(hand):
    first = names(hand)
    listed = hand.find(id="list")
    assert hand.phone.scroll_node(listed.snapshot, listed.index, True)
    second = names(hand)
    assert second[0] > first[0]
    assert set(first) & set(second), "a page leaves something to go by"
    pages = 1
    while hand.phone.scroll_node(listed.snapshot, listed.index, True):
        pages += 1
    assert 10 < pages < 30
    assert names(hand)[-1].startswith("Z")
    assert not hand.phone.scroll_node(listed.snapshot, listed.index, True)
    assert hand.phone.scroll_node(listed.snapshot, listed.index, False)


def test_at_the_top_there_is_nothing_to_scroll_back_to(hand):
    listed = hand.find(id="list")
    assert not hand.phone.scroll_node(listed.snapshot, listed.index, False)


def test_what_does_not_scroll_refuses_to(hand):
    count = hand.find(id="contacts_count")
    with pytest.raises(ActionFailed, match="not scrollable"):
        hand.phone.scroll_node(count.snapshot, count.index, True)


def test_a_flick_goes_on_after_the_finger_is_gone_and_comes_to_rest(hand):
    hand.swipe(540, 1800, 540, 1200, 120)
    on_lift = names(hand)
    hand.rest(0.3)
    later = names(hand)
    assert later[0] > on_lift[0], "it is still moving"
    hand.rest(5)
    at_rest = names(hand)
    hand.rest(5)
    assert names(hand) == at_rest


def test_a_slow_drag_follows_the_finger_and_stays(hand):
    before = hand.all(id="cliv_name_textview")[8]
    hand.phone.gesture([[Point(540, 1800, 0), Point(540, 1400, 1000), Point(540, 1400, 1500)]])
    assert before.bounds[1] - hand.find(before.text).bounds[1] == 400
    hand.rest(1)
    assert before.bounds[1] - hand.find(before.text).bounds[1] == 400


def test_a_person_opens_and_back_returns_to_the_same_place(hand):
    hand.swipe(540, 1800, 540, 700)
    hand.rest(5)
    place = names(hand)
    seen = next(row for row in hand.all(id="cliv") if row.has(tree.VISIBLE) and row.bounds[1] > 500)
    hand.press(*seen.center)
    assert hand.phone.foreground().activity == ".quickcontact.QuickContactActivity"
    name = hand.find(id="large_title").text
    assert name in place
    hand.phone.global_action("back")
    assert names(hand) == place


def test_a_row_that_was_scrolled_away_is_stale(hand):
    row = hand.all(id="cliv")[0]
    listed = hand.find(id="list")
    for _ in range(5):
        hand.phone.scroll_node(listed.snapshot, listed.index, True)
    with pytest.raises(StaleNode):
        hand.phone.click_node(row.snapshot, row.index)


def test_searching_leaves_those_who_match(hand):
    hand.focus("search_view")
    hand.phone.commit_text("mum")
    assert names(hand) == ["Mum"]
    hand.click(desc="Clear search")
    assert len(names(hand)) > 5


def test_a_long_press_offers_more_and_the_number_can_be_copied(hand):
    row = hand.all(id="cliv")[2]
    hand.press(*row.center, ms=600)
    assert hand.find(id="sheet_title")
    hand.tap("Copy number")
    assert hand.phone.get_clipboard().startswith("+3620")

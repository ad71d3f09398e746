import pytest
from hand import Hand

from handheld.screen import tree


@pytest.fixture
def hand(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.android.contacts")
    return hand


def keyboard(hand):
    return next((window for window in hand.look().windows if window.type == "INPUT_METHOD"), None)


def test_the_keyboard_is_a_window_that_comes_with_the_focus(hand):
    assert keyboard(hand) is None
    hand.tap(id="search_view")
    window = keyboard(hand)
    assert window
    assert (window.package, window.focused) == ("com.google.android.inputmethod.latin", False)


def test_its_keys_really_type(hand):
    hand.tap(id="search_view")
    for key in ("Shift", "M", "u", "m", "Space", "Delete"):
        hand.tap(desc=key)
    assert hand.phone.read_field().text == "Mum"
    assert [seen.text for seen in hand.all(id="cliv_name_textview")] == ["Mum"]


def test_its_keys_can_be_clicked_as_nodes_and_shift_is_for_one_letter(hand):
    hand.tap(id="search_view")
    for key in ("Shift", "A", "b"):
        hand.click(desc=key)
    assert hand.phone.read_field().text == "Ab"


def test_digits_signs_and_emoji_have_their_pages(hand):
    hand.tap(id="search_view")
    hand.tap(desc="Symbols")
    hand.tap(desc="1")
    hand.tap(desc="@")
    hand.tap(desc="Emoji")
    hand.tap(desc="😀")
    hand.tap(desc="Letters")
    hand.tap(desc="q")
    assert hand.phone.read_field().text == "1@😀q"


def test_keys_type_at_the_cursor(hand):
    hand.tap(id="search_view")
    hand.phone.commit_text("ac")
    hand.phone.select_text(1, 1)
    hand.tap(desc="b")
    assert hand.phone.read_field().text == "abc"


def test_back_puts_the_keyboard_away_first(hand):
    hand.tap(id="search_view")
    hand.phone.global_action("back")
    assert keyboard(hand) is None
    assert hand.phone.foreground().package == "com.android.contacts"
    assert hand.find(id="search_view").has(tree.FOCUSED), "the field keeps the focus"
    hand.phone.commit_text("m")
    assert hand.phone.read_field().text == "m"


def test_the_page_makes_room_for_the_keyboard(hand):
    before = hand.find(id="list").bounds
    hand.tap(id="search_view")
    after = hand.find(id="list").bounds
    assert after[3] < before[3]
    assert after[3] == min(seen.bounds[1] for seen in hand.see() if seen.window.type == "INPUT_METHOD")


def test_another_page_has_no_keyboard(hand):
    hand.tap(id="search_view")
    hand.phone.commit_text("Mum")
    hand.click(id="cliv")
    assert keyboard(hand) is None


def test_the_action_key_does_what_the_field_wants(hand):
    hand.tap(id="search_view")
    hand.tap(desc="Search")
    assert keyboard(hand) is None
    assert not hand.find(id="search_view").has(tree.FOCUSED)

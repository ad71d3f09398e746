import pytest
from hand import Hand

from handheld.device import Field
from handheld.errors import ActionFailed, ElementNotFound
from handheld.screen import tree


@pytest.fixture
def hand(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.example.notes")
    return hand


@pytest.fixture
def body(hand):
    """The first note, open, with the cursor in its text."""
    hand.click(id="note_card")
    hand.focus("edit_body")
    hand.phone.select_text(0, len("Milk\nBread\nCoffee ☕\nApples"))
    hand.phone.commit_text("")
    return hand


def test_a_note_is_written_saved_and_listed(hand):
    hand.tap(desc="New note")
    hand.focus("edit_title")
    hand.phone.commit_text("Plan")
    hand.phone.press_key("ENTER")
    hand.phone.commit_text("First line")
    hand.phone.press_key("ENTER")
    hand.phone.commit_text("second line")
    assert hand.phone.read_field().text == "First line\nsecond line"
    hand.click(desc="Navigate up")
    assert hand.all(id="note_title")[0].text == "Plan"
    assert hand.all(id="note_preview")[0].text == "First line\nsecond line"


def test_positions_are_counted_in_utf_16_units(body):
    body.phone.commit_text("a😀b")
    assert body.phone.read_field() == Field("a😀b", 4, 4)
    body.phone.select_text(1, 3)
    body.phone.commit_text("é")
    assert body.phone.read_field() == Field("aéb", 2, 2)


def test_a_selection_inside_an_emoji_takes_it_whole(body):
    body.phone.commit_text("a😀b")
    body.phone.select_text(2, 2)
    body.phone.commit_text("-")
    assert body.phone.read_field().text == "a-😀b"


def test_a_selection_outside_the_text_is_refused(body):
    body.phone.commit_text("abc")
    for start, end in ((0, 4), (-1, 2)):
        with pytest.raises(ActionFailed, match="outside"):
            body.phone.select_text(start, end)


def test_the_delete_key_takes_a_whole_family(body):
    body.phone.commit_text("x👩‍👩‍👧‍👦")
    body.phone.press_key("DEL")
    assert body.phone.read_field().text == "x"
    body.phone.press_key("DEL")
    body.phone.press_key("DEL")
    assert body.phone.read_field() == Field("", 0, 0)


def test_tab_and_space_go_to_the_end(body):
    body.phone.commit_text("ab")
    body.phone.select_text(0, 0)
    body.phone.press_key("SPACE")
    body.phone.press_key("TAB")
    assert body.phone.read_field() == Field("ab \t", 4, 4)


def test_an_empty_field_shows_its_hint_and_holds_nothing(body):
    assert body.find(id="edit_body").text == "Write something"
    assert body.phone.read_field().text == ""


def test_half_a_character_is_not_stored(body):
    body.phone.commit_text("a\ud83d")
    assert body.phone.read_field().text == "a\ufffd"
    assert body.look().rows


def test_a_tap_puts_the_cursor_where_it_falls(body):
    body.phone.commit_text("one two three")
    field = body.find(id="edit_body")
    body.press(field.bounds[0] + 2, field.center[1])
    assert body.phone.read_field().selection_start == 0
    body.press(field.bounds[2] - 2, field.center[1])
    assert body.phone.read_field().selection_start == len("one two three")


def test_a_long_press_selects_a_word_and_the_toolbar_copies_it(body):
    body.phone.commit_text("one two three")
    field = body.find(id="edit_body")
    body.press(field.bounds[0] + 10, field.center[1], ms=700)
    held = body.phone.read_field()
    assert (held.selection_start, held.selection_end) == (0, 3)
    body.tap("Copy")
    assert body.phone.get_clipboard() == "one"
    body.phone.select_text(13, 13)
    seen = body.find(id="edit_body")
    body.phone.long_click_node(seen.snapshot, seen.index)
    body.tap("Paste")
    assert body.phone.read_field().text == "one two one"


def test_a_long_press_on_a_note_opens_a_menu_in_a_window_of_its_own(hand):
    card = hand.all(id="note_card")[1]
    hand.press(*card.center, ms=600)
    windows = [window for window in hand.look().windows if window.type == "APPLICATION"]
    assert [window.title for window in windows] == ["Note menu", "Notes"]
    assert [window.focused for window in windows] == [True, False]
    assert hand.phone.foreground().package == "com.example.notes"


def test_a_note_is_deleted_only_when_the_question_is_answered(hand):
    card = hand.all(id="note_card")[1]
    hand.phone.long_click_node(card.snapshot, card.index)
    hand.tap("Delete")
    hand.tap("Cancel")
    assert len(hand.all(id="note_card")) == 3
    card = hand.all(id="note_card")[1]
    hand.phone.long_click_node(card.snapshot, card.index)
    hand.tap("Delete")
    hand.tap(id="button1")
    assert len(hand.all(id="note_card")) == 2


def test_a_touch_beside_a_menu_closes_it_and_touches_nothing_else(hand):
    card = hand.all(id="note_card")[0]
    hand.phone.long_click_node(card.snapshot, card.index)
    hand.press(20, 400)
    assert [window.title for window in hand.look().windows if window.type == "APPLICATION"] == ["Notes"]


def test_typing_needs_a_field_in_focus(hand):
    for act in (hand.phone.read_field, lambda: hand.phone.commit_text("x"), lambda: hand.phone.press_key("DEL")):
        with pytest.raises(ElementNotFound):
            act()
    card = hand.find(id="note_card")
    with pytest.raises(ActionFailed, match="text input"):
        hand.phone.focus_field(card.snapshot, card.index)


def test_a_note_without_a_word_is_not_kept(hand):
    hand.tap(desc="New note")
    hand.phone.global_action("back")
    assert len(hand.all(id="note_card")) == 3


def test_the_field_in_focus_says_so(body):
    field = body.find(id="edit_body")
    assert field.has(tree.FOCUSED | tree.EDITABLE)
    assert not body.find(id="edit_title").has(tree.FOCUSED)


def test_a_long_note_follows_the_cursor_down(body):
    body.phone.commit_text("\n".join(f"line {number}" for number in range(60)))
    field = body.find(id="edit_body")
    keyboard = min(seen.bounds[1] for seen in body.see() if seen.window.type == "INPUT_METHOD")
    assert field.bounds[3] < keyboard
    assert field.bounds[3] - field.bounds[1] > 800
    body.swipe(500, 700, 500, 1300, 900)
    assert body.phone.read_field().text.endswith("line 59")


def test_a_long_line_is_moved_so_that_its_cursor_is_seen(hand):
    hand.click(id="note_card")
    hand.focus("edit_title")
    height = hand.find(id="edit_title").bounds
    hand.phone.commit_text("a very long title " * 20)
    assert hand.find(id="edit_title").bounds == height
    at_end = hand.phone.screenshot(400, 80, []).jpeg
    hand.phone.select_text(0, 0)
    assert hand.phone.screenshot(400, 80, []).jpeg != at_end

import pytest
from hand import Hand

from handheld import codec
from handheld.screen import tree
from handheld_desktop.sim.apps.bank import PASSWORD, USER


@pytest.fixture
def hand(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.example.bank")
    return hand


def test_a_password_is_told_as_bullets_and_typed_as_itself(hand):
    hand.focus("password")
    hand.phone.commit_text("s3cret")
    told = codec.loads(hand.phone.snapshot())["strings"]
    assert "••••••" in told
    assert "s3cret" not in told
    assert hand.find(id="password").has(tree.PASSWORD | tree.EDITABLE)
    assert hand.phone.read_field().text == "s3cret"


def test_the_pixels_of_a_password_do_not_tell_it(hand):
    hand.focus("password")
    hand.phone.commit_text("aaaa")
    first = hand.phone.screenshot(0, 90, []).jpeg
    hand.phone.select_text(0, 4)
    hand.phone.commit_text("WWWW")
    assert hand.phone.screenshot(0, 90, []).jpeg == first


def test_a_password_that_the_app_shows_is_still_a_password(hand):
    hand.focus("password")
    hand.phone.commit_text("s3cret")
    hand.click(desc="Show password")
    assert "s3cret" in codec.loads(hand.phone.snapshot())["strings"]
    assert hand.find(id="password").has(tree.PASSWORD)
    assert hand.find(id="password").text == tree.HIDDEN
    assert hand.phone.read_field().password


def test_enter_goes_from_field_to_field_and_signs_in(hand):
    hand.focus("username")
    hand.phone.commit_text(USER)
    hand.phone.press_key("ENTER")
    assert hand.find(id="password").has(tree.FOCUSED)
    hand.phone.commit_text(PASSWORD)
    hand.phone.press_key("ENTER")
    assert hand.phone.foreground().activity == ".AccountActivity"
    assert hand.find(id="balance").text == "3,187.45 €"


def test_a_wrong_password_says_so_and_stays(hand):
    assert not hand.find(id="sign_in").has(tree.ENABLED)
    hand.focus("username")
    hand.phone.commit_text(USER)
    hand.focus("password")
    hand.phone.commit_text("guess")
    hand.click(id="sign_in")
    assert hand.find(id="error").text == "User name or password is wrong."
    assert "sign-in refused" in hand.phone.read_logs("com.example.bank")


def test_signing_out_needs_the_password_again(hand):
    test_enter_goes_from_field_to_field_and_signs_in(hand)
    hand.click(desc="Sign out")
    hand.focus("password")
    assert hand.phone.read_field().text == ""

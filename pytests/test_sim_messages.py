import pytest
from hand import Hand

from handheld.errors import ActionFailed, InvalidArguments
from handheld.screen import tree


@pytest.fixture
def hand(tmp_path):
    return Hand(tmp_path)


def test_there_are_two_sims(hand):
    assert [(sim.subscription_id, sim.sim_slot_index, sim.display_name) for sim in hand.phone.sms_subscriptions()] == [
        (1, 0, "Personal"), (2, 1, "Work"),
    ]  # fmt: skip


def test_a_sent_message_is_in_the_outbox_and_on_the_screen(hand):
    hand.phone.send_sms("+36201234567", "On my way", 2)
    sent = hand.phone.outbox[-1]
    assert (sent.number, sent.text, sent.subscription_id) == ("+36201234567", "On my way", 2)
    hand.rest(1)
    hand.phone.open_app("com.google.android.apps.messaging")
    assert "You: On my way" in hand.texts()
    hand.tap("You: On my way")
    assert "On my way" in hand.texts()
    assert hand.find(id="message_status").text.startswith("Sent")


def test_sending_takes_the_time_of_the_air(hand):
    before = hand.clock.monotonic()
    hand.phone.send_sms("+36201234567", "hi", None)
    assert hand.clock.monotonic() > before
    assert hand.phone.outbox[-1].subscription_id == 1


def test_an_unknown_sim_is_refused(hand):
    with pytest.raises(InvalidArguments, match="subscription id 9"):
        hand.phone.send_sms("+36201234567", "hi", 9)


def test_a_radio_that_fails_or_is_off_says_so(hand):
    hand.phone.faults.radio_failure = "generic failure"
    with pytest.raises(ActionFailed, match="generic failure"):
        hand.phone.send_sms("+36201234567", "hi", 1)
    hand.phone.faults.radio_failure = ""
    hand.phone.global_action("quick_settings")
    hand.tap("Airplane mode")
    with pytest.raises(ActionFailed, match="airplane"):
        hand.phone.send_sms("+36201234567", "hi", 1)
    assert all(message.text != "hi" for message in hand.phone.outbox)


def test_a_message_is_written_and_sent_by_hand(hand):
    hand.phone.open_app("com.google.android.apps.messaging")
    hand.tap("Mum")
    assert not hand.find(desc="Send SMS").has(tree.ENABLED)
    hand.tap(id="sim_button")
    hand.focus("compose_message_text")
    hand.phone.commit_text("Yes, gladly 🎉")
    hand.tap(desc="Send SMS")
    assert hand.phone.outbox[-1].text == "Yes, gladly 🎉"
    assert hand.phone.outbox[-1].subscription_id == 2
    assert "Sending…" in hand.texts()
    hand.rest(1)
    assert "Sending…" not in hand.texts()


def test_a_message_that_fails_is_marked(hand):
    hand.phone.faults.radio_failure = "no service"
    hand.phone.open_app("com.google.android.apps.messaging")
    hand.tap("Mum")
    hand.focus("compose_message_text")
    hand.phone.commit_text("Hello?")
    hand.phone.press_key("ENTER")
    assert "Not sent: no service" in hand.texts()


def test_a_new_conversation_starts_with_a_number(hand):
    hand.phone.open_app("com.google.android.apps.messaging")
    hand.click(desc="Start chat")
    hand.focus("recipient_text_view")
    hand.phone.commit_text("+36 30 111 2222")
    hand.phone.press_key("ENTER")
    hand.focus("compose_message_text")
    hand.phone.commit_text("New here")
    hand.phone.press_key("ENTER")
    assert hand.phone.outbox[-1].number == "+36301112222"


def test_a_contact_can_be_texted(hand):
    hand.phone.open_app("com.android.contacts")
    hand.click(id="cliv")
    name = hand.find(id="large_title").text
    hand.tap(desc="Text")
    assert hand.phone.foreground().package == "com.google.android.apps.messaging"
    assert hand.look().windows[-1].title == name

import json

import pytest
from fakes import FakeDevice, say

from handheld.device import Subscription
from handheld.errors import ActionFailed, InvalidArguments, PermissionDenied
from handheld.tools.sms import get_sms_subscriptions, send_sms

HOME = Subscription(1, 0, "Yettel", "Home")
WORK = Subscription(7, 1, "Telekom", "Work")
NUMBER = "+36201234567"


def test_with_one_sim_nothing_has_to_be_chosen():
    device = FakeDevice(sms_subscriptions=[HOME])
    assert say(send_sms, device, to_phone_number=NUMBER, sms_text="Hi") == "SMS sent to +36201234567"
    assert device.calls == [("sms_subscriptions",), ("send_sms", NUMBER, "Hi", 1)]


def test_with_two_sims_the_chosen_one_sends():
    device = FakeDevice(sms_subscriptions=[HOME, WORK])
    say(send_sms, device, to_phone_number=NUMBER, sms_text="Hi", subscription_id=7)
    assert device.calls[-1] == ("send_sms", NUMBER, "Hi", 7)


def refuse(sims, named, **arguments):
    device = FakeDevice(sms_subscriptions=sims)
    with pytest.raises(InvalidArguments, match=named):
        say(send_sms, device, **{"to_phone_number": NUMBER, "sms_text": "Hi", **arguments})
    assert "send_sms" not in [call[0] for call in device.calls]


def test_with_two_sims_one_has_to_be_chosen_and_the_error_lists_them():
    refuse([HOME, WORK], r"'subscription_id'.*1 \(Home, slot 0\), 7 \(Work, slot 1\)")


def test_a_sim_that_is_not_active_is_refused():
    refuse([HOME], r"no active SIM has the id 7\. Active: 1 \(Home, slot 0\)", subscription_id=7)


@pytest.mark.parametrize(
    "number",
    ["36201234567", "0036201234567", "+36 20 123 4567", "+0620123456", "+1234567890123456", "+36", "", "+3620123456x",
     "+٣٦٢٠١٢٣٤٥٦٧", NUMBER + "\n"],
)  # fmt: skip
def test_a_number_must_be_in_international_format(number):
    refuse([HOME], "'to_phone_number'.*international format", to_phone_number=number)


def test_the_text_has_one_to_160_characters_counted_as_code_points():
    refuse([HOME], "'sms_text'.*must not be empty", sms_text="")
    refuse([HOME], "'sms_text'.*161 characters.*the maximum is 160", sms_text="x" * 161)
    device = FakeDevice(sms_subscriptions=[HOME])
    for text in ("x", "x" * 160, "🎉" * 160):
        say(send_sms, device, to_phone_number=NUMBER, sms_text=text)
        assert device.calls[-1] == ("send_sms", NUMBER, text, 1)


def test_without_a_sim_nothing_can_be_sent():
    with pytest.raises(ActionFailed, match="No active SIM"):
        say(send_sms, FakeDevice(sms_subscriptions=[]), to_phone_number=NUMBER, sms_text="Hi")


def test_what_the_radio_says_is_passed_on():
    device = FakeDevice(sms_subscriptions=[HOME], send_sms=ActionFailed("No service"))
    with pytest.raises(ActionFailed, match="No service"):
        say(send_sms, device, to_phone_number=NUMBER, sms_text="Hi")


def test_the_active_sims_are_listed_with_their_count():
    listed = json.loads(say(get_sms_subscriptions, FakeDevice(sms_subscriptions=[HOME, WORK])))
    assert listed == {
        "count": 2,
        "subscriptions": [
            {"subscription_id": 1, "sim_slot_index": 0, "carrier_name": "Yettel", "display_name": "Home"},
            {"subscription_id": 7, "sim_slot_index": 1, "carrier_name": "Telekom", "display_name": "Work"},
        ],
    }
    assert json.loads(say(get_sms_subscriptions, FakeDevice(sms_subscriptions=[]))) == {"count": 0, "subscriptions": []}


def test_a_missing_permission_is_not_an_empty_list():
    with pytest.raises(PermissionDenied, match="Phone permission"):
        say(get_sms_subscriptions, FakeDevice(sms_subscriptions=PermissionDenied("Phone permission not granted")))


def test_the_published_schema_carries_no_limits_of_ours():
    assert send_sms.arguments.schema["required"] == ["to_phone_number", "sms_text"]
    for property in send_sms.arguments.schema["properties"].values():
        assert set(property) == {"type", "description"}
    assert get_sms_subscriptions.arguments.schema == {"type": "object", "properties": {}, "required": []}

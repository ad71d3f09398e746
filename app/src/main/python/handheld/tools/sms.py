"""Text messages."""

import re
from typing import Annotated, TypedDict

from ..call import Call
from ..deed import Deed, deed
from ..device import Subscription
from ..errors import ActionFailed, InvalidArguments
from ..schema import param
from ..tool import tool

# E.164: at most 15 digits, and no country has fewer than 7.
_E164 = re.compile(r"\+[1-9][0-9]{6,14}")
_MAX_CHARACTERS = 160


class SmsSubscription(TypedDict):
    subscription_id: int
    sim_slot_index: int
    carrier_name: str
    display_name: str


class SmsSubscriptions(TypedDict):
    count: int
    subscriptions: list[SmsSubscription]


def _to_send(call: Call, to_phone_number: str, sms_text: str, subscription_id: int | None = None) -> Deed:
    sim = _checked(call, to_phone_number, sms_text, subscription_id)
    return deed("send_sms", number=to_phone_number, sim=sim.display_name, text=sms_text)


# Not destructive in the strict sense, but it costs money and cannot be taken back: clients should ask.
@tool("Send SMS", destructive=True, open_world=True, describes=_to_send)
def send_sms(
    call: Call,
    to_phone_number: Annotated[
        str,
        param(
            "The phone number the SMS should be sent to in international format starting with a plus sign followed by the"
            " country code. For example +36201234567"
        ),
    ],
    sms_text: Annotated[
        str, param("The text of the sms messages to be sent. The maximum length is 160 characters")
    ],
    subscription_id: Annotated[
        int | None,
        param(
            "SMS subscription ID to use for sending. Required when sending is allowed on more than one active subscription."
        ),
    ] = None,
) -> str:
    """Sends an SMS message to a specified phone number."""
    sim = _checked(call, to_phone_number, sms_text, subscription_id)
    call.phone.device.send_sms(to_phone_number, sms_text, sim.subscription_id)
    return f"SMS sent to {to_phone_number}"


def _checked(call: Call, to_phone_number: str, sms_text: str, subscription_id: int | None) -> Subscription:
    """The SIM to send with. The limits stand here, not in the schema: the published schema is fixed."""
    if not _E164.fullmatch(to_phone_number):
        raise InvalidArguments(
            f"Invalid argument 'to_phone_number': {to_phone_number!r} is not in international format:"
            " a plus sign, the country code and the number, digits only, such as +36201234567"
        )
    if not sms_text:
        raise InvalidArguments("Invalid argument 'sms_text': the text must not be empty")
    if len(sms_text) > _MAX_CHARACTERS:
        raise InvalidArguments(
            f"Invalid argument 'sms_text': the text has {len(sms_text)} characters (Unicode code points),"
            f" the maximum is {_MAX_CHARACTERS}"
        )
    return _chosen(call.phone.device.sms_subscriptions(), subscription_id)


@tool("List SMS subscriptions", read_only=True, idempotent=True)
def get_sms_subscriptions(call: Call) -> SmsSubscriptions:
    """Returns the list of active SMS subscriptions available on the device."""
    active: list[SmsSubscription] = [
        {
            "subscription_id": sim.subscription_id,
            "sim_slot_index": sim.sim_slot_index,
            "carrier_name": sim.carrier_name,
            "display_name": sim.display_name,
        }
        for sim in call.phone.device.sms_subscriptions()
    ]
    return {"count": len(active), "subscriptions": active}


def _chosen(active: list[Subscription], subscription_id: int | None) -> Subscription:
    if not active:
        raise ActionFailed("No active SIM: this phone cannot send an SMS now")
    if subscription_id is None:
        if len(active) == 1:
            return active[0]
        raise InvalidArguments(
            f"Missing argument 'subscription_id': more than one SIM is active. Choose one of: {_names(active)}"
        )
    for sim in active:
        if sim.subscription_id == subscription_id:
            return sim
    raise InvalidArguments(
        f"Invalid argument 'subscription_id': no active SIM has the id {subscription_id}. Active: {_names(active)}"
    )


def _names(active: list[Subscription]) -> str:
    return ", ".join(f"{sim.subscription_id} ({sim.display_name}, slot {sim.sim_slot_index})" for sim in active)

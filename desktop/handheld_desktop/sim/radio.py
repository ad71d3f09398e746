"""Two SIM cards and what was sent through them."""

import threading
from dataclasses import dataclass

from handheld.clock import Clock
from handheld.device import Subscription

SIMS = (
    Subscription(1, 0, "Northwind Mobile", "Personal"),
    Subscription(2, 1, "Contoso Telecom", "Work"),
)


@dataclass(frozen=True)
class Message:
    number: str
    text: str
    time: float
    subscription_id: int
    mine: bool = True
    failure: str = ""


class Radio:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._never = threading.Event()
        self.messages: list[Message] = []
        """Received and sent, the oldest first."""

    @property
    def outbox(self) -> list[Message]:
        """What was sent."""
        return [message for message in self.messages if message.mine and not message.failure]

    def transmit(self) -> None:
        """The time the air takes."""
        self._clock.wait(self._never, 0.4)

    def keep(
        self, number: str, text: str, subscription_id: int, *, mine: bool = True, failure: str = "", age: float = 0
    ) -> None:
        self.messages.append(Message(number, text, self._clock.now() - age, subscription_id, mine, failure))

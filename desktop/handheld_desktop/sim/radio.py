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


class Radio:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._never = threading.Event()
        self.messages: list[Message] = []
        """Received and sent, oldest first."""

    @property
    def outbox(self) -> list[Message]:
        return [message for message in self.messages if message.mine]

    def transmit(self) -> None:
        """The time the air takes."""
        self._clock.wait(self._never, 0.4)

    def keep(self, number: str, text: str, subscription_id: int, mine: bool = True) -> None:
        self.messages.append(Message(number, text, self._clock.now(), subscription_id, mine))

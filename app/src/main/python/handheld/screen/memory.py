"""What was last seen on the screen, and how an element is found again from its id."""

from ..device import Device


class Memory:
    def __init__(self, device: Device) -> None:
        self._device = device

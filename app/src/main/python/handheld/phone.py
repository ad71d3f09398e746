"""One phone as the tools see it: the device, what was last seen on its screen, and who may act now."""

import random

from .clock import Clock, SystemClock
from .confirm import Confirm
from .device import Device
from .pause import Pause
from .screen.memory import Memory
from .screen.numbers import Numbers
from .settings import Settings
from .turn import Turn


class Phone:
    def __init__(
        self,
        device: Device,
        settings: Settings,
        clock: Clock | None = None,
        rng: random.Random | None = None,
        pause: Pause | None = None,
        confirm: Confirm | None = None,
        numbers: Numbers | None = None,
    ) -> None:
        self.device = device
        self.settings = settings
        self.clock = clock or SystemClock()
        self.random = rng or random.Random()
        self.pause = pause or Pause()
        self.confirm = confirm or Confirm(self.clock)
        self.screen = Memory(device, numbers)
        self.screen_lock = Turn()
        """Held while an action touches the screen."""
        self.typing_lock = Turn()
        """Held by the one who types."""
        self.swept_folders: set[tuple[str, str]] = set()
        """Location and path of folders where nothing is left of writes that were killed."""

    @property
    def prefix(self) -> str:
        """Goes before the names of the tools."""
        return f"android_{self.settings.slug}_" if self.settings.slug else "android_"

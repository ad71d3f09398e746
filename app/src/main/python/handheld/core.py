"""Wires the settings and a phone into what the server serves."""

import random
from pathlib import Path

from .clock import Clock
from .device import Device
from .phone import Phone
from .settings import Settings
from .tool import Catalogue, tools_of
from .tools import touch


class Core:
    """One phone, ready to be served. Changed settings mean a new Core."""

    def __init__(
        self,
        settings: Settings,
        device: Device,
        data_dir: Path,
        *,
        clock: Clock | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self.settings = settings
        self.data_dir = data_dir
        self.phone = Phone(device, settings, clock, rng)
        self.catalogue = Catalogue(self.phone, tools_of(touch), self.phone.prefix, settings.disabled_tools)

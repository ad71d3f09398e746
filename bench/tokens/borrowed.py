"""What the tests have and is used here too: installing what others wrote, and a clock that does not wait."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "pytests"))

from fakes import FakeClock
from oracles import CannotInstall, node_with

__all__ = ["CannotInstall", "FakeClock", "node_with"]

"""The contract's phone and its cases serve here too: what works there is what fails here."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "contract"))

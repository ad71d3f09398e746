"""How many tokens a language model makes of a text: o200k, by `gpt-tokenizer` from npm, kept in the user's cache."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from borrowed import node_with

HERE = Path(__file__).parent
PACKAGE = HERE / "package.json"


class Counter:
    """CannotInstall where it cannot be had."""

    def __init__(self) -> None:
        packages = node_with("tokens", PACKAGE)
        self._command = ["node", str(HERE / "count.mjs"), str(packages)]
        self.version = "gpt-tokenizer " + json.loads(PACKAGE.read_text())["dependencies"]["gpt-tokenizer"]

    def count(self, texts: Sequence[str]) -> list[int]:
        done = subprocess.run(self._command, input=json.dumps(texts).encode(), stdout=subprocess.PIPE, check=True, timeout=300)
        counts: list[int] = json.loads(done.stdout)
        return counts

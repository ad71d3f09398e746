"""What a call is about to do, in words for the person who is asked whether it may."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .screen.clean import clean

SENTENCES = {
    "send_sms": "Send an SMS to {number} from {sim}: “{text}”",
    "delete_file": "Delete the file “{path}” in {location}",
    "write_file": "Write {size} characters into the file “{path}” in {location}",
    "append_file": "Append {size} characters to the file “{path}” in {location}",
    "file_replace": "Change the file “{path}” in {location}: “{old_string}” becomes “{new_string}”",
    "download_from_url": "Download “{url}” into the file “{path}” in {location}",
    "open_app": "Open the app “{name}” ({package})",
    "external": "Use “{title}” of the app {package} with “{arguments}”",
    "tool": "Use “{title}” with “{arguments}”",
}
"""By kind. The page has the same in each of its languages."""

_LONGEST = 300
_QUOTES = str.maketrans("“”", "\"\"")
"""A value stands between these, and must not be able to end itself."""


@dataclass(frozen=True, slots=True)
class Deed:
    kind: str
    facts: Mapping[str, str]
    where: str = ""
    """What a lasting answer is limited to, beside client and tool: a package, a storage location."""

    @property
    def sentence(self) -> str:
        return SENTENCES[self.kind].format_map(self.facts)


def deed(kind: str, *, where: str = "", **facts: object) -> Deed:
    """With what others wrote made fit to be read: one line, nothing hidden, not too long."""
    return Deed(kind, {name: _shown(str(value)) for name, value in facts.items()}, where)


def _shown(value: str) -> str:
    line = " ".join(clean(value[: 4 * _LONGEST]).encode("utf-8", "replace").decode().split()).translate(_QUOTES)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def digest(tool: str, source: str, arguments: Mapping[str, Any]) -> str:
    """Of exactly this tool with exactly these arguments."""
    return hashlib.sha256(json.dumps([tool, source, arguments], sort_keys=True).encode()).hexdigest()


def fits(package: str, patterns: Iterable[str]) -> bool:
    """Whether one of the patterns names the package; a * stands for any letters."""
    return any(re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), package, re.IGNORECASE) for pattern in patterns)

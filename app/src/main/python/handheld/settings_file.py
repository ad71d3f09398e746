"""The settings on disk: one JSON file, replaced atomically; a broken one is set aside."""

import dataclasses
import json
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from . import atomic, codec
from .clock import Clock, SystemClock
from .errors import ActionFailed, InvalidArguments
from .schema import Schema
from .settings import Settings, Token, new_secret
from .settings_json import SCHEMA, check, faults, of


class SettingsFile:
    """The settings on disk. `problems` says, in sentences, what was wrong when they were read."""

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self.path = path
        self.problems: list[str] = []
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._raw: Any = {}

    def load(self) -> Settings:
        """The settings, or the defaults where there is no file or a broken one, which is set aside."""
        with self._lock:
            self.problems = []
            try:
                return self._read()
            except InvalidArguments as error:
                return self._set_aside(str(error))

    def peek(self) -> Settings:
        """The settings, or InvalidArguments that says what is broken; the file stays."""
        with self._lock:
            self.problems = []
            return self._read()

    def _read(self) -> Settings:
        self._raw = {}
        try:
            raw = codec.loads(self.path.read_bytes())
        except FileNotFoundError:
            return Settings()
        except (ValueError, RecursionError) as error:
            raise InvalidArguments(f"{self.path} is broken: it is not JSON ({error})") from error
        wrong, unknown = faults(raw)
        if wrong:
            raise InvalidArguments(f"{self.path} is broken: {'; '.join(wrong)}")
        self.problems += [f"{self.path}: '{name}' is not a setting; it is kept but does nothing" for name in unknown]
        self._raw = raw
        return of(raw)

    def save(self, settings: Settings) -> None:
        """InvalidArguments if a value is not allowed, ActionFailed if the disk is full: then the old ones stay."""
        raw = check(settings)
        with self._lock:
            raw = _with_unknown(self._raw, raw, SCHEMA)
            try:
                atomic.write(self.path, json.dumps(raw, indent=2, ensure_ascii=False).encode() + b"\n")
            except OSError as error:
                raise ActionFailed(f"The settings cannot be kept: {error.strerror or error}") from error
            self._raw = raw

    def with_token(self, settings: Settings) -> Settings:
        """The settings with at least one token: the first start makes one of 256 bits and keeps it."""
        if settings.tokens:
            return settings
        settings = dataclasses.replace(settings, tokens=(Token("default", new_secret()),))
        self.save(settings)
        return settings

    def _set_aside(self, reason: str) -> Settings:
        moment = datetime.fromtimestamp(self._clock.now(), UTC).strftime("%Y%m%dT%H%M%S%fZ")
        aside = self.path.with_name(f"{self.path.stem}.broken-{moment}{self.path.suffix}")
        self.path.rename(aside)
        self.problems.append(f"{reason}. It is kept as {aside.name}; the defaults are used instead")
        return Settings()


def _with_unknown(old: Any, new: Any, schema: Schema) -> Any:
    """The new value, and the keys of the old that this version does not know: another version may."""
    known = schema.get("properties")
    if known is None or not isinstance(old, dict):
        return new
    merged = {name: _with_unknown(old.get(name), value, known[name]) for name, value in new.items()}
    return merged | {name: value for name, value in old.items() if name not in known}

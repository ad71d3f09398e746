"""What Java objects look like in Python, at their barest: strings that are no `str`, arrays that are no `bytes`.

`BridgeOver` is the Kotlin Bridge over any Device: what AndroidDevice makes of it must be that Device again.
"""

import base64
import dataclasses
import json
import re
from collections.abc import Callable
from typing import Any

from handheld.device import AskedQuestion, Box, KeyPair, Picture, Point
from handheld.errors import HandheldError


@dataclasses.dataclass(frozen=True)
class JavaString:
    text: str

    def __str__(self) -> str:
        return self.text


@dataclasses.dataclass(frozen=True)
class JavaBytes:
    data: bytes

    def __bytes__(self) -> bytes:
        return self.data


class JavaClass:
    def __init__(self, name: str) -> None:
        self.name = name

    def getSimpleName(self) -> JavaString:
        return JavaString(self.name)


class JavaException(Exception):
    def __init__(self, name: str, message: str | None) -> None:
        super().__init__(f"{name}: {message}\n\tat dev.handheld.Bridge.call(Bridge.kt:1)")
        self.name, self.message = name, message

    def getMessage(self) -> JavaString | None:
        return None if self.message is None else JavaString(self.message)

    def getClass(self) -> JavaClass:
        return JavaClass(self.name)


class BridgeException(JavaException):
    def __init__(self, code: str, message: str) -> None:
        super().__init__("BridgeException", message)
        self.code = code

    def getCode(self) -> JavaString:
        return JavaString(self.code)


class BridgeOver:
    def __init__(self, device: Any) -> None:
        self._device = device

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = re.sub("[A-Z]", lambda capital: "_" + capital[0].lower(), name)

        def call(*arguments: Any) -> Any:
            assert all(argument is None or type(argument) in (bool, int, float, str, bytes) for argument in arguments)
            try:
                answer = getattr(self._device, method)(*_ARGUMENTS.get(method, _as_they_are)(*arguments))
                return JavaBytes(_json(answer).encode()) if method in _OF_OTHERS else to_java(answer)
            except HandheldError as error:
                raise BridgeException(error.code, str(error)) from None

        return call


def to_java(value: Any) -> Any:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return JavaString(value)
    if isinstance(value, bytes):
        return JavaBytes(value)
    if isinstance(value, Picture):
        return JavaBytes(value.jpeg)
    if isinstance(value, KeyPair):
        return JavaString(json.dumps({k: base64.b64encode(v).decode() for k, v in dataclasses.asdict(value).items()}))
    return JavaString(_json(value))


def _json(value: Any) -> str:
    return json.dumps(value, default=dataclasses.asdict)


def _as_they_are(*arguments: Any) -> tuple[Any, ...]:
    return arguments


_ARGUMENTS: dict[str, Callable[..., tuple[Any, ...]]] = {
    "screenshot": lambda side, quality, boxes: (side, quality, [Box(*box) for box in json.loads(boxes)]),
    "gesture": lambda strokes, relative: ([[Point(*p) for p in stroke] for stroke in json.loads(strokes)], relative),
    "execute_provider_tool": lambda authority, tool, given, limit: (authority, tool, json.loads(given), limit),
    "call_service": lambda package, service, call, extras, limit: (package, service, call, json.loads(extras), limit),
    "show_questions": lambda questions: ([AskedQuestion(**question) for question in json.loads(questions)],),
    "set_private_apps": lambda packages: (json.loads(packages),),
    "send_sms": lambda number, text, sim: (number, text, None if sim == -1 else sim),
}
_OF_OTHERS = ("find_providers", "provider_info", "execute_provider_tool", "find_services", "call_service")
"""What other apps wrote comes as bytes."""

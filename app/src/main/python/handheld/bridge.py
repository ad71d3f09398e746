"""`Device` over the app's Kotlin `Bridge`: each method is the Bridge's of the same name, in camelCase.

The Bridge object comes through Chaquopy on a phone and through JPype in tests. They differ in what a Java string, array or
exception looks like here, so nothing relies on more than `str()`, `bytes()`, `int()`, `bool()` and `getMessage()`.
"""

import base64
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import codec
from .device import (
    App,
    AskedQuestion,
    Box,
    Display,
    Entry,
    Field,
    FileMode,
    Foreground,
    FoundProvider,
    FoundService,
    GlobalAction,
    Key,
    KeyPair,
    Location,
    Permission,
    Picture,
    Stroke,
    Subscription,
    XmlElement,
)
from .errors import ActionFailed, HandheldError, from_code

_ANY_SIM = -1
_LONGEST_MESSAGE = 300


class AndroidDevice:
    def __init__(self, bridge: Any) -> None:
        self._bridge = bridge

    def snapshot(self) -> bytes:
        return bytes(_ask(self._bridge.snapshot))

    def screenshot(self, max_side: int, quality: int, boxes: Sequence[Box]) -> Picture:
        rows = codec.text([[box.left, box.top, box.right, box.bottom, box.label] for box in boxes])
        jpeg = bytes(_ask(self._bridge.screenshot, max_side, quality, rows))
        return Picture(jpeg, *_size(jpeg))

    def display(self) -> Display:
        return Display(**_json(self._bridge.display))

    def foreground(self) -> Foreground:
        return Foreground(**_json(self._bridge.foreground))

    def click_node(self, snapshot: int, index: int) -> None:
        _ask(self._bridge.clickNode, snapshot, index)

    def long_click_node(self, snapshot: int, index: int) -> None:
        _ask(self._bridge.longClickNode, snapshot, index)

    def scroll_node(self, snapshot: int, index: int, forward: bool) -> bool:
        return bool(_ask(self._bridge.scrollNode, snapshot, index, forward))

    def gesture(self, strokes: Sequence[Stroke], relative: bool = False) -> None:
        _ask(self._bridge.gesture, codec.text([[list(point) for point in stroke] for stroke in strokes]), relative)

    def global_action(self, action: GlobalAction) -> None:
        _ask(self._bridge.globalAction, action)

    def focus_field(self, snapshot: int, index: int) -> Field:
        return Field(**_json(self._bridge.focusField, snapshot, index))

    def select_text(self, start: int, end: int) -> None:
        _ask(self._bridge.selectText, start, end)

    def commit_text(self, text: str) -> None:
        _ask(self._bridge.commitText, text)

    def read_field(self) -> Field:
        return Field(**_json(self._bridge.readField))

    def press_key(self, key: Key) -> None:
        _ask(self._bridge.pressKey, key)

    def get_clipboard(self) -> str | None:
        text = _ask(self._bridge.getClipboard)
        return None if text is None else _text(text)

    def set_clipboard(self, text: str) -> None:
        _ask(self._bridge.setClipboard, text)

    def open_app(self, package: str) -> None:
        _ask(self._bridge.openApp, package)

    def close_app(self, package: str) -> None:
        _ask(self._bridge.closeApp, package)

    def list_apps(self) -> list[App]:
        return [App(**app) for app in _json(self._bridge.listApps)]

    def read_logs(self, package: str | None) -> str:
        return _text(_ask(self._bridge.readLogs, package))

    def storage_locations(self) -> list[Location]:
        return [Location(**location) for location in _json(self._bridge.storageLocations)]

    def list_directory(self, location: str, path: str) -> list[Entry]:
        return [Entry(**entry) for entry in _json(self._bridge.listDirectory, location, path)]

    def stat_file(self, location: str, path: str) -> Entry:
        return Entry(**_json(self._bridge.statFile, location, path))

    def open_file(self, location: str, path: str, mode: FileMode) -> int:
        return int(_ask(self._bridge.openFile, location, path, mode))

    def replace_file(self, location: str, path: str, by: str) -> None:
        _ask(self._bridge.replaceFile, location, path, by)

    def delete_file(self, location: str, path: str) -> None:
        _ask(self._bridge.deleteFile, location, path)

    def sms_subscriptions(self) -> list[Subscription]:
        return [Subscription(**subscription) for subscription in _json(self._bridge.smsSubscriptions)]

    def send_sms(self, number: str, text: str, subscription_id: int | None) -> None:
        _ask(self._bridge.sendSms, number, text, _ANY_SIM if subscription_id is None else subscription_id)

    def find_providers(self) -> list[FoundProvider]:
        return [FoundProvider(**found) for found in _foreign(self._bridge.findProviders)]

    def provider_info(self, authority: str, timeout_ms: int) -> Mapping[str, Any]:
        return _mapping(self._bridge.providerInfo, authority, timeout_ms)

    def execute_provider_tool(
        self, authority: str, tool: str, arguments: Mapping[str, str], timeout_ms: int
    ) -> Mapping[str, Any]:
        return _mapping(self._bridge.executeProviderTool, authority, tool, codec.text(arguments), timeout_ms)

    def find_services(self) -> list[FoundService]:
        return [
            FoundService(**found | {"descriptor": _element(found["descriptor"])})
            for found in _foreign(self._bridge.findServices)
        ]

    def call_service(
        self, package: str, service: str, call: str, extras: Mapping[str, str], timeout_ms: int
    ) -> Mapping[str, str]:
        return _mapping(self._bridge.callService, package, service, call, codec.text(extras), timeout_ms)

    def dropped_replies(self) -> int:
        return int(_ask(self._bridge.droppedReplies))

    def app_signer(self, package: str) -> str:
        return str(_ask(self._bridge.appSigner, package))

    def offer_tools(self, provider: bool, mobile_mcp: bool) -> None:
        _ask(self._bridge.offerTools, provider, mobile_mcp)

    def permissions(self) -> list[Permission]:
        return [Permission(**row) for row in _json(self._bridge.permissions)]

    def open_settings(self, name: str) -> None:
        _ask(self._bridge.openSettings, name)

    def show_paused(self, on: bool) -> None:
        _ask(self._bridge.showPaused, on)

    def show_questions(self, questions: Sequence[AskedQuestion]) -> None:
        _ask(self._bridge.showQuestions, codec.text([dataclasses.asdict(question) for question in questions]))

    def set_private_apps(self, packages: Sequence[str]) -> None:
        _ask(self._bridge.setPrivateApps, codec.text(list(packages)))

    def watch_touches(self, on: bool) -> None:
        _ask(self._bridge.watchTouches, on)

    def new_key(self) -> KeyPair:
        return KeyPair(**{name: base64.b64decode(value) for name, value in _json(self._bridge.newKey).items()})

    def sign(self, private_pkcs8: bytes, data: bytes) -> bytes:
        return bytes(_ask(self._bridge.sign, private_pkcs8, data))


def _json(method: Callable[..., Any], *arguments: Any) -> Any:
    return codec.loads(_text(_ask(method, *arguments)))


def _text(value: Any) -> str:
    """A Java string as a Python one. It may hold half of a character, which no answer could carry: U+FFFD stands in."""
    text = str(value)
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _foreign(method: Callable[..., Any], *arguments: Any) -> Any:
    """JSON of what other apps wrote. As bytes: a Java string may hold halves of characters that no Python string should."""
    return codec.loads(bytes(_ask(method, *arguments)))


def _mapping(method: Callable[..., Any], *arguments: Any) -> Mapping[str, Any]:
    found: Mapping[str, Any] = _foreign(method, *arguments)
    return found


def _element(found: Any) -> XmlElement | None:
    if found is None:
        return None
    children = tuple(child for child in map(_element, found["children"]) if child)
    return XmlElement(found["tag"], found["attributes"], children)


def _ask(method: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return method(*arguments)
    except Exception as error:
        if not hasattr(error, "getMessage"):  # not Java's
            raise
        raise _translated(error) from None


def _translated(error: Any) -> HandheldError:
    message = error.getMessage()
    if hasattr(error, "getCode"):
        return from_code(str(error.getCode()), _text(message))
    # What a shim did not foresee; `str(error)` would be a whole stack trace on a phone.
    name = str(error.getClass().getSimpleName())
    return ActionFailed((name if message is None else f"{name}: {_text(message)}")[:_LONGEST_MESSAGE])


def _size(jpeg: bytes) -> tuple[int, int]:
    """Width and height, as the frame header of the JPEG has them."""
    at = 2
    while at + 9 <= len(jpeg) and jpeg[at] == 0xFF:
        if 0xC0 <= jpeg[at + 1] <= 0xCF and jpeg[at + 1] not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(jpeg[at + 7 : at + 9], "big"), int.from_bytes(jpeg[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    raise ActionFailed("The phone's screenshot is not a JPEG")

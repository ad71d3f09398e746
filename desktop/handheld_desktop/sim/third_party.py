"""Apps of others on the simulated phone: those that offer tools, and the way Android carries calls to them and replies back."""

from __future__ import annotations

import hashlib
import threading
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from handheld import device
from handheld.clock import Clock
from handheld.device import FoundProvider, FoundService, XmlElement
from handheld.errors import ActionFailed, PermissionDenied, TimedOut

A = TypeVar("A")
Bundle = dict[str, Any]
Reply = Callable[[Mapping[str, str]], None]
"""A PendingIntent: whoever has it can send to the one call it was made for, at any time and as often as it likes."""


class NoAnswer(Exception):
    """Raised by an app that hangs: the caller waits as long as it wants to."""


class Died(Exception):
    """Raised by an app whose process ends while it is asked."""


class Neighbour:
    """An installed app without pages. `key` signs it."""

    package: str
    name: ClassVar[str]
    key: str = "its developer"

    @property
    def signer(self) -> str:
        return hashlib.sha256(f"{self.package} by {self.key}".encode()).hexdigest()

    def described(self) -> device.App:
        return device.App(self.package, self.name, "1.0", 1, False)


class ProviderApp(Neighbour):
    """Offers tools through a ContentProvider."""

    authority: str

    def get_tool_info(self) -> Bundle | None:
        raise NotImplementedError

    def execute_tool(self, tool: str, arguments: Mapping[str, str]) -> Bundle | None:
        raise NotImplementedError


class ServiceApp(Neighbour):
    """Offers tools through a Mobile MCP service."""

    service: str
    tool_name: ClassVar[str | None] = None
    tool_description: ClassVar[str | None] = None
    descriptor: str | None = None
    """XML, as the app's developer wrote it."""

    def on_start(self, extras: Mapping[str, str], reply: Reply) -> None:
        raise NotImplementedError


class ThirdParty:
    """The part of a Device that knows other apps."""

    def __init__(self, clock: Clock, apps: list[Neighbour]) -> None:
        self._call_clock = clock
        self._others = {app.package: app for app in apps}
        self._waiting: dict[str, tuple[threading.Event, list[dict[str, str]]]] = {}
        self._replies = threading.Lock()
        self._no_reply = threading.Event()
        self._dropped = 0
        self.shown_to_others = (False, False)
        """Whether other apps see our provider and our service."""

    def install(self, *apps: Neighbour) -> None:
        """Installs or updates apps; on a real phone a broadcast tells of it."""
        self._others = self._others | {app.package: app for app in apps}

    def uninstall(self, package: str) -> None:
        self._others = {name: app for name, app in self._others.items() if name != package}

    def find_providers(self) -> list[FoundProvider]:
        return [FoundProvider(app.authority, app.package, app.name) for app in self._of(ProviderApp)]

    def provider_info(self, authority: str, timeout_ms: int) -> Bundle:
        return self._ask_provider(authority, timeout_ms, lambda app: app.get_tool_info())

    def execute_provider_tool(self, authority: str, tool: str, arguments: Mapping[str, str], timeout_ms: int) -> Bundle:
        return self._ask_provider(authority, timeout_ms, lambda app: app.execute_tool(tool, arguments))

    def find_services(self) -> list[FoundService]:
        return [_found(app) for app in self._of(ServiceApp)]

    def call_service(
        self, package: str, service: str, call: str, extras: Mapping[str, str], timeout_ms: int
    ) -> Mapping[str, str]:
        app = self._others.get(package)
        if not isinstance(app, ServiceApp) or app.service != service:
            raise ActionFailed(f"No such service: {package}/{service}")
        arrived, replies = threading.Event(), list[dict[str, str]]()
        with self._replies:
            self._waiting[call] = (arrived, replies)
        try:
            app.on_start(dict(extras), lambda reply: self._receive(call, reply))
            if not self._call_clock.wait(arrived, timeout_ms / 1000):
                raise TimedOut(f"{package} did not reply within {timeout_ms} ms")
        except PermissionError as error:
            raise PermissionDenied(f"{package} does not let Handheld call it: {error}") from None
        except (Died, NoAnswer):  # the service was started; nobody hears that it ended
            self._call_clock.wait(self._no_reply, timeout_ms / 1000)
            raise TimedOut(f"{package} did not reply within {timeout_ms} ms") from None
        finally:
            with self._replies:
                self._waiting.pop(call, None)
        return replies[0]

    def dropped_replies(self) -> int:
        return self._dropped

    def offer_tools(self, provider: bool, mobile_mcp: bool) -> None:
        self.shown_to_others = (provider, mobile_mcp)

    def app_signer(self, package: str) -> str:
        if package not in self._others:
            raise ActionFailed(f"App not installed: {package}")
        return self._others[package].signer

    def _others_described(self) -> list[device.App]:
        return [app.described() for app in self._others.values()]

    def _of(self, kind: type[A]) -> list[A]:
        return [app for app in self._others.values() if isinstance(app, kind)]

    def _receive(self, call: str, reply: Mapping[str, str]) -> None:
        with self._replies:
            waiting = self._waiting.pop(call, None)
            if waiting is None:
                self._dropped += 1
                return
            arrived, replies = waiting
            replies.append(dict(reply))
            arrived.set()

    def _ask_provider(self, authority: str, timeout_ms: int, ask: Callable[[ProviderApp], Bundle | None]) -> Bundle:
        app = next((app for app in self._of(ProviderApp) if app.authority == authority), None)
        if app is None:
            raise ActionFailed(f"No such provider: {authority}")
        try:
            answer = ask(app)
        except NoAnswer:
            self._call_clock.wait(self._no_reply, timeout_ms / 1000)
            raise TimedOut(f"{authority} did not answer within {timeout_ms} ms") from None
        except Died:
            raise ActionFailed(f"{authority} stopped while it was asked") from None
        except PermissionError as error:
            raise PermissionDenied(f"{authority} does not let Handheld call it: {error}") from None
        except Exception as error:  # an app can fail in any way
            raise ActionFailed(f"{authority} failed: {error}") from None
        if answer is None:
            raise ActionFailed(f"{authority} gave no answer")
        return answer


def _found(app: ServiceApp) -> FoundService:
    descriptor, problem = None, None
    try:
        descriptor = None if app.descriptor is None else _element(ET.fromstring(app.descriptor))
    except ET.ParseError as error:
        problem = str(error)
    return FoundService(app.package, app.service, app.name, app.tool_name, app.tool_description, descriptor, problem)


def _element(element: ET.Element) -> XmlElement:
    return XmlElement(element.tag, dict(element.attrib), tuple(map(_element, element)))

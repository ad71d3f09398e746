"""The hub of one phone: other apps' tools for our clients, and our tools for other apps."""

import dataclasses
import logging
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ..audit import AuditLog, Doing
from ..catalogue import Catalogue
from ..errors import HandheldError
from ..notices import Notices
from ..phone import Phone
from ..settings import Settings
from ..tool import Tool
from . import approval
from .external import External
from .found import Door
from .offer import Offer
from .provide import Provide
from .registry import Entry
from .service import Service
from .untrusted import visible

_log = logging.getLogger(__name__)

Json = dict[str, Any]


class Hub:
    def __init__(
        self, phone: Phone, catalogue: Catalogue, notices: Notices, audit: AuditLog, ran: Callable[[Tool, Doing], None]
    ) -> None:
        self._phone = phone
        self._device = phone.device
        self._rules = phone.settings.offer
        self.external = External(phone, catalogue, notices)
        self.offer = Offer(phone, catalogue, audit, ran)
        self._provide = Provide(self.offer, phone.prefix)
        self._service = Service(self.offer)

    def start(self) -> None:
        """Looks for other apps' tools, in the background, and lets other apps see ours if the person wants."""
        self._show()
        self.external.start()

    def close(self) -> None:
        self.external.close()
        self.offer.close()

    def adopt(self, settings: Settings) -> None:
        """What the person allows now, without a restart."""
        self._rules = settings.offer
        self.external.adopt(settings)
        self.offer.adopt(settings)
        self._show()

    def _show(self) -> None:
        try:
            self._device.offer_tools(self._rules.provider, self._rules.mobile_mcp)
        except HandheldError as error:
            _log.error("Cannot change what other apps see of our tools: %s", error)

    # What the app's Kotlin asks, by method

    def handle(self, method: str, params: Mapping[str, Any]) -> Json:
        return self.METHODS[method](self, params)

    def _packages_changed(self, params: Mapping[str, Any]) -> Json:
        self._device.set_private_apps(self._phone.settings.private_apps)  # the phone knows the names of installed apps only
        self.external.packages_changed(params["package"])
        return {}

    def _tool_info(self, params: Mapping[str, Any]) -> Json:
        return self._provide.tool_info(params.get("caller"))

    def _execute_tool(self, params: Mapping[str, Any]) -> Json:
        return {"tool_result": self._provide.execute(params.get("caller"), params["tool_name"], params["tool_arguments"])}

    def _mobile_mcp(self, params: Mapping[str, Any]) -> Json:
        return {"extras": self._service.answer(params["callers"], params["extras"])}

    def _list_apps(self, params: Mapping[str, Any]) -> Json:
        return {"apps": self.apps(), "dropped_replies": self.external.calling.strays + self._device.dropped_replies()}

    def _list_callers(self, params: Mapping[str, Any]) -> Json:
        return {"allowed": dict(self._rules.callers), "waiting": [dataclasses.asdict(knock) for knock in self.offer.knocks]}

    METHODS: ClassVar[Mapping[str, Callable[["Hub", Mapping[str, Any]], Json]]] = {
        "packages_changed": _packages_changed,
        "tool_info": _tool_info,
        "execute_tool": _execute_tool,
        "mobile_mcp": _mobile_mcp,
        "list_external_apps": _list_apps,
        "list_callers": _list_callers,
    }

    # What the person sees and decides

    def apps(self) -> list[Json]:
        """Every app that offers tools: who it is, what it offers, and what of that agents may use."""
        entries = self.external.entries
        packages: dict[str, list[Door]] = {}
        for door in sorted(self.external.doors, key=lambda door: (door.origin.package, door.protocol, door.address)):
            packages.setdefault(door.origin.package, []).append(door)
        return [
            {
                "package": package,
                "app": doors[0].origin.app,
                "signer": doors[0].origin.signer,
                "digest": approval.digest(entries, package),
                "doors": [_described(door, entries) for door in doors],
            }
            for package, doors in packages.items()
        ]

    def approve(self, settings: Settings, package: str, seen: str) -> Settings:
        """`seen` is the digest of what the person saw."""
        return approval.approve(settings, self.external.entries, package, seen)

    def allow_caller(self, settings: Settings, package: str) -> Settings:
        return approval.allow_caller(settings, package, self._device.app_signer(package))


def _described(door: Door, entries: list[Entry]) -> Json:
    return {
        "protocol": door.protocol,
        "address": visible(door.address, 200),
        "problem": door.problem,
        "notes": list(door.notes),
        "tools": [
            {
                "name": entry.name,
                "own_name": entry.tool.own_name,
                "description": entry.tool.description,
                "version": entry.tool.version,
                "state": entry.state,
                "reason": entry.reason,
                "notes": list(entry.tool.notes),
            }
            for entry in entries
            if entry.door == door
        ],
    }

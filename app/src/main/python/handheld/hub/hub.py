"""The hub of one phone: other apps' tools for our clients, and our tools for other apps."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from ..audit import AuditLog
from ..errors import HandheldError, InvalidArguments
from ..notices import Notices
from ..phone import Phone
from ..settings import Settings, SettingsFile
from ..tool import Catalogue, Tool
from . import approval
from .external import External
from .found import Door
from .offer import Offer
from .provide import Provide
from .registry import Entry
from .service import Service

_log = logging.getLogger(__name__)

Json = dict[str, Any]


class Hub:
    def __init__(
        self, phone: Phone, catalogue: Catalogue, notices: Notices, audit: AuditLog, ran: Callable[[Tool], None]
    ) -> None:
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
        caller = params.get("caller")
        match method:
            case "tool_info":
                return self._provide.tool_info(caller)
            case "execute_tool":
                return dict(self._provide.execute(caller, params["tool_name"], params["tool_arguments"]))
            case "mobile_mcp":
                return {"extras": self._service.answer(caller, params["extras"])}
            case "packages_changed":
                self.external.packages_changed(params["package"])
                return {}
        raise InvalidArguments(f"Unknown method: {method}")

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

    def approve(self, file: SettingsFile, package: str, seen: str) -> Settings:
        return self._keep(file, approval.approve(file.peek(), self.external.entries, package, seen))

    def revoke(self, file: SettingsFile, package: str) -> Settings:
        return self._keep(file, approval.revoke(file.peek(), package))

    def allow_caller(self, file: SettingsFile, package: str) -> Settings:
        return self._keep(file, approval.allow_caller(file.peek(), package, self._device.app_signer(package)))

    def forget_caller(self, file: SettingsFile, package: str) -> Settings:
        return self._keep(file, approval.forget_caller(file.peek(), package))

    def _keep(self, file: SettingsFile, settings: Settings) -> Settings:
        file.save(settings)
        self.adopt(settings)
        return settings


def _described(door: Door, entries: list[Entry]) -> Json:
    return {
        "protocol": door.protocol,
        "address": door.address,
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

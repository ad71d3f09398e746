"""All that the app's Kotlin calls, as Core.kt documents it: JSON in, JSON out, one server in a process."""

import dataclasses
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from . import certificate, codec, reach
from .bridge import AndroidDevice
from .clock import SystemClock
from .core import Core
from .device import Device
from .errors import ActionFailed, HandheldError, InvalidArguments
from .hub import service
from .hub.hub import Hub
from .server.run import Running, serve
from .settings import Settings, SettingsFile, changed

Json = dict[str, Any]
_NOT_RUNNING = "Handheld's server is not running. Open Handheld and start it."


class App:
    """The phone that Kotlin handed over, its settings, and the server while it runs."""

    def __init__(self, device: Device, folder: Path) -> None:
        self._device = device
        self._folder = folder
        self._file = SettingsFile(folder / "settings.json")
        self._settings = self._file.load()
        self._running: Running | None = None
        self.hub: Hub | None = None

    def start(self) -> Json:
        if self._running is None:
            self._settings = self._file.with_token(self._settings)
            self._running = self._serve()
        return {"ok": True, "port": self._running.port, "address": self._address()}

    def stop(self) -> None:
        if self.hub is not None:
            self.hub.close()
            self.hub = None
        if self._running is not None:
            self._running.stop()
            self._running = None

    def configure(self, changes: Any) -> Json:
        """Saves the settings that change; a running server starts anew with them."""
        settings = changed(self._settings, changes)
        if settings != self._settings:
            self._file.save(settings)
            self._settings = settings
            if self._running is not None:
                self.stop()
                return _told(self.start)
        return {"ok": True, "port": self._settings.port, "address": self._address()}

    def status(self) -> Json:
        running = self._running is not None
        token = self._settings.tokens[0].token if self._settings.tokens else None
        return {"running": running, "address": self._address() if running else None, "token": token}

    def approvals(self, change: Callable[[Hub, SettingsFile], Settings]) -> Json:
        """Takes down what the person allows; the server goes on with it."""
        if self.hub is None:
            raise ActionFailed(_NOT_RUNNING)
        self._settings = change(self.hub, self._file)
        return {}

    def _serve(self) -> Running:
        names = reach.names(self._settings.host)
        found = certificate.obtain(self._folder, self._device, SystemClock(), names) if self._settings.tls else None
        reached = dataclasses.replace(self._settings, allowed_hosts=(*self._settings.allowed_hosts, *names))
        core = Core(reached, self._device, self._folder)
        tls = (found.path, found.key_path) if found else None
        running = serve(core, self._settings.host, self._settings.port, tls=tls)
        self.hub = core.hub
        self.hub.start()
        return running

    def _address(self) -> str:
        port = self._settings.port if self._running is None else self._running.port
        return reach.url(reach.names(self._settings.host)[0], port, self._settings.tls)


_lock = threading.Lock()
_app: App | None = None


def start(bridge: Any, data_dir: Any, options: Any) -> str:
    """Starts the server. Never raises: a failure is shown to the person with its reason."""
    return codec.text(_told(lambda: _start(bridge, Path(str(data_dir)), codec.loads(str(options)))))


def stop() -> None:
    with _lock:
        if _app is not None:
            _app.stop()


def handle(request: Any) -> str:
    """`{"method", "params"}` in; `{"result"}` or `{"error": {"code", "message"}}` out. Never raises."""
    try:
        return codec.text({"result": _handle(codec.loads(str(request)))})
    except HandheldError as error:
        return codec.text({"error": {"code": error.code, "message": str(error)}})
    except Exception as error:
        return codec.text({"error": {"code": HandheldError.code, "message": f"{type(error).__name__}: {error}"}})


def _start(bridge: Any, folder: Path, options: Json) -> Json:
    global _app
    with _lock:
        if _app is not None:
            _app.stop()
        _app = App(AndroidDevice(bridge), folder)
        if "settings" in options:
            _app.configure(options["settings"])
        return _app.start()


def _handle(request: Json) -> Json:
    name, params = request["method"], request.get("params", {})
    if name in Hub.METHODS:
        return _ask_hub(name, params)
    method = _METHODS.get(name)
    if method is None:
        raise InvalidArguments(f"Unknown method: {name}")
    with _lock:
        if _app is None:
            raise InvalidArguments("The server was never started")
        return method(_app, params)


def _ask_hub(method: str, params: Json) -> Json:
    """Outside the lock: a tool takes its time, and others may call meanwhile."""
    with _lock:
        hub = None if _app is None else _app.hub
    if hub is not None:
        return hub.handle(method, params)
    if method == "mobile_mcp":
        return {"extras": service.reply(params["extras"], "failure", _NOT_RUNNING)}
    if method == "packages_changed":
        return {}
    raise ActionFailed(_NOT_RUNNING)


_METHODS: Mapping[str, Callable[[App, Json], Json]] = {
    "status": lambda app, params: app.status(),
    "configure": lambda app, params: app.configure(params.get("settings")),
    "approve_app": lambda app, params: app.approvals(lambda hub, file: hub.approve(file, params["package"], params["digest"])),
    "revoke_app": lambda app, params: app.approvals(lambda hub, file: hub.revoke(file, params["package"])),
    "allow_caller": lambda app, params: app.approvals(lambda hub, file: hub.allow_caller(file, params["package"])),
    "forget_caller": lambda app, params: app.approvals(lambda hub, file: hub.forget_caller(file, params["package"])),
}


def _told(act: Callable[[], Json]) -> Json:
    """What it answers, or why it failed, in words for the person."""
    try:
        return act()
    except HandheldError as error:
        return {"ok": False, "reason": str(error)}
    except Exception as error:
        return {"ok": False, "reason": f"{type(error).__name__}: {error}"}

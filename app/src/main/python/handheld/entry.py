"""All that the app's Kotlin calls, as Core.kt documents it: JSON in, JSON out, one server in a process."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from . import codec
from .app import NOT_RUNNING, App
from .bridge import AndroidDevice
from .errors import ActionFailed, HandheldError, InvalidArguments
from .hub import approval, service
from .hub.hub import Hub
from .page.run import Page
from .settings import Settings
from .settings_json import changed

Json = dict[str, Any]

_lock = threading.Lock()
_app: App | None = None
_page: Page | None = None


def start(bridge: Any, data_dir: Any, options: Any) -> str:
    """Starts the server. Never raises: a failure is shown to the person with its reason."""
    return codec.text(_told(lambda: _start(bridge, Path(str(data_dir)), codec.loads(str(options)))))


def stop() -> None:
    global _page
    with _lock:
        if _page is not None:
            _page.stop()
            _page = None
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
    global _app, _page
    with _lock:
        if _app is not None:
            _app.stop()
        app = _app = App(AndroidDevice(bridge), folder)
        if _page is not None:
            _page.stop()
        _page = Page(app)
        if "settings" in options:
            app.configure(options["settings"])
        app.start()
        return _reached(app)


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
        core = None if _app is None else _app.core
    if core is not None:
        return core.hub.handle(method, params)
    if method == "mobile_mcp":
        return {"extras": service.reply(params["extras"], "failure", NOT_RUNNING)}
    if method == "packages_changed":
        return {}
    raise ActionFailed(NOT_RUNNING)


def _configure(app: App, params: Json) -> Json:
    settings = changed(app.settings, params.get("settings"))

    def keep() -> Json:
        app.keep(settings)
        return _reached(app)

    return _told(keep)


def _decide(app: App, change: Callable[[Hub, Settings], Settings]) -> Json:
    app.decide(change)
    return {}


def _pause(app: App, params: Json) -> Json:
    app.control.pause.set(params["on"])
    return {"paused": app.control.pause.on}


def _answer(app: App, params: Json) -> Json:
    app.control.confirm.decide(params["id"], params["answer"])
    return {}


def _touched(app: App, params: Json) -> Json:
    app.touched()
    return {}


def _open_page(app: App, params: Json) -> Json:
    if _page is None:
        raise ActionFailed(NOT_RUNNING)
    return {"url": _page.link()}


def _status(app: App, params: Json) -> Json:
    tokens = app.settings.tokens
    return {
        "running": app.running,
        "paused": app.control.pause.on,
        "address": app.address if app.running else None,
        "token": tokens[0].token if tokens else None,
    }


_METHODS: Mapping[str, Callable[[App, Json], Json]] = {
    "status": _status,
    "configure": _configure,
    "pause": _pause,
    "answer": _answer,
    "touched": _touched,
    "page": _open_page,
    "approve_app": lambda app, params: _decide(app, lambda hub, now: hub.approve(now, params["package"], params["digest"])),
    "revoke_app": lambda app, params: _decide(app, lambda hub, now: approval.revoke(now, params["package"])),
    "allow_caller": lambda app, params: _decide(app, lambda hub, now: hub.allow_caller(now, params["package"])),
    "forget_caller": lambda app, params: _decide(app, lambda hub, now: approval.forget_caller(now, params["package"])),
}


def _reached(app: App) -> Json:
    return {"ok": True, "port": app.port, "address": app.address, "paused": app.control.pause.on}


def _told(act: Callable[[], Json]) -> Json:
    """What it answers, or why it failed, in words for the person."""
    try:
        return act()
    except HandheldError as error:
        return {"ok": False, "reason": str(error)}
    except Exception as error:
        return {"ok": False, "reason": f"{type(error).__name__}: {error}"}

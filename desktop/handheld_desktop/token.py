"""`handheld token`: who may connect, to what, and until when. Through the running server, or in its settings while none runs."""

import re
import time
from datetime import datetime
from typing import Any

from handheld.app import App
from handheld.errors import InvalidArguments
from handheld.page import settings

from .folder import DataFolder
from .page import NoPage, Page
from .sim import SimulatedPhone

_SECONDS = {"h": 3600, "d": 86400, "w": 7 * 86400}


class _Stopped:
    """Answers as the page would."""

    def __init__(self, folder: DataFolder) -> None:
        folder.prepare()
        self._app = App(SimulatedPhone(folder.storage), folder.path)

    def ask(self, name: str) -> Any:
        return settings.read(self._app, {})

    def order(self, name: str, given: dict[str, Any]) -> Any:
        return (settings.make_token if name == "tokens/make" else settings.revoke_token)(self._app, given)


def _keeper(folder: DataFolder) -> Page | _Stopped:
    page = Page(folder)
    try:
        page.ask("settings")
    except NoPage:
        return _Stopped(folder)
    return page


def add(folder: DataFolder, name: str, profile: str, tools: list[str], expires: str | None) -> int:
    given = {"name": name, "profile": "chosen" if tools else profile, "tools": tools, "expires": _moment(expires)}
    print(_keeper(folder).order("tokens/make", given)["token"])
    return 0


def revoke(folder: DataFolder, name: str) -> int:
    _keeper(folder).order("tokens/revoke", {"name": name})
    return 0


def list_all(folder: DataFolder) -> int:
    for token in _keeper(folder).ask("settings")["tokens"]:
        tools = f" ({', '.join(token['tools'])})" if token["tools"] else ""
        until = f"until {_day(token['expires'])}" if token["expires"] else "for ever"
        used = f"last used {_day(token['last_used'])}" if token["last_used"] else "never used"
        print(f"{token['name']}: {token['profile']}{tools}, {until}, {used}")
    return 0


def _moment(text: str | None) -> int:
    if text is None:
        return 0
    match = re.fullmatch(r"([1-9]\d{0,4})([hdw])", text)
    if match is None:
        raise InvalidArguments(f"'{text}' is no time; say how many hours, days or weeks: 12h, 30d, 8w")
    return int(time.time()) + int(match[1]) * _SECONDS[match[2]]


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment).astimezone().strftime("%Y-%m-%d %H:%M")

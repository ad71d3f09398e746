"""A task of ten steps on the simulated phone: an agent looks at the screen, acts, and looks again."""

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from borrowed import FakeClock

from handheld.call import Call, Client
from handheld.core import TOOLS
from handheld.errors import ActionFailed
from handheld.phone import Phone
from handheld.settings import ConfirmRules, Settings
from handheld_desktop.sim import SimulatedPhone

_TOOLS = {tool.name: tool for tool in TOOLS}
WAYS: dict[str, dict[str, Any]] = {
    "full each step": {},
    "compact each step": {"format": "compact"},
    "compact, changes only": {"format": "compact", "changes_only": True},
}


class Agent:
    """Finds what it acts on in what it was told, by the ids that stand there."""

    def __init__(self, phone: Phone, **way: Any) -> None:
        self._call = Call(phone, client=Client("bench", "agent"))
        self._way = way
        self._known: dict[str, str] = {}
        self.told: list[str] = []

    def look(self) -> None:
        text = self.does("get_screen_state", **self._way)
        self.told.append(text)
        for line in text.split("\n"):
            id, tab, rest = line.partition("\t")
            if tab:
                self._known.pop(id, None)
                self._known[id] = rest

    def does(self, tool: str, **arguments: Any) -> str:
        text: str = _TOOLS[tool].run(self._call, arguments).content[0]["text"]
        return text

    def click(self, said: str) -> str:
        try:
            return self.does("click_element", element_id=self._id_of(said))
        except ActionFailed as error:  # a text inside what can be clicked: the message names that
            around = re.search(r"but '(\w+)'", str(error))
            if around is None:
                raise
            return self.does("click_element", element_id=around[1])

    def type(self, said: str, text: str) -> str:
        return self.does("type_append_text", element_id=self._id_of(said), text=text)

    def _id_of(self, said: str) -> str:
        """Of the last line that says it."""
        return next(id for id, line in reversed(self._known.items()) if said in line)


STEPS: tuple[Callable[[Agent], str], ...] = (
    lambda agent: agent.does("open_app", package_id="com.google.android.apps.messaging"),
    lambda agent: agent.click("Mum"),
    lambda agent: agent.click("Text message"),
    lambda agent: agent.type("Text message", "See you on Sunday"),
    lambda agent: agent.click("Send SMS"),
    lambda agent: agent.does("press_back"),
    lambda agent: agent.does("open_app", package_id="com.android.settings"),
    lambda agent: agent.click("Network & internet"),
    lambda agent: agent.click("Airplane mode"),
    lambda agent: agent.does("press_back"),
)
"""Answer a message, and then turn on airplane mode."""


def tell(way: dict[str, Any]) -> list[str]:
    """All that an agent is told that looks in this way: before the first step, and after each."""
    with TemporaryDirectory() as folder:
        settings = Settings(confirm=ConfirmRules(tools=(), apps=()))
        clock = FakeClock()  # the same task at the same time, whenever it is measured
        agent = Agent(Phone(SimulatedPhone(Path(folder), clock=clock), settings, clock), **way)
        agent.look()
        for step in STEPS:
            step(agent)
            agent.look()
        return agent.told

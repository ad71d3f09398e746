"""What an agent does all day: it looks, finds, touches, types, reads and writes files, and makes a mistake now and then."""

import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

from wire import Connection, Unexpected

DOCUMENTS = "com.android.externalstorage.documents/primary:Documents"
APPS = ("com.android.calculator2", "com.example.notes", "com.example.weather", "com.android.settings")
GONE = ("not found", "not on the screen any more", "changes while", "is not clickable", "is disabled")
"""Others act on the same phone: an element may be gone."""

Step = Callable[[], Awaitable[None]]


class Agent:
    """`began` is told the name of each step, `done` also the seconds it took."""

    def __init__(
        self, connection: Connection, number: int, began: Callable[[str], None], done: Callable[[str, float], None]
    ) -> None:
        self._connection = connection
        self._dice = random.Random(number)
        self._file = f"agent-{number}.txt"
        self._written = ""
        self._began = began
        self._done = done
        self._element = "node_0000_w1"
        self._steps: dict[Step, int] = {
            self.look: 30, self.find: 12, self.details: 8, self.apps: 5, self.list: 8, self.clipboard: 5,
            self.write: 4, self.read: 8, self.tap: 3, self.home: 3, self.open: 2, self.click: 3, self.mistake: 4,
        }  # fmt: skip

    async def step(self) -> None:
        (step,) = self._dice.choices([*self._steps], [*self._steps.values()])
        await self._timed(step)

    async def every_step(self) -> None:
        """Each kind once, for who measures them alone."""
        for step in self._steps:
            await self._timed(step)

    async def _timed(self, step: Step) -> None:
        self._began(step.__name__)
        started = time.perf_counter()
        await step()
        self._done(step.__name__, time.perf_counter() - started)

    async def _say(self, tool: str, **arguments: Any) -> str:
        result = await self._connection.call(tool, **arguments)
        if result.get("isError"):
            raise Unexpected(f"{tool} {arguments}: {result['content']}")
        text: str = result["content"][0]["text"]
        return text

    async def look(self) -> None:
        await self._say("get_screen_state")

    async def find(self) -> None:
        found = json.loads(await self._say("find_elements", by="class_name", value="android.widget.TextView"))["elements"]
        self._element = self._dice.choice(found)["id"] if found else self._element

    async def details(self) -> None:
        await self._say("get_element_details", ids=[self._element])

    async def apps(self) -> None:
        await self._say("list_apps")

    async def list(self) -> None:
        answer = await self._connection.ask("tools/list")
        if len(answer["result"]["tools"]) < 30:
            raise Unexpected("fewer tools than there are")

    async def clipboard(self) -> None:
        await self._say("get_clipboard")

    async def write(self) -> None:
        content = f"{self._dice.random()}\n" * 50
        await self._say("write_file", location_id=DOCUMENTS, path=self._file, content=content)
        self._written = content

    async def read(self) -> None:
        if not self._written:
            await self.write()
        text = await self._say("read_file", location_id=DOCUMENTS, path=self._file)
        if self._written.split("\n", 1)[0] not in text:
            raise Unexpected(f"{self._file} does not hold what was written")

    async def tap(self) -> None:
        await self._say("tap", x=self._dice.randint(100, 900), y=self._dice.randint(400, 2000))

    async def home(self) -> None:
        await self._say("press_home")

    async def open(self) -> None:
        await self._say("open_app", package_id=self._dice.choice(APPS[:3]))

    async def click(self) -> None:
        result = await self._connection.call("click_element", element_id=self._element)
        text = result["content"][0]["text"]
        if result.get("isError") and not any(word in text for word in GONE):
            raise Unexpected(f"click_element: {text}")

    async def mistake(self) -> None:
        result = await self._connection.call("tap", x="left", y=0)
        if not result.get("isError") or "Invalid argument 'x'" not in result["content"][0]["text"]:
            raise Unexpected(f"a mistake was answered with {result}")

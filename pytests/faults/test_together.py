"""Many clients at once: an action is never cut in two by another, and nobody gets another's answer. Recorded at the seam."""

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from cases_text import FIELD, new_note
from serving import TOKEN
from world import World, a_world

from handheld.settings import Token

TOUCHES = {"gesture", "global_action", "click_node", "long_click_node", "scroll_node", "open_app"}
TYPING = {"focus_field", "select_text", "commit_text", "press_key"}


class Witness:
    """Stands at the seam and notes who comes in and goes out; while one is inside, it lets others come if they will."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lock = threading.Lock()
        self.seen: list[tuple[int, str, bool]] = []
        """Thread, call, and whether it came in."""

    def watch(self, names: set[str]) -> None:
        for name in names:
            self._world.stage.instead[name] = self._noting(name, getattr(self._world.stage.phone, name))

    def _noting(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*arguments: Any, **named: Any) -> Any:
            self._note(name, True)
            try:
                threading.Event().wait(random.random() / 500)  # time for another to come between
                return method(*arguments, **named)
            finally:
                self._note(name, False)

        return ask

    def _note(self, name: str, came: bool) -> None:
        with self._lock:
            self.seen.append((threading.get_ident(), name, came))

    def turns(self) -> list[int]:
        """Who was at the seam, one entry for each stretch without another."""
        return [who for number, (who, *_) in enumerate(self.seen) if not number or self.seen[number - 1][0] != who]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("together")
    with a_world(folder, tokens=(Token("contract", TOKEN), Token("other", TOKEN[::-1]))) as world:
        world.begin_anew(folder)
        yield world


def at_once(clients: int, act: Callable[[int], Any]) -> list[Any]:
    with ThreadPoolExecutor(clients) as pool:
        return list(pool.map(act, range(clients)))


def test_what_touches_the_screen_never_overlaps(world: World, tmp_path: Path) -> None:
    world.begin_anew(tmp_path)
    witness = Witness(world)
    witness.watch(TOUCHES)
    acts: list[tuple[str, dict[str, Any]]] = [
        ("tap", {"x": 500, "y": 900}), ("swipe", {"x1": 500, "y1": 1500, "x2": 500, "y2": 900}), ("press_home", {}),
        ("double_tap", {"x": 10, "y": 1200}), ("open_app", {"package_id": "com.example.weather"}),
        ("scroll", {"direction": "down"}),
    ]  # fmt: skip

    def client(number: int) -> None:
        for step in range(8):
            tool, arguments = acts[(number + step) % len(acts)]
            assert "isError" not in world.mcp(tool, **arguments)

    at_once(8, client)
    assert len(witness.seen) >= 2 * 64
    for (who, name, came), (next_who, next_name, next_came) in zip(witness.seen[::2], witness.seen[1::2], strict=True):
        assert (came, next_came) == (True, False)
        assert (who, name) == (next_who, next_name)


def test_a_text_is_typed_to_its_end_before_another_begins(world: World, tmp_path: Path) -> None:
    world.begin_anew(tmp_path)
    new_note(world)
    field = world.id_of(FIELD.by, FIELD.value)
    witness = Witness(world)
    witness.watch(TYPING)
    words = [f"<{chr(97 + number) * 12}>" for number in range(6)]

    at_once(len(words), lambda number: world.say("type_append_text", element_id=field, text=words[number]))
    typed = world.stage.phone.read_field().text
    assert sorted(typed[start : start + 14] for start in range(0, len(typed), 14)) == words
    assert len(witness.turns()) == len(words)


def test_clients_that_use_the_same_ids_get_their_own_answers(world: World) -> None:
    documents = "com.android.externalstorage.documents/primary:Documents"

    def client(number: int) -> None:
        token, modern = (TOKEN, TOKEN[::-1])[number % 2], number % 4 > 1
        ask = world.served.modern if modern else world.served.legacy
        for step in range(12):
            id: str | int = (step, str(step), f"client-{step}")[step % 3]
            path = f"of-{number}.txt"
            given = {"location_id": documents, "path": path, "content": f"{number} {step}"}
            wrote = ask("tools/call", {"name": "android_write_file", "arguments": given}, id=id, authorization=f"Bearer {token}")
            assert wrote.json["id"] == id
            assert path in wrote.result["content"][0]["text"]
            read = ask(
                "tools/call", {"name": "android_read_file", "arguments": {"location_id": documents, "path": path}},
                id=id, authorization=f"Bearer {token}",
            )  # fmt: skip
            assert type(read.json["id"]) is type(id)
            assert f"{number} {step}" in read.result["content"][0]["text"]

    at_once(8, client)

"""The person touches the screen: every agent stops, is told why, and the person's other doors say so too."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fakes import ASK_NOTHING_JSON, FakeClock
from java_bridge import BridgeOver, JavaString

from handheld import entry
from handheld.app import App
from handheld.call import Call
from handheld.errors import Paused
from handheld.pause import Pause
from handheld.tool import tool
from handheld.tools.screen import get_screen_state
from handheld.tools.touch import tap
from handheld_desktop.sim import SimulatedPhone


class Room:
    """A phone that lies between a person and an agent."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.clock = FakeClock()
        self.phone = SimulatedPhone(folder / "storage", clock=self.clock)
        self.app = App(self.phone, folder, clock=self.clock)
        self.phone.on_touch = self.app.touched
        self.app.configure({"port": 0, "confirm": ASK_NOTHING_JSON, "pause_on_touch": True} | settings)
        self.app.start()

    @property
    def pause(self) -> Pause:
        return self.app.control.pause

    def agent_taps(self) -> None:
        tap.run(Call(self.app.running_core.phone), {"x": 5, "y": 1200})


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.app.stop()


def test_a_touch_of_the_person_pauses_and_agents_are_told_why(room: Room) -> None:
    room.phone.touch_as_person(5, 1200)
    assert (room.pause.on, room.pause.by_touch) == (True, True)
    with pytest.raises(Paused, match=r"^Paused: the person whose phone this is has touched the screen, which stops all agents, "):
        get_screen_state.run(Call(room.app.running_core.phone), {})
    assert room.phone.paused


def test_what_agents_do_is_no_touch_of_the_person(room: Room) -> None:
    room.agent_taps()
    room.agent_taps()
    assert not room.pause.on


def test_a_call_in_the_middle_of_which_the_person_touches_is_stopped_and_told_why(room: Room) -> None:
    @tool("Touched")
    def touched(call: Call) -> str:
        """Is interrupted."""
        room.phone.touch_as_person(5, 1200)
        call.check()
        return "done"

    with pytest.raises(Paused, match="has touched the screen, which stops all agents in the middle of this call"):
        touched.run(Call(room.app.running_core.phone), {})


def test_who_has_just_resumed_may_take_the_hand_away(room: Room) -> None:
    room.phone.touch_as_person(5, 1200)
    room.pause.set(False)
    room.clock.time += 9
    room.phone.touch_as_person(5, 1200)
    assert not room.pause.on
    room.clock.time += 2
    room.phone.touch_as_person(5, 1200)
    assert room.pause.on


def test_a_pause_by_hand_is_not_called_one_by_touch_later(room: Room) -> None:
    room.pause.set(True)
    room.phone.touch_as_person(5, 1200)
    assert not room.pause.by_touch


def test_it_is_off_unless_the_person_wants_it_and_changes_at_once(tmp_path: Path) -> None:
    room = Room(tmp_path, pause_on_touch=False)
    try:
        room.phone.touch_as_person(5, 1200)
        assert not room.pause.on
        core = room.app.core
        room.app.configure({"pause_on_touch": True})
        assert room.app.core is core
        room.phone.touch_as_person(5, 1200)
        assert room.pause.on
    finally:
        room.app.stop()


def test_a_server_that_is_stopped_has_nobody_to_pause(room: Room) -> None:
    room.app.stop()
    room.phone.touch_as_person(5, 1200)
    assert not room.pause.on


def test_the_reason_outlives_the_process(tmp_path: Path) -> None:
    marker = tmp_path / "paused"
    Pause(marker).set(True, by_touch=True)
    assert Pause(marker).by_touch
    Pause(marker).set(True)
    assert (Pause(marker).on, Pause(marker).by_touch) == (True, False)
    Pause(marker).set(False)
    assert (Pause(marker).on, Pause(marker).by_touch) == (False, False)


def test_kotlin_tells_of_touches_through_the_one_entry(tmp_path: Path) -> None:
    entry._app = None
    phone = SimulatedPhone(tmp_path / "storage")
    options = JavaString(json.dumps({"settings": {"port": 0, "pause_on_touch": True, "private_apps": ["com.example.bank"]}}))
    try:
        assert json.loads(entry.start(BridgeOver(phone), JavaString(str(tmp_path)), options))["ok"] is True
        assert (phone._watched, phone._privacy.chosen) == (True, ("com.example.bank",))
        assert json.loads(entry.handle(JavaString('{"method": "touched", "params": {}}'))) == {"result": {}}
        assert json.loads(entry.handle(JavaString('{"method": "status", "params": {}}')))["result"]["paused"] is True
    finally:
        entry.stop()

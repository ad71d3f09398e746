"""The clipboard, the waits and the details, as tools."""

import threading
from collections.abc import Callable

import pytest
from fakes import FakeClock, FakeDevice, phone_of
from screens import SEEN, Node, Pane, ScreenDevice, button, label

from handheld import codec
from handheld.call import Call
from handheld.errors import ActionFailed, Cancelled, InvalidArguments, PermissionDenied
from handheld.phone import Phone
from handheld.screen import tree
from handheld.settings import Settings
from handheld.tool import Tool
from handheld.tools.utility import get_clipboard, get_element_details, set_clipboard, wait_for_element, wait_for_idle

OFF = PermissionDenied("Accessibility service not enabled. Turn it on.")


class Schedule(FakeClock):
    """Things happen as time passes."""

    def __init__(self, *happenings: tuple[float, Callable[[], object]]):
        super().__init__(start=0)
        self._happenings = sorted(happenings, key=lambda happening: happening[0])

    def wait(self, event: threading.Event, seconds: float) -> bool:
        is_set = super().wait(event, seconds)
        while self._happenings and self._happenings[0][0] <= self.time:
            self._happenings.pop(0)[1]()
        return is_set or event.is_set()


def answer(tool: Tool, device: FakeDevice, clock: FakeClock | None = None, **arguments: object) -> dict[str, object]:
    result = tool.run(Call(Phone(device, Settings(), clock or FakeClock())), arguments)
    (content,) = result.content
    assert codec.loads(content["text"]) == result.structured
    assert result.structured is not None
    return result.structured


def text_of(tool: Tool, device: FakeDevice, **arguments: object) -> str:
    (content,) = tool.run(Call(phone_of(device)), arguments).content
    text: str = content["text"]
    return text


# The clipboard


@pytest.mark.parametrize(("held", "told"), [("copied", "copied"), (None, None), ("", None)])
def test_the_clipboard_is_told_and_null_when_empty(held: str | None, told: str | None) -> None:
    assert answer(get_clipboard, FakeDevice(get_clipboard=held)) == {"text": told}


def test_the_clipboard_is_set_and_its_characters_counted() -> None:
    device = FakeDevice()
    assert text_of(set_clipboard, device, text="Hello 👋") == "Clipboard set successfully (7 characters)"
    assert text_of(set_clipboard, device, text="") == "Clipboard set successfully (0 characters)"
    assert device.calls == [("set_clipboard", "Hello 👋"), ("set_clipboard", "")]


@pytest.mark.parametrize("error", [OFF, ActionFailed("Clipboard access failed")])
def test_a_clipboard_that_android_denies_is_an_error(error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        answer(get_clipboard, FakeDevice(get_clipboard=error))


# Waiting for an element


def test_an_element_that_is_there_is_found_at_once() -> None:
    device = ScreenDevice(Pane(Node(kids=[label("Result: 10", bounds=(50, 800, 250, 1000))])))
    found = answer(wait_for_element, device, by="text", value="10", timeout=5000)
    assert found == {
        "found": True,
        "elapsedMs": 0,
        "attempts": 1,
        "element": {
            "id": phone_of(device).screen.look().ids[1],
            "text": "Result: 10",
            "contentDescription": None,
            "resourceId": None,
            "className": "android.widget.TextView",
            "bounds": {"left": 50, "top": 800, "right": 250, "bottom": 1000},
            "clickable": False,
            "enabled": True,
        },
    }
    assert list(found) == ["found", "elapsedMs", "attempts", "element"]


def test_an_element_that_comes_later_is_found_at_the_next_poll() -> None:
    root = Node()
    clock = Schedule((1.2, lambda: root.kids.append(label("Done"))))
    found = answer(wait_for_element, ScreenDevice(Pane(root)), clock, by="text", value="done", timeout=5000)
    assert (found["found"], found["elapsedMs"], found["attempts"]) == (True, 1500, 4)
    assert clock.waits == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(("timeout", "attempts"), [(5000, 10), (1, 1), (500, 1), (501, 2), (30000, 60)])
def test_an_element_that_never_comes_is_no_error(timeout: int, attempts: int) -> None:
    device = ScreenDevice(Pane(Node()))
    assert answer(wait_for_element, device, by="text", value="Done", timeout=timeout) == {
        "found": False, "elapsedMs": timeout, "attempts": attempts,
    }  # fmt: skip
    assert device.asked() == ["snapshot"] * attempts


def test_a_screen_between_two_windows_is_waited_out() -> None:
    device = ScreenDevice()
    clock = Schedule((1, lambda: device.panes.append(Pane(label("Here")))))
    assert answer(wait_for_element, device, clock, by="text", value="Here", timeout=5000)["attempts"] == 3


def test_slow_snapshots_count_against_the_time() -> None:
    clock = FakeClock(start=0)
    device = ScreenDevice(Pane(Node()))
    snapshot = device.answers["snapshot"]

    def slowly() -> bytes:
        clock.time += 0.7
        data: bytes = snapshot()
        return data

    device.answers["snapshot"] = slowly
    waited = answer(wait_for_element, device, clock, by="text", value="Done", timeout=2000)
    assert waited == {"found": False, "elapsedMs": 2100, "attempts": 3}


# Waiting for rest


def test_a_screen_at_rest_is_idle_after_two_matches() -> None:
    device = ScreenDevice(Pane(label("Still")))
    idle = answer(wait_for_idle, device, timeout=3000)
    assert idle == {"message": "UI is idle", "elapsedMs": 1000, "similarity": 100}
    assert device.asked() == ["snapshot"] * 3


def test_a_screen_is_idle_even_if_only_when_the_time_is_just_over() -> None:
    assert answer(wait_for_idle, ScreenDevice(Pane(label("Still"))), timeout=1000)["message"] == "UI is idle"
    assert "timed out" in str(answer(wait_for_idle, ScreenDevice(Pane(label("Still"))), timeout=999)["message"])


def test_a_screen_that_moves_is_idle_when_it_stops() -> None:
    bar = label("0 %")
    clock = Schedule(*((0.5 * step, lambda step=step: setattr(bar, "text", f"{step} %")) for step in range(1, 4)))
    idle = answer(wait_for_idle, ScreenDevice(Pane(Node(kids=[bar]))), clock, timeout=10000)
    assert idle == {"message": "UI is idle", "elapsedMs": 2500, "similarity": 100}


def restless(count: int) -> tuple[ScreenDevice, Schedule]:
    """One of many elements never stops."""
    clock_face = label("0")
    root = Node(kids=[clock_face, *(label(f"Item {number}") for number in range(count))])
    ticks = [(0.5 * step, lambda step=step: setattr(clock_face, "text", str(step))) for step in range(1, 70)]
    return ScreenDevice(Pane(root)), Schedule(*ticks)


def test_a_screen_that_never_rests_is_no_error_and_tells_how_alike_it_was() -> None:
    device, clock = restless(18)
    waited = answer(wait_for_idle, device, clock, timeout=3000)
    assert waited["message"] == (
        "Operation timed out after 3000ms waiting for UI idle. Retry if the operation is long-running."
    )
    assert waited["elapsedMs"] == 3000
    assert isinstance(waited["similarity"], int)
    assert 90 <= waited["similarity"] < 100


def test_a_lower_threshold_tolerates_small_changes() -> None:
    device, clock = restless(18)
    idle = answer(wait_for_idle, device, clock, timeout=3000, match_percentage=90)
    assert (idle["message"], idle["elapsedMs"]) == ("UI is idle", 1000)


def test_before_anything_could_be_compared_nothing_is_alike() -> None:
    waited = answer(wait_for_idle, ScreenDevice(Pane(label("Still"))), timeout=300)
    assert (waited["elapsedMs"], waited["similarity"]) == (300, 0)


# Both waits


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (wait_for_element, {"by": "text", "value": "Done"}),
        (wait_for_element, {"by": "text", "value": "Done", "timeout": 0}),
        (wait_for_element, {"by": "text", "value": "Done", "timeout": 30001}),
        (wait_for_element, {"by": "text", "value": "", "timeout": 5}),
        (wait_for_element, {"by": "name", "value": "Done", "timeout": 5}),
        (wait_for_idle, {}),
        (wait_for_idle, {"timeout": 0}),
        (wait_for_idle, {"timeout": 30001}),
        (wait_for_idle, {"timeout": 5, "match_percentage": -1}),
        (wait_for_idle, {"timeout": 5, "match_percentage": 101}),
    ],
)
def test_waits_out_of_range_are_refused(tool: Tool, arguments: dict[str, object]) -> None:
    with pytest.raises(InvalidArguments):
        tool.run(Call(phone_of(ScreenDevice(Pane(Node())))), arguments)


WAITS = pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (wait_for_element, {"by": "text", "value": "Done", "timeout": 30000}),
        (wait_for_idle, {"timeout": 30000}),
    ],
)


@WAITS
def test_a_cancelled_wait_ends_at_once(tool: Tool, arguments: dict[str, object]) -> None:
    device, _ = restless(3)
    cancelled = threading.Event()
    clock = Schedule((1.0, cancelled.set))
    with pytest.raises(Cancelled):
        tool.run(Call(Phone(device, Settings(), clock), cancelled), arguments)
    assert clock.time == 1.0


@WAITS
def test_a_wait_lets_others_act_and_tells_how_long_it_has_waited(tool: Tool, arguments: dict[str, object]) -> None:
    device, clock = restless(3)
    phone = Phone(device, Settings(), clock)
    told: list[float] = []

    def progress(done: float, total: float | None, message: str | None) -> None:
        assert total == 30000
        assert not phone.screen_lock.locked()
        told.append(done)

    tool.run(Call(phone, progress=progress), arguments | {"timeout": 30000})
    assert told[:3] == [0, 500, 1000]


@WAITS
def test_a_wait_without_the_accessibility_service_is_an_error(tool: Tool, arguments: dict[str, object]) -> None:
    with pytest.raises(PermissionDenied, match=r"^Accessibility service not enabled"):
        tool.run(Call(phone_of(ScreenDevice(snapshot=OFF))), arguments)


# Details


def test_details_are_whole_and_in_the_order_asked_for() -> None:
    long = "A very long text. " * 50
    nodes = [label(long), Node(desc="Only\na description"), Node()]
    device = ScreenDevice(Pane(Node(kids=nodes)))
    _, first, second, third = phone_of(device).screen.look().ids
    shown = text_of(get_element_details, device, ids=[second, first, "node_0_w0", third])
    assert shown == (
        f"id\ttext\tdesc\n{second}\t-\tOnly a description\n{first}\t{long}\t-\nnode_0_w0\tnot_found\tnot_found\n{third}\t-\t-"
    )


def test_details_of_a_password_are_hidden() -> None:
    device = ScreenDevice(Pane(Node(text="hunter2", flags=SEEN | tree.PASSWORD)))
    shown = text_of(get_element_details, device, ids=phone_of(device).screen.look().ids)
    assert shown.endswith(f"\t{tree.HIDDEN}\t-")


def test_an_id_that_is_none_cannot_break_the_rows() -> None:
    shown = text_of(get_element_details, ScreenDevice(Pane(button("OK"))), ids=["a\tb\nnode_1\tspoof\tspoof"])
    assert shown == "id\ttext\tdesc\na b node_1 spoof spoof\tnot_found\tnot_found"


@pytest.mark.parametrize("ids", [None, [], "node_1", [1], [None]])
def test_bad_lists_of_ids_are_refused(ids: object) -> None:
    arguments = {} if ids is None else {"ids": ids}
    with pytest.raises(InvalidArguments):
        get_element_details.run(Call(phone_of(ScreenDevice(Pane(Node())))), arguments)

import os
from pathlib import Path
from typing import Any

import pytest
from java_bridge import BridgeException, BridgeOver, JavaBytes, JavaException

from handheld.bridge import AndroidDevice
from handheld.device import Box, Field, Point
from handheld.errors import ActionFailed, ElementNotFound, HandheldError, NoSuchFile, PermissionDenied, StaleNode
from handheld_desktop.sim import SimulatedPhone

CARD = "com.android.externalstorage.documents/primary:Documents"


@pytest.fixture
def sim(tmp_path: Path) -> SimulatedPhone:
    return SimulatedPhone(tmp_path / "storage")


@pytest.fixture
def device(sim: SimulatedPhone) -> AndroidDevice:
    return AndroidDevice(BridgeOver(sim))


class Failing:
    """A bridge whose every method throws."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __getattr__(self, name: str) -> Any:
        def fail(*arguments: Any) -> None:
            raise self._error

        return fail


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("display", ()),
        ("foreground", ()),
        ("get_clipboard", ()),
        ("list_apps", ()),
        ("read_logs", (None,)),
        ("storage_locations", ()),
        ("list_directory", (CARD, "")),
        ("sms_subscriptions", ()),
    ],
)
def test_what_the_phone_says_arrives_as_it_was(
    sim: SimulatedPhone, device: AndroidDevice, method: str, arguments: tuple[Any, ...]
) -> None:
    said = getattr(sim, method)(*arguments)
    heard = getattr(device, method)(*arguments)
    assert heard == said
    assert type(heard) is type(said)


def test_a_snapshot_is_plain_bytes(device: AndroidDevice) -> None:
    assert type(device.snapshot()) is bytes
    assert device.snapshot().startswith(b'{"snapshot":')


@pytest.mark.parametrize("side", [0, 350])
def test_a_picture_knows_its_size(sim: SimulatedPhone, device: AndroidDevice, side: int) -> None:
    boxes = [Box(10, 20, 100, 200, "a3f2")]
    assert device.screenshot(side, 80, boxes) == sim.screenshot(side, 80, boxes)


def test_gestures_and_typing_reach_the_phone(sim: SimulatedPhone, device: AndroidDevice) -> None:
    device.gesture([[Point(0.5, 0.9, 0), Point(0.5, 0.2, 300)]], relative=True)
    device.set_clipboard("你好 🎉")
    assert sim.get_clipboard() == "你好 🎉"
    device.global_action("home")
    with pytest.raises(ElementNotFound):
        device.read_field()


def test_a_field_crosses_with_its_selection() -> None:
    class Editor:
        def focus_field(self, snapshot: int, index: int) -> Field:
            return Field("Grüße 🎉", snapshot, index)

    assert AndroidDevice(BridgeOver(Editor())).focus_field(1, 7) == Field("Grüße 🎉", 1, 7)


def test_half_a_character_does_not_cross() -> None:
    class Cut:
        def getClipboard(self) -> str:
            return "cut \ud83c off"

        def readField(self) -> str:
            return '{"text":"\ud83c","selection_start":0,"selection_end":1}'

    device = AndroidDevice(Cut())
    assert device.get_clipboard() == "cut \ufffd off"
    assert device.read_field() == Field("\ufffd", 0, 1)


def test_files_cross_as_descriptors(device: AndroidDevice) -> None:
    with os.fdopen(device.open_file(CARD, "letters/new.txt", "w"), "wb") as file:
        file.write(b"Dear all")
    with os.fdopen(device.open_file(CARD, "letters/new.txt", "r"), "rb") as file:
        assert file.read() == b"Dear all"
    assert device.stat_file(CARD, "letters/new.txt").size == 8
    device.delete_file(CARD, "letters/new.txt")
    with pytest.raises(NoSuchFile):
        device.stat_file(CARD, "letters/new.txt")


def test_no_sim_is_asked_for_by_minus_one() -> None:
    sent: list[tuple[Any, ...]] = []

    class Radio:
        def sendSms(self, *message: Any) -> None:
            sent.append(message)

    AndroidDevice(Radio()).send_sms("+491701234567", "Hi", None)
    AndroidDevice(Radio()).send_sms("+491701234567", "Hi", 4)
    assert [message[2] for message in sent] == [-1, 4]


def test_a_new_key_signs(device: AndroidDevice) -> None:
    key = device.new_key()
    assert len(device.sign(key.private_pkcs8, b"data")) > 60


@pytest.mark.parametrize("error", [PermissionDenied, StaleNode, ElementNotFound, NoSuchFile], ids=lambda error: error.code)
def test_a_bridge_exception_becomes_the_error_of_its_code(error: type[HandheldError]) -> None:
    device = AndroidDevice(Failing(BridgeException(error.code, "Why it failed")))
    with pytest.raises(HandheldError, match=r"^Why it failed$") as caught:
        device.click_node(1, 2)
    assert type(caught.value) is error


def test_an_unknown_code_is_a_failed_action() -> None:
    with pytest.raises(ActionFailed, match=r"^Odd$"):
        AndroidDevice(Failing(BridgeException("of_the_future", "Odd"))).display()


@pytest.mark.parametrize(
    ("message", "told"),
    [("broken", "IllegalStateException: broken"), (None, "IllegalStateException"), ("x" * 9999, "IllegalStateException: x+")],
)
def test_an_exception_that_no_shim_foresaw_is_told_in_short_without_its_stack(message: str | None, told: str) -> None:
    with pytest.raises(ActionFailed, match=f"^{told}$") as caught:
        AndroidDevice(Failing(JavaException("IllegalStateException", message))).snapshot()
    assert len(str(caught.value)) <= 300


def test_a_bug_of_our_own_is_not_taken_for_one_of_java() -> None:
    with pytest.raises(TypeError):
        AndroidDevice(Failing(TypeError("a bug"))).display()


@pytest.mark.parametrize("data", [b"", b"\xff\xd8", b"not a jpeg at all", b"\xff\xd8\xff\xda\x00\x02 no frame"])
def test_a_broken_picture_is_an_error(data: bytes) -> None:
    class Camera:
        def screenshot(self, *wishes: Any) -> JavaBytes:
            return JavaBytes(data)

    with pytest.raises(ActionFailed, match="not a JPEG"):
        AndroidDevice(Camera()).screenshot(0, 80, [])

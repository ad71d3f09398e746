"""Pictures of actions, for the person who asked for them."""

import logging
import threading
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeClock
from PIL import Image
from serving import Served, served
from spying import BANK, is_black, picture

from handheld.device import Picture
from handheld.errors import PermissionDenied
from handheld.recording import Recording
from handheld_desktop.sim.geometry import Rect


def shot(size: int = 10) -> Picture:
    return Picture(b"x" * size, 1, 1)


def taken(recording: Recording) -> str:
    """Starts a picture and waits until it is there, or is known not to come."""
    name = recording.start()
    assert name is not None
    recording._worker.submit(lambda: None).result(10)
    return name


def test_a_picture_is_kept_under_its_name_for_nobody_else(tmp_path: Path) -> None:
    recording = Recording(tmp_path / "recordings", FakeClock(), shot)
    name = taken(recording)
    assert name.startswith("20260202T024000000-")
    assert recording.read(name) == b"x" * 10
    assert (tmp_path / "recordings" / name).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "recordings").stat().st_mode & 0o777 == 0o700


def test_no_action_waits_and_while_one_is_taken_the_next_gets_none(tmp_path: Path) -> None:
    goes_on = threading.Event()

    def slow() -> Picture:
        assert goes_on.wait(10)
        return shot()

    recording = Recording(tmp_path, FakeClock(), slow)
    first = recording.start()
    assert first is not None
    assert recording.start() is None
    goes_on.set()
    recording._worker.submit(lambda: None).result(10)
    assert recording.names() == {first}
    assert recording.start() is not None


def test_the_oldest_go_when_there_are_too_many(tmp_path: Path) -> None:
    clock = FakeClock()
    recording = Recording(tmp_path, clock, shot, most=3)
    names = [taken(recording) for _ in range(5)]
    assert recording.names() == set(names[2:])


def test_the_oldest_go_when_they_are_too_large(tmp_path: Path) -> None:
    recording = Recording(tmp_path, FakeClock(), lambda: shot(40), most_bytes=100)
    names = [taken(recording) for _ in range(3)]
    assert recording.names() == set(names[1:])


@pytest.mark.parametrize("why", [PermissionDenied("Accessibility service not enabled"), OSError("No space left on device")])
def test_a_picture_that_cannot_be_taken_is_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, why: Exception
) -> None:
    def fail() -> Picture:
        raise why

    recording = Recording(tmp_path, FakeClock(), fail)
    with caplog.at_level(logging.WARNING):
        name = taken(recording)
    assert recording.read(name) is None
    assert str(why) in caplog.text
    assert recording.start() is not None


def test_what_may_not_be_recorded_leaves_no_picture(tmp_path: Path) -> None:
    recording = Recording(tmp_path / "recordings", FakeClock(), lambda: None)
    assert recording.read(taken(recording)) is None
    assert recording.names() == set()


@pytest.mark.parametrize("name", ["", "../settings.json", "x.jpg", "20260202T024000000-00000000.jpg", "a\0.jpg"])
def test_only_pictures_are_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "settings.json").write_text("{}")
    (tmp_path / "recordings").mkdir()
    (tmp_path / "recordings" / "x.jpg").write_bytes(b"x")
    assert Recording(tmp_path / "recordings", FakeClock(), shot).read(name) is None


def test_all_of_them_are_deleted_and_nothing_else(tmp_path: Path) -> None:
    recording = Recording(tmp_path, FakeClock(), shot)
    taken(recording)
    (tmp_path / "letter.jpg").write_bytes(b"x")
    recording.clear()
    assert [path.name for path in tmp_path.iterdir()] == ["letter.jpg"]


def test_nothing_is_taken_after_the_end(tmp_path: Path) -> None:
    recording = Recording(tmp_path, FakeClock(), shot)
    recording.close()
    assert recording.start() is None


def recorded(server: Served) -> Image.Image:
    """What is recorded of an action while the screen is as it is."""
    server.call("android_set_clipboard", text="x")
    recording = server.core.recording
    recording._worker.submit(lambda: None).result(20)
    jpeg = recording.read(max(recording.names()))
    assert jpeg is not None
    return picture(jpeg)


def test_a_private_app_is_covered_on_what_is_recorded(tmp_path: Path) -> None:
    whole = Rect(0, 0, 360, 800)
    with served(tmp_path, record_pictures=True, private_apps=(BANK,)) as server:
        assert not is_black(recorded(server), whole)
        phone: Any = server.core.phone.device
        phone._shell.launch(BANK)
        image = recorded(server)
        assert image.size == (whole.width, whole.height)
        assert is_black(image, whole)

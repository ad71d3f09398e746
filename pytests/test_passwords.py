"""Passwords: told through no door, covered on every picture, and on no record."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hand import Hand
from serving import Served, served
from spying import BANK, everything, is_black, pictures, said

from handheld.screen import idle, tree
from handheld_desktop.sim.apps.bank import PASSWORD
from handheld_desktop.sim.geometry import Rect


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as server:
        yield server


def type_password(server: Served, shown: bool = False) -> str:
    """The id of the field that holds it, and shows it where that is asked for."""
    server.call("android_open_app", package_id=BANK)
    found = server.call("android_find_elements", by="resource_id", value="password").result["structuredContent"]["elements"]
    field: str = next(element["id"] for element in found if element["editable"])
    answer = said(server, "type_append_text", element_id=field, text=PASSWORD, typing_speed=10)
    assert answer.count(PASSWORD) == 0
    if shown:
        eye = server.call("android_find_elements", by="content_desc", value="Show password").result
        server.call("android_click_element", element_id=eye["structuredContent"]["elements"][0]["id"])
    return field


@pytest.mark.parametrize("shown", [False, True])
def test_a_password_is_told_through_no_door_also_while_the_app_shows_it(server: Served, shown: bool) -> None:
    type_password(server, shown)
    told = everything(server)
    # The demonstration says its password in a line of its own, which is no password field.
    assert told.count(PASSWORD) == told.count(f"with the password {PASSWORD}")
    assert tree.HIDDEN in told


@pytest.mark.parametrize("shown", [False, True])
def test_the_pixels_of_a_password_field_are_covered_on_every_picture(server: Served, shown: bool) -> None:
    type_password(server, shown)
    hand = Hand.__new__(Hand)
    hand.phone = server.core.phone.device  # type: ignore[assignment]
    rect = Rect(*hand.find(id="password").bounds)
    for image in pictures(server):
        assert is_black(image, rect)
        assert not is_black(image, Rect(*hand.find(id="username").bounds))


def test_a_password_leaves_no_trace_in_fingerprints_nor_in_the_table_of_strings(tmp_path: Path) -> None:
    prints = []
    for word in ("aaaaaa", "WWWW", "tomato-tomato"):
        hand = Hand(tmp_path / word)
        hand.phone.open_app(BANK)
        hand.focus("password")
        hand.phone.commit_text(word)
        hand.click(desc="Show password")
        screen = hand.look()
        assert word not in screen.strings
        prints.append(idle.fingerprint(screen))
    assert prints[0] == prints[1] == prints[2]


def test_a_password_is_neither_in_the_record_nor_in_any_log_of_ours(
    server: Served, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    type_password(server)
    everything(server)
    kept = b"".join(path.read_bytes() for path in server.core.data_dir.iterdir() if path.is_file())
    assert b"type_append_text" in kept
    assert PASSWORD.encode() not in kept
    assert PASSWORD not in caplog.text
    assert PASSWORD not in "".join(capfd.readouterr())

"""Screens that Kotlin wrote (RecordedScreensTest.kt compares them to the byte) as the core reads them."""

from pathlib import Path

import pytest

from handheld.device import Display, Foreground
from handheld.screen import tree, tsv
from handheld.screen.memory import Memory
from handheld.screen.tree import Screen

SNAPSHOTS = Path(__file__).parent / "data/snapshots"


class Recorded:
    """A phone that shows one recorded screen."""

    def __init__(self, name: str) -> None:
        self._data = (SNAPSHOTS / f"{name}.json").read_bytes()

    def snapshot(self) -> bytes:
        return self._data


def look(name: str) -> Screen:
    return Memory(Recorded(name)).look()  # type: ignore[arg-type]


def rows(screen: Screen) -> dict[str, list[str]]:
    """The lines of the table that agents see, by text or else resource id."""
    lines = [line.split("\t") for line in tsv.render(screen).splitlines() if line.startswith("node_")]
    return {(line[2] if line[2] != "-" else line[4]): line[1:] for line in lines}


@pytest.mark.parametrize("name", [path.stem for path in sorted(SNAPSHOTS.glob("*.json"))])
def test_every_recorded_screen_is_read_whole(name: str) -> None:
    screen = look(name)
    assert screen.display == Display(720, 1600, 320, "portrait")
    assert sum(window.count for window in screen.windows) == len(screen.rows) == len(set(screen.ids))
    assert all(row[tree.PARENT] < index for index, row in enumerate(screen.rows))


def test_a_calculator() -> None:
    screen = look("calculator")
    assert screen.foreground == Foreground("com.example.calculator", "dev.handheld.phone.apps.CalculatorActivity")
    found = rows(screen)
    assert found["7"] == ["Button", "7", "-", "-", "0,129,176,225", "on,clk,foc,ena"]
    assert found["+"] == ["Button", "+", "plus", "-", "528,129,704,225", "on,clk,foc,ena"]
    assert {*"0123456789+−=C"} <= set(found)


def test_a_dialog_over_its_app() -> None:
    front, behind = look("dialog").windows
    assert (front.focused, behind.focused) == (True, False)
    assert front.layer > behind.layer
    assert front.package == behind.package == "com.example.dialogs"
    assert {"Delete everything?", "YES", "NO", "DELETE"} <= set(rows(look("dialog")))


def test_fields_with_texts_a_hint_and_a_password() -> None:
    screen = look("editor")
    found = rows(screen)
    note = next(line for line in found.values() if line[3] == "android:id/edit")
    assert "你好 🎉" in note[1]
    assert "edt" in note[5].split(",")
    assert "s3cret" not in tsv.render(screen)
    flags = {screen.string(index, tree.RES_ID): row[tree.FLAGS] for index, row in enumerate(screen.rows)}
    assert flags["android:id/text2"] & tree.SHOWING_HINT
    assert not flags["android:id/edit"] & tree.SHOWING_HINT
    assert flags["android:id/input"] & tree.PASSWORD

"""Snapshots as the app's Kotlin wrote them; its own tests compare with the same files."""

from pathlib import Path

from handheld.screen import tree, tsv
from handheld.screen.ids import IdTable
from handheld.screen.tree import Screen

FOLDER = Path(__file__).parent / "data/snapshots"


def screen(name: str) -> Screen:
    seen = tree.read((FOLDER / f"{name}.json").read_bytes())
    seen.ids.extend(IdTable().name(seen))
    return seen


def test_the_calculator_reads_as_it_looks():
    seen = screen("calculator")
    assert (seen.display.width, seen.display.height, seen.foreground.package) == (720, 1600, "com.example.calculator")
    rows = [line.split("\t")[1:] for line in tsv.render(seen).splitlines() if line.startswith("node_")]
    assert ["Button", "7", "-", "-", "0,129,176,225", "on,clk,foc,ena"] in rows
    assert ["Button", "+", "plus", "-", "528,129,704,225", "on,clk,foc,ena"] in rows
    assert len(rows) == 16


def test_the_fields_of_the_editor_are_fields_and_its_password_is_none_to_read():
    seen = screen("editor")
    flags = {seen.string(index, tree.RES_ID): row[tree.FLAGS] for index, row in enumerate(seen.rows)}
    assert flags["android:id/edit"] & (tree.EDITABLE | tree.PASSWORD) == tree.EDITABLE
    assert flags["android:id/input"] & (tree.EDITABLE | tree.PASSWORD) == tree.EDITABLE | tree.PASSWORD

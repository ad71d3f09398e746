"""Recorded screens: what is tolerated, what is refused, and how real phones' screens come out."""

import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from handheld import codec
from handheld.errors import InvalidArguments
from handheld.screen import tree
from handheld.screen.ids import IdTable
from handheld_desktop import recorded

FOLDER = Path(__file__).parents[2] / "shared/data/ui"
SCREENS = sorted(FOLDER.glob("*.xml"))

real_screens = pytest.mark.skipif(not SCREENS, reason="the recorded screens (../shared/data/ui) are not on this machine")
every_screen = pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)


def node(inner: str = "", **attributes: str) -> str:
    given = {"class": "android.widget.FrameLayout", "package": "com.example", "bounds": "[0,0][1080,2400]"} | attributes
    written = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f"<node {written}>{inner}</node>"


def dump(*roots: str, head: str = '<hierarchy rotation="0">') -> bytes:
    return f"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>{head}{''.join(roots)}</hierarchy>".encode()


def rows(xml: bytes) -> list[list[str]]:
    return [line.split("\t") for line in recorded.render(xml).splitlines() if line.startswith("node_")]


def test_a_dump_becomes_the_screen_an_agent_would_see() -> None:
    ok = node(**{
        "class": "android.widget.Button", "text": "OK &amp; go", "resource_id": "com.example:id/ok", "clickable": "true",
        "long_clickable": "true", "focusable": "true", "enabled": "true", "bounds": "[10,20][110,70]",
    })  # fmt: skip
    text = recorded.render(dump(node(ok, enabled="true")))
    (_, *columns), *_ = rows(dump(node(ok)))
    assert columns == ["Button", "OK & go", "-", "com.example:id/ok", "10,20,110,70", "on,clk,lclk,foc,ena"]
    assert "screen:1080x2400 density:0 orientation:portrait\n" in text
    assert "--- window:1 type:APPLICATION pkg:com.example title:unknown layer:0 focused:true ---" in text


def test_several_roots_are_several_windows() -> None:
    text = recorded.render(dump(
        node(package="com.android.systemui", bounds="[0,0][1080,66]"),
        node(text="a"),
        node(package="com.google.android.inputmethod.latin", bounds="[0,1400][1080,2400]"),
    ))  # fmt: skip
    heads = [line.split() for line in text.splitlines() if line.startswith("---")]
    assert [(head[1], head[2], head[-2]) for head in heads] == [
        ("window:1", "type:SYSTEM", "focused:false"),
        ("window:2", "type:APPLICATION", "focused:true"),
        ("window:3", "type:INPUT_METHOD", "focused:false"),
    ]
    assert "screen:1080x2400 " in text


@pytest.mark.parametrize(
    "xml",
    [
        dump(node(text="a")) + b"UI hierchary dumped to: /dev/tty\n",
        b"UI hierchary dumped to: /dev/tty\n" + dump(node(text="a")),
        b"\xef\xbb\xbf" + dump(node(text="a")),
        dump(node(text="a")).decode().replace("UTF-8", "UTF-16").encode("utf-16"),
        dump() + dump(node(text="a")),
        b'<hierarchy rotation="0"/>' + dump(node(text="a")),
        dump("<android.widget.Button bounds='[0,0][9,9]' text='a' displayed='true' class='android.widget.Button'/>"),
    ],
)
def test_what_tools_put_around_a_dump_is_tolerated(xml: bytes) -> None:
    assert [columns[2] for columns in rows(xml)] == ["a"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("&#55357;&#56898;", "🙂"),
        ("&#xD83D;&#xDE42; x", "🙂 x"),
        ("half &#55357;", "half �"),
        ("a&#0;&#11;b\x01", "ab"),
        ("a&#10;b&#9;c", "a b c"),
        ("&#38;&#60;&amp;lt;", "&<&lt;"),
    ],
)
def test_characters_that_xml_cannot_hold_are_mended(written: str, read: str) -> None:
    assert rows(dump(node(text=written)))[0][2] == read


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        (b"", "Not a uiautomator dump: there is no <hierarchy> in it"),
        (b"ERROR: could not get idle state.", "Not a uiautomator dump: there is no <hierarchy> in it"),
        (b"\xff\xd8\xff\xe0 a picture", "Not a uiautomator dump: byte 0 is not UTF-8"),
        (dump(node(text="a"))[:-12], "The dump is cut off: its <hierarchy> does not end"),
        (dump(), "The dump is empty: its <hierarchy> holds no node"),
        (dump(node(text="Q & A")), "The dump is not well-formed XML: not well-formed"),
        (dump(node(text="&nbsp;")), "The dump is not well-formed XML: undefined entity"),
        (dump("<node>"), "The dump is not well-formed XML: mismatched tag"),
        (dump(node(bounds="0,0,10,10")), "a <node> has bounds '0,0,10,10'"),
        (dump("<node text='a'/>"), "a <node> has bounds ''"),
    ],
)
def test_what_is_no_dump_is_refused_in_one_clear_sentence(xml: bytes, message: str) -> None:
    with pytest.raises(InvalidArguments) as refused:
        recorded.render(xml)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_entities_of_a_document_type_are_not_expanded() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>' + dump(node(text="&b;"))
    with pytest.raises(InvalidArguments, match="undefined entity"):
        recorded.render(bomb)


def test_a_very_deep_dump_is_read_too() -> None:
    deep = "<node bounds='[0,0][9,9]' class='a.B'>" * 5000 + "</node>" * 5000
    assert len(tree.read(recorded.snapshot(dump(deep))).rows) == 5000


def test_sizes_and_orientation_come_from_the_record() -> None:
    sized = dump(node(), head='<hierarchy width="800" height="600">')
    assert "screen:800x600 density:0 orientation:landscape" in recorded.render(sized)
    assert "screen:2400x1080 density:0 orientation:landscape" in recorded.render(dump(node(bounds="[0,0][2400,1080]")))


def test_what_is_not_visible_or_secret_is_told_as_on_a_phone() -> None:
    hidden = node(text="behind", visible_to_user="false")
    secret = node(**{"class": "android.widget.EditText", "text": "hunter2", "password": "true"})
    behind, field = rows(dump(node(hidden + secret)))
    assert behind[6] == "off"
    assert (field[2], field[6]) == (tree.HIDDEN, "on,edt")


def test_the_structured_form_holds_the_same_elements() -> None:
    xml = dump(node(node(text="a", bounds="[0,0][5,5]") + node(text="b", bounds="[0,2400][5,2405]")), node(text="c"))
    structure = recorded.structured(xml)
    assert structure["screen"] == {"width": 1080, "height": 2400, "orientation": "portrait"}
    assert [window["id"] for window in structure["windows"]] == [1, 2]
    told = [element for window in structure["windows"] for element in window["elements"]]
    assert [(element["id"], element["text"]) for element in told] == [(columns[0], columns[2]) for columns in rows(xml)]
    assert [element["onScreen"] for element in told] == [True, False, True]
    codec.dumps(structure)


# The recorded screens of real phones


@real_screens
@every_screen
def test_a_real_screen_renders_with_exact_rows_and_columns(path: Path) -> None:
    lines = recorded.render(path.read_bytes()).split("\n")
    assert [line.count("\t") for line in lines if line.startswith(("id\t", "node_"))] == [6] * sum("\t" in line for line in lines)
    assert all(line.startswith(("note:", "screen:", "--- ", "id\t", "node_")) for line in lines)


@real_screens
@every_screen
def test_everything_that_can_be_acted_on_has_a_row(path: Path) -> None:
    xml = path.read_text()
    root = ET.fromstring(xml[: xml.rindex("</hierarchy>") + 12])
    acts = ("clickable", "long-clickable", "scrollable")
    wanted = sorted(
        found.get("bounds", "").replace("][", ",").strip("[]")
        for found in root.iter()
        if any(found.get(name) == "true" for name in acts) and found.get("visible-to-user", found.get("displayed")) != "false"
    )
    told = [columns[5] for columns in rows(path.read_bytes())]
    for bounds in wanted:
        told.remove(bounds)


@real_screens
@every_screen
def test_a_changed_text_on_a_real_screen_renames_at_most_its_row(path: Path) -> None:
    data = recorded.snapshot(path.read_bytes())
    screen = tree.read(data)
    labelled = [index for index, row in enumerate(screen.rows) if row[tree.TEXT]]
    for index in random.Random(path.stem).sample(labelled, min(3, len(labelled))):
        table = IdTable()
        before = table.name(screen)
        raw = codec.loads(data)
        raw["strings"].append("Something else")
        raw["nodes"][index][tree.TEXT] = len(raw["strings"]) - 1
        after = table.name(tree.read(codec.dumps(raw)))
        renamed = {place for place, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]}
        if renamed:
            row = min(renamed)
            assert is_list(screen, screen.rows[row][tree.PARENT])
            assert all(place == row or row in screen.ancestors(place) for place in renamed)


def is_list(screen: tree.Screen, index: int) -> bool:
    name = screen.string(index, tree.CLASS) or ""
    return bool(screen.rows[index][tree.FLAGS] & tree.SCROLLABLE) or name.endswith(("RecyclerView", "ListView", "GridView"))

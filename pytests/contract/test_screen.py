"""The rules of the screen state, one by one, on screens that a test makes up."""

import base64
import io
from typing import Any

import pytest
from PIL import Image
from screens import SEEN, Node, Pane, label, snapshot
from world import World

from handheld.device import Display
from handheld.screen import tree

TEXT, CLASS, DESC, RES_ID, BOUNDS, FLAGS = 2, 1, 3, 4, 5, 6
LONG = "abcdefghij" * 10


def show(world: World, *panes: Pane, **more: Any) -> list[str]:
    """The lines of the screen state of these windows, without its notes."""
    world.stage.instead["snapshot"] = snapshot(*panes, **more)
    lines = world.say("get_screen_state").split("\n")
    return lines[next(place for place, line in enumerate(lines) if line.startswith("screen:")) :]


def rows(world: World, *nodes: Node) -> list[list[str]]:
    """The rows of these elements, in one window."""
    lines = show(world, Pane(Node(kids=list(nodes))))
    return [line.split("\t") for line in lines if line.startswith("node_")]


def test_the_screen_line_has_size_density_and_orientation(world: World) -> None:
    first, *_ = show(world, Pane(label("x")), display=Display(2400, 1080, 320, "landscape"))
    assert first == "screen:2400x1080 density:320 orientation:landscape"


TYPES = (
    "APPLICATION", "INPUT_METHOD", "SYSTEM", "ACCESSIBILITY_OVERLAY", "SPLIT_SCREEN_DIVIDER", "MAGNIFICATION_OVERLAY",
)  # fmt: skip


def test_every_window_has_its_section_with_its_type(world: World) -> None:
    panes = [
        Pane(label("x"), id=id, type=type, package=f"com.{id}", title=f"Window {id}", layer=9 - id, focused=False)
        for id, type in enumerate(TYPES)
    ]
    heads = [line for line in show(world, *panes) if line.startswith("---")]
    assert heads == [
        f"--- window:{id} type:{type} pkg:com.{id} title:Window {id} layer:{9 - id} focused:false ---"
        for id, type in enumerate(TYPES)
    ]


def test_each_section_begins_with_the_names_of_the_columns(world: World) -> None:
    lines = show(world, Pane(label("x"), id=1), Pane(label("y"), id=2))
    assert lines[2] == lines[5] == "id\tclass\ttext\tdesc\tres_id\tbounds\tflags"


@pytest.mark.parametrize(
    ("told", "pane"),
    [
        (True, {}),
        (False, {"focused": False}),
        (False, {"type": "SYSTEM"}),
        (False, {"package": "com.other"}),
    ],
)
def test_only_the_focused_app_in_front_tells_its_activity(world: World, told: bool, pane: dict[str, Any]) -> None:
    head = show(world, Pane(label("x"), **pane))[1]
    assert ("activity:.Main" in head) is told


def test_ids_are_unique_across_windows_and_end_with_the_windows_id(world: World) -> None:
    twins = [Pane(Node(kids=[label("same"), label("same")]), id=id) for id in (7, 8)]
    ids = [line.split("\t")[0] for line in show(world, *twins) if line.startswith("node_")]
    assert [id.rpartition("_w")[2] for id in ids] == ["7", "7", "8", "8"]
    assert len(set(ids)) == 4


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (tree.VISIBLE, "on"),
        (0, "off"),
        (tree.VISIBLE | tree.CLICKABLE, "on,clk"),
        (tree.VISIBLE | tree.LONG_CLICKABLE, "on,lclk"),
        (tree.VISIBLE | tree.FOCUSABLE, "on,foc"),
        (tree.VISIBLE | tree.SCROLLABLE, "on,scr"),
        (tree.VISIBLE | tree.EDITABLE, "on,edt"),
        (tree.VISIBLE | tree.ENABLED, "on,ena"),
        (127, "on,clk,lclk,foc,scr,edt,ena"),
        (126 + 128 + 256 + 512 + 1024, "off,clk,lclk,foc,scr,edt,ena"),
    ],
)
def test_only_flags_that_hold_are_told_and_on_or_off_comes_first(world: World, flags: int, told: str) -> None:
    (row,) = rows(world, label("x", flags=flags))
    assert row[FLAGS] == told


@pytest.mark.parametrize(
    ("name", "told"), [("android.widget.Button", "Button"), ("Button", "Button"), ("", "-"), (None, "-")]
)
def test_a_class_loses_its_package(world: World, name: Any, told: str) -> None:
    (row,) = rows(world, Node(name, "x"))
    assert row[CLASS] == told


@pytest.mark.parametrize(
    ("kept", "node"),
    [
        (False, Node()),
        (False, Node(flags=SEEN | tree.FOCUSABLE)),
        (True, Node(text="x")),
        (True, Node(desc="x")),
        (True, Node(res_id="com.example:id/x")),
        (True, Node(flags=tree.CLICKABLE)),
        (True, Node(flags=tree.LONG_CLICKABLE)),
        (True, Node(flags=tree.SCROLLABLE)),
        (True, Node(flags=tree.EDITABLE)),
    ],
)
def test_only_what_says_nothing_and_takes_nothing_is_left_out(world: World, kept: bool, node: Node) -> None:
    assert len(rows(world, node, label("beside"))) == 1 + kept


def test_what_a_row_has_nothing_to_say_of_is_a_dash(world: World) -> None:
    (row,) = rows(world, Node("android.view.View", flags=SEEN | tree.CLICKABLE, bounds=(1, 2, 3, 4)))
    assert row[1:] == ["View", "-", "-", "-", "1,2,3,4", "on,clk,ena"]


@pytest.mark.parametrize(
    ("text", "told"),
    [(LONG, LONG), (LONG + "k", LONG + "...truncated"), ("😀" * 100, "😀" * 100), ("😀" * 101, "😀" * 100 + "...truncated")],
)
def test_text_and_description_are_cut_after_100_characters(world: World, text: str, told: str) -> None:
    (row,) = rows(world, Node(text=text, desc=text))
    assert (row[TEXT], row[DESC]) == (told, told)


def test_a_text_cannot_break_its_row(world: World) -> None:
    (row,) = rows(world, Node(text="a\tb\r\nc\x00\u202ed", desc="p\nq", res_id="com.example:id/x\ty"))
    assert row[TEXT:BOUNDS] == ["a b cd", "p q", "com.example:id/x y"]


def test_dialogs_and_the_keyboard_are_windows_of_the_screen(world: World) -> None:
    world.stage.phone.open_app("com.example.notes")
    world.click("content_desc", "New note")
    world.click("resource_id", "com.example.notes:id/edit_body")
    heads = [line for line in world.say("get_screen_state").split("\n") if line.startswith("---")]
    assert [head.split()[2] for head in heads] == ["type:SYSTEM", "type:SYSTEM", "type:INPUT_METHOD", "type:APPLICATION"]
    world.click("content_desc", "Delete note")
    assert "title:Delete note?" in world.say("get_screen_state")


# The screenshot


def picture(world: World) -> tuple[list[list[str]], Image.Image]:
    """The rows and the picture of a screen."""
    text, image = world.mcp("get_screen_state", include_screenshot=True)["content"]
    assert text == {"type": "text", "text": text["text"]}
    assert image.keys() == {"type", "data", "mimeType"}
    assert (image["type"], image["mimeType"]) == ("image", "image/jpeg")
    shown = Image.open(io.BytesIO(base64.b64decode(image["data"], validate=True)))
    assert shown.format == "JPEG"
    return [line.split("\t") for line in text["text"].split("\n") if line.startswith("node_")], shown


def test_a_picture_comes_only_when_asked_for(world: World) -> None:
    assert len(world.mcp("get_screen_state", include_screenshot=False)["content"]) == 1
    assert len(world.mcp("get_screen_state")["content"]) == 1
    assert world.stage.all_of("screenshot") == []


def test_the_picture_is_the_second_content_and_at_most_700_pixels(world: World) -> None:
    _, shown = picture(world)
    assert shown.size == (315, 700)
    ((max_side, quality, _),) = world.stage.all_of("screenshot")
    assert (max_side, quality) == (700, 80)


def test_every_row_on_the_screen_has_a_box_with_the_hash_of_its_id_and_no_other(world: World) -> None:
    world.stage.phone.open_app("com.android.settings")
    told, _ = picture(world)
    ((_, _, boxes),) = world.stage.all_of("screenshot")
    drawn = [(f"{box.left},{box.top},{box.right},{box.bottom}", box.label) for box in boxes]
    on = [row for row in told if row[FLAGS].split(",")[0] == "on"]
    assert drawn == [(row[BOUNDS], row[0].split("_")[1]) for row in on]
    assert len(on) < len(told)


def _is_red(pixel: Any) -> bool:
    red, green, blue = pixel
    return bool(red > 150 and green < 110 and blue < 110)


def test_boxes_are_red_and_dashed_and_their_labels_red_pills(world: World) -> None:
    world.stage.phone.open_app("com.android.calculator2")
    told, shown = picture(world)
    bounds = next(row[BOUNDS] for row in told if row[TEXT] == "5")
    left, top, right, bottom = (round(int(value) * 700 / 2400) for value in bounds.split(","))
    edge = [any(_is_red(shown.getpixel((x, y))) for y in (bottom - 2, bottom - 1, bottom)) for x in range(left + 2, right - 2)]
    assert 0.3 < sum(edge) / len(edge) < 0.9
    pill = [_is_red(shown.getpixel((x, y))) for x in range(left + 1, left + 12) for y in range(top + 1, top + 8)]
    assert sum(pill) / len(pill) > 0.3

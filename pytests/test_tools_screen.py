"""The screen state as a tool."""

import pytest
from fakes import phone_of
from screens import Node, Pane, ScreenDevice, button, label, tree

from handheld.call import Call, Result
from handheld.device import Box, Picture
from handheld.errors import ActionFailed, PermissionDenied
from handheld.tools.screen import get_screen_state

PICTURE = Picture(b"\xff\xd8jpeg", 315, 700)


def run(device: ScreenDevice, **arguments: object) -> Result:
    return get_screen_state.run(Call(phone_of(device)), arguments)


def test_the_text_alone_is_one_crossing_and_never_structured() -> None:
    device = ScreenDevice(Pane(label("Hello")))
    result = run(device)
    assert [content["type"] for content in result.content] == ["text"]
    assert result.content[0]["text"].endswith("\tTextView\tHello\t-\t-\t0,0,1080,2400\ton,ena")
    assert result.structured is None
    assert get_screen_state.output is None
    assert device.asked() == ["snapshot"]


def test_the_screenshot_has_a_box_for_each_row_on_the_screen() -> None:
    nodes = [
        button("OK", bounds=(10, 20, 110, 70)),
        Node(),
        label("below", bounds=(0, 2400, 100, 2500)),
        label("hidden", flags=tree.ENABLED),
        label("half", bounds=(-50, 2300, 50, 2500)),
    ]
    device = ScreenDevice(Pane(Node(kids=nodes)), screenshot=PICTURE)
    text, image = run(device, include_screenshot=True).content
    lines = [line.split("\t") for line in text["text"].splitlines()[7:]]
    hashes = [columns[0].removeprefix("node_").removesuffix("_w42") for columns in lines if columns[6].startswith("on")]
    name, max_side, quality, boxes = device.calls[-1]
    assert (name, max_side, quality) == ("screenshot", 700, 80)
    assert boxes == [Box(10, 20, 110, 70, hashes[0]), Box(-50, 2300, 50, 2500, hashes[1])]
    assert image == {"type": "image", "data": "/9hqcGVn", "mimeType": "image/jpeg"}
    assert device.asked() == ["snapshot", "screenshot"]


@pytest.mark.parametrize("error", [PermissionDenied("Screen capture not available"), ActionFailed("Screenshot capture failed")])
def test_a_picture_that_cannot_be_had_is_an_error(error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        run(ScreenDevice(Pane(label("Hello")), screenshot=error), include_screenshot=True)


def test_without_the_accessibility_service_the_screen_cannot_be_seen() -> None:
    with pytest.raises(PermissionDenied, match=r"^Accessibility service not enabled"):
        run(ScreenDevice(snapshot=PermissionDenied("Accessibility service not enabled. Turn it on.")))


def test_the_schema_is_as_specified_and_all_that_was_added_is_optional() -> None:
    schema = get_screen_state.arguments.schema
    assert schema["required"] == []
    assert schema["properties"]["include_screenshot"] == {
        "type": "boolean",
        "description": "Include a low-resolution screenshot. Only request when the UI element list is not sufficient.",
        "default": False,
    }
    assert list(schema["properties"]) == ["include_screenshot", "format", "changes_only", "window", "query"]
    assert schema["properties"]["format"]["enum"] == ["full", "compact"]

import base64
import json

import pytest
from fakes import FakeDevice, FakeForm, phone_of, say

from handheld import codec
from handheld.call import Call
from handheld.device import Display, Foreground, Picture
from handheld.errors import ActionFailed, ElementNotFound, InvalidArguments
from handheld.screen import tree
from handheld.tools.first_edition import (
    FIRST_EDITION,
    capture_screenshot,
    clear_text,
    get_accessibility_tree,
    get_current_app,
    get_screen_info,
    input_text,
    set_text,
)


def test_the_twenty_nine_tools_stand_in_the_order_of_the_document():
    assert [tool.name for tool in FIRST_EDITION] == [
        "get_accessibility_tree", "capture_screenshot", "get_current_app", "get_screen_info",
        "press_back", "press_home", "press_recents", "open_notifications", "open_quick_settings", "get_device_logs",
        "tap", "long_press", "double_tap", "swipe", "scroll",
        "pinch", "custom_gesture",
        "find_elements", "click_element", "long_click_element", "set_text", "scroll_to_element",
        "input_text", "clear_text", "press_key",
        "get_clipboard", "set_clipboard", "wait_for_element", "wait_for_idle",
    ]  # fmt: skip


def snapshot(nodes, windows, strings=(None, "APPLICATION", "com.example", "Title", "android.widget.FrameLayout")):
    return codec.dumps({
        "snapshot": 1,
        "display": [1080, 2400, 420, "portrait"],
        "foreground": ["com.example", ".Main"],
        "degraded": False,
        "strings": strings,
        "windows": windows,
        "nodes": nodes,
    })  # fmt: skip


def nodes_of(data):
    return json.loads(say(get_accessibility_tree, FakeDevice(snapshot=data)))["nodes"]


def test_a_node_has_the_documented_keys_in_their_order_and_null_where_there_is_nothing():
    (root,) = nodes_of(snapshot([[-1, 4, 0, 0, 0, 0, 0, 1080, 2400, tree.VISIBLE | tree.ENABLED]], [[42, 1, 2, 3, 0, 1, 0, 1]]))
    id = root.pop("id")
    assert id.endswith("_w42")
    assert list(root.items()) == [
        ("className", "android.widget.FrameLayout"),
        ("text", None),
        ("contentDescription", None),
        ("resourceId", None),
        ("bounds", {"left": 0, "top": 0, "right": 1080, "bottom": 2400}),
        ("clickable", False),
        ("longClickable", False),
        ("focusable", False),
        ("scrollable", False),
        ("editable", False),
        ("enabled", True),
        ("visible", True),
        ("children", []),
    ]


@pytest.mark.parametrize(
    ("flag", "key"),
    [
        (tree.CLICKABLE, "clickable"),
        (tree.LONG_CLICKABLE, "longClickable"),
        (tree.FOCUSABLE, "focusable"),
        (tree.SCROLLABLE, "scrollable"),
        (tree.EDITABLE, "editable"),
        (tree.ENABLED, "enabled"),
        (tree.VISIBLE, "visible"),
    ],
)
def test_each_flag_is_its_own_key(flag, key):
    (root,) = nodes_of(snapshot([[-1, 4, 0, 0, 0, 0, 0, 9, 9, flag]], [[42, 1, 2, 3, 0, 1, 0, 1]]))
    assert [name for name, value in root.items() if value is True] == [key]


def test_children_are_nested_and_every_window_has_its_root():
    def row(parent, left):
        return [parent, 4, 0, 0, 0, left, 0, 9, 9, tree.VISIBLE]

    first = [row(-1, 0), row(0, 1), row(1, 2), row(1, 3), row(0, 4)]
    second = [row(-1, 5), row(5, 6)]
    windows = [[1, 1, 2, 3, 1, 1, 0, 5], [2, 1, 2, 3, 0, 0, 5, 2]]

    def shape(node):
        return node["bounds"]["left"], [shape(child) for child in node["children"]]

    nodes = nodes_of(snapshot(first + second, windows))
    assert [shape(node) for node in nodes] == [(0, [(1, [(2, []), (3, [])]), (4, [])]), (5, [(6, [])])]
    assert [nodes[1]["children"][0]["id"][-3:], nodes[0]["children"][1]["id"][-3:]] == ["_w2", "_w1"]


def test_a_tree_of_any_depth_can_be_written():
    depth = 2000
    rows = [[index - 1, 4, 0, 0, 0, 0, 0, 9, 9, tree.VISIBLE] for index in range(depth)]
    text = say(get_accessibility_tree, FakeDevice(snapshot=snapshot(rows, [[1, 1, 2, 3, 0, 1, 0, depth]])))
    assert text.count('"children":[') == depth
    assert text.endswith("[]}" + "]}" * depth)


def test_no_root_is_a_failed_action():
    with pytest.raises(ActionFailed, match="null root"):
        say(get_accessibility_tree, FakeDevice(snapshot=snapshot([], [[1, 1, 2, 3, 0, 1, 0, 0]])))


def test_the_ids_of_the_tree_can_be_acted_on():
    form = FakeForm("old")
    (root,) = json.loads(say(get_accessibility_tree, form))["nodes"]
    say(set_text, form, element_id=root["children"][0]["id"], text="new")
    assert form.text == "new"


def test_a_screenshot_is_full_size_with_its_width_and_height():
    device = FakeDevice(screenshot=Picture(b"\xff\xd8jpeg", 1080, 2400))
    result = capture_screenshot.run(Call(phone_of(device)), {})
    assert result.content == [
        {
            "type": "image",
            "data": base64.b64encode(b"\xff\xd8jpeg").decode(),
            "mimeType": "image/jpeg",
            "width": 1080,
            "height": 2400,
        }
    ]
    capture_screenshot.run(Call(phone_of(device)), {"quality": 50})
    assert [call[1:3] for call in device.calls] == [(0, 80), (0, 50)]


@pytest.mark.parametrize("quality", [0, 101, "high"])
def test_the_quality_of_a_screenshot_is_between_1_and_100(quality):
    with pytest.raises(InvalidArguments, match="'quality'"):
        capture_screenshot.run(Call(phone_of(FakeDevice())), {"quality": quality})


def test_the_current_app_is_said_in_the_documented_form():
    device = FakeDevice(foreground=Foreground("com.android.calculator2", ".Calculator"))
    assert say(get_current_app, device) == '{"packageName":"com.android.calculator2","activityName":".Calculator"}'


def test_the_screen_info_is_said_in_the_documented_form():
    device = FakeDevice(display=Display(1080, 2400, 420, "portrait"))
    assert say(get_screen_info, device) == '{"width":1080,"height":2400,"densityDpi":420,"orientation":"portrait"}'


def field_id(form):
    return phone_of(form).screen.look().ids[1]


def test_set_text_replaces_all_of_a_fields_text_at_once():
    form = FakeForm("old 🎉", cursor=2)
    assert say(set_text, form, element_id=field_id(form), text="new") == f"Text set on element '{field_id(form)}'"
    assert (form.text, form.asked("commit_text")) == ("new", [("commit_text", "new")])


def test_set_text_to_nothing_clears_the_field():
    form = FakeForm("old")
    say(set_text, form, element_id=field_id(form), text="")
    assert form.text == ""


def test_input_text_goes_to_the_end_of_the_named_element():
    form = FakeForm("old ", cursor=1)
    assert say(input_text, form, element_id=field_id(form), text="né🎉") == "Text input completed (3 characters)"
    assert form.text == "old né🎉"


def test_input_text_goes_to_the_cursor_of_the_field_in_focus():
    form = FakeForm("ac", cursor=1)
    form.focused = True
    assert say(input_text, form, text="b") == "Text input completed (1 characters)"
    assert form.text == "abc"


def test_clear_text_empties_the_named_element_or_the_field_in_focus():
    named, focused = FakeForm("old"), FakeForm("old")
    focused.focused = True
    assert say(clear_text, named, element_id=field_id(named)) == "Text cleared successfully"
    assert say(clear_text, focused) == "Text cleared successfully"
    assert (named.text, focused.text) == ("", "")


@pytest.mark.parametrize(("tool", "arguments"), [(input_text, {"text": "x"}), (clear_text, {})])
def test_without_an_element_a_field_must_be_in_focus(tool, arguments):
    with pytest.raises(ElementNotFound, match="No focused element"):
        say(tool, FakeForm("old"), **arguments)

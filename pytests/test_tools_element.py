"""Finding elements and acting on them, as tools."""

from collections.abc import Callable

import pytest
from fakes import FakeClock, phone_of
from screens import BUTTON, SEEN, Node, Pane, ScreenDevice, button, label, row, scrolling

from handheld.call import Call
from handheld.errors import ActionFailed, Cancelled, ElementNotFound, InvalidArguments, PermissionDenied
from handheld.phone import Phone
from handheld.screen import tree
from handheld.tool import Tool
from handheld.tools.element import click_element, find_elements, long_click_element, scroll_to_element

EVERY_TOOL = [click_element, long_click_element, scroll_to_element]


def text_of(tool: Tool, phone: Phone, **arguments: object) -> str:
    (content,) = tool.run(Call(phone), arguments).content
    text: str = content["text"]
    return text


def test_found_elements_have_the_documented_keys_and_values() -> None:
    submit = button("Submit", res_id="com.example:id/submit_btn", bounds=(50, 800, 250, 1000))
    phone = phone_of(ScreenDevice(Pane(Node(kids=[submit]))))
    result = find_elements.run(Call(phone), {"by": "text", "value": "submit"})
    element = {
        "id": phone.screen.look().ids[1],
        "text": "Submit",
        "contentDescription": None,
        "resourceId": "com.example:id/submit_btn",
        "className": "android.widget.Button",
        "bounds": {"left": 50, "top": 800, "right": 250, "bottom": 1000},
        "clickable": True,
        "longClickable": False,
        "scrollable": False,
        "editable": False,
        "enabled": True,
    }
    assert result.structured == {"elements": [element]}
    assert list(result.structured["elements"][0]) == list(element)
    assert result.content[0]["text"].startswith('{"elements":[{"id":"node_')


def test_finding_nothing_is_an_empty_list() -> None:
    phone = phone_of(ScreenDevice(Pane(Node())))
    assert text_of(find_elements, phone, by="class_name", value="Switch") == '{"elements":[]}'


@pytest.mark.parametrize(
    "arguments",
    [{"by": "text"}, {"value": "a"}, {"by": "color", "value": "a"}, {"by": "text", "value": ""}, {"by": "text", "value": 5}],
)
def test_bad_searches_are_refused_before_the_phone_is_asked(arguments: dict[str, object]) -> None:
    device = ScreenDevice(Pane(Node()))
    with pytest.raises(InvalidArguments):
        find_elements.run(Call(phone_of(device)), arguments)
    assert device.calls == []


def test_a_click_and_a_long_click_say_what_they_did() -> None:
    both = button("OK", flags=BUTTON | tree.LONG_CLICKABLE)
    device = ScreenDevice(Pane(Node(kids=[both])))
    phone = phone_of(device)
    element_id = phone.screen.look().ids[1]
    assert text_of(click_element, phone, element_id=element_id) == f"Click performed on element '{element_id}'"
    assert text_of(long_click_element, phone, element_id=element_id) == f"Long-click performed on element '{element_id}'"
    assert device.calls == [("snapshot",), ("click_node", 1, 1), ("long_click_node", 1, 1)]


@pytest.mark.parametrize(("tool", "able"), [(click_element, "clickable"), (long_click_element, "long-clickable")])
def test_what_cannot_be_clicked_is_not(tool: Tool, able: str) -> None:
    phone = phone_of(ScreenDevice(Pane(Node(kids=[label("Only text")]))))
    element_id = phone.screen.look().ids[1]
    with pytest.raises(ActionFailed, match=rf"^Element '{element_id}' is not {able}$"):
        text_of(tool, phone, element_id=element_id)


def test_a_click_that_the_phone_refuses_is_told() -> None:
    phone = phone_of(ScreenDevice(Pane(button("OK")), click_node=ActionFailed("Click action failed")))
    with pytest.raises(ActionFailed, match=r"^Click action failed$"):
        text_of(click_element, phone, element_id=phone.screen.look().ids[0])


@pytest.mark.parametrize("tool", EVERY_TOOL)
def test_an_unknown_element_is_not_found(tool: Tool) -> None:
    with pytest.raises(ElementNotFound, match="'node_0bad_w1' not found"):
        text_of(tool, phone_of(ScreenDevice(Pane(Node()))), element_id="node_0bad_w1")


@pytest.mark.parametrize("tool", EVERY_TOOL)
@pytest.mark.parametrize("arguments", [{}, {"element_id": ""}, {"element_id": None}, {"element_id": "a", "timeout": 5}])
def test_bad_element_ids_are_refused(tool: Tool, arguments: dict[str, object]) -> None:
    with pytest.raises(InvalidArguments):
        tool.run(Call(phone_of(ScreenDevice(Pane(Node())))), arguments)


@pytest.mark.parametrize("tool", EVERY_TOOL)
def test_without_the_accessibility_service_nothing_works(tool: Tool) -> None:
    phone = phone_of(ScreenDevice(snapshot=PermissionDenied("Accessibility service not enabled. Turn it on.")))
    with pytest.raises(PermissionDenied, match=r"^Accessibility service not enabled"):
        text_of(tool, phone, element_id="node_1234_w1")


class LongList:
    """A list of which six rows are in view; those beside them are in the tree too, unless they are recycled at once."""

    def __init__(self, count: int, around: int = 100, first: int = 0, page: int = 4):
        self.rows = [row(f"Row {number}", "more") for number in range(count)]
        self.shown = scrolling()
        self.around, self.first, self.page = around, first, page
        self.place()
        self.device = ScreenDevice(Pane(Node(kids=[label("Title"), self.shown])))
        self.device.on_scroll = self.scroll
        self.phone = phone_of(self.device)

    def place(self) -> None:
        for number, shown in enumerate(self.rows):
            top = 400 * (number - self.first)
            for node in shown.walk():
                node.bounds = (0, top, 1080, top + 400)
                node.flags = BUTTON if 0 <= top < 2400 else BUTTON & ~tree.VISIBLE
        self.shown.kids = self.rows[max(0, self.first - self.around) : self.first + 6 + self.around]

    def scroll(self, node: Node, forward: bool) -> bool:
        assert node is self.shown
        before = self.first
        self.first = max(0, min(len(self.rows) - 6, self.first + (self.page if forward else -self.page)))
        self.place()
        return self.first != before

    def id_of(self, number: int) -> str:
        screen = self.phone.screen.look()
        nodes = [node for pane in self.device.panes for node in pane.nodes()]
        return screen.ids[nodes.index(self.rows[number])]


def test_an_element_in_view_is_left_where_it_is() -> None:
    screen = LongList(20)
    element_id = screen.id_of(3)
    assert text_of(scroll_to_element, screen.phone, element_id=element_id) == f"Element '{element_id}' is already visible"
    assert screen.device.asked() == ["snapshot", "snapshot"]


@pytest.mark.parametrize(("first", "wanted", "scrolls"), [(0, 7, 1), (0, 19, 4), (14, 0, 4), (14, 12, 1)])
def test_a_list_is_scrolled_towards_the_element(first: int, wanted: int, scrolls: int) -> None:
    screen = LongList(20, first=first)
    element_id = screen.id_of(wanted)
    said = text_of(scroll_to_element, screen.phone, element_id=element_id)
    assert said == f"Scrolled to element '{element_id}' ({scrolls} scroll(s))"
    assert screen.rows[wanted].flags & tree.VISIBLE


def test_after_five_scrolls_it_gives_up() -> None:
    screen = LongList(40)
    element_id = screen.id_of(39)
    with pytest.raises(ActionFailed, match=rf"^Element '{element_id}' is not visible after 5 scroll attempts$"):
        text_of(scroll_to_element, screen.phone, element_id=element_id)
    assert screen.device.asked().count("scroll_node") == 5


def test_an_element_that_is_recycled_on_the_way_is_awaited() -> None:
    screen = LongList(20, around=1, page=5)
    element_id = screen.id_of(6)
    scroll = screen.device.on_scroll

    def recycle_once(node: Node, forward: bool) -> bool:
        screen.device.on_scroll = scroll
        screen.shown.kids = screen.rows[:5]
        return True

    screen.device.on_scroll = recycle_once
    assert text_of(scroll_to_element, screen.phone, element_id=element_id).endswith("(2 scroll(s))")


def test_a_place_that_tells_nothing_is_looked_for_both_ways() -> None:
    screen = LongList(20, first=14)
    element_id = screen.id_of(10)

    def without_bounds(place: Callable[[], None]) -> None:
        place()
        if not screen.rows[10].flags & tree.VISIBLE:
            screen.rows[10].bounds = (0, 0, 0, 0)

    place = screen.place
    screen.place = lambda: without_bounds(place)  # type: ignore[method-assign]
    screen.place()
    assert text_of(scroll_to_element, screen.phone, element_id=element_id).endswith("(1 scroll(s))")


def test_when_the_inner_container_cannot_move_the_outer_one_does() -> None:
    hidden = label("Deep", flags=tree.ENABLED, bounds=(0, 3000, 1080, 3100))
    inner = scrolling(hidden, bounds=(0, 2500, 1080, 3200))
    outer = Node("android.widget.ScrollView", flags=SEEN | tree.SCROLLABLE, kids=[inner])
    device = ScreenDevice(Pane(outer))
    phone = phone_of(device)

    def scroll(node: Node, forward: bool) -> bool:
        if node is inner:
            return False
        assert forward
        hidden.flags, hidden.bounds = SEEN, (0, 1000, 1080, 1100)
        return True

    device.on_scroll = scroll
    hidden.bounds = (0, 3300, 1080, 3400)
    element_id = phone.screen.look().ids[2]
    assert text_of(scroll_to_element, phone, element_id=element_id) == f"Scrolled to element '{element_id}' (1 scroll(s))"


def test_what_cannot_be_scrolled_is_told() -> None:
    lone = label("Below", bounds=(0, 2400, 100, 2500))
    phone = phone_of(ScreenDevice(Pane(Node(kids=[lone]))))
    element_id = phone.screen.look().ids[1]
    with pytest.raises(ActionFailed, match=rf"^No scrollable container found for element '{element_id}'$"):
        text_of(scroll_to_element, phone, element_id=element_id)


def test_a_container_at_its_end_is_told() -> None:
    screen = LongList(20)
    element_id = screen.id_of(12)
    screen.device.on_scroll = lambda node, forward: False
    with pytest.raises(ActionFailed, match=r"^Scroll failed"):
        text_of(scroll_to_element, screen.phone, element_id=element_id)


def test_scrolling_waits_for_the_list_to_settle_and_can_be_cancelled() -> None:
    screen = LongList(40)
    element_id = screen.id_of(39)
    call = Call(screen.phone)

    def scroll(node: Node, forward: bool) -> bool:
        call.cancelled.set()
        return screen.scroll(node, forward)

    screen.device.on_scroll = scroll
    with pytest.raises(Cancelled):
        scroll_to_element.run(call, {"element_id": element_id})
    assert screen.device.asked().count("scroll_node") == 1
    assert isinstance(screen.phone.clock, FakeClock)


def test_the_schemas_are_as_specified() -> None:
    element_id = {"type": "string", "description": "Node ID from find_elements", "minLength": 1}
    for tool in EVERY_TOOL:
        assert tool.arguments.schema == {"type": "object", "properties": {"element_id": element_id}, "required": ["element_id"]}
    by = {"type": "string", "enum": ["text", "content_desc", "resource_id", "class_name"], "description": "Search criteria type"}
    exact = {
        "type": "boolean", "default": False,
        "description": "If true, match exactly. If false, match contains (case-insensitive)",
    }  # fmt: skip
    assert find_elements.arguments.schema == {
        "type": "object",
        "properties": {
            "by": by,
            "value": {"type": "string", "description": "Search value", "minLength": 1},
            "exact_match": exact,
        },
        "required": ["by", "value"],
    }

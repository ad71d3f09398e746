"""What the tools do on the phone, where the documents promise more than a text."""

import base64
import io
import json

import pytest
from cases_text import FIELD, new_note, title
from PIL import Image
from screens import Node, Pane, label, snapshot
from world import World

from handheld.screen.idle import fingerprint, similarity
from handheld.screen.tree import read

CALCULATOR, NOTES, WEATHER = "com.android.calculator2", "com.example.notes", "com.example.weather"


def front(world: World) -> str:
    package: str = world.stage.phone.foreground().package
    return package


def field(world: World) -> str:
    """What the field in focus holds."""
    text: str = world.stage.phone.read_field().text
    return text


# The system


def test_back_goes_back(world: World) -> None:
    new_note(world)
    world.say("press_back")
    assert world.shows("text", "Trip to the lake")


def test_home_goes_home(world: World) -> None:
    world.stage.phone.open_app(CALCULATOR)
    world.say("press_home")
    assert front(world) != CALCULATOR


@pytest.mark.parametrize(
    ("tool", "window", "shown"),
    [
        ("press_recents", "Recent apps", "Clear all"),
        ("open_notifications", "Notification shade", "Dinner on Sunday at seven?"),
        ("open_quick_settings", "Notification shade", "Bluetooth"),
    ],
    ids=["press_recents", "open_notifications", "open_quick_settings"],
)
def test_panels_open(world: World, tool: str, window: str, shown: str) -> None:
    world.stage.phone.open_app(CALCULATOR)
    assert not world.shows("text", shown)
    world.say(tool)
    assert world.shows("text", shown)
    assert f"title:{window} " in world.say("get_screen_state")


def test_logs_of_one_package_are_asked_of_the_phone(world: World) -> None:
    answer = json.loads(world.say("get_device_logs", package_name="dev.handheld"))
    assert (answer["line_count"], answer["logs"].split(" ", 2)[2]) == (1, "D/MCP:ServerService: Handheld started")


# Touches


def test_a_tap_touches_what_is_there(world: World) -> None:
    world.stage.phone.open_app(CALCULATOR)
    (seven,) = world.elements("text", "7")
    world.say("tap", x=seven["bounds"]["left"] + 9, y=seven["bounds"]["top"] + 9)
    assert world.elements("resource_id", f"{CALCULATOR}:id/formula")[0]["text"] == "7"


def test_a_long_press_is_one(world: World) -> None:
    world.stage.phone.open_app(NOTES)
    bounds = world.elements("resource_id", f"{NOTES}:id/note_card")[0]["bounds"]
    world.say("long_press", x=bounds["left"] + 30, y=bounds["top"] + 30)
    assert world.shows("text", "Copy text")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("scroll", {"direction": "down"}), ("swipe", {"x1": 540, "y1": 1900, "x2": 540, "y2": 700, "duration": 500})],
    ids=["scroll", "swipe"],
)
def test_a_list_scrolls(world: World, tool: str, arguments: dict[str, object]) -> None:
    world.stage.phone.open_app("com.android.settings")
    assert "\toff," in world.say("get_screen_state")
    world.say(tool, **arguments)
    (about,) = world.elements("text", "About phone")
    assert about["bounds"]["bottom"] <= 2284


# Elements


def test_clicks_reckon(world: World) -> None:
    world.stage.phone.open_app(CALCULATOR)
    for key in ("7", "+", "3", "="):
        world.click("text", key)
    assert world.elements("resource_id", f"{CALCULATOR}:id/result")[0]["text"] == "10"


def test_a_long_click_opens_the_menu(world: World) -> None:
    world.stage.phone.open_app(NOTES)
    world.say("long_click_element", element_id=world.id_of("resource_id", f"{NOTES}:id/note_card"))
    assert world.shows("text", "Copy text")


def test_an_element_scrolled_to_is_visible(world: World) -> None:
    world.stage.phone.open_app("com.android.settings")
    element_id = world.id_of("text", "About phone")
    world.say("scroll_to_element", element_id=element_id)
    row = next(line for line in world.say("get_screen_state").split("\n") if line.startswith(element_id))
    assert row.endswith("\ton,ena")


# Typing


def test_typing_focuses_the_field_first(world: World) -> None:
    new_note(world)
    world.say("type_append_text", element_id=world.id_of(FIELD.by, FIELD.value), text="Milk")
    assert field(world) == "Milk"


def test_text_longer_than_a_call_is_continued_by_the_next(world: World) -> None:
    new_note(world)
    element_id = world.id_of(FIELD.by, FIELD.value)
    for part in ("x" * 2000, "y" * 10):
        world.say("type_append_text", element_id=element_id, text=part, typing_speed=10)
    assert field(world) == "x" * 2000 + "y" * 10


def test_typing_takes_the_time_that_a_person_takes(world: World) -> None:
    title("")(world)
    before = world.clock.time
    world.say("type_append_text", element_id=world.id_of(FIELD.by, FIELD.value), text="x" * 101)
    assert world.clock.time - before == pytest.approx(7, abs=1.5)


@pytest.mark.parametrize(
    ("text", "key", "becomes"),
    [("Milk", "DEL", "Mil"), ("", "DEL", ""), ("Milk", "SPACE", "Milk "), ("Milk", "TAB", "Milk\t")],
    ids=["DEL", "DEL_of_nothing", "SPACE", "TAB"],
)
def test_keys_change_the_field(world: World, text: str, key: str, becomes: str) -> None:
    title(text)(world)
    world.say("press_key", key=key)
    assert field(world) == becomes


def test_enter_does_what_the_field_wants(world: World) -> None:
    title("Shopping")(world)
    world.say("press_key", key="ENTER")  # on to the body
    world.say("press_key", key="SPACE")
    world.say("press_key", key="ENTER")  # a new line there
    assert field(world) == " \n"


@pytest.mark.parametrize(("key", "action"), [("BACK", "back"), ("HOME", "home")])
def test_back_and_home_keys_are_the_buttons(world: World, key: str, action: str) -> None:
    world.say("press_key", key=key)
    assert world.stage.all_of("global_action") == [[action]]
    assert world.stage.all_of("press_key") == []


# Utilities


def test_what_is_set_is_what_the_clipboard_holds(world: World) -> None:
    world.say("set_clipboard", text="Grüße\n😀")
    assert json.loads(world.say("get_clipboard")) == {"text": "Grüße\n😀"}


def test_details_are_whole_and_a_dash_where_there_is_nothing(world: World) -> None:
    long = "a very long text " * 20
    nodes = [label(long), Node(desc=long)]
    world.stage.instead["snapshot"] = snapshot(Pane(Node(kids=nodes)))
    ids = [line.split("\t")[0] for line in world.say("get_screen_state").split("\n") if line.startswith("node_")]
    assert world.say("get_element_details", ids=[*ids, "node_0"]) == (
        f"id\ttext\tdesc\n{ids[0]}\t{long}\t-\n{ids[1]}\t-\t{long}\nnode_0\tnot_found\tnot_found"
    )


def test_a_fingerprint_is_a_histogram_of_256_slots_and_similarity_a_normalised_difference() -> None:
    def of(*texts: str) -> list[int]:
        return fingerprint(read(snapshot(Pane(Node(kids=[label(text) for text in texts])))))

    one, same, other = of("a", "b", "c"), of("a", "b", "c"), of("a", "b", "d")
    assert len(one) == 256
    assert similarity(one, same) == 100
    assert 0 < similarity(one, other) < 100
    assert similarity([1] + [0] * 255, [0] * 255 + [1]) == 0
    assert similarity([3] + [0] * 255, [1] + [0] * 255) == 50


def test_a_screen_is_idle_after_two_matches_500_ms_apart(world: World) -> None:
    world.say("wait_for_idle", timeout=3000)
    assert len(world.stage.all_of("snapshot")) == 3
    assert world.clock.waits[-2:] == [0.5, 0.5]


def test_waiting_looks_every_500_ms(world: World) -> None:
    world.clock.waits.clear()
    world.say("wait_for_element", by="text", value="nowhere", timeout=1600)
    assert world.clock.waits == pytest.approx([0.5, 0.5, 0.5, 0.1])
    assert len(world.stage.all_of("snapshot")) == 4


# Apps and messages


def test_an_opened_app_is_in_front(world: World) -> None:
    world.say("open_app", package_id=WEATHER)
    assert front(world) == WEATHER


def test_an_app_in_the_background_is_closed_and_one_in_front_is_not(world: World) -> None:
    new_note(world)
    refused = world.mcp("close_app", package_id=NOTES)
    assert refused["isError"]
    assert "press home first" in refused["content"][0]["text"]
    assert front(world) == NOTES
    world.say("press_home")
    world.say("close_app", package_id=NOTES)
    world.say("open_app", package_id=NOTES)
    assert not world.shows("resource_id", FIELD.value)


def test_a_message_goes_out_by_the_chosen_sim(world: World) -> None:
    arguments = {"to_phone_number": "+36201234567", "sms_text": "On my way", "subscription_id": 2}
    before = len(world.stage.phone.outbox)
    world.sms("send_sms", **arguments)
    sent = world.stage.phone.outbox[before:]
    assert [(message.number, message.text, message.subscription_id) for message in sent] == [("+36201234567", "On my way", 2)]


# The first edition's own


@pytest.mark.parametrize(("arguments", "quality"), [({}, 80), ({"quality": 50}, 50)])
def test_a_screenshot_of_the_first_edition_is_whole_and_tells_its_size(
    world: World, arguments: dict[str, int], quality: int
) -> None:
    (content,) = world.v1("capture_screenshot", **arguments)["result"]["content"]
    shown = Image.open(io.BytesIO(base64.b64decode(content.pop("data"), validate=True)))
    assert content == {"type": "image", "mimeType": "image/jpeg", "width": 1080, "height": 2400}
    assert (shown.format, shown.size) == ("JPEG", (1080, 2400))
    assert [list(asked[:2]) for asked in world.stage.all_of("screenshot")] == [[0, quality]]


def test_the_first_editions_typing_reaches_the_field(world: World) -> None:
    title("Milk")(world)
    element_id = world.id_of(FIELD.by, FIELD.value)
    for tool, arguments, becomes in (
        ("input_text", {"text": " and"}, "Milk and"),
        ("input_text", {"element_id": element_id, "text": " bread"}, "Milk and bread"),
        ("set_text", {"element_id": element_id, "text": "Coffee"}, "Coffee"),
        ("clear_text", {"element_id": element_id}, ""),
    ):
        assert "result" in world.v1(tool, **arguments)
        assert field(world) == becomes

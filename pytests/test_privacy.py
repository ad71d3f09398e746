"""Private apps: what no agent sees, whichever way it looks, and what no agent touches."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeDevice
from hand import Hand
from neighbourhood import Neighbourhood
from paging import paged
from serving import Served, served
from spying import BANK, everything, first_edition, is_black, picture, pictures, refusal, said, sign_in

from handheld import device, privacy
from handheld.core import Core
from handheld.device import Point
from handheld.errors import PermissionDenied
from handheld.screen import tree
from handheld.settings import Settings
from handheld_desktop.sim.geometry import SCREEN, Rect
from handheld_desktop.sim.notice import Notice
from handheld_desktop.sim.shell import Notification


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as server:
        yield server


@pytest.fixture
def private(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, private_apps=(BANK,)) as server:
        yield server


def test_a_private_app_is_told_through_no_door(private: Served) -> None:
    sign_in(private)
    told = everything(private)
    for secret in ("3,187.45", "HU42", "Salary", "Balance", BANK, "Acorn", "AccountActivity"):
        assert secret not in told, secret
    state = private.call("android_get_screen_state").result["content"][0]["text"]
    assert "pkg:private title:private app, hidden layer:0 focused:true" in state
    assert '"packageName":"private"' in first_edition(private, "get_current_app", {}).replace("\\", "").replace(" ", "")


def test_no_picture_shows_a_private_app(private: Served) -> None:
    private.core.phone.device._shell.launch(BANK)  # type: ignore[attr-defined]
    for image in pictures(private):
        assert is_black(image, SCREEN)


def test_a_pop_up_of_a_private_app_is_hidden_and_only_that(private: Served) -> None:
    phone: Any = private.core.phone.device
    private.call("android_open_app", package_id="com.example.notes")
    phone._shell.show(Notice(phone._shell.apps[BANK], "Your code", "4711"))
    told = everything(private)
    assert "4711" not in told
    assert "com.example.notes" in told
    frame = next(window for window in phone._shown() if window.hidden).frame
    for image in pictures(private):
        assert is_black(image, frame)
        assert not is_black(image, Rect(0, 200, 1080, frame.top))
    x, y = frame.center
    assert refusal(private, "tap", x=x, y=y).startswith("The touch was refused: the person has made this app private.")
    assert refusal(private, "swipe", x1=x, y1=250, x2=x, y2=2300).startswith("The touch was refused")
    assert private.call("android_tap", x=540, y=frame.top - 40).result.get("isError", False) is False


TOUCHES: dict[str, dict[str, Any]] = {
    "tap": {"x": 500, "y": 900},
    "long_press": {"x": 500, "y": 900},
    "double_tap": {"x": 500, "y": 900},
    "swipe": {"x1": 500, "y1": 900, "x2": 500, "y2": 300},
    "scroll": {"direction": "down"},
    "pinch": {"center_x": 540, "center_y": 1200, "scale": 2},
    "custom_gesture": {"paths": [[{"x": 1, "y": 1, "time": 0}, {"x": 900, "y": 900, "time": 100}]]},
    "press_key": {"key": "SPACE"},
}


@pytest.mark.parametrize("name", TOUCHES)
def test_nothing_touches_a_private_app_and_home_leads_out_of_it(private: Served, name: str) -> None:
    phone: Any = private.core.phone.device
    phone._shell.launch(BANK)
    phone._shell.type_into(phone._shell.page.user)
    assert "refused: the person has made this app private" in refusal(private, name, **TOUCHES[name])
    assert phone._shell.page.user.text == ""
    assert private.call("android_press_home").result.get("isError", False) is False
    assert private.call("android_tap", x=5, y=1200).result.get("isError", False) is False


def test_an_element_that_was_seen_before_the_app_became_private_is_not_pressed(server: Served) -> None:
    server.call("android_open_app", package_id=BANK)
    found = server.call("android_find_elements", by="resource_id", value="username").result["structuredContent"]["elements"]
    field = next(element["id"] for element in found if element["editable"])
    server.core.phone.device.set_private_apps([BANK])
    for name in ("click_element", "long_click_element", "scroll_to_element", "type_append_text", "type_clear_text"):
        more = {"text": "x"} if name == "type_append_text" else {}
        assert "not" in refusal(server, name, element_id=field, **more)
    assert server.core.phone.device._shell.page.user.text == ""  # type: ignore[attr-defined]


def test_an_app_that_comes_to_the_front_between_look_and_tap_is_not_touched(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.phone.set_private_apps([BANK])
    hand.look()
    hand.phone._shell.launch(BANK)
    with pytest.raises(PermissionDenied):
        hand.press(500, 900)


def test_the_keyboard_over_a_private_app_is_hidden_and_over_another_is_not(private: Served) -> None:
    phone: Any = private.core.phone.device
    phone._shell.launch(BANK)
    phone._shell.type_into(phone._shell.page.user)
    keyboard = [window for window in private.core.phone.screen.look().windows if window.type == "INPUT_METHOD"]
    assert [(window.package, window.count) for window in keyboard] == [(tree.PRIVATE, 0)]
    assert "Space" not in everything(private)
    phone._shell.launch("com.example.notes")
    private.call("android_press_home")
    phone._shell.page._open_drawer()
    phone._shell.type_into(phone._shell.page.search)
    assert "Space" in everything(private)


def test_its_notifications_its_icon_and_its_card_among_the_recent_apps_are_hidden(private: Served) -> None:
    phone: Any = private.core.phone.device
    phone._shell.launch(BANK)
    phone._shell.go_home()
    phone._shell.notifications.append(Notification("pay", BANK, "You got 50 €", "From Mum", "now", lambda: None))
    for action in ("home", "notifications", "recents"):
        phone.global_action(action)
        told = everything(private)
        assert "Acorn" not in told, action
        assert "50 €" not in told, action
        assert "Mum" in told or action != "notifications"


def test_no_picture_shows_its_notification_nor_its_card_and_no_finger_reaches_them(private: Served) -> None:
    phone: Any = private.core.phone.device
    phone._shell.launch(BANK)
    phone._shell.notifications.insert(0, Notification("pay", BANK, "You got 50 €", "From Mum", "now", lambda: None))
    for action in ("notifications", "recents"):
        phone._shell.go_home()
        phone.global_action(action)
        rect = max(phone._closed(), key=lambda rect: rect.width * rect.height)
        assert rect.width > 500
        for image in pictures(private):
            assert is_black(image, rect)
        x, y = rect.center
        assert refusal(private, "tap", x=x, y=y).startswith("The touch was refused")


def test_where_the_phone_cannot_tell_its_windows_nothing_is_shown_nor_touched(private: Served) -> None:
    private.core.phone.device.faults.degraded = True  # type: ignore[attr-defined]
    assert "refused: the person has made this app private" in refusal(private, "tap", x=5, y=5)
    assert "refused" in refusal(private, "get_screen_state", include_screenshot=True)
    assert "refused" in first_edition(private, "capture_screenshot", {})


def test_it_is_neither_opened_closed_nor_listed_and_its_log_is_not_read(private: Served) -> None:
    for name in ("open_app", "close_app"):
        for package in (BANK, "dev.handheld"):
            assert "rivate" in refusal(private, name, package_id=package) or package == "dev.handheld"
    assert "private" in refusal(private, "get_device_logs", package_name=BANK)
    private.core.phone.device._shell.launch(BANK)  # type: ignore[attr-defined]
    private.core.phone.device._shell.apps[BANK].log("balance 3,187.45")  # type: ignore[attr-defined]
    assert "3,187.45" not in said(private, "get_device_logs", last_lines=1000)
    assert BANK not in said(private, "list_apps")
    asked = {"ref": {"type": "ref/prompt", "name": "do_task"}, "argument": {"name": "package_id", "value": "com.example."}}
    packages = private.legacy("completion/complete", asked).result["completion"]["values"]
    assert "com.example.notes" in packages
    assert BANK not in packages


def test_its_tools_cannot_be_called(tmp_path: Path) -> None:
    here = Neighbourhood(tmp_path)
    try:
        here.approve_all()
        theirs = {tool.source for tool in here.core.catalogue.tools.values()} - {""}
        one = sorted(theirs)[0]
        here.core.adopt(replace(here.settings, private_apps=(one,)))
        assert {tool.source for tool in here.core.catalogue.tools.values()} - {""} == theirs - {one}
        entry = next(entry for entry in here.core.hub.external.entries if entry.door.origin.package == one)
        assert (entry.state, entry.reason) == ("unavailable", "The app is private: agents neither see nor touch it")
    finally:
        here.close()


def test_the_phone_is_told_before_anything_is_served_and_again_when_the_person_decides_otherwise(tmp_path: Path) -> None:
    with served(tmp_path, private_apps=(BANK,), pause_on_touch=True) as server:
        phone: Any = server.core.phone.device
        assert (phone._privacy.chosen, phone._watched) == ((BANK,), True)
        server.core.adopt(replace(server.core.settings, private_apps=()))
        assert phone._privacy.chosen == ()


def test_a_private_app_that_is_installed_later_is_known_by_its_name_too(tmp_path: Path) -> None:
    here = Neighbourhood(tmp_path, private_apps=(BANK,))
    try:
        bank = here.phone._shell.apps[BANK]
        bank.__class__ = type("Renamed", (bank.__class__,), {"name": "Oak Bank"})
        assert "Oak Bank" in here.phone.snapshot().decode()
        here.hub.handle("packages_changed", {"package": BANK})
        assert "Oak Bank" not in here.phone.snapshot().decode()
    finally:
        here.close()


def test_a_phone_that_cannot_keep_agents_off_is_not_served(tmp_path: Path) -> None:
    with pytest.raises(PermissionDenied):
        Core(Settings(private_apps=(BANK,)), FakeDevice(set_private_apps=PermissionDenied("no")), tmp_path)  # type: ignore[arg-type]


def test_a_window_that_forbids_pictures_is_black_although_it_can_be_read(server: Served) -> None:
    sign_in(server)
    assert "3,187.45" in everything(server)
    for image in pictures(server):
        assert is_black(image, Rect(0, 300, 1080, 2200))


def app(package: str, name: str) -> device.App:
    return device.App(package, name, "1", 1, False)


@pytest.mark.parametrize(
    ("package", "name", "suggested"),
    [
        (BANK, "Acorn Bank", True),
        ("com.starfinanz.smob.android.sfinanzstatus", "Sparkasse Ihre mobile Filiale", True),
        ("de.commerzbanking.mobil", "Commerzbank", True),
        ("com.paypal.android.p2pmobile", "PayPal", True),
        ("com.google.android.apps.walletnfcrel", "Google Wallet", True),
        ("com.google.android.apps.authenticator2", "Authenticator", True),
        ("com.x8bit.bitwarden", "Bitwarden", True),
        ("com.example.notes", "Notes", False),
        ("org.embankment.walks", "Embankment Walks", False),
        ("com.example.clockwise", "Clockwise", False),
    ],
)
def test_apps_that_deal_with_money_or_secrets_are_suggested(package: str, name: str, suggested: bool) -> None:
    found = privacy.suggestions([app(package, name)], ())
    assert bool(found) is suggested
    assert privacy.suggestions([app(package, name)], (package,)) == []


def test_a_gesture_and_a_choice_at_the_same_time_do_not_meet(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.phone.open_app(BANK)
    refused: list[bool] = []

    def tap() -> None:
        try:
            hand.phone.gesture([[Point(500, 900, 0), Point(500, 900, 50)]])
        except PermissionDenied:
            refused.append(True)

    hand.phone.set_private_apps([BANK])
    threads = [threading.Thread(target=tap) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == [True] * 4


def test_the_page_suggests_apps_and_shows_the_same_hidden_screen(tmp_path: Path) -> None:
    with paged(tmp_path) as visitor:
        person = visitor.come_in()
        assert person.ask("private_apps/suggestions") == {"apps": [{"package": BANK, "name": "Acorn Bank"}]}
        person.order("settings/save", changes={"private_apps": [BANK]})
        assert person.ask("private_apps/suggestions") == {"apps": []}
        phone: Any = visitor.app.device
        phone._shell.launch(BANK)
        seen = person.ask("screen")
        assert "private app, hidden" in seen["text"]
        assert not any(secret in json.dumps(seen) for secret in ("Acorn", BANK, "password"))
        assert is_black(picture(person.get("/api/picture").body), SCREEN)
        refused = person.post("settings/save", changes={"private_apps": ["com bank"]})
        assert refused.status == 400
        assert "letters, digits, dots" in refused.json["error"]


def test_the_page_says_that_a_touch_paused(tmp_path: Path) -> None:
    with paged(tmp_path, pause_on_touch=True) as visitor:
        person = visitor.come_in()
        assert person.ask("state")["paused_by_touch"] is False
        visitor.app.touched()
        state = person.ask("state")
        assert (state["paused"], state["paused_by_touch"]) == (True, True)

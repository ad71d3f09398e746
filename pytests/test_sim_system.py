import pytest
from hand import Hand

from handheld.errors import ActionFailed
from handheld.screen import tree

LAUNCHER = "com.google.android.apps.nexuslauncher"


@pytest.fixture
def hand(tmp_path):
    return Hand(tmp_path)


def windows(hand):
    return [(window.type, window.title) for window in hand.look().windows]


def test_a_new_phone_shows_its_home_screen_between_the_system_bars(hand):
    assert windows(hand) == [("SYSTEM", "Navigation bar"), ("SYSTEM", "Status bar"), ("APPLICATION", "Home")]
    assert hand.phone.foreground() == hand.phone.foreground().__class__(LAUNCHER, ".NexusLauncherActivity")
    assert "Calculator" in hand.texts()


def test_an_icon_opens_its_app_and_home_leaves_it(hand):
    hand.tap("Calculator")
    assert hand.phone.foreground().package == "com.android.calculator2"
    hand.tap(desc="Home")
    assert hand.phone.foreground().package == LAUNCHER


def test_the_second_page_of_icons_is_a_swipe_away(hand):
    weather = hand.find("Weather")
    assert not weather.has(tree.VISIBLE)
    hand.swipe(900, 900, 200, 900)
    assert hand.find("Weather").has(tree.VISIBLE)
    assert hand.find(id="page_indicator").desc == "Page 2 of 2"
    hand.swipe(200, 900, 900, 900)
    assert not hand.find("Weather").has(tree.VISIBLE)


def test_a_short_pull_falls_back_to_the_page_it_came_from(hand):
    hand.swipe(700, 900, 600, 900, 900)
    assert hand.find(id="page_indicator").desc == "Page 1 of 2"


def test_a_swipe_up_opens_the_drawer_where_apps_can_be_searched(hand):
    hand.swipe(540, 1500, 540, 700)
    assert {"Acorn Bank", "Contacts", "Weather"} <= set(hand.texts())
    hand.focus("fallback_search_view")
    hand.phone.commit_text("wea")
    assert [seen.text for seen in hand.all() if seen.desc == "Weather"] == ["Weather"]
    hand.phone.press_key("ENTER")
    assert hand.phone.foreground().package == "com.example.weather"
    hand.phone.global_action("home")
    assert hand.find(id="workspace")


def test_a_long_press_on_an_icon_leads_to_the_app_info(hand):
    hand.press(*hand.find("Calculator").center, ms=600)
    hand.tap("App info")
    assert hand.find(id="entity_header_title").text == "Calculator"
    assert "com.android.calculator2" in hand.texts()


def test_back_goes_through_pages_to_home_and_an_app_keeps_its_state(hand):
    hand.phone.open_app("com.android.calculator2")
    hand.click(id="digit_7")
    hand.phone.global_action("back")
    assert hand.phone.foreground().package == LAUNCHER
    hand.phone.open_app("com.android.calculator2")
    assert hand.find(id="formula").text == "7"


def test_closing_an_app_in_the_background_loses_its_state(hand):
    hand.phone.open_app("com.android.calculator2")
    hand.click(id="digit_7")
    with pytest.raises(ActionFailed, match="in the foreground"):
        hand.phone.close_app("com.android.calculator2")
    assert hand.find(id="formula").text == "7", "an app in front is left alone"
    hand.phone.global_action("home")
    hand.phone.close_app("com.android.calculator2")
    hand.phone.open_app("com.android.calculator2")
    assert hand.find(id="formula").text is None


def test_apps_that_are_not_there_or_have_no_page_do_not_open(hand):
    with pytest.raises(ActionFailed, match="not installed"):
        hand.phone.open_app("com.example.nothing")
    with pytest.raises(ActionFailed, match="no launchable activity"):
        hand.phone.open_app("com.android.systemui")
    with pytest.raises(ActionFailed, match="not installed"):
        hand.phone.close_app("com.example.nothing")


def test_apps_are_listed_with_their_versions(hand):
    apps = {app.package: app for app in hand.phone.list_apps()}
    assert apps["com.android.calculator2"].is_system
    assert not apps["com.example.notes"].is_system
    assert apps["com.example.notes"].version_name == "3.2.1"
    assert [app.name.lower() for app in apps.values()] == sorted(app.name.lower() for app in apps.values())


def test_the_shade_comes_down_and_its_notifications_open_their_app(hand):
    hand.phone.global_action("notifications")
    assert ("SYSTEM", "Notification shade") in windows(hand)
    shade = hand.find("Dinner on Sunday at seven?").window
    assert shade.focused
    hand.tap("Dinner on Sunday at seven?")
    assert hand.phone.foreground().package == "com.google.android.apps.messaging"
    assert hand.look().windows[1].title == "Status bar"
    hand.phone.global_action("notifications")
    assert not hand.all(id="expandableNotificationRow", desc="mum")
    assert "Dinner on Sunday at seven?" not in [seen.text for seen in hand.see() if seen.window.title == "Notification shade"]


def test_a_swipe_down_from_the_status_bar_opens_the_shade_and_another_the_quick_settings(hand):
    hand.swipe(540, 20, 540, 900)
    assert ("SYSTEM", "Notification shade") in windows(hand)
    hand.swipe(540, 250, 540, 1200)
    assert hand.find(id="slider")
    hand.phone.global_action("back")
    assert ("SYSTEM", "Status bar") in windows(hand)


def test_a_notification_is_swiped_away_but_an_ongoing_one_stays(hand):
    hand.phone.global_action("notifications")
    rows = hand.all(id="expandableNotificationRow")
    x, y = rows[1].center
    hand.swipe(x, y, x + 500, y)
    assert len(hand.all(id="expandableNotificationRow")) == len(rows) - 1
    hand.tap("Clear all")
    assert hand.texts().count("USB debugging connected") == 1
    assert len(hand.all(id="expandableNotificationRow")) == 1


def test_quick_settings_and_settings_are_the_same_switches(hand):
    hand.phone.global_action("quick_settings")
    hand.tap("Airplane mode")
    tile = next(seen for seen in hand.all(id="qs_tile") if seen.desc == "Airplane mode, On")
    assert tile.has(tree.CHECKED)
    hand.tap(desc="Open settings.")
    hand.tap("Network & internet")
    assert next(seen for seen in hand.all(desc="Airplane mode")).has(tree.CHECKED)


def test_recents_shows_the_newest_first_and_a_swipe_up_closes(hand):
    for package in ("com.android.calculator2", "com.example.notes", "com.example.weather"):
        hand.phone.open_app(package)
    hand.tap(desc="Overview")
    assert [seen.desc for seen in hand.all(id="task")] == ["Weather", "Notes", "Calculator"]
    x, y = hand.find(desc="Weather").center
    hand.swipe(x, y, x, y - 900, 200)
    assert [seen.desc for seen in hand.all(id="task")] == ["Notes", "Calculator"]
    hand.press(*hand.find(desc="Notes").center)
    assert hand.phone.foreground().package == "com.example.notes"


def test_back_leaves_recents_and_clear_all_empties_it(hand):
    hand.phone.open_app("com.example.notes")
    hand.phone.global_action("recents")
    hand.phone.global_action("back")
    assert hand.phone.foreground().package == "com.example.notes"
    hand.phone.global_action("recents")
    hand.tap("Clear all")
    hand.phone.global_action("recents")
    assert "No recent items" in hand.texts()


def test_a_page_keeps_its_window_id_and_another_page_has_another(hand):
    hand.phone.open_app("com.example.notes")
    first = hand.look().windows[-1].id
    assert hand.look().windows[-1].id == first
    hand.click(id="note_card")
    assert hand.look().windows[-1].id != first
    hand.phone.global_action("back")
    assert hand.look().windows[-1].id == first


def test_the_clock_of_the_status_bar_follows_the_clock(hand):
    before = hand.find(id="clock").text
    hand.rest(61)
    assert hand.find(id="clock").text != before

import pytest
from hand import Hand

from handheld import codec
from handheld.device import Point
from handheld.errors import ActionFailed, PermissionDenied, StaleNode
from handheld.screen import tree


@pytest.fixture
def hand(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.android.calculator2")
    return hand


def test_without_the_accessibility_service_nothing_of_the_screen_can_be_had(hand):
    phone = hand.phone
    phone.faults.accessibility_off = True
    acts = (
        phone.snapshot, lambda: phone.screenshot(700, 80, []), lambda: phone.click_node(1, 0),
        lambda: phone.long_click_node(1, 0),
        lambda: phone.scroll_node(1, 0, True), lambda: phone.gesture([[Point(1, 1, 0), Point(1, 1, 50)]]),
        lambda: phone.global_action("back"), lambda: phone.focus_field(1, 0), lambda: phone.select_text(0, 0),
        lambda: phone.commit_text("x"), phone.read_field, lambda: phone.press_key("DEL"), phone.get_clipboard,
        lambda: phone.set_clipboard("x"), phone.foreground, phone.display,
    )  # fmt: skip
    for act in acts:
        with pytest.raises(PermissionDenied, match=r"^Accessibility service not enabled"):
            act()
    assert phone.list_apps()
    assert phone.read_logs(None)


def test_a_screen_that_may_not_be_captured(hand):
    hand.phone.faults.capture_denied = True
    with pytest.raises(PermissionDenied, match="Screen capture not available"):
        hand.phone.screenshot(700, 80, [])
    assert hand.look().rows


def test_stale_nodes_are_stale_as_often_as_asked(hand):
    hand.phone.faults.stale_nodes = 2
    for _ in range(2):
        with pytest.raises(StaleNode):
            hand.click("7")
    hand.click("7")
    assert hand.find(id="formula").text == "7"


def test_a_node_whose_text_changed_is_stale(hand):
    hand.click("7")
    formula = hand.find(id="formula")
    hand.click("8")
    with pytest.raises(StaleNode):
        hand.phone.click_node(formula.snapshot, formula.index)


def test_only_the_last_three_snapshots_are_kept(hand):
    seen = hand.find("7")
    hand.look()
    hand.look()
    hand.phone.click_node(seen.snapshot, seen.index)
    hand.look()
    with pytest.raises(StaleNode, match="not kept"):
        hand.phone.click_node(seen.snapshot, seen.index)
    with pytest.raises(StaleNode):
        hand.phone.click_node(hand.look().snapshot, 100_000)


def test_a_node_of_a_page_that_is_left_is_stale(hand):
    seen = hand.find("7")
    hand.phone.global_action("home")
    with pytest.raises(StaleNode):
        hand.phone.click_node(seen.snapshot, seen.index)


def test_slow_calls_take_time(hand):
    hand.phone.faults.slow_calls_seconds = 2.5
    start = hand.clock.monotonic()
    hand.phone.snapshot()
    assert hand.clock.monotonic() - start == pytest.approx(2.5)


def test_no_windows_and_no_roots(hand):
    hand.phone.faults.no_windows = True
    assert codec.loads(hand.phone.snapshot())["windows"] == []
    with pytest.raises(ActionFailed, match="No windows available"):
        hand.look()
    hand.phone.faults.no_windows = False
    hand.phone.faults.null_roots = True
    raw = codec.loads(hand.phone.snapshot())
    assert len(raw["windows"]) == 3
    assert raw["nodes"] == []
    with pytest.raises(ActionFailed, match="null root"):
        hand.look()


def test_a_degraded_phone_gives_only_the_window_in_focus(hand):
    hand.phone.faults.degraded = True
    screen = hand.look()
    assert screen.degraded
    assert [window.package for window in screen.windows] == ["com.android.calculator2"]
    hand.click("7")
    assert hand.find(id="formula").text == "7"


def test_a_clipboard_that_is_denied_is_an_error(hand):
    hand.phone.faults.clipboard_denied = True
    with pytest.raises(ActionFailed, match="denied"):
        hand.phone.get_clipboard()
    with pytest.raises(ActionFailed, match="denied"):
        hand.phone.set_clipboard("x")


def test_logs_that_may_not_be_read(hand):
    hand.phone.faults.logs_denied = True
    with pytest.raises(PermissionDenied, match="READ_LOGS"):
        hand.phone.read_logs(None)


def test_an_app_that_will_not_start(hand):
    hand.phone.faults.will_not_start.add("com.example.notes")
    with pytest.raises(ActionFailed, match="Failed to launch"):
        hand.phone.open_app("com.example.notes")
    assert hand.phone.foreground().package == "com.android.calculator2"
    hand.phone.open_app("com.example.weather")
    assert "com.example.notes" in hand.phone.read_logs(None)


def test_an_icon_of_an_app_that_will_not_start_leaves_the_person_where_they_are(hand):
    hand.phone.faults.will_not_start.add("com.example.bank")
    hand.phone.global_action("home")
    hand.tap("Acorn Bank")
    assert hand.find(id="workspace")
    assert "Failed to launch app: com.example.bank" in hand.texts()


def test_an_input_connection_that_is_lost(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.example.bank")
    hand.focus("username")
    hand.phone.faults.input_lost = True
    with pytest.raises(ActionFailed, match="not ready"):
        hand.phone.commit_text("x")
    with pytest.raises(ActionFailed, match="not ready"):
        hand.focus("password")


def test_a_fault_that_is_over_leaves_no_trace(hand):
    before = hand.texts()
    hand.phone.faults.null_roots = True
    hand.phone.snapshot()
    hand.phone.faults.null_roots = False
    assert hand.texts() == before
    assert hand.find("7").has(tree.CLICKABLE)

"""Whatever is done to the phone, it lives, and what it tells of its screen is consistent."""

import contextlib
import tempfile
from pathlib import Path

from hand import Hand
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handheld import codec
from handheld.device import Point
from handheld.errors import HandheldError
from handheld.screen import tree

LIVELY = tree.CLICKABLE | tree.LONG_CLICKABLE | tree.SCROLLABLE | tree.EDITABLE
TYPES = {"APPLICATION", "INPUT_METHOD", "SYSTEM"}
X, Y = st.integers(0, 1079), st.integers(0, 2399)
PACKAGES = (
    "com.android.calculator2", "com.example.notes", "com.android.contacts", "com.android.settings", "com.example.weather",
    "com.example.bank", "com.example.reader", "com.example.gallery", "com.example.maps", "com.google.android.deskclock",
    "com.google.android.apps.messaging", "com.google.android.documentsui", "com.example.nothing",
)  # fmt: skip
STEP = st.one_of(
    st.tuples(st.just("tap"), X, Y, st.sampled_from((50, 600))),
    st.tuples(st.just("swipe"), X, Y, X, Y, st.sampled_from((80, 300, 1500))),
    st.tuples(st.just("pinch"), X, Y, X, Y),
    st.tuples(st.just("node"), st.sampled_from(("click", "long", "forward", "backward", "focus")), st.integers(0, 10_000)),
    st.tuples(st.just("global"), st.sampled_from(("back", "home", "recents", "notifications", "quick_settings"))),
    st.tuples(st.just("open"), st.sampled_from(PACKAGES)),
    st.tuples(st.just("close"), st.sampled_from(PACKAGES)),
    st.tuples(st.just("type"), st.text(max_size=5)),
    st.tuples(st.just("key"), st.sampled_from(("ENTER", "DEL", "TAB", "SPACE"))),
    st.tuples(st.just("wait"), st.floats(0.01, 4)),
)


def take(hand, step):
    phone = hand.phone
    match step:
        case ("tap", x, y, ms):
            hand.press(x, y, ms)
        case ("swipe", x, y, to_x, to_y, ms):
            hand.swipe(x, y, to_x, to_y, ms)
        case ("pinch", x, y, to_x, to_y):
            phone.gesture([[Point(x, y, 0), Point(to_x, to_y, 300)], [Point(to_x, y, 0), Point(x, to_y, 300)]])
        case ("node", act, place):
            screen = hand.look()
            lively = [index for index, row in enumerate(screen.rows) if row[tree.FLAGS] & LIVELY]
            index = lively[place % len(lively)]
            acts = {
                "click": lambda: phone.click_node(screen.snapshot, index),
                "long": lambda: phone.long_click_node(screen.snapshot, index),
                "forward": lambda: phone.scroll_node(screen.snapshot, index, True),
                "backward": lambda: phone.scroll_node(screen.snapshot, index, False),
                "focus": lambda: phone.focus_field(screen.snapshot, index),
            }
            acts[act]()
        case ("global", action):
            phone.global_action(action)
        case ("open", package):
            phone.open_app(package)
        case ("close", package):
            phone.close_app(package)
        case ("type", text):
            phone.commit_text(text)
        case ("key", key):
            phone.press_key(key)
        case ("wait", seconds):
            hand.rest(seconds)


def check(raw):
    strings, windows, nodes = raw["strings"], raw["windows"], raw["nodes"]
    assert strings[0] is None
    assert None not in strings[1:]
    assert "" not in strings
    assert len(set(strings)) == len(strings)
    assert len({window[0] for window in windows}) == len(windows)
    assert sum(window[5] for window in windows) == 1, "one window has the focus"
    layers = [window[4] for window in windows]
    assert layers == sorted(layers, reverse=True), "front to back"
    next_first = 0
    for _, kind, package, _, _, _, first, count in windows:
        assert strings[kind] in TYPES
        assert strings[package]
        assert first == next_first
        assert count > 0
        assert nodes[first][0] == -1
        for place in range(first + 1, first + count):
            assert first <= nodes[place][0] < place, "parents come before children, in the same window"
        next_first = first + count
    assert next_first == len(nodes)
    for _, kind, text, desc, res_id, left, top, right, bottom, flags in nodes:
        assert strings[kind].startswith(("android.", "androidx."))
        assert max(kind, text, desc, res_id) < len(strings)
        assert left <= right
        assert top <= bottom
        assert 0 <= flags < 2 * tree.SHOWING_HINT
        if flags & 1:
            assert 0 <= left < right <= 1080
            assert 0 <= top < bottom <= 2400
    pre_order(nodes)


def pre_order(nodes):
    open_ones: list[int] = []
    for place, node in enumerate(nodes):
        while open_ones and open_ones[-1] != node[0]:
            open_ones.pop()
        assert (not open_ones) == (node[0] == -1), "a node follows its parent or a sibling's family"
        open_ones.append(place)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 3), st.lists(STEP, max_size=25))
def test_a_random_walk_never_breaks_the_phone(seed, steps):
    with tempfile.TemporaryDirectory() as folder:
        hand = Hand(Path(folder), seed)
        number = 0
        for step in steps:
            with contextlib.suppress(HandheldError):
                take(hand, step)
            raw = codec.loads(hand.phone.snapshot())
            assert raw["snapshot"] > number
            number = raw["snapshot"]
            check(raw)
        hand.phone.screenshot(120, 50, [])


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEP, max_size=12))
def test_the_same_steps_lead_to_the_same_screen(steps):
    looks = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            hand = Hand(Path(folder))
            for step in steps:
                with contextlib.suppress(HandheldError):
                    take(hand, step)
            looks.append(hand.phone.snapshot())
    assert looks[0] == looks[1]

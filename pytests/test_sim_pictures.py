import io
import time

import pytest
from hand import Hand
from PIL import Image

from handheld.device import Box
from handheld_desktop.sim import fonts
from handheld_desktop.sim.apps.reader import TEXTS
from handheld_desktop.sim.icons import ICONS, mask

APPS = [
    "com.android.calculator2", "com.example.notes", "com.android.contacts", "com.android.settings", "com.example.weather",
    "com.example.bank", "com.example.reader", "com.example.gallery", "com.example.maps", "com.google.android.deskclock",
    "com.google.android.apps.messaging", "com.google.android.documentsui",
]  # fmt: skip


@pytest.fixture
def hand(tmp_path):
    return Hand(tmp_path)


def opened(picture):
    image = Image.open(io.BytesIO(picture.jpeg))
    image.load()
    assert (image.width, image.height) == (picture.width, picture.height)
    return image


@pytest.mark.parametrize(("max_side", "size"), [(0, (1080, 2400)), (700, (315, 700)), (5000, (1080, 2400)), (1, (1, 1))])
def test_a_picture_is_as_large_as_asked(hand, max_side, size):
    picture = hand.phone.screenshot(max_side, 80, [])
    assert opened(picture).size == size


def test_quality_costs_bytes(hand):
    assert len(hand.phone.screenshot(700, 95, []).jpeg) > 2 * len(hand.phone.screenshot(700, 20, []).jpeg)


@pytest.mark.parametrize("package", APPS)
def test_every_app_is_drawn_by_day_and_by_night(hand, package):
    hand.phone.open_app(package)
    hand.rest(10)
    day = opened(hand.phone.screenshot(400, 80, []))
    hand.phone.global_action("quick_settings")
    hand.tap("Dark theme")
    hand.phone.global_action("back")
    night = opened(hand.phone.screenshot(400, 80, []))
    assert len(day.getcolors(200_000)) > 50, "not an empty page"
    assert day.tobytes() != night.tobytes()


def test_the_same_phone_draws_the_same_picture(tmp_path):
    first, second = (Hand(tmp_path / name, seed=3) for name in ("a", "b"))
    assert first.phone.screenshot(500, 80, []).jpeg == second.phone.screenshot(500, 80, []).jpeg


def test_a_box_is_red_and_dashed_and_has_a_label(hand):
    hand.phone.open_app("com.android.calculator2")
    plain = opened(hand.phone.screenshot(0, 95, []))
    boxed = opened(hand.phone.screenshot(0, 95, [Box(300, 200, 700, 500, "a3f2")]))
    edge = [is_red(boxed.getpixel((x, 499))) for x in range(300, 700)]
    assert 0.3 < sum(edge) / len(edge) < 0.8, "dashed"
    assert sum(is_red(boxed.getpixel((x, 210))) for x in range(310, 360)) > 20, "the label lies on the corner"
    assert boxed.getpixel((500, 350)) == plain.getpixel((500, 350)), "the inside is left as it is"


def is_red(pixel):
    red, green, blue = pixel
    return red > 180 and green < 120 and blue < 120


def test_boxes_at_and_beyond_the_edges_are_drawn_too(hand):
    boxes = [Box(0, 0, 1080, 2400, "full"), Box(1070, 2390, 2000, 3000, "out"), Box(5, 5, 5, 5, "none"), Box(0, 0, 9, 9, "日本")]
    assert opened(hand.phone.screenshot(700, 80, boxes)).size == (315, 700)


def test_boxes_do_not_stay_on_the_next_picture(hand):
    before = hand.phone.screenshot(700, 80, []).jpeg
    hand.phone.screenshot(700, 80, [Box(100, 100, 500, 500, "x")])
    assert hand.phone.screenshot(700, 80, []).jpeg == before


def test_a_frame_that_did_not_change_is_not_drawn_again(hand):
    hand.phone.screenshot(0, 80, [])
    start = time.process_time()
    for _ in range(5):
        hand.phone.screenshot(64, 80, [])
    assert (time.process_time() - start) / 5 < 0.1


@pytest.mark.parametrize(("id", "text"), [(id, text) for id, _, text in TEXTS])
def test_no_text_is_too_strange_to_set(id, text):
    lines = fonts.wrap(text, 44, "regular", 900, 0)
    assert "".join(line.text for line in lines) == text.replace("\n", "")
    for line in lines:
        assert fonts.width(line.text, 44) < 1000


def test_lines_say_where_they_come_from():
    text = "one two\n\nthree 中文字 " + "x" * 80
    for line in fonts.wrap(text, 40, "medium", 300, 0):
        assert text[line.start : line.end] == line.text


def test_too_many_lines_end_in_an_ellipsis():
    lines = fonts.wrap("word " * 100, 40, "regular", 400, 2)
    assert len(lines) == 2
    assert lines[1].text.endswith("…")
    assert fonts.width(lines[1].text, 40) <= 400


def test_without_any_font_on_the_machine_every_text_is_still_drawn(monkeypatch, tmp_path):
    monkeypatch.setattr(fonts, "_faces", lambda: [""])
    caches = [fonts.font, fonts.runs, fonts.width, fonts.wrap, fonts._face_of, fonts._glyph, fonts._char_width]
    for cache in caches:
        cache.cache_clear()
    try:
        hand = Hand(tmp_path)
        hand.phone.open_app("com.example.reader")
        assert opened(hand.phone.screenshot(400, 80, []))
        assert fonts.runs("é")[0].text == "e", "a letter without its accent is better than a box"
        assert fonts.runs("中")[0].face == fonts.BOX
    finally:
        for cache in caches:
            cache.cache_clear()


@pytest.mark.parametrize("name", sorted(ICONS))
def test_every_icon_covers_something_and_not_everything(name):
    histogram = mask(name, 48).histogram()
    assert 0.03 < sum(histogram[128:]) / (48 * 48) < 0.85

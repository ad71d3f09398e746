import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld.graphemes import graphemes

FAMILY = "👨‍👩‍👧‍👦"
RAINBOW_FLAG = "🏳️‍🌈"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "whole",
    [
        FAMILY,
        RAINBOW_FLAG,
        SCOTLAND,
        "👍🏽",
        "👩🏿‍💻",
        "🧑🏻‍❤️‍💋‍🧑🏿",
        "🏃🏾‍♀️‍➡️",
        "🐦‍⬛",
        "❤️‍🔥",
        "🇭🇺",
        "1️⃣",
        "#️⃣",
        "☎︎",
        "e\u0301",
        "ệ\u0323\u0302",
        "\u1112\u1161\u11ab",
        "각",
        "가\u11a8",
        "नि",
        "क्षि",
        "กำ",
        "שָׁ",
        "が\u3099",
        "ｶﾞ",
        "\r\n",
        "\u0600١",
        "葛\U000e0100",
    ],
)
def test_what_is_seen_as_one_character_stays_one(whole):
    assert list(graphemes(whole)) == [whole]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("abc", ["a", "b", "c"]),
        ("🇭🇺🇩🇪🇺", ["🇭🇺", "🇩🇪", "🇺"]),
        ("👍👍🏽", ["👍", "👍🏽"]),
        ("a\u200db", ["a\u200d", "b"]),
        ("中文", ["中", "文"]),
        ("한국", ["한", "국"]),
        ("คำ", ["คำ"]),
        ("மணி", ["ம", "ணி"]),
        ("क्षिक", ["क्षि", "क"]),
        ("\n\u0301", ["\n", "\u0301"]),
        ("\n\r", ["\n", "\r"]),
        ("a\u200bb", ["a", "\u200b", "b"]),
        ("1️⃣2", ["1️⃣", "2"]),
        (FAMILY + "!" + RAINBOW_FLAG, [FAMILY, "!", RAINBOW_FLAG]),
        ("👨‍👩‍👧👦", ["👨‍👩‍👧", "👦"]),
    ],
)
def test_characters_are_parted_where_a_reader_parts_them(text, parts):
    assert list(graphemes(text)) == parts


pieces = st.sampled_from([*"aé1\r\n\u0301\u200d\ufe0f\u20e3🇭🇺👩🏽💻♀한각क्षिกำ", FAMILY, SCOTLAND, RAINBOW_FLAG])


@given(st.lists(pieces | st.characters()).map("".join))
def test_nothing_is_lost_and_no_part_is_empty(text):
    parts = list(graphemes(text))
    assert "".join(parts) == text
    assert all(parts)


@given(st.lists(pieces).map("".join))
def test_no_character_begins_with_a_mark_unless_nothing_can_carry_it(text):
    parts = list(graphemes(text))
    for before, part in itertools.pairwise(parts):
        if unicodedata.combining(part[0]):
            assert before[-1] in "\r\n"

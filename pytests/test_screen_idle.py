"""The fingerprint of a screen, and how alike two are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import SEEN, Node, Pane, label, named

from handheld.screen import tree
from handheld.screen.idle import fingerprint, similarity


def of(*nodes: Node) -> list[int]:
    return fingerprint(named(Pane(Node(kids=list(nodes)))))


def test_a_fingerprint_is_a_histogram_of_256_slots() -> None:
    print_ = of(label("a"), label("b"))
    assert len(print_) == 256
    assert sum(print_) == 3 * 8


def test_the_same_screen_is_100_percent_alike() -> None:
    assert similarity(of(label("a")), of(label("a"))) == 100


@pytest.mark.parametrize(
    "changed",
    [
        label("b"),
        label("a", desc="b"),
        label("a", res_id="b"),
        label("a", bounds=(0, 0, 10, 10)),
        label("a", flags=SEEN | tree.CHECKED),
        Node("android.widget.Button", "a"),
        Node(kids=[label("a")]),
    ],
)
def test_whatever_changes_the_screen_changes_the_fingerprint(changed: Node) -> None:
    assert similarity(of(label("a")), of(changed)) < 100


@given(st.lists(st.text(max_size=3), max_size=60), st.text(max_size=3))
def test_one_change_on_a_large_screen_is_never_missed_and_never_large(texts: list[str], text: str) -> None:
    before = of(*(label(text) for text in texts), label("one"))
    after = of(*(label(text) for text in texts), label("two" + text))
    assert 100 * len(texts) // (len(texts) + 2) <= similarity(before, after) < 100


def test_screens_that_share_nothing_are_hardly_alike() -> None:
    assert similarity(of(*map(label, "abcdefgh")), of(*map(label, "ijklmnop"))) < 60


def test_a_typed_password_does_not_disturb() -> None:
    flags = SEEN | tree.PASSWORD
    assert similarity(of(Node(text="a", flags=flags)), of(Node(text="ab", flags=flags))) == 100


@given(st.lists(st.integers(0, 50), min_size=256, max_size=256), st.lists(st.integers(0, 50), min_size=256, max_size=256))
def test_similarity_is_a_percentage_and_the_same_both_ways(one: list[int], other: list[int]) -> None:
    assert 0 <= similarity(one, other) <= 100
    assert similarity(one, other) == similarity(other, one)
    assert (similarity(one, other) == 100) == (one == other)

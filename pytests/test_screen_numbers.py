"""Numbers that are given only once, whatever happens to the process or the disk."""

import threading
from pathlib import Path

import pytest

from handheld.screen.numbers import Numbers


def test_numbers_without_a_file_begin_with_one() -> None:
    numbers = Numbers()
    assert [numbers.take() for _ in range(2500)] == list(range(1, 2501))


def test_numbers_are_not_given_again_after_a_restart(tmp_path: Path) -> None:
    given: list[int] = []
    for _ in range(3):
        numbers = Numbers(tmp_path / "numbers")
        given += [numbers.take() for _ in range(1500)]
    assert len(set(given)) == len(given)
    assert max(given) < 10_000


def test_two_that_share_a_file_never_give_the_same(tmp_path: Path) -> None:
    both = [Numbers(tmp_path / "numbers") for _ in range(2)]
    given = [numbers.take() for _ in range(1500) for numbers in both]
    assert len(set(given)) == len(given)


def test_nothing_is_written_before_the_first_number_is_taken(tmp_path: Path) -> None:
    Numbers(tmp_path / "numbers")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"abc", b"-5", b"1" * 5000, b"\xff"])
def test_after_a_broken_file_numbers_begin_far_from_all_that_were_given(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "numbers"
    path.write_bytes(content)
    assert Numbers(path).take() >= 1_000_000


def test_where_nothing_can_be_written_numbers_are_still_given_and_never_twice(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    numbers = Numbers(path)
    given = [numbers.take() for _ in range(1000)]
    path.unlink()
    path.mkdir()
    given += [numbers.take() for _ in range(2500)]
    path.rmdir()
    given += [numbers.take() for _ in range(1000)]
    assert len(set(given)) == len(given)
    assert given[1000] > 1_000_000


def test_threads_never_get_the_same_number() -> None:
    numbers, given = Numbers(), []

    def take() -> None:
        for _ in range(500):
            given.append(numbers.take())

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(given) == list(range(1, 2001))

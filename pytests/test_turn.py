import threading

import pytest

from handheld.errors import Cancelled
from handheld.turn import Turn


class Line:
    """People who wait for a turn, each of whom says when it was theirs."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self.served: list[int] = []
        self._threads: list[threading.Thread] = []

    def join_in(self, number: int) -> None:
        def wait() -> None:
            with self._turn:
                self.served.append(number)

        before = len(self._turn._waiting)
        self._threads.append(threading.Thread(target=wait))
        self._threads[-1].start()
        while len(self._turn._waiting) == before:
            pass

    def end(self) -> None:
        for thread in self._threads:
            thread.join(10)


def test_turns_come_in_the_order_of_asking() -> None:
    turn = Turn()
    line = Line(turn)
    with turn:
        for number in range(20):
            line.join_in(number)
    line.end()
    assert line.served == list(range(20))
    assert not turn.locked()


def test_who_gives_up_is_passed_over() -> None:
    turn = Turn()
    line = Line(turn)

    def give_up() -> None:
        raise Cancelled("x")

    with turn:
        line.join_in(1)
        with pytest.raises(Cancelled):
            turn.take(give_up)
        line.join_in(2)
        assert line.served == []
    line.end()
    assert line.served == [1, 2]
    assert not turn.locked()


def test_who_gives_up_just_when_the_turn_comes_hands_it_on() -> None:
    turn = Turn()
    line = Line(turn)
    turn.take()

    def too_late() -> None:
        line.join_in(1)
        turn.leave()
        raise Cancelled("x")

    with pytest.raises(Cancelled):
        turn.take(too_late)
    line.end()
    assert line.served == [1]
    assert not turn.locked()

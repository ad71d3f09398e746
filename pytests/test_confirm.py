"""Confirmation: the questions, the person's answers, and how long each holds."""

import contextlib
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fakes import FakeClock
from hypothesis import given
from hypothesis import strategies as st

from handheld.confirm import ANSWERS, Answer, Confirm, Question
from handheld.deed import SENTENCES, deed, digest, fits
from handheld.errors import AwaitsPerson, InvalidArguments, RefusedByPerson

SMS = deed("send_sms", number="+4912345678", sim="Home", text="Hi")


class Asking:
    """A confirm, and a client that wants to send an SMS."""

    def __init__(self, clock: Any = None) -> None:
        self.clock = clock or FakeClock()
        self.confirm = Confirm(self.clock)

    def seek(self, text: str = "Hi", client: str = "claude", tool: str = "send_sms", where: str = "") -> Question | None:
        wanted = deed("open_app", name=text, package=text, where=where)
        return self.confirm.seek(client, tool, wanted, digest(tool, "", {"text": text}), 120)

    def asked(self, *args: Any, **kwargs: Any) -> Question:
        question = self.seek(*args, **kwargs)
        assert question is not None
        return question

    def answer(self, answer: Answer, *args: Any, **kwargs: Any) -> Question:
        question = self.asked(*args, **kwargs)
        self.confirm.decide(question.id, answer)
        return question


@pytest.fixture
def asking() -> Asking:
    return Asking()


def test_a_call_asks_once_however_often_it_comes(asking: Asking) -> None:
    assert asking.asked() is asking.asked()
    assert len(asking.confirm.questions) == 1


def test_an_allowance_for_once_lets_exactly_one_call_through(asking: Asking) -> None:
    first = asking.answer("once")
    assert asking.confirm.questions == []
    assert asking.seek() is None
    assert asking.asked() is not first


def test_of_many_equal_calls_at_once_one_allowance_lets_one_through() -> None:
    asking = Asking()
    asking.answer("once")
    ready = threading.Barrier(16)

    def call(_: int) -> bool:
        ready.wait()
        return asking.seek() is None

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(call, range(16))) == 1
    assert len(asking.confirm.questions) == 1


def test_an_allowance_is_for_this_client_this_tool_and_these_arguments(asking: Asking) -> None:
    asking.answer("once")
    assert asking.seek("Hi!") is not None
    assert asking.seek(client="another") is not None
    assert asking.seek(tool="delete_file") is not None
    assert asking.seek() is None


def test_an_allowance_that_nobody_uses_lapses(asking: Asking) -> None:
    asking.answer("once")
    asking.clock.time += 121
    assert asking.seek() is not None


def test_no_means_no_and_asking_again_at_once_does_not_disturb_the_person(asking: Asking) -> None:
    asking.answer("no")
    for _ in range(3):
        with pytest.raises(RefusedByPerson, match="said no on the phone"):
            asking.seek()
    assert asking.confirm.questions == []
    asking.clock.time += 121
    assert asking.seek() is not None


def test_no_answer_in_time_is_a_refusal_and_the_next_call_asks_again(asking: Asking) -> None:
    asking.asked()
    asking.clock.time += 121
    assert asking.confirm.questions == []
    with pytest.raises(RefusedByPerson, match="nobody answered on the phone within 120 seconds"):
        asking.seek()
    assert asking.seek() is not None


def test_an_answer_that_comes_too_late_or_twice_changes_nothing(asking: Asking) -> None:
    late = asking.asked()
    asking.clock.time += 121
    with pytest.raises(InvalidArguments, match="not waiting any more"):
        asking.confirm.decide(late.id, "once")
    asking.clock.time += 121
    again = asking.answer("no")
    with pytest.raises(InvalidArguments, match="not waiting any more"):
        asking.confirm.decide(again.id, "once")


def test_an_answer_is_one_of_four(asking: Asking) -> None:
    with pytest.raises(InvalidArguments, match="once, hour, no, never"):
        asking.confirm.decide(asking.asked().id, "always")  # type: ignore[arg-type]


def test_for_an_hour_is_for_this_client_this_tool_and_this_place(asking: Asking) -> None:
    asking.answer("hour", "a", where="card")
    assert asking.seek("b", where="card") is None
    assert asking.seek("b", where="card") is None
    assert asking.seek("b", where="downloads") is not None
    assert asking.seek("b", where="card", client="another") is not None
    assert asking.seek("b", where="card", tool="delete_file") is not None
    asking.clock.time += 3601
    assert asking.confirm.standing == []
    assert asking.seek("b", where="card") is not None


def test_a_lasting_answer_settles_all_that_it_covers(asking: Asking) -> None:
    other = asking.asked("another text")
    kept = asking.asked("x", tool="delete_file")
    asking.answer("hour")
    asking.confirm.wait(other, 15, lambda passed: pytest.fail("it is answered"))
    assert asking.confirm.questions == [kept]
    assert asking.seek("another text") is None


def test_never_is_never_until_the_person_takes_it_back(asking: Asking) -> None:
    asking.answer("never")
    asking.clock.time += 1_000_000
    with pytest.raises(RefusedByPerson, match="never allows this to claude"):
        asking.seek("anything")
    (standing,) = asking.confirm.standing
    assert (standing.client, standing.tool, standing.allowed) == ("claude", "send_sms", False)
    asking.confirm.take_back(standing.id)
    assert asking.seek() is not None
    with pytest.raises(InvalidArguments):
        asking.confirm.take_back(standing.id)


def test_an_hour_can_be_taken_back(asking: Asking) -> None:
    asking.answer("hour")
    asking.confirm.take_back(asking.confirm.standing[0].id)
    assert asking.seek() is not None


class TwoClocks(FakeClock):
    """Apart, as on a phone that sleeps or whose clock someone sets."""

    steady = 0.0

    def monotonic(self) -> float:
        return self.steady


@pytest.mark.parametrize(("wall", "steady"), [(-7200, 3601), (3601, 0)], ids=["set back", "asleep"])
def test_an_hour_is_an_hour_also_if_the_clock_is_set_back_or_the_phone_sleeps(wall: float, steady: float) -> None:
    clock = TwoClocks()
    asking = Asking(clock)
    asking.answer("hour")
    clock.time, clock.steady = clock.time + wall, clock.steady + steady
    assert asking.seek() is not None


def test_a_new_server_forgets_questions_and_allowances_and_keeps_what_is_never_allowed(asking: Asking) -> None:
    asking.answer("hour")
    asking.answer("never", tool="delete_file")
    asking.answer("once", "x", tool="open_app")
    waiting = asking.asked("y", tool="open_app")
    asking.confirm.forget()
    assert waiting.decided.is_set()
    assert asking.confirm.questions == []
    assert [each.tool for each in asking.confirm.standing] == ["delete_file"]
    assert asking.seek("x", tool="open_app") is not None


def test_who_asks_too_much_has_to_wait(asking: Asking) -> None:
    for number in range(5):
        asking.asked(str(number))
    with pytest.raises(AwaitsPerson, match="Too many questions"):
        asking.seek("one more")
    assert asking.seek("one more", client="another") is not None
    asking.clock.time += 241
    assert asking.seek("one more") is not None


def test_whoever_withdraws_a_question_cannot_ask_it_again_at_once(asking: Asking) -> None:
    asking.confirm.withdraw("claude", asking.asked().id)
    assert asking.confirm.questions == []
    with pytest.raises(RefusedByPerson, match="withdrew"):
        asking.seek()


def test_what_was_allowed_meanwhile_can_be_withdrawn_too_but_only_by_who_asked(asking: Asking) -> None:
    asking.confirm.withdraw("another", asking.answer("once").id)
    assert asking.seek() is None
    asking.confirm.withdraw("claude", asking.answer("once").id)
    with pytest.raises(RefusedByPerson, match="withdrew"):
        asking.seek()


def test_waiting_ends_with_the_answer_with_its_time_or_when_the_call_is_cancelled(asking: Asking) -> None:
    passed: list[float] = []
    asking.confirm.wait(asking.asked(), 15, passed.append)
    assert passed == sorted(passed)
    assert passed[-1] == 14.75
    answered = asking.answer("no", "b")
    asking.confirm.wait(answered, 15, lambda passed: pytest.fail("it is answered"))

    def cancelled(passed: float) -> None:
        raise AwaitsPerson("cancelled")

    with pytest.raises(AwaitsPerson, match="cancelled"):
        asking.confirm.wait(asking.asked("c"), 15, cancelled)


def test_while_a_question_waits_agents_leave_the_screen_alone(asking: Asking) -> None:
    asking.confirm.keep_off()
    question = asking.asked()
    with pytest.raises(AwaitsPerson, match="leave the screen alone"):
        asking.confirm.keep_off()
    asking.confirm.decide(question.id, "once")
    asking.confirm.keep_off()
    asking.asked("b")
    asking.clock.time += 121
    asking.confirm.keep_off()


def test_who_watches_hears_of_every_change(asking: Asking) -> None:
    heard: list[int] = []
    asking.confirm.watch(lambda: heard.append(len(asking.confirm.questions)))
    asking.answer("hour")
    asking.confirm.take_back(asking.confirm.standing[0].id)
    asking.confirm.withdraw("claude", asking.asked("b").id)
    asking.confirm.forget()
    assert heard == [1, 0, 0, 1, 0, 0]


STEPS = st.one_of(
    st.tuples(st.just("seek"), st.sampled_from("ab"), st.sampled_from(["x", "y"])),
    st.tuples(st.just("decide"), st.sampled_from(ANSWERS), st.integers(0, 3)),
    st.tuples(st.just("take back"), st.just(""), st.integers(0, 3)),
    st.tuples(st.just("wait"), st.sampled_from("ab"), st.sampled_from([1, 100, 121, 3601])),
)


@given(st.lists(STEPS, max_size=40))
def test_whatever_happens_nothing_goes_through_that_the_person_did_not_allow(steps: list[tuple[str, Any, Any]]) -> None:
    asking = Asking()
    once: dict[tuple[str, str], float] = {}
    hours: dict[str, float] = {}
    for step, which, what in steps:
        confirm, now = asking.confirm, asking.clock.time
        if step == "wait":
            asking.clock.time += what
        elif step == "take back" and what < len(confirm.standing):
            gone = confirm.standing[what]
            confirm.take_back(gone.id)
            hours.pop(gone.client, None)
        elif step == "decide" and what < len(confirm.questions):
            question = confirm.questions[what]
            confirm.decide(question.id, which)
            if which == "once":
                once[question.client, question.deed.facts["name"]] = now + 120
            elif which in ("hour", "never"):
                once = {key: end for key, end in once.items() if key[0] != question.client}
                hours[question.client] = now + 3600 if which == "hour" else 0
        elif step == "seek":
            with contextlib.suppress(RefusedByPerson, AwaitsPerson):
                if asking.seek(what, client=which) is None:
                    allowed = hours.get(which, 0) > now or once.pop((which, what), 0) > now
                    assert allowed


# The sentence


def test_the_sentence_shows_number_and_text() -> None:
    assert SMS.sentence == "Send an SMS to +4912345678 from Home: “Hi”"


def test_what_others_wrote_cannot_hide_reorder_break_or_end_the_sentence() -> None:
    sly = deed("send_sms", number="+49\u202e1", sim="Home\x1b[2J\x00", text="a\n\nb\u200bc” to +1: “\u2066d\ud800\U000e0041")
    assert sly.sentence == "Send an SMS to +491 from Home[2J: “a bc\" to +1: \"d?”"


def test_a_sentence_has_its_end() -> None:
    for kind, sentence in SENTENCES.items():
        facts = dict.fromkeys(re.findall(r"{(\w+)}", sentence), "x" * 100_000)
        assert len(deed(kind, **facts).sentence) < 1300


def test_a_star_stands_for_any_letters_and_nothing_else_is_special() -> None:
    assert fits("com.paypal.android", ["com.paypal.*"])
    assert fits("com.Example.Wallet.app", ["*wallet*"])
    assert not fits("com.paypalx", ["com.paypal.*"])
    assert not fits("com_android.settings", ["com.android.settings"])
    assert not fits("com.android.settings.evil", ["com.android.settings"])
    assert not fits("a", ["?", "[a]"])


def test_the_digest_tells_tools_apps_and_arguments_apart() -> None:
    assert digest("a", "", {"x": 1, "y": "\ud800"}) == digest("a", "", {"y": "\ud800", "x": 1})
    assert len({digest("a", "", {}), digest("b", "", {}), digest("a", "b", {}), digest("a", "", {"x": 1})}) == 4

"""What the person sees of a question, on the control page and on the phone, and what their answer does."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeClock
from java_bridge import BridgeOver
from paging import Visitor, paged
from serving import TOKEN, Served, Waiter

from handheld import entry
from handheld.app import App
from handheld.call import Call
from handheld.errors import ActionFailed, AwaitsPerson
from handheld_desktop.sim import SimulatedPhone

NUMBER = "+36201234567"
SMS = {"to_phone_number": NUMBER, "sms_text": "On my way", "subscription_id": 1}
SENTENCE = f"Send an SMS to {NUMBER} from Personal: “On my way”"


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Visitor]:
    with paged(tmp_path, confirm={}) as stranger:
        yield stranger.come_in()


def asked_on(inside: Visitor) -> Any:
    arguments = {"name": "android_send_sms", "arguments": SMS}
    served = Served(inside.app.running_core, inside.app.port, None)  # type: ignore[arg-type]
    token = inside.app.settings.tokens[0].token
    return served.legacy("tools/call", arguments, authorization=f"Bearer {token}").result


def test_the_page_shows_what_waits_and_the_phone_too_and_both_forget_it_when_it_is_decided(inside: Visitor) -> None:
    phone = inside.app.device
    assert isinstance(phone, SimulatedPhone)
    assert asked_on(inside)["isError"]
    (question,) = inside.ask("questions")["questions"]
    assert question["sentence"] == SENTENCE
    assert question["facts"] == {"number": NUMBER, "sim": "Personal", "text": "On my way"}
    assert (question["client"], question["tool"]) == ("default", "send_sms")
    assert 100 < question["seconds"] <= 120
    assert [(each.id, each.sentence) for each in phone.questions] == [(question["id"], SENTENCE)]
    inside.order("questions/answer", id=question["id"], answer="once")
    assert phone.questions == ()
    assert inside.ask("questions")["questions"] == []
    assert "isError" not in asked_on(inside)


def test_what_lasts_is_listed_and_can_be_taken_back(inside: Visitor) -> None:
    for answer, allowed in (("hour", True), ("never", False)):
        asked_on(inside)
        inside.order("questions/answer", id=inside.ask("questions")["questions"][0]["id"], answer=answer)
        (standing,) = inside.ask("questions")["standing"]
        assert (standing["client"], standing["tool"], standing["allowed"]) == ("default", "send_sms", allowed)
        inside.order("questions/take_back", id=standing["id"])
        assert inside.ask("questions")["standing"] == []


def test_an_answer_to_nothing_is_refused(inside: Visitor) -> None:
    for body in ({"id": "x", "answer": "once"}, {"id": "x"}, {"id": "x", "answer": "yes"}, {"id": {}, "answer": []}):
        assert inside.post("questions/answer", **body).status == 400
    assert inside.post("questions/take_back", id="x").status == 400


def test_a_server_that_starts_anew_has_forgotten_what_it_asked(inside: Visitor) -> None:
    phone = inside.app.device
    assert isinstance(phone, SimulatedPhone)
    asked_on(inside)
    inside.order("settings/save", changes={"slug": "other"})
    assert inside.ask("questions") == {"questions": [], "standing": []}
    assert phone.questions == ()


def test_the_person_who_tries_a_tool_on_the_page_is_not_asked(inside: Visitor) -> None:
    tried = inside.order("tools/try", name="android_send_sms", arguments=SMS)
    assert not tried["isError"], tried
    assert inside.ask("questions")["questions"] == []


def test_a_phone_that_cannot_show_a_question_still_has_it_on_the_page(inside: Visitor) -> None:
    def broken(questions: Any) -> None:
        raise ActionFailed("no notifications")

    inside.app.device.show_questions = broken  # type: ignore[method-assign]
    assert asked_on(inside)["isError"]
    assert inside.ask("questions")["questions"]


def test_the_touch_that_answers_a_question_does_not_pause(tmp_path: Path) -> None:
    clock = FakeClock()
    app = App(SimulatedPhone(tmp_path / "storage"), tmp_path, clock=clock)
    app.configure({"port": 0, "pause_on_touch": True})
    app.start()
    with pytest.raises(AwaitsPerson):
        app.running_core.catalogue.run("android_send_sms", SMS, Call(app.running_core.phone))
    app.touched()
    app.control.confirm.decide(app.control.confirm.questions[0].id, "once")
    clock.time += 3
    app.touched()
    assert not app.control.pause.on
    clock.time += 11
    app.touched()
    assert app.control.pause.on
    app.stop()


def test_the_buttons_of_the_notification_answer_through_the_app(tmp_path: Path) -> None:
    phone = SimulatedPhone(tmp_path / "storage")
    options = {"settings": {"port": 0, "tokens": [{"name": "Claude", "token": TOKEN}]}}
    entry._app = None
    started = json.loads(entry.start(BridgeOver(phone), str(tmp_path), json.dumps(options)))
    try:
        server = Served(entry._app.core, started["port"], Waiter())  # type: ignore[union-attr]
        assert server.call("android_send_sms", **SMS).result["isError"]
        (shown,) = phone.questions
        assert (shown.client, shown.sentence) == ("Claude", SENTENCE)
        assert 100 < shown.seconds <= 120
        answer = json.dumps({"method": "answer", "params": {"id": shown.id, "answer": "once"}})
        assert json.loads(entry.handle(answer)) == {"result": {}}
        assert phone.questions == ()
        assert server.call("android_send_sms", **SMS).result["content"][0]["text"] == f"SMS sent to {NUMBER}"
        assert json.loads(entry.handle(answer))["error"]["code"] == "invalid_arguments"
    finally:
        entry.stop()

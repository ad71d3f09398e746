"""What agents ask, answered by clicking."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from room import NARROW, Open, Room, room_in

from handheld.deed import SENTENCES

NUMBER = "+36201234567"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with room_in(tmp_path, confirm={}) as made:
        yield made


def send(room: Room, text: str = "On my way") -> str:
    return room.call("send_sms", to_phone_number=NUMBER, sms_text=text, subscription_id=1)



def test_a_question_comes_up_in_every_view_and_its_yes_lets_the_call_through(room: Room, opened: Open) -> None:
    page = opened("settings")
    assert send(room).startswith("Waiting for the person")
    card = page.locator("article.question")
    expect(card.locator(".sentence")).to_have_text(f"Send an SMS to {NUMBER} from Personal: “On my way”")
    expect(card.get_by_role("heading")).to_have_text("default asks")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("nav .to-now")).to_have_attribute("data-count", "1")
    page.evaluate("location.hash = 'history'")
    expect(page).to_have_title("(1) History – Handheld")
    expect(card).to_be_visible()
    page.evaluate("location.hash = 'settings'")
    card.get_by_role("button", name="Allow once").click()
    expect(card).to_have_count(0)
    expect(page).to_have_title(re.compile(r"^Settings"))
    assert send(room) == f"SMS sent to {NUMBER}"
    assert send(room).startswith("Waiting for the person")
    expect(card).to_be_visible()


def test_a_screen_reader_hears_it_and_the_keyboard_answers_it(room: Room, opened: Open) -> None:
    page = opened()
    send(room)
    expect(page.get_by_role("alert").filter(has_text="default asks: Send an SMS")).to_have_count(1)
    never = page.get_by_role("button", name="Not now")
    expect(never).to_have_accessible_description(f"Send an SMS to {NUMBER} from Personal: “On my way”")
    expect(never).to_be_enabled()
    never.focus()
    page.keyboard.press("Enter")
    expect(page.locator("article.question")).to_have_count(0)
    expect(page.get_by_role("heading", name="Now")).to_be_focused()
    assert "said no" in send(room)


def test_a_card_that_comes_up_under_the_finger_takes_no_touch_at_first(room: Room, opened: Open) -> None:
    page = opened()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 20)
    send(room)
    expect(page.get_by_role("button", name="Allow once")).to_be_disabled()
    page.clock.run_for(1000)
    expect(page.get_by_role("button", name="Allow once")).to_be_enabled()


def test_what_lasts_is_listed_and_taken_back(room: Room, opened: Open) -> None:
    page = opened()
    send(room)
    page.get_by_role("button", name="Allow for an hour").click()
    standing = page.locator(".standing")
    expect(standing).to_contain_text("send_sms")
    expect(standing).to_contain_text("allowed until")
    assert send(room, "another") == f"SMS sent to {NUMBER}"
    standing.get_by_role("button", name="Take back: send_sms").click()
    expect(standing).to_be_hidden()
    send(room)
    page.get_by_role("button", name="Never", exact=True).click()
    expect(standing).to_contain_text("never allowed")
    assert "never allows this" in send(room)


def test_a_question_that_an_agent_waits_for_goes_when_it_is_answered_elsewhere(room: Room, opened: Open) -> None:
    page, other = opened(), opened()
    send(room)
    expect(page.locator("article.question")).to_be_visible()
    other.get_by_role("button", name="Not now").click()
    expect(page.locator("article.question")).to_have_count(0)


def test_the_time_that_is_left_counts_down(room: Room, opened: Open) -> None:
    page = opened()
    room.app.configure({"confirm": {"timeout_seconds": 8}})
    send(room)
    expect(page.locator(".question .left")).to_have_text(re.compile(r"^[1-8] s left$"))
    expect(page.locator(".question .left")).to_have_text(re.compile(r"^[1-4] s left$"))
    expect(page.locator("article.question")).to_have_count(0)
    assert "nobody answered" in send(room)


def test_what_an_agent_writes_is_text_and_never_markup(room: Room, opened: Open) -> None:
    page = opened()
    send(room, "<img src=x onerror=alert(1)> {client}\u202e")
    expect(page.locator(".question .sentence")).to_contain_text("“<img src=x onerror=alert(1)> {client}”")
    assert page.locator(".question img").count() == 0


def test_many_questions_stand_one_below_the_other(room: Room, opened: Open) -> None:
    page = opened(size=NARROW)
    asking = [threading.Thread(target=send, args=(room, f"text {number}")) for number in range(3)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join(20)
    expect(page.locator("article.question")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_in_german_it_asks_in_german(room: Room, opened: Open) -> None:
    page = opened(language="de-DE")
    send(room)
    expect(page.locator(".question .sentence")).to_have_text(f"Eine SMS an {NUMBER} über Personal senden: „On my way“")
    expect(page.get_by_role("button", name="Einmal erlauben")).to_be_visible()


def test_the_page_says_it_as_the_phone_and_the_client_do() -> None:
    texts = Path(__file__).parents[2] / "app/src/main/python/handheld/page/static/texts"
    english, german = (json.loads((texts / f"{name}.json").read_text()) for name in ("en", "de"))
    names = re.compile(r"{(\w+)}")
    for kind, sentence in SENTENCES.items():
        assert english[f"question.{kind}"] == sentence
        assert sorted(names.findall(german[f"question.{kind}"])) == sorted(names.findall(sentence))

"""Confirmation as clients of both eras, other apps and the person on the control page meet it."""

import dataclasses
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeClock
from neighbourhood import Neighbourhood
from offering import AGENT, ALLOWED
from serving import CAPABILITIES, TOKEN, Answer, Pending, Served, served

from handheld.call import Call
from handheld.confirm import Question
from handheld.errors import AwaitsPerson
from handheld.settings import ConfirmRules, LocationRules, Settings
from handheld_desktop.sim import SimulatedPhone

NUMBER = "+36201234567"
SMS = {"to_phone_number": NUMBER, "sms_text": "On my way", "subscription_id": 1}
SENTENCE = f"Send an SMS to {NUMBER} from Personal: “On my way”"
DOWNLOADS = "com.android.providers.downloads.documents/downloads"
FORM: dict[str, Any] = {"elicitation": {}}
CAREFUL = {"confirm": ConfirmRules(), "storage": {DOWNLOADS: LocationRules(allow_write=True, allow_delete=True)}}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, **CAREFUL) as running:
        yield running


def outbox(server: Served) -> list[str]:
    phone = server.core.phone.device
    assert isinstance(phone, SimulatedPhone)
    return [message.text for message in phone.outbox if message.number == NUMBER]


def send(server: Served, arguments: Any = None, *, can: Any = FORM, tool: str = "android_send_sms", **params: Any) -> Answer:
    """Calls a tool as a modern client with these capabilities."""
    called = {"name": tool, "arguments": SMS if arguments is None else arguments, "_meta": {CAPABILITIES: can}}
    return server.modern("tools/call", called | params)


def again(server: Served, asked: Any, action: str = "accept", arguments: Any = None) -> Answer:
    """Calls again, as a client does after its person has answered."""
    answers = {name: {"action": action, "content": {}} for name in asked.get("inputRequests", {})}
    return send(server, arguments, inputResponses=answers, requestState=asked["requestState"])


def only_question(server: Served) -> Question:
    (question,) = server.core.control.confirm.questions
    return question


def decide(server: Served, answer: Any) -> None:
    server.core.control.confirm.decide(only_question(server).id, answer)


def error_of(answer: Answer) -> str:
    assert answer.result["isError"], answer
    text: str = answer.result["content"][0]["text"]
    return text


def outcomes(server: Served) -> list[str]:
    return [entry["outcome"] for entry in reversed(list(server.core.audit.entries()))]


# The modern era


def test_a_modern_call_tells_the_person_behind_the_client_and_goes_through_once_it_is_allowed(server: Served) -> None:
    asked = send(server).result
    assert asked["resultType"] == "input_required"
    (request,) = asked["inputRequests"].values()
    assert request["method"] == "elicitation/create"
    assert SENTENCE in request["params"]["message"]
    assert "on the phone" in request["params"]["message"]
    assert outbox(server) == []
    decide(server, "once")
    assert again(server, asked).result["content"][0]["text"] == f"SMS sent to {NUMBER}"
    assert outbox(server) == ["On my way"]
    assert outcomes(server) == ["awaits_person", "ok"]


def test_the_answer_of_a_client_allows_nothing(tmp_path: Path) -> None:
    with served(tmp_path, clock=FakeClock(), **CAREFUL) as server:
        asked = send(server).result
        for content in ({}, {"allow": True}, {"answer": "once"}):
            answers = {name: {"action": "accept", "content": content} for name in asked["inputRequests"]}
            later = send(server, inputResponses=answers, requestState=asked["requestState"]).result
            assert later["resultType"] == "input_required"
        assert outbox(server) == []


def test_a_call_that_comes_back_waits_for_the_answer_and_one_round_is_enough(server: Served) -> None:
    asked = send(server).result
    answered = Pending(lambda: again(server, asked))
    decide(server, "once")
    assert answered.answer().result["content"][0]["text"] == f"SMS sent to {NUMBER}"


def test_an_undecided_call_comes_again_without_disturbing_the_person_behind_the_client(tmp_path: Path) -> None:
    clock = FakeClock()
    with served(tmp_path, clock=clock, **CAREFUL) as server:
        asked = send(server).result
        started = clock.time
        later = again(server, asked).result
        assert (later["resultType"], "inputRequests" in later) == ("input_required", False)
        assert 15 <= clock.time - started < 16
        while (last := again(server, later).result)["resultType"] == "input_required":
            later = last
        assert "nobody answered on the phone within 120 seconds" in last["content"][0]["text"]
        assert clock.time - started < 121
        assert outbox(server) == []
        assert outcomes(server)[-1] == "refused_by_person"


def test_waiting_tells_its_progress(tmp_path: Path) -> None:
    with served(tmp_path, clock=FakeClock(), **CAREFUL) as server:
        asked = send(server).result
        params = {"name": "android_send_sms", "arguments": SMS, "requestState": asked["requestState"]}
        meta = {"_meta": {CAPABILITIES: FORM, "progressToken": "p"}}
        answer = server.modern("tools/call", params | meta, accept="application/json, text/event-stream")
        *progress, last = answer.events
        assert [event["params"]["progress"] for event in progress] == list(range(15))
        assert last["result"]["resultType"] == "input_required"


def test_a_pause_ends_the_waiting_and_leaves_the_question(server: Served) -> None:
    asked = send(server).result
    pending = Pending(lambda: again(server, asked))
    server.core.phone.pause.set(True)
    assert error_of(pending.answer()).startswith("Paused: ")
    server.core.phone.pause.set(False)
    assert only_question(server).waits


@pytest.mark.parametrize("answer", ["no", "never"])
def test_no_is_an_error_that_says_so(server: Served, answer: str) -> None:
    asked = send(server).result
    decide(server, answer)
    assert error_of(again(server, asked)).startswith("Refused: the person ")
    assert outbox(server) == []


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_who_declines_in_the_client_withdraws_the_question(server: Served, action: str) -> None:
    asked = send(server).result
    assert "withdrew it" in error_of(again(server, asked, action))
    assert server.core.control.confirm.questions == []


def test_who_declines_in_the_client_does_not_send_although_the_phone_allowed_it(server: Served) -> None:
    asked = send(server).result
    decide(server, "once")
    assert "withdrew it" in error_of(again(server, asked, "decline"))
    assert "withdrew it" in error_of(send(server))
    assert outbox(server) == []


def test_the_state_of_one_call_opens_no_other(server: Served) -> None:
    asked = send(server).result
    decide(server, "once")
    other = SMS | {"sms_text": "Send money"}
    assert again(server, asked, arguments=other).result["resultType"] == "input_required"
    assert outbox(server) == []
    assert "Send money" in only_question(server).deed.sentence


def test_of_two_equal_calls_at_once_one_allowance_lets_one_through(tmp_path: Path) -> None:
    with served(tmp_path, **CAREFUL) as server:
        asked = send(server).result
        both = [Pending(lambda: again(server, asked)) for _ in range(2)]
        decide(server, "once")
        first, second = sorted((pending.answer().result for pending in both), key=lambda result: result["resultType"])
        assert (first["resultType"], second["resultType"]) == ("complete", "input_required")
        assert second["inputRequests"], "that another yes is needed is news to the person behind the client"
        assert outbox(server) == ["On my way"]


@pytest.mark.parametrize("can", [{}, {"sampling": {}}, {"elicitation": {"url": {}}}])
def test_a_modern_client_that_cannot_ask_its_person_gets_an_error_that_says_what_waits(server: Served, can: Any) -> None:
    told = error_of(send(server, can=can))
    assert SENTENCE in told
    assert "call again with the same arguments" in told
    decide(server, "once")
    assert send(server, can=can).result["content"][0]["text"] == f"SMS sent to {NUMBER}"


# The legacy era and the other surfaces


def test_a_legacy_call_gets_an_error_that_says_what_waits_and_where_to_allow_it(server: Served) -> None:
    told = error_of(server.call("android_send_sms", **SMS))
    assert told.startswith("Waiting for the person, who can allow this on the phone, in Handheld's notification or control page")
    assert SENTENCE in told
    assert error_of(server.call("android_send_sms", **SMS)).startswith("Waiting for the person")
    decide(server, "once")
    assert server.call("android_send_sms", **SMS).result["content"][0]["text"] == f"SMS sent to {NUMBER}"
    assert error_of(server.call("android_send_sms", **SMS)).startswith("Waiting for the person")
    assert outbox(server) == ["On my way"]
    assert outcomes(server) == ["awaits_person", "awaits_person", "ok", "awaits_person"]


def test_an_allowance_is_for_the_client_that_asked(server: Served) -> None:
    server.call("android_send_sms", **SMS)
    decide(server, "hour")
    other = {"authorization": f"Bearer {TOKEN[::-1]}"}
    params = {"name": "android_send_sms", "arguments": SMS}
    assert error_of(server.legacy("tools/call", params, **other)).startswith("Waiting for the person")
    assert only_question(server).client == "others"


def test_the_sms_endpoint_and_the_first_edition_ask_too(tmp_path: Path) -> None:
    rules = ConfirmRules(tools=("send_sms", "type_append_text", "press_home"))
    with served(tmp_path, confirm=rules) as server:
        sms = {"name": "send_sms", "arguments": SMS}
        assert SENTENCE in error_of(server.legacy("tools/call", sms, "/mcp/sms"))
        asked = server.modern("tools/call", sms | {"_meta": {CAPABILITIES: FORM}}, "/mcp/sms").result
        assert asked["resultType"] == "input_required"
        decide(server, "no")
        for name, arguments in (("press_home", {}), ("input_text", {"text": "x"})):
            message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
            answer = server.post(message, "/mcp/v1/tools/call")
            assert answer.error["code"] == -32001
            assert answer.error["message"].startswith("Waiting for the person")
            assert only_question(server).client == "tests"
            decide(server, "no")


def test_another_app_that_calls_our_tools_asks_too(tmp_path: Path) -> None:
    here = Neighbourhood(tmp_path, offer=ALLOWED, confirm=ConfirmRules())
    call = {"caller": AGENT, "tool_name": "android_send_sms", "tool_arguments": {k: str(v) for k, v in SMS.items()}}
    with pytest.raises(AwaitsPerson, match="Send an SMS"):
        here.hub.handle("execute_tool", call)
    (question,) = here.core.control.confirm.questions
    assert AGENT in question.client
    here.core.control.confirm.decide(question.id, "once")
    assert here.hub.handle("execute_tool", call)["tool_result"] == f"SMS sent to {NUMBER}"
    request = {"id": "r1", "capability": {"id": "send_sms", "args": SMS}}
    extras = {"mobile-mcp-request": json.dumps({"mobile-mcp-request": {"version": "1.0", "request": request}})}
    answer = here.hub.handle("mobile_mcp", {"callers": [AGENT], "extras": extras})
    assert "Waiting for the person" in json.dumps(answer)
    here.close()


def test_the_tools_of_other_apps_ask_and_say_whose_they_are(tmp_path: Path) -> None:
    here = Neighbourhood(tmp_path, confirm=ConfirmRules())
    here.approve_all()
    name = next(name for name in here.names() if "sun_times" in name)
    with pytest.raises(AwaitsPerson, match=r"of the app com\.example\.almanac with “{\"city\":\"Malmö\"}”"):
        here.core.catalogue.run(name, {"city": "Malmö"}, Call(here.core.phone))
    here.core.phone.settings = Settings(confirm=ConfirmRules(external_tools=False))
    assert here.core.catalogue.run(name, {"city": "Malmö"}, Call(here.core.phone)).content
    here.close()


# What asks


def test_files_outside_the_free_folders_ask_and_an_hour_is_for_their_location(tmp_path: Path) -> None:
    rules = LocationRules(allow_write=True, free_folders=("Drafts/", "Shared"))
    with served(tmp_path, confirm=ConfirmRules(), storage={DOWNLOADS: rules}) as server:

        def write(path: str, tool: str = "android_write_file", **arguments: Any) -> Answer:
            return server.call(tool, location_id=DOWNLOADS, path=path, **arguments)

        assert "isError" not in write("Drafts/a.txt", content="x").result
        assert "isError" not in write("Shared/b/c.txt", content="x").result
        told = error_of(write("Draftsy.txt", content="x" * 12))
        assert "Write 12 characters into the file “Draftsy.txt” in Download" in told
        assert "Append 1 characters to the file “d.txt”" in error_of(write("d.txt", "android_append_file", content="x"))
        changed = error_of(write("d.txt", "android_file_replace", old_string="a", new_string="b"))
        assert "Change the file “d.txt” in Downloads: “a” becomes “b”" in changed
        fetched = error_of(write("d.txt", "android_download_from_url", url="https://example.com/x"))
        assert "Download “https://example.com/x” into the file “d.txt”" in fetched
        confirm = server.core.control.confirm
        confirm.decide(next(each.id for each in confirm.questions if each.tool == "write_file"), "hour")
        assert "isError" not in write("elsewhere/e.txt", content="x").result
        assert confirm.standing[0].deed.where == DOWNLOADS


def test_deleting_asks_and_what_is_not_allowed_at_all_is_refused_without_asking(server: Served) -> None:
    server.call("android_write_file", location_id=DOWNLOADS, path="a.txt", content="x")
    told = error_of(server.call("android_delete_file", location_id=DOWNLOADS, path="a.txt"))
    assert "Delete the file “a.txt” in Download" in told
    decide(server, "once")
    assert "isError" not in server.call("android_delete_file", location_id=DOWNLOADS, path="a.txt").result
    server.core.phone.settings = Settings(storage={DOWNLOADS: LocationRules()})
    assert "Delete not allowed" in error_of(server.call("android_delete_file", location_id=DOWNLOADS, path="b.txt"))
    assert "international format" in error_of(server.call("android_send_sms", to_phone_number="123", sms_text="x"))
    assert server.core.control.confirm.questions == []


def test_opening_a_guarded_app_asks_by_its_name_and_an_hour_is_for_this_app(server: Served) -> None:
    told = error_of(server.call("android_open_app", package_id="com.android.settings"))
    assert "Open the app “Settings” (com.android.settings)" in told
    decide(server, "hour")
    assert "isError" not in server.call("android_open_app", package_id="com.android.settings").result
    assert "isError" not in server.call("android_open_app", package_id="com.android.settings").result
    assert "“com.paypal.android” (com.paypal.android)" in error_of(
        server.call("android_open_app", package_id="com.paypal.android")
    )


def test_other_apps_are_opened_and_reading_goes_on_without_asking(server: Served) -> None:
    assert "isError" not in server.call("android_open_app", package_id="com.example.notes").result
    assert "isError" not in server.call("android_list_files", location_id=DOWNLOADS).result
    assert "isError" not in server.call("android_get_screen_state").result
    assert server.core.control.confirm.questions == []


def test_a_paused_phone_asks_nothing(server: Served) -> None:
    server.core.phone.pause.set(True)
    assert error_of(server.call("android_send_sms", **SMS)).startswith("Paused: ")
    assert server.core.control.confirm.questions == []


def test_while_a_question_waits_no_agent_can_press_its_button(server: Served) -> None:
    server.call("android_send_sms", **SMS)
    touching: list[tuple[str, dict[str, Any]]] = [
        ("tap", {"x": 1, "y": 1}), ("open_notifications", {}), ("press_key", {"key": "ENTER"}),
        ("click_element", {"element_id": "node_a"}), ("type_append_text", {"element_id": "node_a", "text": "x"}),
    ]  # fmt: skip
    for name, arguments in touching:
        assert "agents leave the screen alone" in error_of(server.call(f"android_{name}", **arguments))
    assert "isError" not in server.call("android_get_screen_state").result
    decide(server, "no")
    assert "isError" not in server.call("android_tap", x=1, y=1).result


def test_a_question_is_not_asked_in_the_middle_of_a_gesture(server: Served) -> None:
    with server.core.phone.screen_lock:
        pending = Pending(lambda: server.call("android_send_sms", **SMS))
        assert server.core.control.confirm.questions == []
    assert error_of(pending.answer()).startswith("Waiting for the person")


def test_what_is_changed_in_the_settings_holds_at_once(server: Served) -> None:
    server.core.adopt(dataclasses.replace(server.core.settings, confirm=ConfirmRules(tools=("press_home",))))
    assert server.call("android_send_sms", **SMS).result["content"][0]["text"] == f"SMS sent to {NUMBER}"
    assert "Use “Press Home” with “{}”" in error_of(server.call("android_press_home"))


def test_many_clients_at_once_each_get_their_own_question_and_answer(server: Served) -> None:
    texts = [f"text {number}" for number in range(4)]
    waiting = [threading.Thread(target=server.call, args=("android_send_sms",), kwargs=SMS | {"sms_text": t}) for t in texts]
    for thread in waiting:
        thread.start()
    for thread in waiting:
        thread.join(20)
    confirm = server.core.control.confirm
    allowed = next(each for each in confirm.questions if "text 2" in each.deed.sentence)
    confirm.decide(allowed.id, "once")
    sent = [text for text in texts if "isError" not in server.call("android_send_sms", **SMS | {"sms_text": text}).result]
    assert sent == ["text 2"] == outbox(server)

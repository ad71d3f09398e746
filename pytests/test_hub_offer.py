import dataclasses
import json
import threading

import pytest
from neighbourhood import AgentApp
from offering import AGENT, ALLOWED, SIGNER, audited, crash, near, wait_for_ever

from handheld.errors import ActionFailed, InvalidArguments, Paused, PermissionDenied, TimedOut
from handheld.hub import approval
from handheld.settings import OfferRules

__all__ = ["near"]


def execute(here, name, caller=AGENT, **arguments):
    return here.hub.handle("execute_tool", {"caller": caller, "tool_name": name, "tool_arguments": arguments})["tool_result"]


# Who may


@pytest.mark.parametrize(
    ("offer", "caller", "message"),
    [
        (OfferRules(), AGENT, "does not offer its tools to other apps now"),
        (OfferRules(mobile_mcp=True, callers={AGENT: SIGNER}), AGENT, "does not offer its tools"),
        (OfferRules(provider=True), AGENT, "com.example.agent may not use Handheld's tools. Allow it in Handheld's settings"),
        (OfferRules(provider=True, callers={AGENT: "b" * 64}), AGENT, "may not use"),
        (ALLOWED, None, "does not say which app is calling"),
        (ALLOWED, "", "does not say which app is calling"),
        (ALLOWED, "com.example.gone", "does not say who signed com.example.gone"),
        (ALLOWED, "com.example.almanac", "may not use"),
    ],
)
def test_only_apps_that_the_person_allowed_get_in_and_the_others_go_on_record(near, offer, caller, message):
    here = near(offer)
    with pytest.raises(PermissionDenied, match=message):
        here.hub.handle("tool_info", {"caller": caller})
    with pytest.raises(PermissionDenied, match=message):
        execute(here, "android_press_home", caller)
    records = [(line["client"], line["tool"], line["outcome"]) for line in audited(here)]
    who = f"app {caller}"
    assert records == [(who, "get_tool_info", "permission_denied"), (who, "android_press_home", "permission_denied")]


def test_an_app_that_knocks_is_remembered_until_it_is_allowed(near):
    here = near(OfferRules(provider=True, callers={"com.example.almanac": "b" * 64}))
    for caller in (AGENT, "com.example.almanac", AGENT):
        with pytest.raises(PermissionDenied):
            here.hub.handle("tool_info", {"caller": caller})
    waiting = here.hub.handle("list_callers", {})["waiting"]
    assert [(knock["package"], knock["was_allowed"]) for knock in waiting] == [("com.example.almanac", True), (AGENT, False)]
    here.hub.adopt(approval.allow_caller(here.settings, AGENT, SIGNER))
    assert here.hub.handle("tool_info", {"caller": AGENT})["tool_name"] == "android_use_tool"
    assert [knock.package for knock in here.hub.offer.knocks] == ["com.example.almanac"]


def test_no_more_than_fifty_that_knock_are_remembered(near):
    here = near(OfferRules(provider=True))
    for number in range(60):
        app = AgentApp()
        app.package = f"com.example.app{number}"
        here.phone.install(app)
        with pytest.raises(PermissionDenied):
            here.hub.handle("tool_info", {"caller": app.package})
    assert [knock.package for knock in here.hub.offer.knocks] == [f"com.example.app{number}" for number in range(10, 60)]


def test_a_permission_can_be_taken_back(near):
    here = near()
    execute(here, "android_press_home")
    here.hub.adopt(approval.forget_caller(here.settings, AGENT))
    with pytest.raises(PermissionDenied):
        execute(here, "android_press_home")


def test_another_apps_tools_are_not_ours_to_offer(near):
    here = near()
    here.approve_all()
    assert "android_ext_toolbox_reverse" in here.core.catalogue.tools
    assert "ext_toolbox" not in json.dumps(here.hub.handle("tool_info", {"caller": AGENT}))
    with pytest.raises(InvalidArguments, match="Unknown tool"):
        execute(here, "android_ext_toolbox_reverse", text="x")


def test_other_apps_see_the_doors_only_while_they_are_open(near):
    here = near()
    assert here.phone.shown_to_others == (False, False)
    here.hub.start()
    assert here.phone.shown_to_others == (True, True)
    here.hub.adopt(dataclasses.replace(here.settings, offer=OfferRules(mobile_mcp=True)))
    assert here.phone.shown_to_others == (False, True)


# As a provider


def test_the_answer_lists_every_tool_that_is_on_in_the_public_form(near):
    here = near(disabled_tools=("send_sms",))
    answer = here.hub.handle("tool_info", {"caller": AGENT})
    tools = json.loads(answer["tool"])["tools"]
    assert set(tools) == {name for name, each in here.core.catalogue.tools.items() if not each.source}
    assert "android_send_sms" not in tools
    swipe = here.core.catalogue.tools["android_swipe"]
    assert tools["android_swipe"]["description"] == swipe.description
    assert tools["android_swipe"]["inputs"][0] == {
        "type": "se.premex.mcp.provider.ToolInput.StringInput",
        "name": "x1",
        "description": f"{swipe.arguments.schema['properties']['x1']['description']} (number)",
        "required": True,
    }


def test_a_host_that_knows_one_tool_a_provider_reaches_them_all(near):
    here = near()
    answer = here.hub.handle("tool_info", {"caller": AGENT})
    assert answer["tool_name"] == "android_use_tool"
    assert answer["tool_input_required"] == ["tool"]
    schema = json.loads(answer["tool_input_schema"])
    assert schema["tool"]["enum"] == list(here.hub.offer.tools)
    assert "android_swipe(x1, y1, x2, y2, [duration]): " in answer["tool_description"]
    assert execute(here, "android_use_tool", tool="android_press_home") == "Home button press executed successfully"
    packed = json.dumps({"text": "hello"})
    assert "successfully" in execute(here, "android_use_tool", tool="android_set_clipboard", arguments=packed)
    assert "hello" in execute(here, "android_use_tool", tool="android_get_clipboard", arguments={})
    assert [line["tool"] for line in audited(here)] == ["android_press_home", "android_set_clipboard", "android_get_clipboard"]


@pytest.mark.parametrize(
    "arguments",
    [{}, {"tool": "android_nothing"}, {"tool": "android_use_tool"}, {"tool": "android_tap", "arguments": "{"},
     {"tool": "android_tap", "arguments": "[1]"}, {"tool": 5}],
)  # fmt: skip
def test_what_cannot_be_reached_that_way_says_so(near, arguments):
    with pytest.raises(InvalidArguments):
        execute(near(), "android_use_tool", **arguments)


def test_texts_become_what_the_tool_takes(near):
    here = near()
    swiped = execute(here, "android_swipe", x1="500", y1="1500.5", x2="500", y2="500", duration="300")
    assert swiped == "Swipe executed from (500, 1500.5) to (500, 500) over 300ms"
    assert "data:image" not in execute(here, "android_get_screen_state", include_screenshot="False")
    with pytest.raises(InvalidArguments, match="'x': 'left' is not of type 'number'"):
        execute(here, "android_tap", x="left", y="5")
    with pytest.raises(InvalidArguments, match="Missing required argument 'y'"):
        execute(here, "android_tap", x="5")
    with pytest.raises(InvalidArguments, match="Unknown argument 'z'"):
        execute(here, "android_tap", x="5", y="5", z="5")


def test_a_text_that_looks_like_a_number_stays_a_text(near):
    here = near()
    execute(here, "android_set_clipboard", text="12")
    assert here.phone.get_clipboard() == "12"


def test_a_picture_is_part_of_the_text(near):
    answer = execute(near(), "android_get_screen_state", include_screenshot="true")
    assert "data:image/jpeg;base64," in answer


def test_a_tool_that_is_off_is_off_for_apps_too(near):
    with pytest.raises(InvalidArguments, match="Unknown tool: android_send_sms"):
        execute(near(disabled_tools=("send_sms",)), "android_send_sms", to_phone_number="+15550100", sms_text="x")


def test_a_call_goes_on_record_as_one_over_http_does(near):
    here = near()
    execute(here, "android_set_clipboard", text="secret")
    with pytest.raises(InvalidArguments):
        execute(here, "android_tap", x="5")
    first, second = audited(here)
    assert (first["client"], first["tool"], first["outcome"]) == (f"app {AGENT}", "android_set_clipboard", "ok")
    assert first["arguments"] == {"text": "<6 characters>"}
    assert (second["outcome"], second["arguments"]) == ("invalid_arguments", {"x": 5})


def test_what_acts_on_the_screen_waits_its_turn(near):
    here = near(call_timeout_seconds=3)
    with here.core.phone.screen_lock, pytest.raises(TimedOut, match="within 3 seconds"):
        execute(here, "android_press_home")
    assert audited(here)[-1]["outcome"] == "timed_out"
    execute(here, "android_press_home")


def test_only_so_many_calls_run_at_once_and_each_has_its_time(near):
    here = near(max_concurrent_calls=4, call_timeout_seconds=1)
    caught = []
    started, free = threading.Event(), threading.Event()
    here.core.catalogue.tools["android_wait_for_ever"] = dataclasses.replace(
        wait_for_ever, handler=lambda call: started.set() or str(free.wait(20))
    )

    def call():
        try:
            execute(here, "android_wait_for_ever")
        except TimedOut as error:
            caught.append(str(error))

    thread = threading.Thread(target=call)
    thread.start()
    assert started.wait(10)
    with pytest.raises(ActionFailed, match="Too many calls"):
        execute(here, "android_press_home")
    thread.join(10)
    free.set()
    assert caught == ["The call did not end within 1 seconds"]


def test_pause_answers_a_running_call_at_once_even_one_that_cannot_be_stopped(near):
    here = near()
    started, free, told = threading.Event(), threading.Event(), []
    here.core.catalogue.tools["android_crash"] = dataclasses.replace(
        crash, handler=lambda call: started.set() or str(free.wait(20))
    )

    def call():
        with pytest.raises(Paused) as caught:
            execute(here, "android_crash")
        told.append(str(caught.value))

    thread = threading.Thread(target=call)
    thread.start()
    assert started.wait(10)
    here.core.phone.pause.set(True)
    thread.join(10)
    assert [each[:8] for each in told] == ["Paused: "]
    assert audited(here)[-1]["outcome"] == "paused"
    with pytest.raises(Paused):
        execute(here, "android_press_home")
    free.set()
    here.core.phone.pause.set(False)
    assert execute(here, "android_press_home") == "Home button press executed successfully"


def test_a_tool_knows_which_app_calls_it(near):
    here = near()
    here.core.catalogue.tools["android_crash"] = dataclasses.replace(crash, handler=lambda call: call.client.name)
    assert execute(here, "android_crash") == AGENT


def test_a_tool_that_has_to_ask_the_person_cannot_ask_an_app(near):
    with pytest.raises(ActionFailed, match="only a client over MCP"):
        execute(near(), "android_ask")


def test_an_answer_that_android_would_not_carry_is_refused(near):
    here = near()
    here.core.catalogue.tools["android_crash"] = dataclasses.replace(crash, handler=lambda call: "x" * 300_000)
    with pytest.raises(ActionFailed, match="too large for another app: 300000 characters, at most 100000"):
        execute(here, "android_crash")

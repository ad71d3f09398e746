import dataclasses
import json
import threading

import pytest
from neighbourhood import AgentApp, Neighbourhood

from handheld.errors import ActionFailed, InvalidArguments, PermissionDenied, TimedOut
from handheld.hub import approval
from handheld.settings import OfferRules
from handheld.tool import Call, NeedsInput, tool

AGENT = "com.example.agent"
SIGNER = AgentApp().signer
ALLOWED = OfferRules(provider=True, mobile_mcp=True, callers={AGENT: SIGNER})


@tool("Wait")
def wait_for_ever(call: Call) -> str:
    """Waits until nobody does."""
    while True:
        call.sleep(60)


@tool("Crash")
def crash(call: Call) -> str:
    """Has a bug."""
    raise ZeroDivisionError


@tool("Ask")
def ask(call: Call) -> str:
    """Needs the person."""
    raise NeedsInput({"name": {"method": "elicitation/create"}})


@pytest.fixture
def near(tmp_path):
    made = []

    def make(offer=ALLOWED, **settings):
        here = Neighbourhood(tmp_path / str(len(made)), offer=offer, **settings)
        for extra in (wait_for_ever, crash, ask):
            here.core.catalogue.tools[f"android_{extra.name}"] = extra
        made.append(here)
        return here

    yield make
    for each in made:
        each.close()


def audited(here):
    here.core.audit.flush()
    path = here.core.data_dir / "audit.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


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
    here = near(call_timeout_seconds=1)
    with here.core.phone.screen_lock, pytest.raises(TimedOut, match="within 1 seconds"):
        execute(here, "android_press_home")
    assert audited(here)[-1]["outcome"] == "timed_out"
    execute(here, "android_press_home")


def test_only_so_many_calls_run_at_once_and_each_has_its_time(near):
    here = near(max_concurrent_calls=4, call_timeout_seconds=1)
    caught = []
    started = threading.Event()
    here.core.catalogue.tools["android_wait_for_ever"] = dataclasses.replace(
        wait_for_ever, handler=lambda call: started.set() or wait_for_ever.handler(call)
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
    assert caught == ["The call did not end within 1 seconds"]


def test_a_tool_that_has_to_ask_the_person_cannot_ask_an_app(near):
    with pytest.raises(ActionFailed, match="only a client over MCP"):
        execute(near(), "android_ask")


def test_an_answer_that_android_would_not_carry_is_refused(near):
    here = near()
    here.core.catalogue.tools["android_crash"] = dataclasses.replace(crash, handler=lambda call: "x" * 300_000)
    with pytest.raises(ActionFailed, match="too large for another app: 300000 characters, at most 200000"):
        execute(here, "android_crash")


# As a Mobile MCP service


def wrapped(capability, id="id-1", version="1.0", **args):
    request = {"id": id, "capability": {"id": capability, "args": args}}
    return {"mobile-mcp-request": json.dumps({"mobile-mcp-request": {"version": version, "request": request}})}


def bare(capability, id="id-1", **args):
    return {"request": json.dumps({"id": id, "capability": {"id": capability, "input": json.dumps(args)}})}


def answer(here, extras, caller=AGENT):
    return here.hub.handle("mobile_mcp", {"caller": caller, "extras": extras})["extras"]


def told(reply):
    """The document's response, or the reference apps'."""
    found = json.loads(reply.get("mobile-mcp-response", reply["response"]))
    return found["mobile-mcp-response"]["response"] if "mobile-mcp-response" in found else found


def test_the_document_is_answered_in_its_own_form(near):
    reply = answer(near(), wrapped("press_home"))
    assert reply["mcp_request_id"] == "id-1"
    assert reply["response"] == reply["mobile-mcp-response"]
    assert json.loads(reply["mobile-mcp-response"]) == {
        "mobile-mcp-response": {
            "version": "1.0",
            "response": {
                "id": "id-1",
                "capability": {
                    "id": "press_home",
                    "output": [{"name": "text", "type": "string", "value": "Home button press executed successfully"}],
                },
                "status": "success",
            },
        }
    }


def test_the_reference_apps_are_answered_in_theirs(near):
    reply = answer(near(), bare("press_home"))
    assert set(reply) == {"mcp_request_id", "response"}
    assert json.loads(reply["response"]) == {
        "id": "id-1",
        "status": "success",
        "capability": {"id": "press_home", "output": {"text": "Home button press executed successfully"}},
    }


def test_who_asks_in_both_forms_is_answered_in_both(near):
    reply = answer(near(), wrapped("press_home") | bare("press_home"))
    assert "mobile-mcp-response" in json.loads(reply["mobile-mcp-response"])
    assert json.loads(reply["response"])["capability"]["output"] == {"text": "Home button press executed successfully"}


def test_structured_results_come_by_name_with_their_types(near):
    output = told(answer(near(), wrapped("get_sms_subscriptions")))["capability"]["output"]
    assert [(each["name"], each["type"]) for each in output] == [("count", "integer"), ("subscriptions", "array")]
    assert output[0]["value"] == 2
    assert set(told(answer(near(), bare("get_sms_subscriptions")))["capability"]["output"]) == {"count", "subscriptions"}


def test_a_picture_is_an_output_of_its_own(near):
    output = told(answer(near(), bare("get_screen_state", include_screenshot=True)))["capability"]["output"]
    assert output["image"].startswith("/9j/")
    assert "text" in output


def test_arguments_come_as_values_texts_or_named_params(near):
    here = near()
    assert told(answer(here, wrapped("tap", x=500, y=500)))["status"] == "success"
    assert told(answer(here, wrapped("tap", x="500", y="500")))["status"] == "success"
    listed = {"id": "tap", "args": [{"name": "x", "type": "number", "value": 5}, {"name": "y", "type": "number", "value": "5"}]}
    assert told(answer(here, {"request": json.dumps({"id": "1", "capability": listed})}))["status"] == "success"


@pytest.mark.parametrize("form", [wrapped, bare])
@pytest.mark.parametrize(
    ("capability", "args", "message"),
    [
        ("fly", {}, "Unknown or disabled capability: fly"),
        ("android_tap", {"x": 1, "y": 1}, "Unknown or disabled capability"),
        ("send_sms", {}, "Unknown or disabled capability: send_sms"),
        ("tap", {"x": 1}, "Missing required argument 'y'"),
        ("tap", {"x": 1, "y": 2, "z": 3}, "Unknown argument 'z'"),
        ("tap", {"x": "left", "y": 2}, "Invalid argument 'x': 'left' is not of type 'number'"),
        ("tap", {"x": True, "y": 2}, "Invalid argument 'x'"),
        ("tap", {"x": None, "y": 2}, "Invalid argument 'x'"),
        ("click_element", {"element_id": "node_0000_w1"}, "node_0000_w1"),
        ("crash", {}, "Internal error"),
        ("ask", {}, "only a client over MCP"),
    ],
)
def test_a_request_that_cannot_be_fulfilled_fails_with_its_id_and_a_reason(near, form, capability, args, message):
    here = near(disabled_tools=("send_sms",))
    response = told(answer(here, form(capability, id="id-7", **args)))
    assert (response["id"], response["status"]) == ("id-7", "failure")
    assert message in response["message"]
    assert "capability" not in response


@pytest.mark.parametrize(
    ("extras", "id", "message"),
    [
        ({}, None, "mobile-mcp-request is missing"),
        ({"mcp_request_id": "id-1"}, "id-1", "mobile-mcp-request is missing"),
        ({"mobile-mcp-request": "{"}, None, "'mobile-mcp-request' is not JSON"),
        ({"mobile-mcp-request": "{", "request": '{"id":"id-1"}'}, "id-1", "'mobile-mcp-request' is not JSON"),
        ({"mobile-mcp-request": "[]"}, None, "not a JSON object"),
        ({"mobile-mcp-request": "{}"}, None, "has no object 'mobile-mcp-request'"),
        (wrapped("tap", version="2.0"), "id-1", 'Version 2.0 is not supported; send "1.0"'),
        (wrapped("tap", version=None), "id-1", "Version None is not supported"),
        (wrapped("tap", id=""), None, "has no 'id'"),
        (wrapped("tap", id=None), None, "has no 'id'"),
        (wrapped(None), "id-1", "'capability' has no 'id'"),
        ({"request": '{"id":"id-1"}'}, "id-1", "has no object 'capability'"),
        ({"request": '{"id":"id-1","capability":{"id":"tap","input":"{"}}'}, "id-1", "'input' is not JSON"),
        ({"request": '{"id":"id-1","capability":{"id":"tap","args":5}}'}, "id-1", "'args' is not an object"),
        ({"request": "x" * 1_000_001}, None, "longer than 1000000 characters"),
    ],
)
def test_a_request_that_cannot_be_read_fails_with_its_id_where_that_can(near, extras, id, message):
    reply = answer(near(), extras)
    response = told(reply)
    assert (response.get("id"), response["status"]) == (id, "failure")
    assert reply.get("mcp_request_id") == id
    assert message in response["message"]


def test_a_number_as_id_comes_back_as_the_same_number(near):
    reply = answer(near(), wrapped("press_home", id=17))
    assert told(reply)["id"] == 17
    assert reply["mcp_request_id"] == "17"


@pytest.mark.parametrize("offer", [OfferRules(), OfferRules(mobile_mcp=True), OfferRules(provider=True, callers={AGENT: SIGNER})])
def test_a_caller_that_is_not_allowed_is_told_so_with_its_id(near, offer):
    response = told(answer(near(offer), wrapped("press_home", id="id-9")))
    assert (response["id"], response["status"]) == ("id-9", "failure")
    assert "Handheld" in response["message"]


def test_a_bug_is_an_answer_and_a_story_in_the_log(near, caplog):
    here = near()
    assert told(answer(here, wrapped("crash")))["message"] == "Internal error"
    assert "ZeroDivisionError" in caplog.text
    assert audited(here)[-1]["outcome"] == "internal_error"


def test_what_is_too_large_for_android_fails(near):
    here = near()
    here.core.catalogue.tools["android_crash"] = dataclasses.replace(crash, handler=lambda call: "x" * 300_000)
    assert "too large for another app" in told(answer(here, wrapped("crash")))["message"]

"""Our tools as a Mobile MCP service: every request has one reply."""

import dataclasses
import json

import pytest
from offering import AGENT, SIGNER, audited, crash, near

from handheld.hub import approval
from handheld.settings import OfferRules

__all__ = ["near"]


def wrapped(capability, id="id-1", version="1.0", **args):
    request = {"id": id, "capability": {"id": capability, "args": args}}
    return {"mobile-mcp-request": json.dumps({"mobile-mcp-request": {"version": version, "request": request}})}


def bare(capability, id="id-1", **args):
    return {"request": json.dumps({"id": id, "capability": {"id": capability, "input": json.dumps(args)}})}


def answer(here, extras, caller=AGENT):
    return here.hub.handle("mobile_mcp", {"callers": [caller], "extras": extras})["extras"]


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
        ({"request": '{"id":"id-1","x":' + "[" * 500 + "]" * 500 + "}", "mcp_request_id": "id-1"}, "id-1", "nested too deep"),
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


def test_apps_that_share_a_user_are_let_in_only_if_each_is_allowed(near):
    here = near()
    sharing = [AGENT, "com.example.almanac"]

    def ask():
        extras = wrapped("press_home", id="id-8")
        return told(here.hub.handle("mobile_mcp", {"callers": sharing, "extras": extras})["extras"])

    refused = ask()
    assert (refused["id"], refused["status"]) == ("id-8", "failure")
    assert "com.example.almanac may not use Handheld's tools" in refused["message"]
    assert refused["message"].endswith("com.example.agent or com.example.almanac, which share a user")
    assert [knock.package for knock in here.hub.offer.knocks] == ["com.example.almanac"]
    signer = here.phone.app_signer("com.example.almanac")
    here.hub.adopt(approval.allow_caller(here.settings, "com.example.almanac", signer))
    assert ask()["status"] == "success"
    outcomes = [(line["client"], line["outcome"]) for line in audited(here)]
    who = "app com.example.agent or com.example.almanac"
    assert outcomes == [(who, "permission_denied"), (who, "ok")]


def test_a_sender_that_android_does_not_know_is_told_so(near):
    reply = near().hub.handle("mobile_mcp", {"callers": [], "extras": wrapped("press_home", id="id-7")})["extras"]
    assert (told(reply)["id"], told(reply)["message"]) == ("id-7", "Android does not say which app is calling")


def test_a_bug_is_an_answer_and_a_story_in_the_log(near, caplog):
    here = near()
    assert told(answer(here, wrapped("crash")))["message"] == "Internal error"
    assert "ZeroDivisionError" in caplog.text
    assert audited(here)[-1]["outcome"] == "internal_error"


def test_what_is_too_large_for_android_fails(near):
    here = near()
    here.core.catalogue.tools["android_crash"] = dataclasses.replace(crash, handler=lambda call: "x" * 300_000)
    assert "too large for another app" in told(answer(here, wrapped("crash")))["message"]

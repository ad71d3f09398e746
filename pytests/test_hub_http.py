"""The whole path, from a client over HTTP to other apps on the simulated phone and back."""

import http.client
import json
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from fakes import FakeClock
from neighbourhood import TOKEN, HeldClock, Neighbourhood
from serving import CAPABILITIES, MODERN, VERSION, Served

from handheld_desktop.sim.hostile import HIDDEN, RudeProvider, RudeService, failing_providers, hostile_providers, info


@contextmanager
def served(folder, *apps, **settings) -> Iterator[tuple[Neighbourhood, Served]]:
    here = Neighbourhood(folder, *apps, **settings)
    with here.served() as server:
        yield here, server


@pytest.fixture(scope="module")
def street(tmp_path_factory):
    apps = (*hostile_providers(), *failing_providers())
    with served(tmp_path_factory.mktemp("street"), *apps, clock=FakeClock()) as (here, server):
        here.approve_all()
        yield server


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    with served(tmp_path_factory.mktemp("good")) as (here, server):
        here.approve_all()
        yield server


@pytest.mark.parametrize("modern", [False, True])
def test_each_dialect_answers_a_client(good, modern):
    def call(name, **arguments):
        return good.call(f"android_ext_{name}", modern, **arguments).result

    sun = call("almanac_get_sun_times", city="Oslo", days=3, with_moon=True, events=["sunrise"])
    assert sun["content"][0]["text"] == (
        'Oslo: sunrise 6:12, sunset 20:41 (city=Oslo, days=3, events=["sunrise"], with_moon=true)'
    )
    assert sun["content"][0]["_meta"] == {"dev.handheld/source": "com.example.almanac"}
    assert call("toolbox_repeat_text", text="ho ", times="3")["content"][0]["text"] == "ho ho ho "
    heating = call("thermostat_set_temperature", room="Kitchen", celsius=19.5, hold=True)
    assert heating["structuredContent"] == {"room": "Kitchen", "celsius": 19.5, "hold": True}
    assert json.loads(heating["content"][0]["text"]) == heating["structuredContent"]
    assert heating["content"][1]["text"] == "The heating has heard you"
    assert call("thermostat_list_rooms")["structuredContent"] == {"rooms": ["Kitchen", "Study"]}
    assert call("timesheet_clock_in_today")["content"][0]["text"] == "Clocked in."


def test_the_list_says_where_each_tool_comes_from_and_promises_nothing(good):
    listed = {tool["name"]: tool for tool in good.legacy("tools/list").result["tools"]}
    tool = listed["android_ext_thermostat_set_temperature"]
    assert tool["title"] == "set_temperature (Thermostat)"
    assert tool["description"].startswith("[Tool of the app Thermostat, com.example.thermostat] Sets the temperature")
    assert tool["_meta"] == {"dev.handheld/source": "com.example.thermostat"}
    assert tool["annotations"] == {
        "title": "set_temperature (Thermostat)",
        "readOnlyHint": False,
        "destructiveHint": True,
        "idempotentHint": False,
        "openWorldHint": True,
    }
    assert tool["outputSchema"]["properties"]["celsius"]["type"] == "number"
    assert "_meta" not in listed["android_tap"]


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("thermostat_set_temperature", {"room": "Attic", "celsius": 1}, "Thermostat (com.example.thermostat): No such room: A"),
        ("thermostat_set_temperature", {"room": "Study", "celsius": "warm"}, "Invalid argument 'celsius'"),
        ("thermostat_set_temperature", {"room": "Study"}, "Missing required argument 'celsius'"),
        ("almanac_get_sun_times", {"city": "Atlantis"}, "Almanac (com.example.almanac): No such city: Atlantis"),
        ("almanac_get_sun_times", {"city": "Oslo", "days": 31}, "Invalid argument 'days'"),
        ("toolbox_reverse", {"text": "a", "txet": "b"}, "Unknown argument 'txet'"),
        ("toolbox_repeat_text", {"text": "a", "times": "many"}, "Toolbox (org.example.toolbox): "),
    ],
)
def test_what_goes_wrong_is_a_tool_error_with_a_reason(good, name, arguments, message):
    result = good.call(f"android_ext_{name}", **arguments).result
    assert result["isError"] is True
    assert message in result["content"][0]["text"]


@pytest.mark.parametrize(
    ("app", "message"),
    [
        ("says_no", "The battery is empty"), ("null", "gave no answer"), ("throws", "failed: java.lang"),
        ("dies", "stopped while it was asked"), ("hangs", "did not answer within 30000 ms"), ("locked", "does not let Handheld"),
    ],
)  # fmt: skip
def test_each_way_to_fail_is_a_clear_tool_error(street, app, message):
    result = street.call(f"android_ext_{app}_harmless").result
    assert result["isError"] is True
    assert message in result["content"][0]["text"]


def test_nothing_hidden_reaches_a_client(street):
    listed = street.legacy("tools/list").body.decode()
    assert "ext_text_harmless" in listed
    for hidden in {character for character in HIDDEN if not character.isprintable()}:
        assert hidden not in listed
        assert json.dumps(hidden)[1:-1] not in listed
    lengths = [len(tool["description"]) for tool in json.loads(listed)["result"]["tools"]]
    assert max(lengths) < 1200


def test_other_endpoints_do_not_have_other_apps_tools(good):
    assert "ext_" not in good.legacy("tools/list", path="/mcp/sms").body.decode()
    assert "ext_" not in good.send("GET", "/mcp/v1/tools/list").body.decode()


def test_every_call_goes_on_record(good):
    good.call("android_ext_toolbox_reverse", text="secret")
    last = json.loads((good.core.data_dir / "audit.jsonl").read_text().splitlines()[-1])
    assert (last["client"], last["tool"], last["outcome"]) == ("tests", "android_ext_toolbox_reverse", "ok")
    assert "secret" not in json.dumps(last)


def test_a_client_that_listens_hears_when_apps_come_and_go(tmp_path):
    with served(tmp_path) as (here, server):
        here.approve_all()
        with listening(server) as events:
            assert next(events)["method"] == "notifications/subscriptions/acknowledged"
            here.phone.install(RudeProvider("com.new", info(), {"success": True, "tool_result": "ok"}))
            here.hub.external.refresh()
            here.approve("com.new")
            assert next(events)["method"] == "notifications/tools/list_changed"
            assert server.call("android_ext_new_harmless", True).result["content"][0]["text"] == "ok"
            here.phone.uninstall("com.new")
            here.hub.handle("packages_changed", {"package": "com.new"})
            assert next(events)["method"] == "notifications/tools/list_changed"
            names = [tool["name"] for tool in server.modern("tools/list").result["tools"]]
            assert "android_ext_new_harmless" not in names
            gone = server.call("android_ext_new_harmless", True)
            assert gone.error["message"] == "Unknown tool: android_ext_new_harmless"


@contextmanager
def listening(server) -> Iterator[Iterator[dict]]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    params = {"notifications": {"toolsListChanged": True}, "_meta": {VERSION: MODERN, CAPABILITIES: {}}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params})
    headers = {
        "authorization": f"Bearer {TOKEN}", "content-type": "application/json", "accept": "application/json, text/event-stream",
        "mcp-protocol-version": MODERN, "mcp-method": "subscriptions/listen",
    }  # fmt: skip
    connection.request("POST", "/mcp", body, headers)
    response = connection.getresponse()
    try:
        yield (json.loads(line[6:]) for line in response if line.startswith(b"data: "))
    finally:
        response.close()
        connection.close()


# Many at once

CALLS = 200
DESCRIPTOR = """
    <mobile-mcp-capabilities version="1.0"><capability id="say" description="Says a number" version="1">
        <input><param name="number" type="integer" required="true" description="Which" /></input>
        <output><param name="said" type="integer" description="The same" /></output>
    </capability></mobile-mcp-capabilities>"""


class PostOffice:
    """Keeps every request until all have come, then answers as a bad day has it."""

    def __init__(self, clock):
        self.clock = clock
        self.lock = threading.Lock()
        self.letters = []
        self.all_here = threading.Event()

    def take(self, extras, reply):
        request = json.loads(extras["request"])
        with self.lock:
            self.letters.append((request["id"], json.loads(request["capability"]["input"])["number"], reply))
            if len(self.letters) == CALLS:
                self.all_here.set()

    def answer(self, chance):
        """Sends the replies in any order, some twice, some with another's id, some not before nobody waits any more: how many
        nobody should get, and those that are late."""
        letters, self.letters = self.letters, []
        chance.shuffle(letters)
        late, unwanted = [], 0
        for (request_id, number, reply), (other_id, *_) in zip(letters, letters[1:] + letters[:1], strict=True):
            match number % 4:
                case 0:
                    reply(said(request_id, number))
                case 1:
                    reply(said(request_id, number))
                    reply(said(request_id, -number))
                    unwanted += 1
                case 2:
                    reply(said(other_id, -number))
                    unwanted += 1
                case 3:
                    late.append((reply, said(request_id, number)))
        self.clock.end()
        return unwanted + len(late), late


def said(request_id, number):
    response = {"id": request_id, "status": "success", "capability": {"id": "say", "output": {"said": number}}}
    return {"response": json.dumps(response)}


def test_two_hundred_calls_at_once_never_get_each_others_answer(tmp_path):
    clock = HeldClock()
    office = PostOffice(clock)
    app = RudeService("com.post", DESCRIPTOR, office.take)
    chance = random.Random(5)
    # A quarter of the calls, and no more, may wait for one app: the second storm finds every place free again.
    near = served(tmp_path, app, clock=clock, max_concurrent_calls=CALLS * 4)
    with near as (here, server), ThreadPoolExecutor(CALLS) as clients:
        here.approve_all()
        unwanted = 0
        for _ in range(2):
            calls = [clients.submit(server.call, "android_ext_post_say", number=number) for number in range(CALLS)]
            assert office.all_here.wait(60)
            dropped, late = office.answer(chance)
            for number, call in enumerate(calls):
                result = call.result(60).result
                if number % 4 in (0, 1):
                    assert result["structuredContent"] == {"said": number}
                else:
                    reason = "answered another request" if number % 4 == 2 else "did not reply within"
                    assert result["isError"] is True
                    assert reason in result["content"][0]["text"]
            for reply, letter in late:
                reply(letter)
            unwanted += dropped
            assert here.hub.handle("list_external_apps", {})["dropped_replies"] == unwanted
            office.all_here.clear()
            clock.begin_anew()

"""Other apps on the real Android framework, our real Kotlin and the real core between them and an MCP client."""

import itertools
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jpype
import pytest
from fakes import ASK_NOTHING
from robolectric_serving import Hands, ToolError

from handheld import entry
from handheld.call import Call
from handheld.core import Core
from handheld.errors import HandheldError, TimedOut
from handheld.hub import approval
from handheld.settings import Settings
from handheld_desktop.robolectric import RobolectricPhone

PACKAGES = {f"com.example.{name}" for name in ("weather", "toolbox", "hostile", "document", "reference", "bound")}
AGENT = "com.example.agent"
_requests = itertools.count()


def ask(method: str, **params: Any) -> Any:
    answer = json.loads(entry.handle(json.dumps({"method": method, "params": params})))
    assert "error" not in answer, answer
    return answer["result"]


def found() -> dict[str, Any]:
    return {app["package"]: app for app in ask("list_external_apps")["apps"]}


def ask_service(neighbours: Any, caller: str, extras: dict[str, str]) -> Any:
    """The extras of the reply; a second reply would break the phone down."""
    return json.loads(str(neighbours.askService(caller, json.dumps(extras), next(_requests))))


def eventually(what: Any, seconds: float = 20) -> Any:
    """What other threads bring about has no event to wait for on this side of the phone."""
    deadline = time.monotonic() + seconds
    while not (value := what()):
        assert time.monotonic() < deadline, "waited in vain"
        threading.Event().wait(0.01)
    return value


@pytest.fixture(scope="module")
def neighbours(robolectric: RobolectricPhone, served: Hands) -> Iterator[Any]:
    """Six apps with tools and one that wants ours, all approved."""

    @jpype.JImplements("java.util.function.Function")
    class PythonCore:
        @jpype.JOverride  # type: ignore[untyped-decorator]
        def apply(self, request: Any) -> str:
            return entry.handle(request)

    loader = robolectric.handle.getClass().getClassLoader()
    apps = jpype.JClass("dev.handheld.hub.Neighbours", loader=loader)(PythonCore())
    apps.install()
    ask("packages_changed", package="")
    eventually(lambda: found().keys() == PACKAGES)
    for package, app in found().items():
        ask("approve_app", package=package, digest=app["digest"])
    yield apps
    ask("configure", settings={"offer": {"provider": False, "mobile_mcp": False}})
    for package in found():
        ask("revoke_app", package=package)
    apps.uninstall()


@pytest.fixture
def offered(neighbours: Any) -> Iterator[Any]:
    """Our tools are offered, and the agent app is allowed to use them."""
    assert ask("configure", settings={"offer": {"provider": True, "mobile_mcp": True}})["ok"]
    ask("allow_caller", package=AGENT)
    yield neighbours
    ask("forget_caller", package=AGENT)


def test_the_tools_of_every_app_are_found_in_its_provider_or_its_resources(neighbours: Any) -> None:
    states = {
        tool["name"]: tool["state"] for app in found().values() for door in app["doors"] for tool in door["tools"]
    }
    assert states == dict.fromkeys(
        (
            "ext_weather_get_weather", "ext_toolbox_upper", "ext_toolbox_reverse", "ext_hostile_misbehave",
            "ext_document_say", "ext_reference_say", "ext_bound_say",
        ),
        "on",
    )  # fmt: skip


def test_a_client_calls_tools_of_both_kinds_of_provider(phone: Hands, neighbours: Any) -> None:
    assert phone.text("ext_weather_get_weather", city="Oslo", days=3) == "Sunny in Oslo for 3 days"
    assert phone.text("ext_toolbox_reverse", text="abc") == "cba"
    with pytest.raises(ToolError, match="No such city: Atlantis"):
        phone.text("ext_weather_get_weather", city="Atlantis")
    with pytest.raises(ToolError, match="city"):
        phone.text("ext_weather_get_weather", days=3)


@pytest.mark.parametrize("app", ["document", "reference", "bound"])
def test_a_client_calls_a_service_of_every_kind(phone: Hands, neighbours: Any, app: str) -> None:
    result = phone.call(f"ext_{app}_say", text="Grüße 👋")
    assert result["structuredContent"] == {"said": "Grüße 👋"}


@pytest.mark.parametrize(
    ("how", "told"),
    [("null", "gave no answer"), ("exception", "I do not feel like it"), ("security", "does not let Handheld call it"),
     ("empty", "neither success")],
)  # fmt: skip
def test_a_hostile_provider_gives_a_clear_error_and_hurts_nobody(phone: Hands, neighbours: Any, how: str, told: str) -> None:
    with pytest.raises(ToolError, match=told):
        phone.text("ext_hostile_misbehave", how=how)
    assert phone.text("ext_toolbox_upper", text="still here") == "STILL HERE"


def test_a_reply_that_answers_another_request_is_dropped_and_counted(phone: Hands, neighbours: Any) -> None:
    before = ask("list_external_apps")["dropped_replies"]
    with pytest.raises(ToolError, match="another request"):
        phone.text("ext_reference_say", text="mine", how="mixed_up")
    assert phone.call("ext_reference_say", text="twice", how="twice")["structuredContent"] == {"said": "twice"}
    eventually(lambda: ask("list_external_apps")["dropped_replies"] == before + 2)


def test_an_app_that_is_removed_takes_its_tools_along_and_brings_them_back(phone: Hands, neighbours: Any) -> None:
    neighbours.remove("com.example.weather")
    eventually(lambda: "com.example.weather" not in found())
    with pytest.raises((ToolError, KeyError)):
        phone.text("ext_weather_get_weather", city="Oslo")
    neighbours.installWeather()
    eventually(lambda: "com.example.weather" in found())
    assert phone.text("ext_weather_get_weather", city="Oslo") == "Sunny in Oslo for 1 days"


def test_another_apps_host_uses_our_tools_by_provider(offered: Any) -> None:
    info = json.loads(str(offered.askProvider(AGENT, "get_tool_info", None, "{}")))
    assert info["success"]
    assert info["tool_name"] == "android_use_tool"
    assert "android_list_apps" in json.loads(info["tool"])["tools"]
    answer = json.loads(str(offered.askProvider(AGENT, "execute_tool", "android_list_apps", "{}")))
    assert "com.example.calculator" in answer["tool_result"]
    packed = json.dumps({"tool": "android_list_apps", "arguments": "{}"})
    assert json.loads(str(offered.askProvider(AGENT, "execute_tool", "android_use_tool", packed))) == answer


def test_an_app_that_is_not_allowed_is_told_what_to_do(offered: Any) -> None:
    answer = json.loads(str(offered.askProvider("com.example.toolbox", "get_tool_info", None, "{}")))
    assert not answer["success"]
    assert "Allow it in Handheld's settings" in answer["error_message"]
    reply = ask_service(offered, "com.example.toolbox", request("list_apps"))
    response = json.loads(reply["mobile-mcp-response"])["mobile-mcp-response"]["response"]
    assert "Allow it in Handheld's settings" in response["message"]
    assert "com.example.toolbox" in {knock["package"] for knock in ask("list_callers")["waiting"]}


def request(capability: str, version: str = "1.0", **args: Any) -> dict[str, str]:
    inner = {"id": "r1", "capability": {"id": capability, "args": args}}
    return {"mobile-mcp-request": json.dumps({"mobile-mcp-request": {"version": version, "request": inner}})}


@pytest.mark.parametrize(
    ("extras", "status", "told"),
    [
        (request("list_apps"), "success", ""),
        (request("list_apps", version="7"), "failure", "Version 7 is not supported"),
        (request("fly"), "failure", "Unknown or disabled capability: fly"),
        (request("tap"), "failure", "x"),
        (request("tap", x="a", y=1), "failure", "x"),
        (request("list_apps", nonsense=1), "failure", "nonsense"),
        ({"mobile-mcp-request": "{"}, "failure", "not JSON"),
        ({}, "failure", "missing"),
    ],
)
def test_every_request_of_an_agent_has_one_reply(offered: Any, extras: dict[str, str], status: str, told: str) -> None:
    reply = ask_service(offered, AGENT, extras)
    packed = json.loads(reply.get("mobile-mcp-response") or reply["response"])
    response = packed["mobile-mcp-response"]["response"] if "mobile-mcp-response" in packed else packed
    assert response["status"] == status
    assert told in response.get("message", "")
    if "r1" in extras.get("mobile-mcp-request", ""):
        assert response["id"] == "r1"


def test_200_calls_at_once_each_get_their_own_answer_or_a_time_out_and_nothing_leaks(
    robolectric: RobolectricPhone, neighbours: Any, tmp_path: Path
) -> None:
    wanted = Settings(max_concurrent_calls=1024, external_timeout_seconds=25, confirm=ASK_NOTHING)
    core = Core(wanted, robolectric.device, tmp_path)
    try:
        external = core.hub.external
        external.refresh()
        settings = core.settings
        for package in sorted(PACKAGES):
            settings = approval.approve(settings, external.entries, package, approval.digest(external.entries, package))
        core.hub.adopt(settings)
        plan = [
            (f"text {i}", ("document", "reference", "bound")[i % 3], ("now", "now", "twice", "lost", "now")[i // 3 % 5])
            for i in range(200)
        ]
        dropped, threads = neighbours.dropped(), threading.active_count()

        def call(text: str, app: str, how: str) -> Any:
            tool = core.catalogue.tools[f"android_ext_{app}_say"]
            try:
                return tool.run(Call(core.phone), {"text": text, "how": how}).structured
            except HandheldError as error:
                return type(error)

        neighbours.setHolds(True)
        replies = sum({"now": 1, "twice": 2, "lost": 0}[how] for _, _, how in plan)
        with ThreadPoolExecutor(200) as pool:
            calls = [pool.submit(call, *each) for each in plan]
            eventually(lambda: neighbours.held() == replies)
            neighbours.release(5)
            answers = [each.result(60) for each in calls]
        assert answers == [TimedOut if how == "lost" else {"said": text} for text, _, how in plan]
        twice = sum(how == "twice" for _, _, how in plan)
        eventually(lambda: neighbours.dropped() == dropped + twice)
        assert (neighbours.waiting(), neighbours.bound(), neighbours.held()) == (0, 0, 0)
        assert threading.active_count() <= threads
    finally:
        neighbours.setHolds(False)
        core.hub.close()

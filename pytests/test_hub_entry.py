"""The hub as Kotlin reaches it: through the one entry, with values as they come from Java."""

import json
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest
from java_bridge import BridgeOver, JavaString
from neighbourhood import AgentApp

from handheld import entry
from handheld.bridge import AndroidDevice
from handheld.errors import ActionFailed
from handheld.hub import mobile_mcp
from handheld.settings_file import SettingsFile
from handheld_desktop.sim import SimulatedPhone

AGENT = AgentApp()


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[SimulatedPhone]:
    entry._app = None
    made = SimulatedPhone(tmp_path / "storage")
    made.install(AGENT)
    yield made
    entry.stop()


def start(phone: SimulatedPhone, folder: Path, **settings: Any) -> None:
    options = JavaString(json.dumps({"settings": {"port": 0} | settings}))
    answer = json.loads(entry.start(BridgeOver(phone), JavaString(str(folder)), options))
    assert answer["ok"] is True
    assert entry._app is not None
    assert entry._app.core is not None
    entry._app.core.hub.external.refresh()


def ask(method: str, **params: Any) -> Any:
    answer = json.loads(entry.handle(JavaString(json.dumps({"method": method, "params": params}))))
    return answer.get("result", answer)


def tools() -> list[str]:
    assert entry._app is not None
    assert entry._app.core is not None
    return [name for name, tool in entry._app.core.catalogue.tools.items() if tool.source]


def test_what_other_apps_say_crosses_the_bridge_unchanged(phone: SimulatedPhone) -> None:
    over = AndroidDevice(BridgeOver(phone))
    assert over.find_providers() == phone.find_providers()
    assert over.find_services() == phone.find_services()
    almanac = phone.find_providers()[0].authority
    assert over.provider_info(almanac, 100) == phone.provider_info(almanac, 100)
    answer = over.execute_provider_tool(almanac, "get_sun_times", {"city": "Malmö"}, 100)
    assert answer["tool_result"] == "Malmö: sunrise 6:12, sunset 20:41 (city=Malmö)"
    extras = mobile_mcp.request("id-1", "clock_in_today", {})
    reply = over.call_service("com.example.timesheet", "com.example.timesheet.GatewayService", "id-1", extras, 1000)
    assert json.loads(reply["response"]) == {"id": "id-1", "status": "success", "message": "Clocked in."}
    assert over.app_signer(AGENT.package) == AGENT.signer
    assert over.dropped_replies() == 0
    with pytest.raises(ActionFailed, match="App not installed"):
        over.app_signer("com.example.gone")


def test_a_person_sees_and_approves_apps_and_takes_it_back(phone: SimulatedPhone, tmp_path: Path) -> None:
    start(phone, tmp_path)
    apps = {app["package"]: app for app in ask("list_external_apps")["apps"]}
    assert list(apps) == ["com.example.almanac", "com.example.thermostat", "com.example.timesheet", "org.example.toolbox"]
    (door,) = apps["com.example.timesheet"]["doors"]
    assert (door["protocol"], door["address"]) == ("mobile_mcp", "com.example.timesheet.GatewayService")
    assert door["notes"][0] == "The descriptor does not say its version; it is read as 1.0"
    assert [(tool["name"], tool["state"]) for tool in door["tools"]] == [
        ("ext_timesheet_clock_in_today", "waiting"), ("ext_timesheet_query_clock_in", "waiting")
    ]  # fmt: skip
    toolbox = apps["org.example.toolbox"]
    assert ask("approve_app", package="org.example.toolbox", digest="old")["error"]["code"] == "invalid_arguments"
    assert ask("approve_app", package="org.example.toolbox", digest=toolbox["digest"]) == {}
    assert tools() == ["android_ext_toolbox_reverse", "android_ext_toolbox_repeat_text"]
    assert list(SettingsFile(tmp_path / "settings.json").load().external_apps) == ["org.example.toolbox"]
    assert ask("configure", settings={"disabled_tools": ["ext_toolbox_reverse"]})["ok"] is True
    assert tools() == ["android_ext_toolbox_repeat_text"]
    assert ask("revoke_app", package="org.example.toolbox") == {}
    assert tools() == []


def test_approvals_outlive_a_restart(phone: SimulatedPhone, tmp_path: Path) -> None:
    start(phone, tmp_path)
    (toolbox,) = [app for app in ask("list_external_apps")["apps"] if app["package"] == "org.example.toolbox"]
    ask("approve_app", package="org.example.toolbox", digest=toolbox["digest"])
    entry.stop()
    start(phone, tmp_path)
    assert tools() == ["android_ext_toolbox_reverse", "android_ext_toolbox_repeat_text"]


def test_kotlin_tells_of_packages(phone: SimulatedPhone, tmp_path: Path) -> None:
    start(phone, tmp_path)
    phone.uninstall("com.example.almanac")
    assert ask("packages_changed", package="com.example.almanac") == {}
    assert entry._app is not None
    assert entry._app.core is not None
    settled = entry._app.core.hub.external.packages_changed("com.example.almanac")
    assert settled is not None
    wait(settled.result(10))
    assert "com.example.almanac" not in json.dumps(ask("list_external_apps"))


def test_another_app_is_let_in_once_the_person_says_so(phone: SimulatedPhone, tmp_path: Path) -> None:
    start(phone, tmp_path, offer={"provider": True, "mobile_mcp": True})
    assert phone.shown_to_others == (True, True)
    refused = ask("tool_info", caller=AGENT.package)["error"]
    assert refused["code"] == "permission_denied"
    assert [knock["package"] for knock in ask("list_callers")["waiting"]] == [AGENT.package]
    assert ask("allow_caller", package=AGENT.package) == {}
    assert ask("list_callers") == {"allowed": {AGENT.package: AGENT.signer}, "waiting": []}
    assert ask("tool_info", caller=AGENT.package)["tool_name"] == "android_use_tool"
    call = {"caller": AGENT.package, "tool_name": "android_press_home", "tool_arguments": {}}
    assert ask("execute_tool", **call) == {"tool_result": "Home button press executed successfully"}
    assert ask("forget_caller", package=AGENT.package) == {}
    assert ask("execute_tool", **call)["error"]["code"] == "permission_denied"


def test_paused_means_apps_too(phone: SimulatedPhone, tmp_path: Path) -> None:
    start(phone, tmp_path, offer={"provider": True, "mobile_mcp": True, "callers": {AGENT.package: AGENT.signer}})
    ask("pause", on=True)
    call = {"caller": AGENT.package, "tool_name": "android_press_home", "tool_arguments": {}}
    assert ask("execute_tool", **call)["error"]["code"] == "paused"


def test_every_request_has_a_reply_with_its_id_even_while_nothing_runs(phone: SimulatedPhone, tmp_path: Path) -> None:
    request = {"mobile-mcp-request": {"version": "1.0", "request": {"id": "id-5", "capability": {"id": "tap"}}}}
    extras = {"mobile-mcp-request": json.dumps(request)}

    def response() -> Any:
        reply = ask("mobile_mcp", callers=[AGENT.package], extras=extras)["extras"]
        return json.loads(reply["response"])["mobile-mcp-response"]["response"]

    never = response()
    assert (never["id"], never["status"]) == ("id-5", "failure")
    assert "not running" in never["message"]
    start(phone, tmp_path)
    assert "does not offer its tools" in response()["message"]
    entry.stop()
    assert "not running" in response()["message"]
    assert ask("packages_changed", package="x") == {}
    assert "not running" in ask("tool_info", caller=AGENT.package)["error"]["message"]

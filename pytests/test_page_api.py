"""What the control page is told, and what its orders do."""

import dataclasses
import http.client
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from neighbourhood import AgentApp
from paging import Visitor, paged

from handheld.control import SETTINGS
from handheld.errors import ActionFailed, PermissionDenied
from handheld.notices import Notice
from handheld.screen import view
from handheld.settings_json import SCHEMA

STATIC = Path(view.__file__).parents[1] / "page" / "static"


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Visitor]:
    with paged(tmp_path) as stranger:
        yield stranger.come_in()


def call(visitor: Visitor, tool: str, token: str | None = None, **arguments: Any) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", visitor.app.port, timeout=20)
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    bearer = f"Bearer {token or visitor.app.settings.tokens[0].token}"
    connection.request("POST", "/mcp", json.dumps(message), {"authorization": bearer, "content-type": "application/json"})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def test_the_state_tells_address_clients_and_calls_and_no_secret(inside: Visitor) -> None:
    call(inside, "android_press_home")
    state = inside.ask("state")
    assert (state["running"], state["paused"], state["address"]) == (True, False, inside.app.address)
    assert [visit["token"] for visit in state["clients"]] == ["default"]
    assert state["calls"][0]["tool"] == "android_press_home"
    for path in ("state", "settings", "tools", "history"):
        assert inside.app.settings.tokens[0].token not in inside.get(f"/api/{path}").body.decode()


def test_the_screen_is_told_again_only_when_it_changed(inside: Visitor) -> None:
    seen = inside.ask("screen")
    assert seen["text"].startswith("note:")
    assert all(identity in seen["text"] for identity in seen["boxes"])
    assert inside.ask(f"screen?known={seen['digest']}") == {"digest": seen["digest"], "same": True}
    picture = inside.get("/api/picture")
    assert (picture.headers["content-type"], picture.body[:2]) == ("image/jpeg", b"\xff\xd8")


def test_without_the_accessibility_service_the_screen_says_why(inside: Visitor) -> None:
    inside.app.device.faults.accessibility_off = True  # type: ignore[attr-defined]
    assert inside.ask("screen")["problem"].startswith("Accessibility service not enabled")
    answer = inside.get("/api/picture")
    assert (answer.status, answer.json["code"]) == (409, "permission_denied")


def test_the_person_sees_the_screen_while_agents_are_paused(inside: Visitor) -> None:
    inside.order("pause", on=True)
    assert inside.ask("state")["paused"]
    assert inside.ask("screen")["text"]
    tried = inside.order("tools/try", name="android_press_home")
    assert tried["isError"]
    assert tried["content"][0]["text"].startswith("Paused: ")


def test_a_tool_that_is_tried_is_on_record(inside: Visitor) -> None:
    tapped = inside.order("tools/try", name="android_tap", arguments={"x": 1, "y": 2})
    assert tapped["content"][0]["text"] == "Tap executed at (1, 2)"
    assert inside.order("tools/try", name="android_tap", arguments={"x": 1})["isError"]
    assert inside.post("tools/try", name="android_nothing").status == 400
    entries = inside.ask("history?client=control%20page")["entries"]
    assert [entry["outcome"] for entry in entries] == ["invalid_arguments", "ok"]


def test_tools_are_switched_without_a_restart(inside: Visitor) -> None:
    port = inside.app.port
    inside.order("tools/switch", tools={"send_sms": False, "tap": False})
    assert {tool["short"] for tool in inside.ask("tools")["tools"] if not tool["on"]} == {"send_sms", "tap"}
    assert inside.app.port == port
    inside.order("tools/switch", tools={"tap": True})
    assert inside.app.settings.disabled_tools == ("send_sms",)
    assert inside.post("tools/switch", tools={"nothing": False}).status == 400
    assert inside.post("tools/switch", tools=[]).status == 400
    assert inside.post("tools/switch").status == 400


def test_settings_are_checked_with_the_schema_and_nothing_wrong_is_kept(inside: Visitor) -> None:
    wrong = {"port": 70000, "download": {"timeout_seconds": 0}, "prot": 1}
    problems = inside.order("settings/check", changes=wrong)["problems"]
    assert set(problems) == {"port", "download.timeout_seconds", ""}
    before = (inside.app.folder / "settings.json").read_text()
    assert inside.post("settings/save", changes=wrong).status == 400
    assert (inside.app.folder / "settings.json").read_text() == before
    assert inside.order("settings/check", changes={"port": 0}) == {"problems": {}}


@pytest.mark.parametrize("name", ["tokens", "disabled_tools", "external_apps"])
def test_what_has_its_own_place_cannot_be_set_around_it(inside: Visitor, name: str) -> None:
    assert inside.post("settings/save", changes={name: []}).status == 400
    assert name not in inside.ask("settings")["values"]


def test_a_port_that_is_taken_is_a_reason_and_the_page_stays(inside: Visitor) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        answer = inside.post("settings/save", changes={"port": taken.getsockname()[1]})
        assert (answer.status, answer.json["code"]) == (409, "cannot_listen")
        state = inside.ask("state")
        assert not state["running"]
        assert "already in use" in state["problem"]
        assert inside.ask("screen")["problem"].startswith("Handheld's server is not running")
    inside.order("server", on=True)
    assert inside.ask("state")["running"]


def test_a_new_token_works_at_once_and_a_revoked_one_no_more(inside: Visitor) -> None:
    port = inside.app.port
    token = inside.order("tokens/make", name=" laptop ")["token"]
    assert inside.app.port == port
    assert call(inside, "android_press_home", token).status == 200
    assert {row["name"] for row in inside.ask("settings")["tokens"] if row["last_used"]} == {"laptop"}
    assert inside.post("tokens/make", name="laptop").status == 400
    assert inside.post("tokens/make", name="").status == 400
    inside.order("tokens/revoke", name="laptop")
    assert call(inside, "android_press_home", token).status == 401
    assert inside.post("tokens/revoke", name="laptop").status == 400
    assert inside.post("tokens/revoke", name="default").status == 400


def test_when_a_token_was_last_used_is_known_after_a_restart(tmp_path: Path) -> None:
    for used in (False, True):
        with paged(tmp_path) as stranger:
            inside = stranger.come_in()
            assert [bool(row["last_used"]) for row in inside.ask("settings")["tokens"]] == [used]
            call(inside, "android_press_home")


def test_when_a_token_was_last_used_is_known_while_the_server_is_stopped(inside: Visitor) -> None:
    call(inside, "android_press_home")
    inside.order("server", on=False)
    assert [bool(row["last_used"]) for row in inside.ask("settings")["tokens"]] == [True]


def test_a_token_may_be_for_the_tool_of_another_app(inside: Visitor) -> None:
    core = inside.app.running_core
    core.catalogue.join([dataclasses.replace(core.catalogue.tools["android_tap"], name="ext_tap", source="org.example")])
    assert inside.post("tokens/make", name="a", profile="chosen", tools=["ext_tap"]).status == 200
    assert inside.post("tokens/make", name="b", profile="chosen", tools=["ext_fly"]).status == 400


def test_history_is_filtered_paged_and_exported(inside: Visitor) -> None:
    for _ in range(101):
        inside.app.running_core.audit.write("a", "one", {}, "ok", 0)
    inside.app.running_core.audit.write("b", "two", {"n": 1}, "timed_out", 0.5)
    first = inside.ask("history")
    assert (len(first["entries"]), first["more"], first["entries"][0]["tool"]) == (100, True, "two")
    assert len(inside.ask("history?start=100")["entries"]) == 2
    assert [entry["tool"] for entry in inside.ask("history?outcome=timed_out")["entries"]] == ["two"]
    assert inside.ask("history?client=b&tool=one")["entries"] == []
    assert (first["clients"], first["outcomes"]) == (["a", "b"], ["ok", "timed_out"])
    export = inside.get("/api/history.jsonl?client=b")
    assert "attachment" in export.headers["content-disposition"]
    assert [json.loads(line)["arguments"] for line in export.body.splitlines()] == [{"n": 1}]
    assert len(inside.ask("history?start=x")["entries"]) == 100


def test_permissions_open_only_pages_that_are_known(inside: Visitor) -> None:
    rows = {row["name"]: row["granted"] for row in inside.ask("permissions")["permissions"]}
    assert rows["accessibility"]
    assert not rows["battery"]
    inside.order("permissions/open", name="battery")
    assert {row["name"]: row["granted"] for row in inside.ask("permissions")["permissions"]}["battery"]
    assert inside.post("permissions/open", name="android.settings.SETTINGS").status == 400
    assert inside.post("permissions/open", name="logs").status == 409


def test_every_client_has_its_text_with_address_and_token(inside: Visitor) -> None:
    found = inside.ask("connect")
    ids = [snippet["id"] for snippet in found["snippets"]]
    assert ids == [
        "claude-code", "claude-desktop", "vs-code", "cursor", "gemini-cli", "chatgpt", "openai-api", "inspector", "curl",
    ]  # fmt: skip
    for snippet in found["snippets"]:
        assert inside.app.address in snippet["text"]
        assert inside.app.settings.tokens[0].token in snippet["text"]


def test_the_qr_code_is_a_picture_of_the_address(inside: Visitor) -> None:
    answer = inside.get("/api/qr")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.body.startswith(b"<svg")


def test_news_of_settings_come_once_the_server_has_taken_them_over(inside: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    taken_over = []

    def publish(notice: Notice) -> None:
        if notice == SETTINGS:
            taken_over.append(inside.app.running_core.settings.record_pictures)

    monkeypatch.setattr(inside.app.control.news, "publish", publish)
    inside.app.configure({"record_pictures": True})
    assert taken_over == [True]


def test_news_come_as_events(inside: Visitor) -> None:
    connection = http.client.HTTPConnection(inside.netloc, timeout=20)
    connection.request("GET", "/api/events", headers={name: value for name, value in inside.headers.items() if value})
    response = connection.getresponse()
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.readline() == b"data: state\n"
    call(inside, "android_press_home")
    lines = {response.readline() for _ in range(6)}
    assert lines & {b"data: calls\n", b"data: clients\n"}
    connection.close()


def test_both_languages_have_every_sentence_that_the_page_says() -> None:
    english, german = (json.loads((STATIC / "texts" / f"{name}.json").read_text()) for name in ("en", "de"))
    assert english.keys() == german.keys()
    for key, text in english.items():
        assert sorted(re.findall(r"\{\w+}", text)) == sorted(re.findall(r"\{\w+}", german[key])), key
    said = {key for path in STATIC.glob("*.js") for key in re.findall(r'\bt\("([\w.-]+)"', path.read_text())}
    assert said
    assert said <= english.keys()


def test_every_setting_is_in_the_catalogue() -> None:
    english = json.loads((STATIC / "texts" / "en.json").read_text())
    properties = SCHEMA["properties"] | {"storage": SCHEMA["properties"]["storage"]["additionalProperties"]}
    for name, schema in properties.items():
        for path in [f"{name}.{inner}" for inner in schema.get("properties", {})] or [name]:
            if path not in ("tokens", "disabled_tools", "external_apps", "offer.callers"):  # they have places of their own
                assert f"setting.{path}" in english
                assert f"setting.{path}.help" in english
            for word in schema.get("enum", ()):
                assert f"setting.{path}.{word}" in english


def test_the_estimate_of_tokens_counts_words_numbers_and_signs() -> None:
    assert view.tokens("") == 0
    assert view.tokens("node_a3f2_w42\tButton\n") == 9


AGENT = "com.example.agent"


def test_an_app_that_knocks_is_allowed_taken_back_and_forgotten(inside: Visitor) -> None:
    inside.app.device.install(AgentApp())  # type: ignore[attr-defined]
    inside.order("settings/save", changes={"offer": {"provider": True}})

    def knock() -> None:
        with pytest.raises(PermissionDenied):
            inside.app.running_core.hub.handle("tool_info", {"caller": AGENT})

    knock()
    (waiting,) = inside.ask("callers")["waiting"]
    assert (waiting["package"], waiting["name"], waiting["was_allowed"]) == (AGENT, "Agent", False)
    assert inside.ask("state")["knocks"] == 1
    assert inside.post("callers/allow", package=AGENT, signer="0" * 64).status == 400
    assert inside.app.settings.offer.callers == {}
    inside.order("callers/allow", package=AGENT, signer=waiting["signer"])
    assert inside.app.running_core.hub.handle("tool_info", {"caller": AGENT})
    assert inside.ask("callers") == {
        "allowed": [{"package": AGENT, "name": "Agent", "signer": waiting["signer"]}],
        "waiting": [],
    }
    inside.order("callers/revoke", package=AGENT)
    assert inside.post("callers/revoke", package=AGENT).status == 400
    knock()
    inside.order("callers/forget", package=AGENT)
    assert inside.ask("callers") == {"allowed": [], "waiting": []}


def test_who_may_call_is_not_set_around_the_list_of_callers(inside: Visitor) -> None:
    assert inside.post("settings/save", changes={"offer": {"callers": {AGENT: "0" * 64}}}).status == 400
    assert inside.app.settings.offer.callers == {}


def test_a_token_is_made_for_some_tools_and_some_time(inside: Visitor) -> None:
    inside.order("tokens/make", name="reader", profile="read_only", expires=4_000_000_000)
    inside.order("tokens/make", name="two tools", profile="chosen", tools=["tap", "press_home"])
    rows = {row["name"]: row for row in inside.ask("settings")["tokens"]}
    assert (rows["reader"]["profile"], rows["reader"]["expires"]) == ("read_only", 4_000_000_000)
    assert (rows["two tools"]["profile"], rows["two tools"]["tools"]) == ("chosen", ["tap", "press_home"])
    assert (rows["default"]["profile"], rows["default"]["expires"]) == ("full", 0)


@pytest.mark.parametrize(
    "wrong",
    [{"profile": "everything"}, {"profile": "chosen"}, {"profile": "chosen", "tools": ["nothing"]}, {"tools": "tap"},
     {"expires": -1}, {"expires": "soon"}, {"tools": [["tap"]]}],
)  # fmt: skip
def test_a_token_with_a_wrong_scope_is_not_made(inside: Visitor, wrong: dict[str, Any]) -> None:
    assert inside.post("tokens/make", name="other", **wrong).status == 400
    assert [token.name for token in inside.app.settings.tokens] == ["default"]


def pictured(visitor: Visitor) -> None:
    """Waits until what is being recorded is there."""
    visitor.app.running_core.recording._worker.submit(lambda: None).result(20)


def test_an_action_has_its_picture_when_the_person_asked_for_it(inside: Visitor) -> None:
    call(inside, "android_press_home")
    inside.order("settings/save", changes={"record_pictures": True})
    port = inside.app.port
    call(inside, "android_press_home")
    pictured(inside)
    call(inside, "android_get_screen_state")
    call(inside, "android_get_clipboard")
    pictured(inside)
    found = inside.ask("history")
    assert inside.app.port == port
    assert ["picture" in entry for entry in found["entries"]] == [False, False, True, False]
    assert (found["recording"], found["pictures"]) == (True, 1)
    name = found["entries"][2]["picture"]
    answer = inside.get(f"/api/recordings/picture?name={name}")
    assert (answer.headers["content-type"], answer.body[:2]) == ("image/jpeg", b"\xff\xd8")
    assert inside.get("/api/recordings/picture?name=..%2Fsettings.json").status == 404
    lines = [json.loads(line) for line in inside.get("/api/history.jsonl").body.splitlines()]
    assert [line.get("picture") for line in lines] == [None, name, None, None]
    inside.order("recordings/clear")
    assert inside.get(f"/api/recordings/picture?name={name}").status == 404
    assert not any("picture" in entry for entry in inside.ask("history")["entries"])


def test_an_action_costs_one_more_crossing_when_it_is_recorded_and_none_otherwise(inside: Visitor) -> None:
    taken: list[int] = []
    screenshot = inside.app.device.screenshot
    inside.app.device.screenshot = lambda *args: (taken.append(1), screenshot(*args))[1]  # type: ignore[method-assign]
    call(inside, "android_press_home")
    assert taken == []
    inside.app.configure({"record_pictures": True})
    call(inside, "android_press_home")
    pictured(inside)
    assert taken == [1]


def test_nothing_is_recorded_of_what_the_person_does_while_agents_are_paused(inside: Visitor) -> None:
    inside.app.configure({"record_pictures": True})
    screenshot = inside.app.device.screenshot

    def pausing(*args: Any) -> Any:
        inside.app.control.pause.set(True)
        return screenshot(*args)

    inside.app.device.screenshot = pausing  # type: ignore[method-assign]
    call(inside, "android_press_home")
    pictured(inside)
    assert inside.app.running_core.recording.names() == set()


def test_a_picture_that_fails_does_not_fail_its_action(inside: Visitor) -> None:
    inside.app.configure({"record_pictures": True})

    def broken(*args: Any) -> Any:
        raise ActionFailed("Screenshot capture failed")

    inside.app.device.screenshot = broken  # type: ignore[method-assign]
    call(inside, "android_press_home")
    pictured(inside)
    (entry,) = inside.ask("history")["entries"]
    assert entry["outcome"] == "ok"
    assert "picture" not in entry


def test_without_a_server_the_page_says_so_instead_of_breaking(inside: Visitor) -> None:
    inside.order("server", on=False)
    for path in ("history", "history.jsonl", "recordings/picture?name=x", "tools"):
        answer = inside.get(f"/api/{path}")
        assert answer.status == 409, path
        assert answer.json["error"].startswith("Handheld's server is not running")
    assert inside.ask("callers") == {"allowed": [], "waiting": []}
    assert inside.ask("settings")["tools"]


def test_where_agents_get_screens_in_short_the_person_sees_that_text(inside: Visitor) -> None:
    full = inside.ask("screen")
    assert "told" not in full
    inside.app.configure({"screen_format": "compact"})
    short = inside.ask("screen")
    assert (short["text"], short["boxes"]) == (full["text"], full["boxes"])
    assert short["tokens"] * 3 < full["tokens"]
    assert short["told"].splitlines()[0] != full["text"].splitlines()[0]

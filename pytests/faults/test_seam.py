"""Every call of the seam fails in every way, under every tool that makes it: the right words, no crash, and a free phone."""

import json
from collections.abc import Iterator
from typing import Any

import cases_first_edition
import pytest
from case import Case, answers
from serving import Answer
from test_answers import CURRENT
from world import World, a_world

from handheld.core import TOOLS
from handheld.errors import _BY_CODE, ActionFailed, ElementNotFound, HandheldError, NoSuchFile, StaleNode, Unsupported

NO = "the phone says no"
FAILURES = [error(NO) for error in _BY_CODE.values()]
PICTURES = [
    answers("get_screen_state.picture", {"include_screenshot": True}, ""),
    answers("capture_screenshot.picture", {}, ""),
]
CASES = {case.tool: case for case in reversed([*CURRENT, *cases_first_edition.CASES]) if case.error is None}
CASES |= {case.name: case for case in PICTURES}
CURRENT_TOOLS = {tool.name for tool in TOOLS}
TOLERATED = {"stat_file", "list_directory"}
"""To write, it is enough that the storage does not say that a folder is there; leftovers of killed writes can wait. And who waits
for something on the screen waits also while there is none."""
OTHER_WORDS: dict[type[HandheldError], tuple[str, ...]] = {
    NoSuchFile: ("not found",),
    StaleNode: ("changes while it is acted on", "Scroll failed: nothing around"),
    ElementNotFound: ("Scroll failed: nothing around",),
    Unsupported: ("Append mode not supported",),
}
"""Where the tool knows better than the phone what to say."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with a_world(tmp_path_factory.mktemp("seam")) as world:
        yield world


def ask(world: World, tool: str, arguments: dict[str, Any]) -> Answer:
    if tool in CURRENT_TOOLS:
        return world.served.legacy("tools/call", {"name": f"android_{tool}", "arguments": arguments})
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    return world.served.post(message, "/mcp/v1/tools/call")


def prepared(world: World, case: Case, folder: Any) -> dict[str, Any]:
    world.begin_anew(folder)
    arguments = case.prepare(world)
    world.stage.asked.clear()
    return arguments


def said(answer: Answer) -> tuple[bool, str]:
    """Whether it failed, and the text."""
    assert answer.status == 200, answer
    if "error" in answer.json:
        return True, answer.error["message"]
    result = answer.json["result"]
    return result.get("isError", False), json.dumps(result["content"])


def is_free(world: World) -> bool:
    """The next one may act, and does."""
    phone = world.core.phone
    world.stage.instead = {}
    ok = "isError" not in world.mcp("press_home")
    return ok and not phone.screen_lock.locked() and not phone.typing_lock.locked()


def is_told(method: str, error: HandheldError, failed: bool, text: str) -> bool:
    if not failed:
        return (method in TOLERATED or (method == "snapshot" and isinstance(error, ActionFailed))) and NO not in text
    return any(words in text for words in (NO, *OTHER_WORDS.get(type(error), ())))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_whatever_the_phone_refuses_is_told_and_leaves_it_free(running: World, case: Case, tmp_path: Any) -> None:
    arguments = prepared(running, case, tmp_path / "whole")
    assert not said(ask(running, case.tool, arguments))[0]
    used = dict.fromkeys(name for name, *_ in running.stage.asked)
    assert used
    for method in used:
        arguments = prepared(running, case, tmp_path / method)
        for error in FAILURES:
            failed, text = failing(running, case, arguments, method, error)
            if not failed or not is_told(method, error, failed, text):  # part of it may be done: from the start, then
                arguments = prepared(running, case, tmp_path / f"{method}-{error.code}")
                failed, text = failing(running, case, arguments, method, error)
            assert is_told(method, error, failed, text), (method, error, text)
        assert is_free(running), method


def failing(world: World, case: Case, arguments: dict[str, Any], method: str, error: Exception) -> tuple[bool, str]:
    world.stage.instead = {method: error}
    try:
        return said(ask(world, case.tool, arguments))
    finally:
        world.stage.instead = {}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_bug_behind_the_seam_tells_nothing_and_leaves_it_free(running: World, case: Case, tmp_path: Any) -> None:
    arguments = prepared(running, case, tmp_path / "whole")
    ask(running, case.tool, arguments)
    for method in dict.fromkeys(name for name, *_ in running.stage.asked):
        arguments = prepared(running, case, tmp_path / method)
        assert failing(running, case, arguments, method, RuntimeError("a secret of the machine")) == (True, "Internal error")
        assert is_free(running), method


def test_every_method_of_the_seam_that_tools_use_is_tried(running: World, tmp_path: Any) -> None:
    used = set()
    for name, case in CASES.items():
        ask(running, case.tool, prepared(running, case, tmp_path / name))
        used |= {name for name, *_ in running.stage.asked}
    assert used == {
        "click_node", "close_app", "commit_text", "delete_file", "display", "focus_field", "foreground", "gesture",
        "get_clipboard", "global_action", "list_apps", "list_directory", "long_click_node", "open_app", "open_file", "press_key",
        "read_field", "read_logs", "replace_file", "screenshot", "scroll_node", "select_text", "send_sms", "set_clipboard",
        "sms_subscriptions", "snapshot", "stat_file", "storage_locations",
    }  # fmt: skip

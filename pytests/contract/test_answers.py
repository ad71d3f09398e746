"""Every case, on every surface that has its tool: what is answered, word for word, and which kind of error it is."""

import json
from typing import Any

import cases_app
import cases_element
import cases_file
import cases_first_edition
import cases_screen
import cases_system
import cases_text
import cases_touch
import cases_utility
import jsonschema
import pytest
from case import Case
from world import World

from handheld.tools.first_edition import FIRST_EDITION

MODULES = (cases_screen, cases_system, cases_touch, cases_element, cases_text, cases_utility, cases_file, cases_app)
CURRENT: list[Case] = [case for module in MODULES for case in module.CASES] + cases_app.SMS_CASES
KEPT = {tool.name for tool in FIRST_EDITION}
FIRST = [case for case in CURRENT if case.tool in KEPT] + cases_first_edition.CASES


def check(case: Case, arguments: dict[str, Any], result: dict[str, Any]) -> None:
    (content,) = result["content"]
    assert content.keys() == {"type", "text"}
    assert content["type"] == "text"
    case.check_text(content["text"], arguments)
    assert result.get("isError", False) is (case.error is not None)


@pytest.mark.parametrize("case", CURRENT, ids=str)
def test_current_edition(world: World, case: Case) -> None:
    arguments = case.prepare(world)
    result = world.mcp(case.tool, **arguments)
    check(case, arguments, result)
    case.check_outcome(world.outcome())
    output = world.core.catalogue.tools[f"android_{case.tool}"].output
    if output is None or case.error:
        assert "structuredContent" not in result
    else:
        said = json.loads(result["content"][0]["text"])
        assert result["structuredContent"] == (said if isinstance(said, dict) else {"result": said})
        jsonschema.validate(result["structuredContent"], output)


@pytest.mark.parametrize("case", FIRST, ids=str)
def test_first_edition(world: World, case: Case) -> None:
    arguments = case.prepare(world)
    answer = world.v1(case.tool, **arguments)
    if case.error is None:
        assert answer.keys() == {"jsonrpc", "id", "result"}
        assert answer["result"].keys() == {"content"}
        check(case, arguments, answer["result"])
    else:
        assert answer.keys() == {"jsonrpc", "id", "error"}
        assert answer["error"].keys() == {"code", "message"}
        assert answer["error"]["code"] == case.error.v1_code
        case.check_text(answer["error"]["message"], arguments)


@pytest.mark.parametrize("case", cases_app.SMS_CASES, ids=str)
def test_sms(world: World, case: Case) -> None:
    arguments = case.prepare(world)
    result = world.sms(case.tool, **arguments)
    assert result.keys() <= {"content", "isError"}
    check(case, arguments, result)

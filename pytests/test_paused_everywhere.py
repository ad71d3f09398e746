"""A paused server answers every action with a clear error: each tool, on every surface, in both eras."""

from collections.abc import Iterator
from typing import Any

import pytest
from neighbourhood import Neighbourhood
from offering import AGENT, ALLOWED
from serving import Served

from handheld.core import TOOLS
from handheld.hub import mobile_mcp
from handheld.tool import Tool
from handheld.tools.first_edition import FIRST_EDITION
from handheld.tools.sms import get_sms_subscriptions, send_sms

SMS = [send_sms, get_sms_subscriptions]


@pytest.fixture(scope="module")
def street(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Neighbourhood, Served]]:
    here = Neighbourhood(tmp_path_factory.mktemp("street"), offer=ALLOWED)
    here.approve_all()
    here.core.phone.pause.set(True)
    with here.served() as server:
        yield here, server


@pytest.fixture(scope="module")
def server(street: tuple[Neighbourhood, Served]) -> Served:
    return street[1]


def fitting(schema: dict[str, Any]) -> Any:
    """The least that the schema takes."""
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return fitting(schema["anyOf"][0])
    match schema.get("type"):
        case "object":
            return {name: fitting(schema["properties"][name]) for name in schema.get("required", ())}
        case "array":
            return [fitting(schema["items"]) for _ in range(schema.get("minItems", 0))]
        case "integer" | "number":
            return schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
        case "boolean":
            return True
    return "+15550100" if "pattern" in schema else "x" * max(1, schema.get("minLength", 1))


def named(tools: list[Tool]) -> Any:
    return pytest.mark.parametrize("tool", tools, ids=[tool.name for tool in tools])


@pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])
@named(TOOLS)
def test_every_tool_says_that_it_is_paused(server: Served, tool: Tool, modern: bool) -> None:
    result = server.call(f"android_{tool.name}", modern, **fitting(tool.arguments.schema)).result
    assert result["isError"] is True
    assert result["content"][0]["text"].startswith("Paused: the person whose phone this is has stopped all agents")


@named(FIRST_EDITION)
def test_every_tool_of_the_first_edition_says_so(server: Served, tool: Tool) -> None:
    params = {"name": tool.name, "arguments": fitting(tool.arguments.schema)}
    answer = server.post({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, "/mcp/v1/tools/call")
    assert answer.error["message"].startswith("Paused: ")


@pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])
@named(SMS)
def test_the_sms_server_says_so(server: Served, tool: Tool, modern: bool) -> None:
    send = server.modern if modern else server.legacy
    result = send("tools/call", {"name": tool.name, "arguments": fitting(tool.arguments.schema)}, path="/mcp/sms").result
    assert (result["isError"], result["content"][0]["text"][:8]) == (True, "Paused: ")


@pytest.mark.parametrize("uri", ["android://screen", "android://screenshot", "android://elements/node_0000_w1", "android://files/x/y"])
@pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])
def test_every_resource_says_so(server: Served, uri: str, modern: bool) -> None:
    answer = (server.modern if modern else server.legacy)("resources/read", {"uri": uri})
    assert answer.error["message"].startswith("Paused: ")


@pytest.mark.parametrize(
    ("ref", "name"),
    [
        ({"type": "ref/resource", "uri": "android://elements/{element_id}"}, "element_id"),
        ({"type": "ref/prompt", "name": "do_task"}, "package_id"),
        ({"type": "ref/resource", "uri": "android://files/{location_id}/{+path}"}, "location_id"),
    ],
)
def test_completions_of_what_is_on_the_phone_say_so(server: Served, ref: dict[str, str], name: str) -> None:
    answer = server.legacy("completion/complete", {"ref": ref, "argument": {"name": name, "value": ""}})
    assert answer.error["message"].startswith("Paused: ")


@pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])
def test_the_tools_of_other_apps_say_so(street: tuple[Neighbourhood, Served], modern: bool) -> None:
    here, server = street
    assert here.names()
    for name in here.names():
        schema = here.core.catalogue.tools[name].arguments.schema
        result = server.call(name, modern, **fitting(schema)).result
        assert (result["isError"], result["content"][0]["text"][:8]) == (True, "Paused: ")


@named(TOOLS)
def test_other_apps_that_use_our_tools_are_told_so(street: tuple[Neighbourhood, Served], tool: Tool) -> None:
    here, _ = street
    arguments = fitting(tool.arguments.schema)
    request = mobile_mcp.request("id-1", tool.name, arguments)
    reply = here.hub.handle("mobile_mcp", {"callers": [AGENT], "extras": request})["extras"]
    assert any("Paused: " in value for value in reply.values()), reply

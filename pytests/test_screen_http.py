"""The compact screen over real HTTP: whose short ids are whose, and what a restart leaves of them."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import TOKEN, Served, served

OTHER_TOKEN = TOKEN[::-1]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as running:
        yield running


class Program:
    """A client as the server sees it: a token and a User-Agent."""

    def __init__(self, server: Served, agent: str = "agent/1", token: str = TOKEN, modern: bool = False) -> None:
        self._send = server.modern if modern else server.legacy
        self._headers = {"user_agent": agent, "authorization": f"Bearer {token}"}

    def ask(self, method: str, **params: Any) -> Any:
        return self._send(method, params, **self._headers).result

    def call(self, tool: str, **arguments: Any) -> str:
        result = self.ask("tools/call", name=f"android_{tool}", arguments=arguments)
        text: str = result["content"][0]["text"]
        return f"error: {text}" if result.get("isError") else text

    def compact(self, **arguments: Any) -> str:
        return self.call("get_screen_state", format="compact", **arguments)

    def id_of(self, label: str) -> str:
        cells = [line.split("\t") for line in self.compact().split("\n")]
        return next(id for id, said, *_ in (line for line in cells if len(line) > 1) if said == label)


@pytest.mark.parametrize("modern", [False, True])
def test_a_task_in_few_words(server: Served, modern: bool) -> None:
    program = Program(server, modern=modern)
    program.call("open_app", package_id="com.android.calculator2")
    keys = {key: program.id_of(key) for key in ("7", "+ | plus", "5", "= | equals")}
    for key in keys.values():
        assert program.call("click_element", element_id=key) == f"Click performed on element '{key}'"
    assert any(line.split("\t")[1:2] == ["12"] for line in program.compact(query="12").split("\n"))
    before = program.compact().split("\n")[0]
    assert program.compact(changes_only=True) == f"{before} unchanged"
    program.call("click_element", element_id=keys["7"])
    assert program.compact(changes_only=True).split("\n")[0].endswith(f" changes since {before}")


def test_neither_another_token_nor_another_program_can_use_a_short_id(server: Served) -> None:
    owner = Program(server)
    owner.call("open_app", package_id="com.android.calculator2")
    seven = owner.id_of("7")
    for stranger in (Program(server, agent="agent/2"), Program(server, token=OTHER_TOKEN), Program(server, agent="")):
        refused = stranger.call("click_element", element_id=seven)
        assert refused.startswith(f"error: Element '{seven}' is not known.")
        assert seven not in {line.split("\t")[0] for line in stranger.compact().split("\n")}
    assert owner.call("click_element", element_id=seven) == f"Click performed on element '{seven}'"


def test_clients_that_look_at_once_never_get_the_same_short_id(server: Served) -> None:
    told: list[str] = []

    def look(number: int) -> None:
        told.append(Program(server, agent=f"agent/{number}").compact())

    threads = [threading.Thread(target=look, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ids = [line.split("\t")[0] for text in told for line in text.split("\n") if "\t" in line]
    revisions = [text.split("\n")[0] for text in told]
    assert len(told) == len(set(revisions)) == 8
    assert len(ids) == len(set(ids)) > 8 * 20


def test_after_a_restart_old_short_ids_and_revisions_are_not_taken_for_new_ones(tmp_path: Path) -> None:
    with served(tmp_path) as before:
        program = Program(before)
        program.call("open_app", package_id="com.android.calculator2")
        seven, revision = program.id_of("7"), program.compact().split("\n")[0]
    with served(tmp_path) as after:
        program = Program(after)
        program.call("open_app", package_id="com.android.calculator2")
        assert program.call("click_element", element_id=seven).startswith(f"error: Element '{seven}' is not known.")
        first, size, *_ = program.compact(changes_only=True).split("\n")
        assert (first != revision, size) == (True, "1080x2400")
        assert program.call("click_element", element_id=seven).startswith(f"error: Element '{seven}' is not known.")
        assert program.id_of("7") != seven


def test_the_screen_as_a_resource_follows_the_setting_and_an_element_is_read_by_its_short_id(tmp_path: Path) -> None:
    with served(tmp_path, screen_format="compact") as server:
        program = Program(server)
        program.call("open_app", package_id="com.android.calculator2")
        (read,) = program.ask("resources/read", uri="android://screen")["contents"]
        assert read["text"].split("\n")[1] == "1080x2400"
        seven = program.id_of("7")
        (read,) = program.ask("resources/read", uri=f"android://elements/{seven}")["contents"]
        assert read["text"] == f"id\ttext\tdesc\n{seven}\t7\t-"


def test_the_first_edition_knows_no_short_ids(server: Served) -> None:
    program = Program(server)
    program.call("open_app", package_id="com.android.calculator2")
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    params = {"name": "click_element", "arguments": {"element_id": program.id_of("7")}}
    error = server.post(body | {"params": params}, "/mcp/v1/tools/call").error
    assert error["code"] == -32002
    assert "is not known" in error["message"]

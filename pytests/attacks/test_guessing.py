"""Guesses of a token are counted together, whichever route they knock at."""

import pytest
from doors import DOORS
from fakes import FakeClock
from serving import PARSERS, served

LOCKED = [door for door in DOORS if not door.page and not door.open]


@pytest.mark.parametrize("http", PARSERS)
def test_who_tries_one_route_after_the_other_waits_all_the_same(tmp_path, http):
    clock = FakeClock()
    with served(tmp_path, http, clock) as server:
        statuses = [server.send(door.method, door.path, b"{}", authorization=f"Bearer {door.name}").status for door in LOCKED]
        assert statuses == [401] * 4 + [429] * (len(LOCKED) - 4)
        assert {server.send(door.method, door.path, b"{}").status for door in LOCKED} == {429}
        assert server.send("GET", "/health", authorization=None).status == 200
        clock.time += 60
        assert server.send("GET", "/mcp/v1/tools/list").status == 200

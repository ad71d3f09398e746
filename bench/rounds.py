"""Rounds: everyone in turn, several times over, so that a slow minute of the machine is everyone's; and each time in a new
process, for where it happens to lie in memory makes one faster or slower for its whole life."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

import load
import processes
import wire
from contestants import Running
from load import Measured

WARM_UP_CALLS = 100
MANY = 100
"""More clients are measured for twice as long, for each has to wait for all the others; and not in sessions."""


class Cell(NamedTuple):
    """What one figure is about."""

    tool: str
    clients: int
    contestant: str
    era: str


Results = dict[Cell, list[Measured]]
"""A measurement each round."""

Clients = Mapping[str, Sequence[int]]
"""By how many each tool is called at once."""


def warm_up(servers: Sequence[Running]) -> None:
    """Also makes sure that everyone does the same."""
    for running in servers:
        for tool in running.contestant.tools:
            for era in running.contestant.eras:
                wire.check(running.port, running.requests(era, tool)[0], WARM_UP_CALLS)


Start = Callable[[], AbstractContextManager[Sequence[Running]]]


def run(
    start: Start, generator: str, clients: Clients, rounds: int, seconds: float, say: Callable[[str], None]
) -> tuple[Results, dict[str, processes.Memory]]:
    """The measurements, and what memory each server had after the last round."""
    results: Results = {}
    left_out: set[Cell] = set()
    memory: dict[str, processes.Memory | None] = {}
    for number in range(rounds):
        with start() as servers:
            warm_up(servers)
            wanted = [cell for cell in cells(servers, clients) if cell not in left_out]
            say(f"round {number + 1} of {rounds}: {len(wanted)} measurements of {seconds:g} s")
            by_name = {running.contestant.name: running for running in servers}
            # Who comes after whom must not matter: every other round goes backwards.
            for cell in wanted if number % 2 == 0 else reversed(wanted):
                try:
                    results.setdefault(cell, []).append(_measured(by_name[cell.contestant], cell, generator, seconds))
                except _LeftOut as why:
                    say(f"left out: {why}")
                    left_out.add(cell)
            memory = {name: processes.memory(running.pid) for name, running in by_name.items()}
    kept = {cell: measured for cell, measured in results.items() if cell not in left_out}
    return kept, {name: used for name, used in memory.items() if used is not None}


class _LeftOut(Exception):
    """What another server cannot do says why; what ours cannot do fails the run."""


def _measured(running: Running, cell: Cell, generator: str, seconds: float) -> Measured:
    lasting = seconds * (2 if cell.clients > MANY else 1)
    try:
        return load.measure(generator, running, cell.era, cell.tool, cell.clients, lasting)
    except wire.WrongAnswer as why:
        if not running.contestant.theirs:
            raise
        raise _LeftOut(str(why)) from why


def cells(servers: Sequence[Running], clients: Clients) -> list[Cell]:
    """In an order in which those that are compared stand close together."""
    found = [
        Cell(tool, count, running.contestant.name, era)
        for running in servers
        for tool in running.contestant.tools
        for count in clients[tool]
        if count <= MANY or not running.contestant.sessions
        for era in running.contestant.eras
    ]
    return sorted(found, key=lambda cell: (cell.tool, cell.clients, cell.era))


def ratio(results: Results, one: Cell, other: Cell) -> float | None:
    """How many times as many calls: the median of the rounds, each compared with itself. None where not measured."""
    return _median([a.rate / b.rate for a, b in _pairs(results, one, other)])


def cost_ratio(results: Results, one: Cell, other: Cell, cost: Callable[[Measured], float | None]) -> float | None:
    """How many times less something costs than with the other, likewise."""
    pairs = [(cost(a), cost(b)) for a, b in _pairs(results, one, other)]
    return _median([b / a for a, b in pairs if a and b])


def _pairs(results: Results, one: Cell, other: Cell) -> list[tuple[Measured, Measured]]:
    return list(zip(results.get(one, []), results.get(other, []), strict=False))


def middle(measured: Sequence[Measured]) -> Measured:
    """Each figure's median."""
    return Measured(
        statistics.median(each.rate for each in measured),
        statistics.median(each.p50_ms for each in measured),
        statistics.median(each.p99_ms for each in measured),
        _median([each.cpu_us for each in measured if each.cpu_us is not None]),
    )


def _median(values: list[float]) -> float | None:
    return statistics.median(values) if values else None

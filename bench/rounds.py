"""Rounds: everyone in turn, several times over, so that a slow minute of the machine is everyone's."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import load
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


def run(
    servers: Sequence[Running], generator: str, clients: Clients, rounds: int, seconds: float, say: Callable[[str], None]
) -> Results:
    by_name = {running.contestant.name: running for running in servers}
    results: Results = {cell: [] for cell in cells(servers, clients)}
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}: {len(results)} measurements of {seconds:g} s")
        # Who comes after whom must not matter: every other round goes backwards.
        for cell in list(results) if number % 2 == 0 else reversed(list(results)):
            running = by_name[cell.contestant]
            lasting = seconds * (2 if cell.clients > MANY else 1)
            try:
                results[cell].append(load.measure(generator, running, cell.era, cell.tool, cell.clients, lasting))
            except wire.WrongAnswer as why:
                if not running.contestant.theirs:
                    raise
                say(f"left out: {why}")
                del results[cell]
    return results


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

"""Many agents on one server for a while, and what that does to it."""

import asyncio
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from agent import Agent
from wire import Connection

ACTS = ("tap", "home", "open", "click")
"""What has to wait for its turn at the screen."""


@dataclass
class Sample:
    """The server as the system sees it, and what its clients saw in the second before."""

    second: float
    rss_mb: float
    threads: int
    descriptors: int
    calls: int
    p50_ms: float
    p99_ms: float


@dataclass
class Load:
    pid: int
    url: str
    token: str
    clients: int
    samples: list[Sample] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    idle: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    loaded: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    depths: dict[bool, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By whether it acts: how many of its kind were under way, with itself, when a call was made."""
    _under_way: dict[bool, int] = field(default_factory=lambda: defaultdict(int))
    _window: list[float] = field(default_factory=list)

    async def run(self, seconds: float, idle_rounds: int = 20) -> None:
        await self._alone(idle_rounds)
        started = time.monotonic()
        agents = [asyncio.create_task(self._agent(number, started + seconds)) for number in range(self.clients)]
        while time.monotonic() < started + seconds and not self.errors:
            await asyncio.sleep(1)
            self.samples.append(self.sample(time.monotonic() - started))
        await asyncio.gather(*agents)

    async def _alone(self, rounds: int) -> None:
        connection = self._connection(0)
        agent = Agent(connection, 0, lambda name: None, lambda name, took: self.idle[name].append(took))
        for _ in range(rounds):
            await agent.every_step()
        await connection.close()

    async def _agent(self, number: int, until: float) -> None:
        connection = self._connection(number)
        agent = Agent(connection, number, self._began, self._done)
        try:
            while time.monotonic() < until and not self.errors:
                await agent.step()
        except Exception as error:
            self.errors.append(f"agent {number}: {type(error).__name__}: {error}")
        finally:
            await connection.close()

    def _connection(self, number: int) -> Connection:
        return Connection(self.url, self.token, f"agent-{number}", modern=number % 2 == 1)

    def _began(self, name: str) -> None:
        self._under_way[name in ACTS] += 1
        self.depths[name in ACTS].append(self._under_way[name in ACTS])

    def _done(self, name: str, took: float) -> None:
        self._under_way[name in ACTS] -= 1
        self.loaded[name].append(took)
        self._window.append(took)

    def sample(self, second: float) -> Sample:
        status = Path(f"/proc/{self.pid}/status").read_text().split("\n")
        numbers = {line.split(":")[0]: line.split()[1] for line in status if line.startswith(("VmRSS", "Threads"))}
        took, self._window = sorted(self._window), []
        return Sample(
            round(second, 1), int(numbers["VmRSS"]) / 1024, int(numbers["Threads"]), len(os.listdir(f"/proc/{self.pid}/fd")),
            len(took), _ms(took, 0.5), _ms(took, 0.99),
        )  # fmt: skip

    # What it comes to

    def figures(self) -> dict[str, Any]:
        seconds = self.samples[-1].second
        return {
            "clients": self.clients,
            "seconds": seconds,
            "calls": sum(map(len, self.loaded.values())),
            "rss_growth_percent": round(self.rss_growth(), 2),
            "steps": {name: self._figures_of([name]) for name in self.idle},
            "looks": self._figures_of([name for name in self.idle if name not in ACTS]),
            "acts": self._figures_of(ACTS),
            "errors": self.errors,
            "samples": [asdict(sample) for sample in self.samples],
        }

    def rss_growth(self) -> float:
        """From just after the warm-up, a fifth of the time, to the end; in percent."""
        tenth = max(1, len(self.samples) // 10)
        first = statistics.median(sample.rss_mb for sample in self.samples[2 * tenth : 3 * tenth])
        last = statistics.median(sample.rss_mb for sample in self.samples[-tenth:])
        return (last - first) / first * 100

    def _figures_of(self, names: Sequence[str]) -> dict[str, float]:
        """`queue` is the p99 of how many were under way; `ratio` the p99 of the time by what one alone takes, times those."""
        took = sorted(value for name in names for value in self.loaded[name])
        alone = sum(statistics.median(self.idle[name]) * len(self.loaded[name]) for name in names) / max(1, len(took))
        depths = sorted(self.depths[names[0] in ACTS])
        queue = depths[int(len(depths) * 0.99)]
        return {
            "calls": len(took), "idle_p50_ms": round(alone * 1000, 2), "p50_ms": _ms(took, 0.5), "p99_ms": _ms(took, 0.99),
            "queue": queue, "ratio": round(_ms(took, 0.99) / (alone * 1000 * queue), 2),
        }  # fmt: skip


def _ms(took: list[float], share: float) -> float:
    return round(took[min(len(took) - 1, int(len(took) * share))] * 1000, 2) if took else 0.0

"""What a server costs while nobody calls: CPU time and wake-ups, over a while, told for an hour."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import processes
from contestants import BARE_H11, EVERYONE, OURS_H11, Running, serving

HOUR = 3600
SETTLE_SECONDS = 2


def measure(python: Path, seconds: float, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Both at once, for neither disturbs the other; on the phone's HTTP parser."""
    say(f"doing nothing, {seconds:g} s")
    with contextlib.ExitStack() as stack:
        chosen = [one for one in EVERYONE if one.name in (OURS_H11, BARE_H11)]
        servers = [stack.enter_context(serving(one, python, 1)) for one in chosen]
        time.sleep(SETTLE_SECONDS)
        before = [_used(server) for server in servers]
        started = time.perf_counter()
        time.sleep(seconds)
        hours = (time.perf_counter() - started) / HOUR
        after = [_used(server) for server in servers]
    return [
        {
            "server": server.contestant.name,
            "cpu_s_per_hour": (end[0] - begin[0]) / hours,
            "wakes_per_hour": (end[1] - begin[1]) / hours,
        }
        for server, begin, end in zip(servers, before, after, strict=True)
        if begin is not None and end is not None
    ]


def _used(server: Running) -> tuple[float, int] | None:
    run, woken = processes.nanoseconds_run(server.pid), processes.wake_ups(server.pid)
    return None if run is None or woken is None else (run / 1e9, woken)

"""A slice of the soak: 64 agents on a real server for some seconds. Nothing here depends on how fast the machine is."""

import asyncio
from pathlib import Path
from typing import Any

from commands import Start, start  # noqa: F401
from load import Load


def test_many_agents_meet_no_error_and_leave_nothing_behind(start: Start, tmp_path: Path) -> None:  # noqa: F811
    server = start("--port", "0", "--data", str(tmp_path))
    load = Load(server.process.pid, server.url, server.token, clients=64)
    asyncio.run(load.run(seconds=8, idle_rounds=2))
    assert load.errors == []
    assert {name for name, took in load.loaded.items() if took} >= {"look", "tap", "write", "read", "mistake"}
    during = max(sample.descriptors for sample in load.samples)
    before = load.samples[0]
    after = _settled(load, before.descriptors)
    assert during >= 64
    assert after.descriptors < 40
    assert after.threads <= 64 + 15
    server.stop()


def _settled(load: Load, enough: int) -> Any:
    """When the server has noticed that everyone is gone."""
    for _ in range(100):
        sample = load.sample(0)
        if sample.descriptors < 40:
            return sample
        asyncio.run(asyncio.sleep(0.05))
    return load.sample(0)

"""A slice of the soak: 64 agents on a real server for some seconds. Nothing here depends on how fast the machine is."""

import asyncio
import gc
import os
from pathlib import Path
from typing import Any

import pytest
from agent import DOCUMENTS
from commands import Start, start  # noqa: F401
from load import Load
from serving import TOKEN, served

from handheld.screen.tree import Screen
from handheld.settings import LocationRules

pytestmark = pytest.mark.timeout(300)


def test_many_agents_meet_no_error_and_leave_nothing_behind(start: Start, tmp_path: Path) -> None:  # noqa: F811
    server = start("--port", "0", "--data", str(tmp_path))
    load = Load(server.process.pid, server.url, server.token, clients=64)
    asyncio.run(load.run(seconds=8, idle_rounds=2))
    assert load.errors == []
    assert {name for name, took in load.loaded.items() if took} >= {"look", "tap", "write", "read", "mistake"}
    after = _settled(load)
    assert max(sample.descriptors for sample in load.samples) >= 64
    assert after.descriptors < 40
    assert after.threads <= 64 + 15
    server.stop()


def test_no_node_and_no_screen_is_kept_longer_than_it_can_be_acted_on(tmp_path: Path) -> None:
    before = _screens()  # of other tests in this process
    with served(tmp_path, storage={DOCUMENTS: LocationRules(allow_write=True)}) as server:
        load = Load(os.getpid(), f"http://127.0.0.1:{server.port}/mcp", TOKEN, clients=8)
        asyncio.run(load.run(seconds=2, idle_rounds=1))
        assert load.errors == []
        phone = server.core.phone
        assert phone.device.kept_snapshots <= 3  # type: ignore[attr-defined]
        assert _screens() - before <= 10
        assert not phone.screen_lock.locked()


def _screens() -> int:
    gc.collect()
    return sum(type(each) is Screen for each in gc.get_objects())


def _settled(load: Load) -> Any:
    """When the server has noticed that everyone is gone."""
    for _ in range(100):
        sample = load.sample(0)
        if sample.descriptors < 40:
            return sample
        asyncio.run(asyncio.sleep(0.05))
    return load.sample(0)

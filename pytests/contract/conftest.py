from collections.abc import Iterator
from pathlib import Path

import pytest
from world import World, a_world


@pytest.fixture(scope="session")
def running_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with a_world(tmp_path_factory.mktemp("contract")) as world:
        yield world


@pytest.fixture
def world(running_world: World, tmp_path: Path) -> World:
    running_world.begin_anew(tmp_path)
    return running_world

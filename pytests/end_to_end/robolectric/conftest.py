"""One phone with the real Kotlin for all tests of this folder; each finds it on its home screen, with nothing left of others."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from robolectric_serving import Hands, serving

from handheld_desktop.robolectric import RobolectricPhone

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The first test here compiles the Kotlin and boots the phone."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.timeout(600))


@pytest.fixture(scope="session")
def robolectric(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RobolectricPhone]:
    phone = RobolectricPhone(tmp_path_factory.mktemp("card"))
    yield phone
    phone.stop()


@pytest.fixture(scope="session")
def served(robolectric: RobolectricPhone, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    with serving(robolectric, tmp_path_factory.mktemp("files")) as hands:
        yield hands


@pytest.fixture
def phone(served: Hands) -> Hands:
    served.tidy()
    return served


@pytest.fixture
def card(phone: Hands, robolectric: RobolectricPhone) -> Iterator[Path]:
    """The folder behind the phone's storage app."""
    yield robolectric.storage
    for left in robolectric.storage.iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()

from collections.abc import Callable

import pytest
from counting import TIMES, TRIED


@pytest.fixture(scope="session")
def counted() -> Callable[[], None]:
    def count() -> None:
        TRIED[0] += 1

    return count


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if TIMES > 1:
        terminalreporter.write_line(f"{TRIED[0]:,} inputs of hypothesis")

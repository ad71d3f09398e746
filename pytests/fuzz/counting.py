"""How many inputs a run tries: a few in every test run, as many as HANDHELD_FUZZ says times as many in a soak."""

import os
from collections.abc import Callable
from typing import Any

import hypothesis

TIMES = int(os.environ.get("HANDHELD_FUZZ", "1"))
TRIED = [0]


def examples(count: int) -> Callable[[Any], Any]:
    slow = (hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large, hypothesis.HealthCheck.filter_too_much)
    return hypothesis.settings(max_examples=count * TIMES, suppress_health_check=slow)

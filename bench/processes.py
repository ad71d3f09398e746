"""What the system tells of a running process."""

import os
from dataclasses import dataclass
from pathlib import Path

MEGA = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Memory:
    rss_mb: float
    pss_mb: float
    """What is shared with other processes counts only in part: two servers on one Python are not charged twice for it."""


def cpu_seconds(pid: int) -> float | None:
    """Used so far, by all its threads; None where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def nanoseconds_run(pid: int) -> int | None:
    """As `cpu_seconds`, but not in steps of 10 ms."""
    try:
        return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{pid}/task").glob("*/schedstat"))
    except (OSError, ValueError):
        return None


def memory(pid: int) -> Memory | None:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    except OSError:
        return None
    kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in lines}
    return Memory(kilobytes["Rss"] * 1024 / MEGA, kilobytes["Pss"] * 1024 / MEGA)


def wake_ups(pid: int) -> int | None:
    """How often its threads went to sleep of their own accord, and so were woken."""
    try:
        texts = [task.read_text() for task in Path(f"/proc/{pid}/task").glob("*/status")]
    except OSError:
        return None
    return sum(int(text.split("\nvoluntary_ctxt_switches:")[1].split()[0]) for text in texts)

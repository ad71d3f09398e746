"""Several processes want the same thing built: one at a time."""

import subprocess
import sys
from pathlib import Path

COUNTS = """
import sys, time
from pathlib import Path
from handheld_desktop.alone import alone
lock, count = map(Path, sys.argv[1:])
for _ in range(20):
    with alone(lock):
        seen = int(count.read_text())
        time.sleep(0.001)
        count.write_text(str(seen + 1))
"""


def test_no_count_is_lost_where_four_processes_count(tmp_path: Path) -> None:
    lock, count = tmp_path / "not there yet" / "lock", tmp_path / "count"
    count.write_text("0")
    counting = [subprocess.Popen([sys.executable, "-c", COUNTS, lock, count]) for _ in range(4)]
    assert [process.wait(60) for process in counting] == [0, 0, 0, 0]
    assert count.read_text() == "80"

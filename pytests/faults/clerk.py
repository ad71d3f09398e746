"""Writes an audit log and is killed after so many answers, again and again: clerk.py FOLDER TIMES.

Says, as JSON, what was wrong: a call that was answered and is not on record, a line in the wrong place, a file too large.
"""

import json
import os
import random
import signal
import sys
from pathlib import Path

from handheld.audit import AuditLog
from handheld.clock import SystemClock

MAX_BYTES = 20_000
TORN = b'{"time":"2026-'


def work(folder: Path, number: int, answers: int) -> None:
    log = AuditLog(folder, SystemClock(), MAX_BYTES)
    while True:
        log.write("clerk", str(number), {"path": "x" * (number % 150)}, "ok", 0)
        os.write(answers, b"%d\n" % number)
        number += 1


def killed_after(count: int, folder: Path, number: int) -> int:
    """The last number that was answered."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        work(folder, number, write)
    os.close(write)
    with os.fdopen(read, "rb") as answers:
        last = [answers.readline() for _ in range(count)][-1]
        os.kill(child, signal.SIGKILL)
        rest = answers.read().splitlines()
    os.waitpid(child, 0)
    return int(rest[-1] if rest else last)


def main(folder: Path, times: int) -> None:
    dice, number, wrong = random.Random(), 0, []
    for _ in range(times):
        answered = killed_after(dice.randint(1, 80), folder, number)
        log = AuditLog(folder, SystemClock(), MAX_BYTES)
        found = [int(entry["tool"]) for entry in log.entries()]
        if found != list(range(found[0], found[0] - len(found), -1)):
            wrong.append(f"not in order: {found}")
        if not answered <= found[0] <= answered + 1:
            wrong.append(f"{answered} was answered and {found[0]} is the last on record")
        if any(path.stat().st_size > MAX_BYTES + len(TORN) + 1 for path in folder.iterdir()):
            wrong.append("too large")
        if dice.random() < 0.3:  # as a kill within the system would, or a disk that was full
            with (folder / "audit.jsonl").open("ab") as file:
                file.write(TORN)
        number = found[0] + 1
    print(json.dumps({"lines": number, "wrong": wrong}))


main(Path(sys.argv[1]), int(sys.argv[2]))

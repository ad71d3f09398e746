"""Where the time goes in reading screens: the flame graph of a profile. As a script, it is what is watched: flame.py SECONDS"""

import itertools
import os
import subprocess
import sys
import time
from pathlib import Path

NODES = 500
RATE = 400
"""Samples a second."""


def draw(py_spy: Path, picture: Path, seconds: float) -> str | None:
    """Writes an SVG; or says why not. py-spy samples from outside, so that no line gets slower for being watched."""
    watched = [sys.executable, __file__, str(seconds)]
    command = [str(py_spy), "record", "--rate", str(RATE), "--output", str(picture), "--", *watched]
    try:
        done = subprocess.run(command, env=os.environ | {"HANDHELD_JSON": "json"}, capture_output=True, text=True, timeout=120)
    except OSError as error:
        return f"py-spy cannot be run: {error}"
    return None if done.returncode == 0 and picture.exists() else f"py-spy failed: {done.stderr.strip()[-200:]}"


def main(seconds: str) -> None:
    import pipeline
    import scenes

    data = scenes.snapshot(NODES)
    cases = [case(data) for name, case in pipeline.CASES.items() if name != "same again"]
    until = time.perf_counter() + float(seconds)
    for steps in itertools.cycle(cases):
        if time.perf_counter() > until:
            return
        reader, screen = next(steps)
        reader.read(screen)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Draws a saved soak: plot.py RESULTS.json PLOT.png. Runs in the Python that has matplotlib."""

import json
import sys
from pathlib import Path
from typing import Any

from matplotlib import pyplot

LEFT, RIGHT, FAINT = "#00838f", "#d81b60", "#9e9e9e"


def main(results: str, picture: str) -> None:
    saved = json.loads(Path(results).read_text())
    samples = saved["samples"]
    seconds = [sample["second"] for sample in samples]
    figure, axes = pyplot.subplots(3, 1, figsize=(11, 8), sharex=True, layout="constrained")
    figure.suptitle(
        f"{saved['clients']} agents for {saved['seconds']:.0f} s: {saved['calls']:,} calls, {len(saved['errors'])} errors\n"
        f"{saved['machine']}; load average {saved['load_before']} before, {saved['load_after']} after",
        fontsize=11,
    )
    draw(axes[0], seconds, samples, {"calls": LEFT}, "calls a second")
    draw(axes[1], seconds, samples, {"p50_ms": LEFT, "p99_ms": RIGHT}, "ms a call")
    axes[1].set_yscale("log")
    draw(axes[2], seconds, samples, {"rss_mb": LEFT, "threads": RIGHT, "descriptors": FAINT}, "the server")
    axes[2].set_xlabel("seconds")
    axes[2].set_ylim(bottom=0)
    figure.savefig(picture, dpi=100)


def draw(axes: Any, seconds: list[float], samples: list[dict[str, float]], lines: dict[str, str], label: str) -> None:
    for name, colour in lines.items():
        axes.plot(seconds, [sample[name] for sample in samples], color=colour, linewidth=1, label=name.replace("_", " "))
    axes.set_ylabel(label)
    axes.grid(alpha=0.3)
    axes.legend(loc="upper right", fontsize=8)


main(*sys.argv[1:])

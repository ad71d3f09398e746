"""Draws a saved run: plot.py RESULTS.json PLOT.png. Runs in the Python that has matplotlib."""

import json
import sys
from pathlib import Path
from typing import Any

from matplotlib import pyplot

OURS, OTHERS, BARE = "#00838f", "#9e9e9e", "#cfd8dc"
COLOURS = ("#00838f", "#43a047", "#fb8c00", "#d81b60")
LINES = {"orjson": "-", "json": "--"}


def draw_calls(axes: Any, saved: dict[str, Any]) -> None:
    most = max(row["clients"] for row in saved["calls"])
    rows = [row for row in saved["calls"] if row["clients"] == most and row["tool"] == "echo"]
    rows.sort(key=lambda row: row["rate"])
    names = [f"{row['contestant'].replace(' as on a phone', '')} ({row['era']})" for row in rows]
    bars = axes.barh(names, [row["rate"] for row in rows], color=[_colour(row["contestant"]) for row in rows])
    axes.bar_label(bars, [f"{row['rate']:,.0f}" for row in rows], padding=3, fontsize=8)
    axes.set_title(f"Calls a second, {most} clients (more is better)")
    axes.margins(x=0.12)


def _colour(name: str) -> str:
    return OURS if name.startswith("Handheld") else BARE if name.startswith("bare") else OTHERS


def draw_screens(axes: Any, saved: dict[str, Any]) -> None:
    for codec, style in LINES.items():
        rows = [row for row in saved["screens"] if row["codec"] == codec]
        cases = list(dict.fromkeys(row["case"] for row in rows))
        for case, colour in zip(cases, COLOURS, strict=True):
            points = sorted((row["nodes"], row["ms"]) for row in rows if row["case"] == case)
            axes.plot(*zip(*points, strict=True), style, color=colour, marker="o", markersize=3, label=f"{case} ({codec})")
        parsing = sorted((row["nodes"], row["parse_ms"]) for row in rows if row["case"] == cases[0])
        axes.plot(*zip(*parsing, strict=True), style, color="black", linewidth=1, label=f"only parsing ({codec})")
    axes.set(xscale="log", yscale="log", xlabel="nodes on the screen", ylabel="ms of CPU")
    axes.set_title("From a snapshot to what an agent reads (less is better)")
    axes.grid(which="major", alpha=0.3)
    axes.legend(fontsize=7)


def main(results: str, picture: str) -> None:
    saved = json.loads(Path(results).read_text())
    figure, (calls, screens) = pyplot.subplots(1, 2, figsize=(15, 6.5), layout="constrained")
    draw_calls(calls, saved)
    draw_screens(screens, saved)
    figure.savefig(picture, dpi=110)


main(*sys.argv[1:])

"""Draws a saved run: plot.py RESULTS.json FOLDER. Prints the names of the pictures. Runs in the Python that has matplotlib."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from matplotlib import pyplot

OURS, OTHERS, BARE = "#00838f", "#9e9e9e", "#b0bec5"
COLOURS = ("#00838f", "#43a047", "#fb8c00", "#d81b60")
LINES = {"orjson": "-", "json": "--"}
SERVERS = {
    "Handheld": "#00838f", "bare Starlette": "#b0bec5", "official SDK": "#fb8c00", "FastMCP": "#d81b60",
    "Handheld, h11": "#4dd0e1", "bare Starlette, h11": "#78909c",
}  # fmt: skip

pyplot.rcParams.update({"axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 11, "font.size": 9})


def calls(saved: dict[str, Any]) -> Any:
    figure = pyplot.figure(figsize=(16, 9.5), layout="constrained")
    top, bottom = figure.subfigures(2, 1, hspace=0.04)
    rows = [row for row in saved["calls"] if row["tool"] == "echo"]
    above = top.subplots(1, 3)
    titles = {"rate": "Calls a second", "p50_ms": "p50, ms", "p99_ms": "p99, ms"}
    for axes, (what, title) in zip(above, titles.items(), strict=True):
        _by_clients(axes, rows, what, title)
    top.legend(*above[0].get_legend_handles_labels(), loc="outside right upper", fontsize=8)
    rate, cpu, memory = bottom.subplots(1, 3)
    some = [row for row in rows if row["clients"] == 32]
    _bars(rate, some, "rate", "Calls a second, 32 clients")
    _bars(cpu, some, "cpu_us", "CPU µs a call, 32 clients")
    used = [{"contestant": row["server"], "era": "", "pss_mb": row["pss_mb"]} for row in saved["memory"]]
    _bars(memory, used, "pss_mb", "Memory after the load, PSS MB")
    return figure


def _by_clients(axes: Any, rows: list[dict[str, Any]], what: str, title: str) -> None:
    for name, colour in SERVERS.items():
        for era, style in (("legacy", "-"), ("modern", "--")):
            points = sorted((row["clients"], row[what]) for row in rows if (row["contestant"], row["era"]) == (name, era))
            if points:
                axes.plot(*zip(*points, strict=True), style, color=colour, marker="o", markersize=4, label=f"{name} ({era})")
    _log_log(axes, sorted({row["clients"] for row in rows}), "clients", title)


def _log_log(axes: Any, ticks: list[int], label: str, title: str) -> None:
    axes.set(xscale="log", yscale="log", xlabel=label, title=title)
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.xaxis.minorticks_off()
    axes.yaxis.set_major_formatter("{x:g}")
    axes.grid(which="major", alpha=0.3)


def _bars(axes: Any, rows: list[dict[str, Any]], what: str, title: str) -> None:
    told = sorted((row for row in rows if row[what] is not None), key=lambda row: row[what])
    short = [row["contestant"].replace(" and stdlib json as on a phone", ", json") for row in told]
    names = [f"{name} ({row['era']})" if row["era"] else name for name, row in zip(short, told, strict=True)]
    bars = axes.barh(names, [row[what] for row in told], color=[_colour(row["contestant"]) for row in told])
    axes.bar_label(bars, [f"{row[what]:,.0f}" for row in told], padding=3, fontsize=8)
    axes.set_title(title)
    axes.margins(x=0.12)


def _colour(name: str) -> str:
    return OURS if name.startswith(("Handheld", "handheld")) else BARE if name.startswith("bare") else OTHERS


def screens(saved: dict[str, Any]) -> Any:
    figure, (times, ratios) = pyplot.subplots(1, 2, figsize=(15, 6), layout="constrained")
    for codec, style in LINES.items():
        rows = [row for row in saved["screens"] if row["codec"] == codec]
        cases = list(dict.fromkeys(row["case"] for row in rows))
        for case, colour in zip(cases, COLOURS, strict=True):
            for axes, what in ((times, "ms"), (ratios, "of_parse")):
                points = sorted((row["nodes"], row[what]) for row in rows if row["case"] == case)
                axes.plot(*zip(*points, strict=True), style, color=colour, marker="o", markersize=3, label=f"{case} ({codec})")
        parsing = sorted((row["nodes"], row["parse_ms"]) for row in rows if row["case"] == cases[0])
        times.plot(*zip(*parsing, strict=True), style, color="black", linewidth=1, label=f"only parsing ({codec})")
    ratios.axhline(3, color="black", linewidth=1, linestyle=":", label="aim: 3")
    for axes, title in ((times, "From a snapshot to what an agent reads, ms of CPU"), (ratios, "The same, times parsing alone")):
        _log_log(axes, sorted({row["nodes"] for row in saved["screens"]}), "nodes on the screen", f"{title} (less is better)")
        axes.legend(fontsize=7, ncols=2)
    return figure


def start(saved: dict[str, Any]) -> Any:
    figure, (answers, imports) = pyplot.subplots(1, 2, figsize=(15, 3.2), layout="constrained")
    rows = [{"contestant": row["server"], "era": "", "ms": row["ms"]} for row in saved["start"]["answers"]]
    _bars(answers, rows, "ms", "From nothing to the first answer, ms (less is better)")
    parts = saved["start"]["imports"]
    names = [row["what"].replace("all that runs", "Handheld, all that runs") for row in parts]
    rows = [{"contestant": name, "era": "", "ms": row["cpu_ms"]} for name, row in zip(names, parts, strict=True)]
    _bars(imports, rows, "ms", "CPU of a process that only imports, ms (less is better)")
    return figure


PICTURES: dict[str, Callable[[dict[str, Any]], Any]] = {"calls": calls, "screens": screens, "start": start}


def main(results: str, folder: str) -> None:
    saved = json.loads(Path(results).read_text())
    for part, draw in PICTURES.items():
        if part in saved:
            draw(saved).savefig(Path(folder) / f"{part}.png", dpi=100)
            print(f"{part}.png")


if __name__ == "__main__":
    main(*sys.argv[1:])

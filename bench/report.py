"""A run in words: report.md, tables and plots."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from contestants import INSTANT, THREADED
from tables import number, table, times

_TOOLS = {INSTANT: "A tool that answers at once", THREADED: "The same tool in a worker thread"}
_MISSING = {
    "seam": "The seam to Kotlin", "tokens": "Tokens for a screen", "idle": "Doing nothing", "start": "Cold starts",
}  # fmt: skip


def markdown(saved: Mapping[str, Any], pictures: Mapping[str, str]) -> str:
    """`pictures` says where those that were drawn are."""
    parts = ["# Measured against everyone else", _run(saved["run"]), "## Ratios of this run", _figures(saved["figures"])]
    if "calls" in saved:
        parts += _calls(saved, pictures)
    if "screens" in saved:
        parts += ["## Reading a screen", *_picture("screens.png", pictures), *_screens(saved["screens"]), *_flame(pictures)]
    if "start" in saved:
        parts += ["## Cold starts", *_picture("start.png", pictures), *_start(saved["start"])]
    if "idle" in saved:
        parts += ["## Doing nothing", *_idle(saved["idle"])]
    if "seam" in saved:
        parts += ["## The seam to Kotlin", *_seam(saved["seam"])]
    if "tokens" in saved:
        parts.append(saved["tokens"].strip().replace("### ", "## "))
    for part, why in saved["missing"].items():
        parts += [f"## {_MISSING.get(part, part)}", f"Not measured: {why}."]
    return "\n\n".join(parts) + "\n"


def _run(run: Mapping[str, Any]) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items())
    return (
        f"Written by `make bench` ([how](README.md)). {run['when']}; {run['cores']} cores ({run['machine']}), load before "
        f"{run['load_before']:.1f}; {versions}; load from {run['load_from']}; medians of {run['rounds']} interleaved rounds of "
        f"{run['seconds']:g} s each. Only ratios can be compared with those of other machines and other days."
    )


def _figures(figures: Sequence[Mapping[str, Any]]) -> str:
    met = {None: "", True: "met", False: "**not met**"}
    rows = [[each["what"], f"{each['value']:.2f}", each["aim"], met[each["met"]], number(each["by_cpu"])] for each in figures]
    return table(["figure", "this run", "aim", "", "by CPU time"], rows)


def _calls(saved: Mapping[str, Any], pictures: Mapping[str, str]) -> list[str]:
    parts = ["## Calls", *_picture("calls.png", pictures)]
    if saved["against"]:
        parts += ["How many times better Handheld is: more calls a second, less time, CPU time and memory (PSS after the load)."]
        parts += ["Each is the median of the ratios within a round.", _against(saved["against"])]
    for tool, title in _TOOLS.items():
        rows = [row for row in saved["calls"] if row["tool"] == tool]
        if rows:
            parts += [f"### {title}", _cells(rows)]
    if saved["memory"]:
        parts += ["### Memory after the load", _memory(saved["memory"])]
    return parts


def _against(rows: Sequence[Mapping[str, Any]]) -> str:
    lines = [
        [row["against"], row["era"], str(row["clients"]), *(times(row[what]) for what in ("rate", "p50", "p99", "cpu", "memory"))]
        for row in rows
    ]
    return table(["against", "era", "clients", "calls/s", "p50", "p99", "CPU a call", "memory"], lines, left=2)


def _cells(rows: Sequence[Mapping[str, Any]]) -> str:
    counts = sorted({row["clients"] for row in rows})
    names = dict.fromkeys((row["contestant"], row["era"]) for row in rows)
    by_key = {(row["contestant"], row["era"], row["clients"]): row for row in rows}
    lines = []
    for name, era in names:
        line = [name, era]
        for count in counts:
            row = by_key.get((name, era, count))
            line += ["–"] * 4 if row is None else [
                f"{row['rate']:,.0f}", f"{row['p50_ms']:.2f}", f"{row['p99_ms']:.1f}", number(row["cpu_us"], 0)
            ]  # fmt: skip
        lines.append(line)
    heads = [head for count in counts for head in (f"calls/s, {count} cl.", "p50 ms", "p99 ms", "CPU µs/call")]
    return table(["server", "era", *heads], lines, left=2)


def _memory(rows: Sequence[Mapping[str, Any]]) -> str:
    least = min(row["pss_mb"] for row in rows)
    lines = [[row["server"], f"{row['rss_mb']:.0f}", f"{row['pss_mb']:.0f}", times(row["pss_mb"] / least)] for row in rows]
    return table(["server", "RSS MB", "PSS MB", "PSS, times the least"], lines)


def _screens(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    sizes = sorted({row["nodes"] for row in rows})
    by_key = {(row["codec"], row["case"], row["nodes"]): row for row in rows}
    lines = []
    for codec, case in dict.fromkeys((row["codec"], row["case"]) for row in rows):
        cells = [by_key[codec, case, size] for size in sizes]
        lines.append([codec, case, *(f"{cell['us_per_node']:.2f} ({cell['of_parse']:.1f}×)" for cell in cells)])
    words = "µs of CPU a node, from a snapshot's bytes to the TSV (by how many times the codec's parsing of the same bytes)."
    return [words, table(["codec", "case", *(f"{size:,} nodes" for size in sizes)], lines, left=2), _floor(rows)]


def _floor(rows: Sequence[Mapping[str, Any]]) -> str:
    """Why the aim depends on the codec: our part of the work is the same with both."""
    first = [row for row in rows if row["case"] == "first sight"]
    size = min({row["nodes"] for row in first}, key=lambda nodes: abs(nodes - 1500))
    own = {row["codec"]: (row["ms"] - row["parse_ms"], row["parse_ms"]) for row in first if row["nodes"] == size}
    parts = [
        f"with {codec} {work * 1000 / size:.2f} µs a node beside {parse * 1000 / size:.2f} of parsing"
        for codec, (work, parse) in own.items()
    ]
    return (
        f"Of a screen of {size:,} nodes seen for the first time, what is ours is {', '.join(parts)}. It is the same work with "
        "both; 3 times orjson's parsing would leave a node the time of two or three calls of a Python function."
    )


def _flame(pictures: Mapping[str, str]) -> list[str]:
    if "flame.svg" not in pictures:
        return []
    words = "a flame graph of a profile (500 nodes, the standard library's JSON)"
    return [f"[Where the time goes]({pictures['flame.svg']}): {words}."]


def _start(start: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[str]:
    answers, imports = start["answers"], start["imports"]
    ours, whole = answers[0]["ms"], imports[-1]["cpu_ms"]
    return [
        table(
            ["from nothing to the first answer", "ms", "of ours"],
            [[row["server"], f"{row['ms']:.0f}", times(row["ms"] / ours)] for row in answers],
        ),
        table(
            ["CPU of a process that only imports", "ms", "of ours"],
            [[row["what"], f"{row['cpu_ms']:.0f}", times(row["cpu_ms"] / whole)] for row in imports],
        ),
    ]


def _idle(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = [[row["server"], f"{row['cpu_s_per_hour']:.2f}", f"{row['wakes_per_hour']:,.0f}"] for row in rows]
    return [
        table(["server, with no client", "CPU seconds an hour", "wake-ups an hour"], lines),
        "Scaled from a shorter while. Wake-ups are voluntary context switches of all threads.",
    ]


def _seam(seam: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[str]:
    least = seam["costs"][1]["us"]
    costs = [[row["what"], f"{row['us']:,.2f}", times(row["us"] / least)] for row in seam["costs"]]
    crossings = [
        [row["tool"], str(row["crossings"]), ", ".join(f"{name} {count}×" for name, count in row["methods"].items())]
        for row in seam["crossings"]
    ]
    return [
        "Through JPype to the app's own Kotlin, on Robolectric's Android in the same process.",
        table(["crossing", "µs", "times the least"], costs),
        table(["tool", "crossings a call", "of"], crossings),
    ]


def _picture(name: str, pictures: Mapping[str, str]) -> Iterable[str]:
    return [f"![{name.partition('.')[0]}]({pictures[name]})"] if name in pictures else []

"""A run in words: Markdown tables, for the terminal and for the README."""

from collections.abc import Iterable, Sequence
from typing import Any

from contestants import INSTANT, THREADED

_TOOLS = {INSTANT: "A tool that answers at once", THREADED: "The same tool in a worker thread"}
BEGIN, END = "<!-- begin: written by make bench -->", "<!-- end -->"


def markdown(saved: dict[str, Any]) -> str:
    parts = [_run(saved["run"]), "### Ratios", _figures(saved["figures"])]
    for tool, title in _TOOLS.items():
        rows = [row for row in saved["calls"] if row["tool"] == tool]
        if rows:
            parts += [f"### {title}", _calls(rows)]
    parts += ["### Reading a screen", _screens(saved["screens"])]
    return "\n\n".join(parts)


def put_into(readme: str, text: str) -> str:
    """The README with the part that is about a run replaced."""
    before, _, rest = readme.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


def _run(run: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items())
    return (
        f"{run['when']}; {run['cores']} cores ({run['machine']}), load before {run['load_before']:.1f}; {versions}; load from "
        f"{run['load_from']}; medians of {run['rounds']} interleaved rounds of {run['seconds']:g} s each."
    )


def _figures(figures: Sequence[dict[str, Any]]) -> str:
    met = {None: "", True: "met", False: "**not met**"}
    rows = [[each["what"], f"{each['value']:.2f}", each["aim"], met[each["met"]], _number(each["by_cpu"])] for each in figures]
    return _table(["figure", "this run", "aim", "", "by CPU time"], rows)


def _calls(rows: Sequence[dict[str, Any]]) -> str:
    counts = sorted({row["clients"] for row in rows})
    names = dict.fromkeys((row["contestant"], row["era"]) for row in rows)
    by_key = {(row["contestant"], row["era"], row["clients"]): row for row in rows}
    lines = []
    for name, era in names:
        line = [name, era]
        for count in counts:
            row = by_key[name, era, count]
            line += [f"{row['rate']:,.0f}", f"{row['p50_ms']:.2f}", f"{row['p99_ms']:.2f}", _number(row["cpu_us"], 0)]
        lines.append(line)
    heads = [head for count in counts for head in (f"calls/s, {count} cl.", "p50 ms", "p99 ms", "CPU µs/call")]
    return _table(["server", "era", *heads], lines, left=2)


def _screens(rows: Sequence[dict[str, Any]]) -> str:
    sizes = sorted({row["nodes"] for row in rows})
    by_key = {(row["codec"], row["case"], row["nodes"]): row for row in rows}
    lines = []
    for codec, case in dict.fromkeys((row["codec"], row["case"]) for row in rows):
        cells = [by_key[codec, case, size] for size in sizes]
        lines.append([codec, case, *(f"{cell['us_per_node']:.2f} ({cell['of_parse']:.1f}×)" for cell in cells)])
    words = "µs of CPU a node, from a snapshot's bytes to the TSV (by how many times the codec's parsing of the same bytes)."
    return f"{words}\n\n" + _table(["codec", "case", *(f"{size:,} nodes" for size in sizes)], lines, left=2)


def _number(value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{value:,.{digits}f}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    table = [heads, *rows]
    widths = [max(len(row[at]) for row in table) for at in range(len(heads))]
    aligned = [
        "| " + " | ".join(cell.ljust(width) if at < left else cell.rjust(width)
                          for at, (cell, width) in enumerate(zip(row, widths, strict=True))) + " |"
        for row in table
    ]  # fmt: skip
    rule = "|" + "|".join("-" * (width + 2) if at < left else "-" * (width + 1) + ":" for at, width in enumerate(widths)) + "|"
    return "\n".join([aligned[0], rule, *aligned[1:]])

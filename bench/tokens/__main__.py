"""Tokens that an agent pays for a screen, in each format, and for a task of ten steps: `python bench/tokens`.

Writes tokens.json and tokens.md (the tables) beside the other results.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import screens
import task
from borrowed import CannotInstall
from counting import Counter
from screens import Sample

from handheld.tools.screen import get_screen_state

RESULTS = Path(__file__).parents[1] / "results"
FORMATS = {
    "raw uiautomator XML": screens.raw,
    "Handheld, full": screens.full,
    "Handheld, compact": screens.short,
    "Handheld, compact, after 100,000 elements": screens.short_later,
}
EARLIER = (
    ("raw uiautomator XML", 4984, 8652, 1.0, 1.0),
    ("closest peer (TSV and hierarchy)", 1984, 3213, 1.0, 0.992),
    ("Handheld, full", 1575, 2563, 1.0, 0.992),
    ("mobilerun", 1489, 1879, 0.981, 0.938),
    ("mobile-mcp", 1356, 1830, 0.793, 0.984),
    ("a draft of compact, every centre told", 279, 508, 1.0, 0.992),
    ("Android-MCP", 272, 418, 0.843, 0.835),
    ("android-mcp-server", 225, 374, 0.578, 0.528),
    ("a draft of compact, centres where needed", 211, 400, 1.0, 0.992),
)
"""Formats as they were measured before, on 137 recorded screens: median and mean tokens, share of elements and of texts."""
AIMS = {"median tokens": 300, "elements": 1.0, "texts": 0.99}


def measure(counter: Counter, samples: Sequence[Sample]) -> list[dict[str, Any]]:
    rows = []
    for name, form in FORMATS.items():
        told = [form(sample) for sample in samples]
        counts = counter.count([one.text for one in told])
        rows.append({
            "format": name,
            "median": statistics.median(counts),
            "mean": statistics.mean(counts),
            "most": max(counts),
            "elements": sum(one.referable for one in told) / sum(one.actionable for one in told),
            "texts": sum(one.kept for one in told) / sum(one.texts for one in told),
            "of": {"elements": sum(one.actionable for one in told), "texts": sum(one.texts for one in told)},
            "screens": dict(zip((sample.name for sample in samples), counts, strict=True)),
        })  # fmt: skip
    return rows


def measure_task(counter: Counter) -> list[dict[str, Any]]:
    rows = []
    for name, way in task.WAYS.items():
        counts = counter.count(task.tell(way))
        rows.append({"way": name, "tokens": sum(counts), "looks": counts})
    return rows


def extra_schema(counter: Counter) -> int:
    """What the arguments cost in the list of tools, once for each session: as much as is there beyond include_screenshot."""
    every = get_screen_state.arguments.schema["properties"]
    before = {"include_screenshot": every["include_screenshot"]}
    more, less = counter.count([json.dumps(every), json.dumps(before)])
    return more - less


def markdown(found: dict[str, Any]) -> str:
    parts = ["### Tokens for a screen", f"o200k, counted by {found['tokenizer']}."]
    if found["recorded"]:
        parts += [_about(found["recorded"], "recorded screens of real phones"), _formats(found["recorded"])]
    else:
        parts.append("The recorded screens of real phones are not on this machine: only the simulated ones were measured.")
    parts += [_about(found["simulated"], "screens of the simulated phone, status bar included"), _formats(found["simulated"])]
    parts += ["Other servers, as measured before on 137 recorded screens:", _earlier()]
    parts += ["### Tokens for a task of ten steps", _task(found["task"])]
    parts.append(
        f"Where nothing changed, the answer is {found['unchanged_tokens']} tokens. What the list of tools says of all this is "
        f"{found['schema_tokens']} tokens, once a session."
    )
    return "\n\n".join(parts) + "\n"


def _about(rows: list[dict[str, Any]], what: str) -> str:
    of = rows[0]["of"]
    return f"{len(rows[0]['screens'])} {what}, with {of['elements']:,} elements to act on and {of['texts']:,} texts:"


def _formats(rows: list[dict[str, Any]]) -> str:
    heads = ["format", "median", "mean", "most", "elements that can be named", "texts kept"]
    counts = [[f"{row[count]:,.0f}" for count in ("median", "mean", "most")] for row in rows]
    shares = [[_share(row[share]) for share in ("elements", "texts")] for row in rows]
    lines = [[row["format"], *told, *kept] for row, told, kept in zip(rows, counts, shares, strict=True)]
    return _table(heads, lines)


def _earlier() -> str:
    lines = [[name, f"{median:,}", f"{mean:,}", _share(found), _share(kept)] for name, median, mean, found, kept in EARLIER]
    return _table(["format", "median", "mean", "elements that can be named", "texts kept"], lines)


def _task(rows: list[dict[str, Any]]) -> str:
    most = rows[0]["tokens"]
    lines = [
        [row["way"], f"{row['tokens']:,}", f"{row['tokens'] / most:.0%}", " ".join(map(str, row["looks"]))] for row in rows
    ]
    return _table(["looking", "tokens", "of full", "each look"], lines)


def _share(value: float) -> str:
    return f"{100 * value:.1f} %"


def _table(heads: list[str], lines: list[list[str]]) -> str:
    rule = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(line)} |" for line in [heads, rule, *lines])


def missed(found: dict[str, Any]) -> list[str]:
    """The aims that the compact format does not reach on the recorded screens."""
    short = next((row for row in found["recorded"] if row["format"] == "Handheld, compact"), None)
    if short is None:
        return []
    checks = {
        f"median tokens {short['median']:g} > {AIMS['median tokens']}": short["median"] <= AIMS["median tokens"],
        f"elements {short['elements']:.4f} < {AIMS['elements']}": short["elements"] >= AIMS["elements"],
        f"texts {short['texts']:.4f} < {AIMS['texts']}": short["texts"] >= AIMS["texts"],
    }
    return [what for what, reached in checks.items() if not reached]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench/tokens", description=__doc__)
    parser.add_argument("--out", type=Path, default=RESULTS, help="where tokens.json and tokens.md go")
    out: Path = parser.parse_args().out
    try:
        counter = Counter()
    except CannotInstall as why:
        print(f"bench/tokens: {why}", file=sys.stderr)
        return 1
    recorded = screens.real()
    found = {
        "tokenizer": counter.version,
        "recorded": measure(counter, recorded) if recorded else [],
        "simulated": measure(counter, list(screens.simulated())),
        "task": measure_task(counter),
        "unchanged_tokens": counter.count(["r1043 unchanged"])[0],
        "schema_tokens": extra_schema(counter),
    }
    out.mkdir(parents=True, exist_ok=True)
    (out / "tokens.json").write_text(json.dumps(found, indent=1) + "\n")
    (out / "tokens.md").write_text(markdown(found))
    print(markdown(found))
    for what in missed(found):
        print(f"bench/tokens: not reached: {what}", file=sys.stderr)
    return 1 if missed(found) else 0


if __name__ == "__main__":
    sys.exit(main())

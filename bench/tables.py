"""Markdown tables that can also be read as they are."""

from collections.abc import Iterable, Sequence


def number(value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{value:,.{digits}f}"


def times(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}×" if value < 10 else f"{value:,.0f}×"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    lines = [heads, *rows]
    widths = [max(len(row[at]) for row in lines) for at in range(len(heads))]
    aligned = [
        "| " + " | ".join(cell.ljust(width) if at < left else cell.rjust(width)
                          for at, (cell, width) in enumerate(zip(row, widths, strict=True))) + " |"
        for row in lines
    ]  # fmt: skip
    rule = "|" + "|".join("-" * (width + 2) if at < left else "-" * (width + 1) + ":" for at, width in enumerate(widths)) + "|"
    return "\n".join([aligned[0], rule, *aligned[1:]])

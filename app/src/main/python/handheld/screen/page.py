"""What an agent was shown of a screen, and what has changed since."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_WORTH_IT = 0.8
"""Of the whole text: changes longer than this save too little."""


@dataclass(frozen=True, slots=True)
class Section:
    """One window."""

    head: tuple[str, ...]
    lines: dict[str, str]
    """By the ids of the elements."""


@dataclass(frozen=True)
class Page:
    head: tuple[str, ...]
    sections: dict[int, Section]
    """By the ids of the windows."""

    @cached_property
    def size(self) -> int:
        """In characters."""
        return _size(self.whole())

    def whole(self) -> list[str]:
        lines = [*self.head]
        for section in self.sections.values():
            lines += (*section.head, *section.lines.values())
        return lines

    def changes(self, before: "Page") -> list[str] | None:
        """What to tell someone who knows the page before; None where the whole is better."""
        if self.head != before.head or self._is_reordered(before):
            return None
        lines = [*self._new(before), *self._gone(before)]
        return lines if _size(lines) < _WORTH_IT * self.size else None

    def _is_reordered(self, before: "Page") -> bool:
        """What only moved would have to be told line by line."""
        both = [id for id in self.sections if id in before.sections]
        return _differ_in_order(self.sections, before.sections) or any(
            _differ_in_order(self.sections[id].lines, before.sections[id].lines) for id in both
        )

    def _new(self, before: "Page") -> Iterator[str]:
        for window, section in self.sections.items():
            then = before.sections.get(window)
            if then is None:
                yield from (*section.head, *section.lines.values())
                continue
            lines = list(_new_lines(section, then))
            if lines or section.head != then.head:
                yield from (section.head[0], *lines)

    def _gone(self, before: "Page") -> Iterator[str]:
        ids: list[str] = []
        for window, then in before.sections.items():
            section = self.sections.get(window)
            if section is None:
                yield f"gone window {window}"
            else:
                ids += [id for id in then.lines if id not in section.lines]
        if ids:
            yield f"gone {' '.join(_ranges(ids))}"


def _size(lines: list[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _differ_in_order(now: Collection[Any], then: Collection[Any]) -> bool:
    return [id for id in now if id in then] != [id for id in then if id in now]


def _new_lines(now: Section, then: Section) -> Iterator[str]:
    """Lines that are new or say something else. A new one stands after the one told before it, or says after which."""
    told = previous = ""
    for id, line in now.lines.items():
        if id not in then.lines and told != previous:
            yield f"after {previous}"
        if then.lines.get(id) != line:
            yield line
            told = id
        previous = id


def _ranges(ids: list[str]) -> Iterator[str]:
    """Short ids that follow each other as first-last."""
    runs: list[list[str]] = []
    for id in ids:
        if runs and id.isdecimal() and int(id) == int(runs[-1][-1]) + 1:
            runs[-1].append(id)
        else:
            runs.append([id])
    return (f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(run) for run in runs)

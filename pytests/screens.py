"""Screens for tests: trees of nodes that can be edited, the snapshot of them, and a device that shows one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from fakes import FakeDevice

from handheld import codec
from handheld.device import Display
from handheld.errors import StaleNode
from handheld.screen import tree
from handheld.screen.ids import IdTable
from handheld.screen.tree import Screen

SEEN = tree.VISIBLE | tree.ENABLED
BUTTON = SEEN | tree.CLICKABLE | tree.FOCUSABLE


@dataclass(eq=False)
class Node:
    """One element. It is itself whatever it says: tests follow it by identity."""

    kind: str | None = "android.widget.FrameLayout"
    text: str | None = None
    desc: str | None = None
    res_id: str | None = None
    flags: int = SEEN
    bounds: tuple[int, int, int, int] = (0, 0, 1080, 2400)
    kids: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.kids))

    def said(self) -> tuple[str | None, ...]:
        return self.kind, self.text, self.desc, self.res_id


def label(text: str, **more: Any) -> Node:
    return Node("android.widget.TextView", text, **more)


def button(text: str, **more: Any) -> Node:
    return Node("android.widget.Button", text, **({"flags": BUTTON} | more))


def row(*texts: str) -> Node:
    return Node("android.widget.LinearLayout", flags=BUTTON, kids=[label(text) for text in texts])


def scrolling(*kids: Node, **more: Any) -> Node:
    return Node("androidx.recyclerview.widget.RecyclerView", flags=SEEN | tree.SCROLLABLE, kids=list(kids), **more)


@dataclass(eq=False)
class Pane:
    """One window."""

    root: Node | None
    id: int = 42
    type: str = "APPLICATION"
    package: str | None = "com.example"
    title: str | None = "Example"
    layer: int = 0
    focused: bool = True

    def nodes(self) -> list[Node]:
        return list(self.root.walk()) if self.root else []


def snapshot(*panes: Pane, number: int = 1, display: Display | None = None, **more: Any) -> bytes:
    strings: dict[str | None, int] = {None: 0}
    rows: list[list[int]] = []
    windows = []

    def string(value: str | None) -> int:
        return strings.setdefault(value, len(strings))

    for pane in panes:
        first = len(rows)
        nodes = pane.nodes()
        place = {id(node): first + at for at, node in enumerate(nodes)}
        parents = {id(kid): place[id(node)] for node in nodes for kid in node.kids}
        for node in nodes:
            strung = [string(value) for value in (node.kind, node.text, node.desc, node.res_id)]
            rows.append([parents.get(id(node), -1), *strung, *node.bounds, node.flags])
        head = [string(value) for value in (pane.type, pane.package, pane.title)]
        windows.append([pane.id, *head, pane.layer, int(pane.focused), first, len(nodes)])
    shown = display or Display(1080, 2400, 420, "portrait")
    return codec.dumps({
        "snapshot": number,
        "display": [shown.width, shown.height, shown.density, shown.orientation],
        "foreground": ["com.example", ".Main"],
        "degraded": False,
        "strings": list(strings),
        "windows": windows,
        "nodes": rows,
    } | more)  # fmt: skip


def named(*panes: Pane, table: IdTable | None = None, **more: Any) -> Screen:
    """The screen with its ids."""
    screen = tree.read(snapshot(*panes, **more))
    screen.ids.extend((table or IdTable()).name(screen))
    return screen


def names(root: Node, table: IdTable | None = None) -> dict[Node, str]:
    """The id of each node of a window."""
    pane = Pane(root)
    return dict(zip(pane.nodes(), named(pane, table=table).ids, strict=True))


class ScreenDevice(FakeDevice):
    """Shows panes that a test may change at any time, and refuses nodes that have changed, as a phone does."""

    def __init__(self, *panes: Pane, **answers: Any):
        self.panes = list(panes)
        self.on_click: Callable[[Node], None] = lambda node: None
        self.on_scroll: Callable[[Node, bool], bool] = lambda node, forward: False
        self._nodes: dict[int, list[tuple[Node, tuple[str | None, ...]]]] = {}
        acts = {
            "snapshot": self._snapshot,
            "click_node": lambda number, index: self.on_click(self._live(number, index)),
            "long_click_node": lambda number, index: self.on_click(self._live(number, index)),
            "scroll_node": lambda number, index, forward: self.on_scroll(self._live(number, index), forward),
        }
        super().__init__(**(acts | answers))

    def asked(self) -> list[str]:
        """The names of the calls so far."""
        return [call[0] for call in self.calls]

    def _snapshot(self) -> bytes:
        number = len(self._nodes) + 1
        self._nodes[number] = [(node, node.said()) for pane in self.panes for node in pane.nodes()]
        return snapshot(*self.panes, number=number)

    def _live(self, number: int, index: int) -> Node:
        node, said = self._nodes[number][index]
        if node.said() != said or all(node not in pane.nodes() for pane in self.panes):
            raise StaleNode("The node is gone")
        return node

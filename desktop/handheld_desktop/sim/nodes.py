"""The views of all windows as the rows of a snapshot, and the way back from a row to the live view."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from handheld import codec
from handheld.errors import StaleNode
from handheld.screen import tree

from .editor import Editor
from .geometry import DENSITY, HEIGHT, WIDTH
from .view import View
from .windows import Window

_KEPT = 3


@dataclass(frozen=True)
class _Node:
    """Which view a row was, and what it said."""

    window: int
    path: str
    shown: tuple[str, str | None, str | None, str | None]


class Nodes:
    def __init__(self) -> None:
        self._number = 0
        self._snapshots: OrderedDict[int, list[_Node]] = OrderedDict()

    def snapshot(self, windows: list[Window], foreground: tuple[str, str], degraded: bool, null_roots: bool) -> bytes:
        self._number += 1
        strings: dict[str | None, int] = {None: 0}
        rows: list[list[int]] = []
        kept: list[_Node] = []
        heads = []

        def string(value: str | None) -> int:
            return strings.setdefault(value or None, len(strings))

        for window in windows:
            first = len(rows)
            if not (null_roots or window.hidden):
                for path, view, parent in window.root.paths():
                    shown = _shown(view, window.package)
                    kept.append(_Node(window.id, path, shown))
                    rows.append([
                        parent if parent < 0 else parent + first, *(string(value) for value in shown), *_bounds(view),
                        _flags(view, window.editor),
                    ])  # fmt: skip
            heads.append([
                window.id, string(window.type), string(window.package), string(window.title), window.layer, int(window.focused),
                first,
                len(rows) - first,
            ])  # fmt: skip
        self._snapshots[self._number] = kept
        while len(self._snapshots) > _KEPT:
            self._snapshots.popitem(last=False)
        return codec.dumps({
            "snapshot": self._number, "display": [WIDTH, HEIGHT, DENSITY, "portrait"], "foreground": list(foreground),
            "degraded": degraded, "strings": list(strings), "windows": heads, "nodes": rows,
        })  # fmt: skip

    @property
    def kept(self) -> int:
        """How many snapshots can still be acted on."""
        return len(self._snapshots)

    def find(self, windows: list[Window], snapshot: int, index: int) -> tuple[Window, View]:
        """The live view of a row; StaleNode where it is gone or shows something else now."""
        kept = self._snapshots.get(snapshot)
        if kept is None or not 0 <= index < len(kept):
            raise StaleNode(f"Snapshot {snapshot} with node {index} is not kept any more")
        node = kept[index]
        for window in windows:
            if window.id != node.window or window.hidden:
                continue
            for path, view, _ in window.root.paths():
                if path == node.path and _shown(view, window.package) == node.shown:
                    return window, view
        raise StaleNode("The node is gone or shows something else now")


def _shown(view: View, package: str) -> tuple[str, str | None, str | None, str | None]:
    text = view.editor.shown if view.editor else view.text
    return class_name(view.kind), text or None, view.desc or None, _resource_id(view.id, package)


def class_name(kind: str) -> str:
    if "." in kind:
        return kind
    return f"android.view.{kind}" if kind in ("View", "ViewGroup") else f"android.widget.{kind}"


def _resource_id(id: str, package: str) -> str | None:
    if not id or ":" in id:
        return id or None
    return f"{package}:id/{id}"


def _bounds(view: View) -> tuple[int, int, int, int]:
    # As Android does: what can be seen of a view that can be seen, and the whole of one that cannot.
    return view.clip if view.visible else view.rect


def _flags(view: View, focus: Editor | None) -> int:
    flags = (
        (view.visible, tree.VISIBLE), (bool(view.click or view.editor), tree.CLICKABLE),
        (bool(view.long_click or view.editor), tree.LONG_CLICKABLE),
        (bool(view.click or view.editor or view.focusable), tree.FOCUSABLE),
        (bool(view.scroll and view.scroll.limit), tree.SCROLLABLE),
        (view.editor is not None, tree.EDITABLE), (view.enabled, tree.ENABLED), (view.checkable, tree.CHECKABLE),
        (view.checked, tree.CHECKED),
        (view.selected, tree.SELECTED), (view.editor is not None and view.editor is focus, tree.FOCUSED),
        (bool(view.editor and view.editor.secret), tree.PASSWORD),
        (bool(view.editor and not view.editor.text), tree.SHOWING_HINT),
    )  # fmt: skip
    return sum(bit for on, bit in flags if on)

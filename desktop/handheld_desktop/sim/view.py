"""What a page is made of: a tree of views, built anew from the app's state whenever somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Self

from .geometry import NOWHERE, Rect

if TYPE_CHECKING:
    from .editor import Editor
    from .paint import Canvas
    from .scroll import Scroller

Handler = Callable[[], object]
Align = Literal["start", "center", "end"]
Weight = Literal["regular", "medium", "bold"]
FILL = -1.0


@dataclass(frozen=True)
class Rows:
    """The rows of a long list, made only when they are near the screen."""

    heights: Sequence[int]
    """In pixels."""
    build: Callable[[int], View]


@dataclass(frozen=True)
class Drag:
    """A finger that moves over a view: where it went down, where it is, and how fast it was when it let go."""

    phase: Literal["move", "end"]
    start_x: float
    start_y: float
    x: float
    y: float
    velocity_x: float
    velocity_y: float


@dataclass(kw_only=True, eq=False)
class View:
    text: str | None = field(default=None, kw_only=False)
    kind: str = "View"
    id: str = ""
    key: str = ""
    """Who it is among its siblings, where its id does not tell."""
    desc: str | None = None
    children: list[View] = field(default_factory=list)

    # Place: lengths in dp; None is as large as the content
    box: Literal["column", "row", "stack"] = "stack"
    w: float | None = None
    h: float | None = None
    grow: float = 0
    pad: float | tuple[float, float] | tuple[float, float, float, float] = 0
    gap: float = 0
    align: Align = "start"
    justify: Literal["start", "center", "end", "between"] = "start"
    gravity: tuple[Align, Align] = ("start", "start")

    # Look
    fill: str = ""
    border: str = ""
    round: float = 0
    size: float = 14
    color: str = "on_surface"
    weight: Weight = "regular"
    lines: int = 0
    text_align: Align = "start"
    icon: str = ""
    icon_size: float = 24
    art: Callable[[Canvas, Rect], None] | None = None

    # Behaviour
    click: Handler | None = None
    long_click: Handler | None = None
    double_click: Handler | None = None
    drag: Callable[[Drag], None] | None = None
    drag_axis: Literal["x", "y", "any"] = "any"
    pinch: Callable[[float], None] | None = None
    scroll: Scroller | None = None
    rows: Rows | None = None
    editor: Editor | None = None
    enabled: bool = True
    checkable: bool = False
    checked: bool = False
    selected: bool = False
    focusable: bool = False

    # Set by the layout
    rect: Rect = NOWHERE
    clip: Rect = NOWHERE
    sizes: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def __call__(self, *children: View | None) -> Self:
        self.children.extend(child for child in children if child is not None)
        return self

    @property
    def visible(self) -> bool:
        return not self.clip.empty

    def paths(self, prefix: str = "") -> Iterator[tuple[str, View, int]]:
        """Itself and all below, parents first: a name that stays while the view lives, the view, the place of its parent."""
        place = -1
        pending: list[tuple[str, View, int]] = [(prefix, self, -1)]
        while pending:
            path, view, parent = pending.pop()
            place += 1
            yield path, view, parent
            seen: dict[str, int] = {}
            below = []
            for child in view.children:
                name = child.key or child.id or child.kind
                count = seen[name] = seen.get(name, 0) + 1
                below.append((f"{path}/{name}#{count}" if count > 1 else f"{path}/{name}", child, place))
            pending.extend(reversed(below))


@dataclass(kw_only=True, eq=False)
class Column(View):
    kind: str = "LinearLayout"
    box: Literal["column", "row", "stack"] = "column"
    w: float | None = FILL


@dataclass(kw_only=True, eq=False)
class Row(View):
    kind: str = "LinearLayout"
    box: Literal["column", "row", "stack"] = "row"
    align: Align = "center"
    w: float | None = FILL


@dataclass(kw_only=True, eq=False)
class Stack(View):
    kind: str = "FrameLayout"
    w: float | None = FILL


@dataclass(kw_only=True, eq=False)
class Label(View):
    kind: str = "TextView"


@dataclass(kw_only=True, eq=False)
class Icon(View):
    kind: str = "ImageView"
    color: str = "on_surface_variant"

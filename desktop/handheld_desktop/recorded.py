"""Recorded screens: a `uiautomator dump` (or an Appium page source) as the snapshot that a phone would give of it."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from handheld import codec
from handheld.errors import InvalidArguments
from handheld.screen import tree, tsv
from handheld.screen.ids import IdTable
from handheld.screen.shown import Part
from handheld.screen.shown import compact as shown_compact
from handheld.screen.tree import Screen
from handheld.tools.element import describe

_HIERARCHY = re.compile(r"<hierarchy\b[^>]*/>|<hierarchy\b.*?</hierarchy\s*>", re.DOTALL)
_BOUNDS = re.compile(r"\[(-?\d{1,9}),(-?\d{1,9})\]\[(-?\d{1,9}),(-?\d{1,9})\]")
_REFERENCE = re.compile(r"&#(?:x([0-9a-fA-F]{1,8})|(\d{1,8}));")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_FLAGS = {
    "clickable": tree.CLICKABLE,
    "long-clickable": tree.LONG_CLICKABLE,
    "focusable": tree.FOCUSABLE,
    "scrollable": tree.SCROLLABLE,
    "enabled": tree.ENABLED,
    "checkable": tree.CHECKABLE,
    "checked": tree.CHECKED,
    "selected": tree.SELECTED,
    "focused": tree.FOCUSED,
    "password": tree.PASSWORD,
}
_FIELDS = ("EditText", "AutoCompleteTextView", "SearchAutoComplete")
_KEYBOARDS = re.compile(r"inputmethod|keyboard|\.ime\b", re.IGNORECASE)


def render(xml: bytes) -> str:
    """What an agent would see."""
    return tsv.render(screen(xml))


def compact(xml: bytes) -> str:
    """The same in few words, as the first that an agent sees of a phone."""
    seen = screen(xml)
    shown = shown_compact(seen, Part(), lambda rows: [str(number) for number, _ in enumerate(rows, start=1)])
    return "\n".join([f"r{len(shown.marks) + 1}", *shown.page.whole()])


def structured(xml: bytes) -> dict[str, Any]:
    """The same as a structure: each window with its elements."""
    seen = screen(xml)
    display = seen.display
    return {
        "screen": {"width": display.width, "height": display.height, "orientation": display.orientation},
        "windows": [
            {
                "id": window.id,
                "type": window.type,
                "package": window.package,
                "focused": window.focused,
                "elements": [
                    describe(seen, index) | {"onScreen": seen.is_on(index)} for index in tsv.told(seen, window)
                ],
            }
            for window in seen.windows
        ],
    }


def screen(xml: bytes) -> Screen:
    seen = tree.read(snapshot(xml))
    seen.ids.extend(IdTable().name(seen))
    return seen


def snapshot(xml: bytes) -> bytes:
    """The form that `handheld.screen.tree` documents. A dump does not tell titles, activities or the density: these are
    unknown, and 0. InvalidArguments where it is no dump."""
    text = _decode(xml)
    hierarchies = [_parse(part) for part in _HIERARCHY.findall(text)]
    if not hierarchies and "<hierarchy" in text:
        raise InvalidArguments("The dump is cut off: its <hierarchy> does not end")
    if not hierarchies:
        raise InvalidArguments("Not a uiautomator dump: there is no <hierarchy> in it")
    roots = [root for hierarchy in hierarchies for root in hierarchy]
    if not roots:
        raise InvalidArguments("The dump is empty: its <hierarchy> holds no node")
    return _Writer().write(hierarchies[0], roots)


def _decode(xml: bytes) -> str:
    encoding = "utf-16" if xml[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return xml.decode(encoding)
    except UnicodeDecodeError as error:
        name = encoding.removesuffix("-sig").upper()
        raise InvalidArguments(f"Not a uiautomator dump: byte {error.start} is not {name}") from None


def _parse(text: str) -> Element:
    # Old versions of uiautomator write what XML cannot hold: each half of an emoji by itself, and control characters.
    text = _REFERENCE.sub(_legal, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    try:
        return ElementTree.fromstring(_NOT_XML.sub("", text))
    except ElementTree.ParseError as error:
        raise InvalidArguments(f"The dump is not well-formed XML: {error}") from None


def _legal(reference: re.Match[str]) -> str:
    code = int(reference[1], 16) if reference[1] else int(reference[2])
    if 0xD800 <= code < 0xE000:
        return chr(code)
    return "" if code > 0x10FFFF or _NOT_XML.match(chr(code)) else reference[0]


class _Writer:
    """Writes nodes as rows, and each string once."""

    def __init__(self) -> None:
        self._strings: dict[str | None, int] = {None: 0}
        self._rows: list[list[int]] = []
        self._windows: list[list[int]] = []

    def write(self, hierarchy: Element, roots: list[Element]) -> bytes:
        front = next((root for root in roots if _type(root) == "APPLICATION"), roots[0])
        for number, root in enumerate(roots, start=1):
            self._add_window(root, number, layer=len(roots) - number, focused=root is front)
        width, height = self._size(hierarchy)
        return codec.dumps({
            "snapshot": 1,
            "display": [width, height, 0, "landscape" if width > height else "portrait"],
            "foreground": [front.get("package") or "unknown", "unknown"],
            "degraded": False,
            "strings": list(self._strings),
            "windows": self._windows,
            "nodes": self._rows,
        })  # fmt: skip

    def _add_window(self, root: Element, number: int, layer: int, focused: bool) -> None:
        first = len(self._rows)
        for parent, node in _walk(root, first):
            self._rows.append([parent, *self._named(node), *_bounds(node), _flags(node)])
        self._windows.append([
            number, self._string(_type(root)), self._string(root.get("package")), 0, layer, int(focused), first,
            len(self._rows) - first,
        ])  # fmt: skip

    def _named(self, node: Element) -> Iterator[int]:
        texts = (node.get("class") or node.tag, node.get("text"), node.get("content-desc"), node.get("resource-id"))
        return (self._string(text) for text in texts)

    def _string(self, text: str | None) -> int:
        return self._strings.setdefault(text or None, len(self._strings))

    def _size(self, hierarchy: Element) -> tuple[int, int]:
        """As recorded, or as far as the windows reach."""
        roots = [self._rows[first] for *_, first, _ in self._windows]
        sizes = hierarchy.get("width", ""), hierarchy.get("height", "")
        if all(re.fullmatch(r"\d{1,9}", size) for size in sizes):
            return int(sizes[0]), int(sizes[1])
        return max(row[tree.RIGHT] for row in roots), max(row[tree.BOTTOM] for row in roots)


def _walk(root: Element, first: int) -> Iterator[tuple[int, Element]]:
    """Every node with the place of its parent, parents first."""
    place = first
    waiting = [(-1, root)]
    while waiting:
        parent, node = waiting.pop()
        yield parent, node
        waiting.extend((place, child) for child in reversed(node))
        place += 1


def _type(root: Element) -> str:
    package = root.get("package", "")
    if _KEYBOARDS.search(package):
        return "INPUT_METHOD"
    return "SYSTEM" if package == "com.android.systemui" else "APPLICATION"


def _bounds(node: Element) -> list[int]:
    written = node.get("bounds", "")
    found = _BOUNDS.fullmatch(written)
    if found is None:
        raise InvalidArguments(f"Not a uiautomator dump: a <{node.tag}> has bounds '{written}', not '[left,top][right,bottom]'")
    return [int(number) for number in found.groups()]


def _flags(node: Element) -> int:
    flags = sum(flag for name, flag in _FLAGS.items() if node.get(name) == "true")
    # A plain dump leaves out what is not visible, and so does not say what is.
    if node.get("visible-to-user", node.get("displayed", "true")) == "true":
        flags |= tree.VISIBLE
    return flags | (tree.EDITABLE if node.get("class", node.tag).endswith(_FIELDS) else 0)

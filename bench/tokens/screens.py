"""Screens to measure: recorded ones of real phones where they are at hand, and those of the simulated phone."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import quoteattr

from borrowed import FakeClock

from handheld.errors import HandheldError
from handheld.screen import tree, tsv
from handheld.screen.clean import clean
from handheld.screen.memory import Memory
from handheld.screen.shown import Part, Shown, compact
from handheld.screen.tree import Screen
from handheld_desktop import recorded
from handheld_desktop.sim import SimulatedPhone

RECORDED = Path(__file__).parents[3] / "shared/data/ui"
LATE = 100_000
"""A short id of a server that has been running for long."""
_ACTIONABLE = tree.CLICKABLE | tree.LONG_CLICKABLE | tree.SCROLLABLE | tree.EDITABLE
_ATTRIBUTES = {
    "checkable": tree.CHECKABLE, "checked": tree.CHECKED, "clickable": tree.CLICKABLE, "enabled": tree.ENABLED,
    "focusable": tree.FOCUSABLE, "focused": tree.FOCUSED, "scrollable": tree.SCROLLABLE, "long-clickable": tree.LONG_CLICKABLE,
    "password": tree.PASSWORD, "selected": tree.SELECTED,
}  # fmt: skip


@dataclass(frozen=True)
class Sample:
    name: str
    xml: str
    screen: Screen


@dataclass(frozen=True)
class Told:
    """What a format tells of a screen."""

    text: str
    actionable: int
    referable: int
    texts: int
    kept: int


def real() -> list[Sample]:
    files = sorted(RECORDED.glob("*.xml"))
    return [Sample(file.stem, file.read_text(), recorded.screen(file.read_bytes())) for file in files]


def simulated() -> Iterator[Sample]:
    """The first screen of each app that has one."""
    with TemporaryDirectory() as folder:
        phone = SimulatedPhone(Path(folder), clock=FakeClock())
        memory = Memory(phone)
        for app in phone.list_apps():
            try:
                phone.open_app(app.package)
            except HandheldError:
                continue  # it has no screen
            screen = memory.look()
            yield Sample(app.package, _xml(screen), screen)


def _xml(screen: Screen) -> str:
    """As `uiautomator dump` would write it."""
    kids: dict[int, list[int]] = {}
    for index, row in enumerate(screen.rows):
        kids.setdefault(row[tree.PARENT], []).append(index)

    def node(place: int, index: int) -> str:
        row = screen.rows[index]
        window = next(window for window in screen.windows if window.first <= index < window.first + window.count)
        words = {"index": str(place), "text": tree.TEXT, "resource-id": tree.RES_ID, "class": tree.CLASS}
        said = {name: value if isinstance(value, str) else screen.string(index, value) or "" for name, value in words.items()}
        said |= {"package": window.package, "content-desc": screen.string(index, tree.DESC) or ""}
        said |= {name: str(bool(row[tree.FLAGS] & flag)).lower() for name, flag in _ATTRIBUTES.items()}
        said["bounds"] = "[{},{}][{},{}]".format(*row[tree.LEFT : tree.FLAGS])
        written = " ".join(f"{name}={quoteattr(value)}" for name, value in said.items())
        inner = "".join(node(at, kid) for at, kid in enumerate(kids.get(index, [])))
        return f"<node {written}>{inner}</node>" if inner else f"<node {written} />"

    roots = "".join(node(at, root) for at, root in enumerate(kids[-1]))
    return f"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">{roots}</hierarchy>"


def raw(sample: Sample) -> Told:
    actionable, texts = list(_actionable(sample.screen)), list(_texts(sample.screen))
    return Told(sample.xml, len(actionable), len(actionable), len(texts), len(texts))


def full(sample: Sample) -> Told:
    ids = sample.screen.ids
    text = tsv.render(sample.screen)
    with_line = {line.partition("\t")[0] for line in text.split("\n")}
    return _told(sample.screen, text, {index for index, id in enumerate(ids) if id in with_line})


def short(sample: Sample) -> Told:
    return _compact(sample.screen, first=1)


def short_later(sample: Sample) -> Told:
    return _compact(sample.screen, first=LATE)


def _compact(screen: Screen, first: int) -> Told:
    shown: Shown = compact(screen, Part(), lambda rows: [str(first + place) for place, _ in enumerate(rows)])
    text = "\n".join([f"r{first + len(shown.marks)}", *shown.page.whole()])
    return _told(screen, text, {index for index, id in shown.marks if f"\n{id}\t" in text})


def _told(screen: Screen, text: str, with_line: set[int]) -> Told:
    actionable, texts = list(_actionable(screen)), list(_texts(screen))
    return Told(text, len(actionable), len(with_line & {*actionable}), len(texts), sum(word in text for word in texts))


def _actionable(screen: Screen) -> Iterator[int]:
    """What is on the screen and can be clicked, scrolled or typed into."""
    return (index for index, row in enumerate(screen.rows) if row[tree.FLAGS] & _ACTIONABLE and screen.is_on(index))


def _texts(screen: Screen) -> Iterator[str]:
    """Every text and description to be seen, whole."""
    for index in filter(screen.is_on, range(len(screen.rows))):
        yield from filter(None, (clean(screen.string(index, column)).strip() for column in (tree.TEXT, tree.DESC)))

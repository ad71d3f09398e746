"""Reading a snapshot."""

import pytest
from screens import SEEN, Node, Pane, label, named, snapshot

from handheld.device import Display, Foreground
from handheld.errors import ActionFailed
from handheld.screen import tree


def test_a_snapshot_is_read_as_it_is_documented() -> None:
    screen = tree.read(snapshot(Pane(Node(kids=[label("Hello")]), layer=3), number=17))
    assert screen.snapshot == 17
    assert screen.display == Display(1080, 2400, 420, "portrait")
    assert screen.foreground == Foreground("com.example", ".Main")
    assert screen.windows == [tree.Window(42, "APPLICATION", "com.example", "Example", 3, True, 0, 2)]
    assert screen.string(1, tree.TEXT) == "Hello"
    assert screen.rows[1][tree.PARENT] == 0


def test_no_window_at_all_is_an_error() -> None:
    with pytest.raises(ActionFailed, match=r"^No windows available and no active window root node$"):
        tree.read(snapshot())


def test_windows_without_roots_are_an_error_only_when_all_are() -> None:
    with pytest.raises(ActionFailed, match=r"^All windows returned null root nodes$"):
        tree.read(snapshot(Pane(None, id=1), Pane(None, id=2)))
    assert len(tree.read(snapshot(Pane(None, id=1), Pane(Node(), id=2))).windows) == 2


def test_what_a_password_field_holds_is_gone_as_soon_as_it_is_read() -> None:
    secret = Node("android.widget.EditText", "hunter2", flags=SEEN | tree.EDITABLE | tree.PASSWORD)
    other = label("hunter2")
    screen = tree.read(snapshot(Pane(Node(kids=[secret, Node(flags=SEEN | tree.PASSWORD), other]))))
    assert screen.string(1, tree.TEXT) == tree.HIDDEN
    assert screen.string(2, tree.TEXT) is None
    assert screen.string(3, tree.TEXT) == "hunter2"


@pytest.mark.parametrize(
    ("bounds", "flags", "is_on"),
    [
        ((0, 0, 10, 10), SEEN, True),
        ((1070, 2390, 1090, 2410), SEEN, True),
        ((0, 0, 10, 10), tree.ENABLED, False),
        ((1080, 0, 1090, 10), SEEN, False),
        ((0, 2400, 10, 2410), SEEN, False),
        ((-10, 0, 0, 10), SEEN, False),
        ((0, -10, 10, 0), SEEN, False),
        ((5, 5, 5, 10), SEEN, False),
        ((10, 10, 5, 5), SEEN, False),
    ],
)
def test_on_the_screen_is_what_is_visible_and_within_the_display(
    bounds: tuple[int, int, int, int], flags: int, is_on: bool
) -> None:
    assert tree.read(snapshot(Pane(Node(bounds=bounds, flags=flags)))).is_on(0) is is_on


def test_ancestors_go_from_the_parent_to_the_root() -> None:
    screen = named(Pane(Node(), id=1), Pane(Node(kids=[label("a"), Node(kids=[label("b")])]), id=2))
    assert list(screen.ancestors(4)) == [3, 1]
    assert list(screen.ancestors(1)) == []

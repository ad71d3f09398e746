"""The screen as text, to the letter; and nothing an app writes can break it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import BUTTON, SEEN, Node, Pane, button, label, named, snapshot

from handheld.device import Display
from handheld.screen import tree, tsv
from handheld.screen.clean import clean
from handheld.screen.ids import IdTable

NOTES = """\
note:structural-only nodes are omitted from the tree
note:certain elements are custom and will not be properly reported, if needed or if tools are not working as expected set \
include_screenshot=true to see the screen and take what you see into account
note:flags: on=onscreen off=offscreen clk=clickable lclk=longClickable foc=focusable scr=scrollable edt=editable ena=enabled
note:offscreen items require scroll_to_element before interaction
"""


def rows(*nodes: Node) -> list[list[str]]:
    """The columns but the id, of the lines of a window that holds these."""
    lines = tsv.render(named(Pane(Node(kids=list(nodes))))).splitlines()
    return [line.split("\t")[1:] for line in lines[7:]]


def test_a_screen_of_two_windows_to_the_letter() -> None:
    app = Node(kids=[
        label("Calculator", res_id="com.example:id/title", bounds=(100, 50, 500, 120)),
        Node(kids=[button("7", res_id="com.example:id/digit_7", flags=SEEN | tree.CLICKABLE, bounds=(50, 800, 270, 1000))]),
    ])  # fmt: skip
    bar = Pane(label("12:00"), id=7, type="SYSTEM", package="com.android.systemui", title=None, layer=1, focused=False)
    screen = named(bar, Pane(app))
    clock, _, title, _, seven = screen.ids
    assert tsv.render(screen) == NOTES + f"""\
screen:1080x2400 density:420 orientation:portrait
--- window:7 type:SYSTEM pkg:com.android.systemui title:unknown layer:1 focused:false ---
id\tclass\ttext\tdesc\tres_id\tbounds\tflags
{clock}\tTextView\t12:00\t-\t-\t0,0,1080,2400\ton,ena
--- window:42 type:APPLICATION pkg:com.example title:Example activity:.Main layer:0 focused:true ---
id\tclass\ttext\tdesc\tres_id\tbounds\tflags
{title}\tTextView\tCalculator\t-\tcom.example:id/title\t100,50,500,120\ton,ena
{seven}\tButton\t7\t-\tcom.example:id/digit_7\t50,800,270,1000\ton,clk,ena"""


def test_a_degraded_screen_says_so_before_the_screen_line() -> None:
    lines = tsv.render(named(Pane(label("a")), degraded=True)).splitlines()
    assert lines[4] == "note:DEGRADED — multi-window API unavailable, showing rootInActiveWindow only"
    assert lines[5].startswith("screen:")


@pytest.mark.parametrize(
    "pane",
    [
        Pane(Node(), focused=False),
        Pane(Node(), type="SYSTEM"),
        Pane(Node(), package="com.other"),
    ],
)
def test_only_the_focused_window_of_the_app_in_front_tells_its_activity(pane: Pane) -> None:
    assert "activity:.Main layer:0" in tsv.render(named(Pane(Node())))
    assert "activity:" not in tsv.render(named(pane))


def test_an_activity_that_is_not_known_is_not_told() -> None:
    assert "activity:" not in tsv.render(named(Pane(Node()), foreground=["com.example", "unknown"]))


def test_a_window_that_gives_no_root_has_a_header_and_no_rows() -> None:
    text = tsv.render(named(Pane(None, id=3), Pane(label("a"), id=4)))
    assert "window:3 " in text
    assert "_w3" not in text


@pytest.mark.parametrize(
    ("node", "is_told"),
    [
        (Node(), False),
        (Node(flags=SEEN | tree.FOCUSABLE | tree.CHECKABLE | tree.SELECTED), False),
        (Node(text=""), False),
        (Node(text="\u200b\u202e"), False),
        (Node(text="a"), True),
        (Node(text="-"), True),
        (Node(desc="a"), True),
        (Node(res_id="a:id/b"), True),
        (Node(flags=tree.CLICKABLE), True),
        (Node(flags=tree.LONG_CLICKABLE), True),
        (Node(flags=tree.SCROLLABLE), True),
        (Node(flags=tree.EDITABLE), True),
    ],
)
def test_only_what_says_or_does_something_has_a_row(node: Node, is_told: bool) -> None:
    assert len(rows(node)) == is_told


def test_flags_stand_in_their_order_and_only_those_of_the_legend() -> None:
    every = (1 << 12) - 1
    assert rows(Node(flags=every, text="a"))[0][-1] == "on,clk,lclk,foc,scr,edt,ena"
    assert rows(Node(flags=0, text="a"))[0][-1] == "off"
    assert rows(Node(flags=every, text="a", bounds=(0, 2400, 10, 2500)))[0][-1] == "off,clk,lclk,foc,scr,edt,ena"


def test_classes_are_shown_without_their_package() -> None:
    kinds = ["android.widget.Button", "Plain", "a.b.Outer$Inner", "", None]
    shown = [columns[0] for columns in rows(*(Node(kind, text=str(place)) for place, kind in enumerate(kinds)))]
    assert shown == ["Button", "Plain", "Outer$Inner", "-", "-"]


def test_texts_are_cut_after_100_characters_and_resource_ids_are_not() -> None:
    (columns,) = rows(Node(text="🙂" * 101, desc="b" * 100, res_id="c" * 300))
    assert columns[1:4] == ["🙂" * 100 + "...truncated", "b" * 100, "c" * 300]


def test_far_and_negative_bounds_are_told_as_they_are() -> None:
    (columns,) = rows(Node(text="a", bounds=(-5, -2147483648, 2147483647, 99999)))
    assert columns[4] == "-5,-2147483648,2147483647,99999"


def test_the_hint_of_an_empty_password_field_is_no_secret() -> None:
    flags = BUTTON | tree.EDITABLE | tree.PASSWORD | tree.SHOWING_HINT
    assert "\tYour password\t" in tsv.render(named(Pane(Node("android.widget.EditText", "Your password", flags=flags))))


def test_a_password_is_never_shown() -> None:
    text = tsv.render(named(Pane(Node("android.widget.EditText", "hunter2", flags=BUTTON | tree.EDITABLE | tree.PASSWORD))))
    assert "hunter2" not in text
    assert "\t••••••••\t" in text


nasty = st.text("\t\n\r\x0b\u2028\u202e\u200d\x00|: -a", max_size=9)
any_text = st.none() | st.text(st.characters(exclude_categories=["Cs"])) | nasty


@given(st.lists(st.tuples(any_text, any_text, any_text, any_text), max_size=6), any_text, any_text)
def test_whatever_an_app_writes_lines_and_columns_are_exact(
    told: list[tuple[str | None, ...]], title: str | None, package: str | None
) -> None:
    nodes = [Node(kind, text, desc, res_id, flags=BUTTON) for kind, text, desc, res_id in told]
    screen = named(Pane(Node(kids=nodes), title=title, package=package))
    text = tsv.render(screen)
    lines = text.split("\n")
    assert text.splitlines() == lines
    assert len(lines) == 7 + len(nodes)
    assert [line.count("\t") for line in lines[6:]] == [6] * (1 + len(nodes))
    assert [line.split("\t")[0] for line in lines[7:]] == screen.ids[1:]
    assert lines[5].startswith("--- window:42 type:APPLICATION pkg:")
    assert lines[5].endswith(" layer:0 focused:true ---")


@given(any_text, any_text, any_text, st.integers(0, 4095))
def test_told_are_exactly_the_rows_of_the_text(text: str | None, desc: str | None, res_id: str | None, flags: int) -> None:
    screen = named(Pane(Node(text=text, desc=desc, res_id=res_id, flags=flags, kids=[label("b")])))
    lines = tsv.render(screen).splitlines()[7:]
    assert [screen.ids[index] for index in tsv.told(screen, screen.windows[0])] == [line.split("\t")[0] for line in lines]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("two\nlines", "two lines"),
        ("a\r\n\tb", "a b"),
        ("a\x00b\x1b[31mc\x7f", "ab[31mc"),
        ("\u202etxt.exe\u202c", "txt.exe"),
        ("pass\u200bword\ufeff", "password"),
        ("a\u200db", "ab"),
        ("\U000e0041\U000e0042hidden", "hidden"),
        ("👨‍👩‍👧 family", "👨‍👩‍👧 family"),
        ("می‌خواهم", "می‌خواهم"),
        ("❤️ café naïve 中文", "❤️ café naïve 中文"),
        ("\ue001 icon font", "\ue001 icon font"),
        (None, ""),
    ],
)
def test_what_cannot_be_seen_goes_and_what_can_stays(written: str | None, shown: str) -> None:
    assert clean(written) == shown


@given(st.text())
def test_a_clean_text_is_clean(text: str) -> None:
    assert clean(clean(text)) == clean(text)


def test_another_display_is_told_as_it_is() -> None:
    screen = tree.read(snapshot(Pane(label("a")), display=Display(2560, 1600, 320, "landscape")))
    screen.ids.extend(IdTable().name(screen))
    assert "\nscreen:2560x1600 density:320 orientation:landscape\n" in tsv.render(screen)

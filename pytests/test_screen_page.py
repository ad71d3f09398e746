"""Changes of a page: enough to know the new page by, shorter than it, and exact."""

import re

from hypothesis import given
from hypothesis import strategies as st

from handheld.screen.page import Page, Section

HEAD = ("1080x2400",)


def section(*lines: str, head: str = "--- 42* com.example Example") -> Section:
    return Section((head,), {line.split("\t")[0]: line for line in lines})


def page(*lines: str, **more: Section) -> Page:
    """A window 42 with these lines, and more windows."""
    return Page(HEAD, {42: section(*lines)} | {int(id[1:]): other for id, other in more.items()})


MANY = [f"{number}\tElement number {number}\tc" for number in range(1, 30)]


def test_the_whole_page_is_its_head_and_each_window_with_its_lines() -> None:
    both = page("1\tOK\tc", w43=section("2\tBack", head="--- 43 com.android.systemui"))
    assert both.whole() == ["1080x2400", "--- 42* com.example Example", "1\tOK\tc", "--- 43 com.android.systemui", "2\tBack"]


def test_a_line_that_says_something_else_is_told_under_its_window() -> None:
    now = page(*MANY[:9], "10\tSomething else", *MANY[10:])
    assert now.changes(page(*MANY)) == ["--- 42* com.example Example", "10\tSomething else"]


def test_a_new_line_tells_after_whom_it_stands() -> None:
    now = page(*MANY[:9], "70\tNew", "71\tNewer", *MANY[9:], "72\tLast")
    head = "--- 42* com.example Example"
    assert now.changes(page(*MANY)) == [head, "after 9", "70\tNew", "71\tNewer", "after 29", "72\tLast"]


def test_a_new_first_line_and_one_after_a_changed_line_need_not_tell() -> None:
    now = page("70\tNew", "1\tElse", "71\tNewer", *MANY[1:])
    assert now.changes(page(*MANY)) == ["--- 42* com.example Example", "70\tNew", "1\tElse", "71\tNewer"]


def test_lines_that_are_gone_are_named_in_one_line_neighbours_together() -> None:
    now = page(*MANY[:2], MANY[5], *MANY[7:18], *MANY[20:])
    assert now.changes(page(*MANY)) == ["gone 3-5 7 19 20"]


def test_long_ids_that_are_gone_are_named_one_by_one() -> None:
    rows = [f"node_{number:04x}_w42\tElement" for number in range(20)]
    assert page(*rows[2:]).changes(page(*rows)) == ["gone node_0000_w42 node_0001_w42"]


def test_a_window_that_came_is_told_whole_and_one_that_went_by_its_id() -> None:
    bar, dialog = section("90\tBack", head="--- 3 SYSTEM"), section("91\tOK", head="--- 43* com.example Sure?")
    before, now = page(*MANY, w3=bar), page(*MANY, w43=dialog)
    assert now.changes(before) == ["--- 43* com.example Sure?", "91\tOK", "gone window 3"]


def test_a_window_that_only_lost_the_focus_says_so() -> None:
    before = page(*MANY)
    now = Page(HEAD, {42: section(*MANY, head="--- 42 com.example Example")})
    assert now.changes(before) == ["--- 42 com.example Example"]


def test_the_whole_is_better_where_all_has_changed_or_moved_or_the_display_turned() -> None:
    assert page("70\tNew", "71\tNewer").changes(page("1\tOld", "2\tOlder")) is None
    assert page(*reversed(MANY)).changes(page(*MANY)) is None
    assert Page(("2400x1080",), page(*MANY).sections).changes(page(*MANY)) is None
    swapped = Page(HEAD, dict(reversed(page(*MANY, w3=section("90\tBack")).sections.items())))
    assert swapped.changes(page(*MANY, w3=section("90\tBack"))) is None


def test_a_column_head_is_not_repeated_for_a_window_that_is_known() -> None:
    rows = [f"node_{number:04x}_w42\tElement" for number in range(20)]
    lines = {row.split("\t")[0]: row for row in rows}
    before = Page(HEAD, {42: Section(("--- window:42", "id\tclass"), lines)})
    now = Page(HEAD, {42: Section(("--- window:42", "id\tclass"), lines | {"node_ffff_w42": "node_ffff_w42\tNew"})})
    assert now.changes(before) == ["--- window:42", "after node_0013_w42", "node_ffff_w42\tNew"]


# An agent that knows a page and is told the changes knows the new page, whatever they are.


def apply(before: Page, told: list[str]) -> dict[int, list[str]]:
    """The lines of each window, as an agent would understand them."""
    known = {window: list(section.lines.values()) for window, section in before.sections.items()}
    window, anchor = 0, ""
    for line in told:
        if line.startswith("--- "):
            window, anchor = int(re.findall(r"\d+", line)[0]), ""
            known.setdefault(window, [])
        elif line.startswith("gone window "):
            del known[int(line.split()[2])]
        elif line.startswith("gone "):
            gone = set(ids_of(line))
            known = {id: [row for row in rows if row.split("\t")[0] not in gone] for id, rows in known.items()}
        elif line.startswith("after "):
            anchor = line.split()[1]
        else:
            put(known[window], line, anchor)
            anchor = line.split("\t")[0]
    return known


def ids_of(line: str) -> list[str]:
    ends = [part.split("-") for part in line.split()[1:]]
    return [str(number) for first, *last in ends for number in range(int(first), int((last or [first])[0]) + 1)]


def put(rows: list[str], line: str, anchor: str) -> None:
    ids = [row.split("\t")[0] for row in rows]
    id = line.split("\t")[0]
    if id in ids:
        rows[ids.index(id)] = line
    else:
        rows.insert(ids.index(anchor) + 1 if anchor else 0, line)


@st.composite
def before_and_now(draw: st.DrawFn) -> tuple[Page, Page]:
    """Two pages that have most in common: a line has stayed, changed, come or gone, and so may a window."""
    pages: tuple[dict[int, Section], dict[int, Section]] = ({}, {})
    for window in range(40, 43):
        fates = draw(st.lists(st.sampled_from(["stays"] * 6 + ["changes", "comes", "goes"]), min_size=1, max_size=25))
        rows = [(fate, f"{window}{number:02}\tElement {number}\tc") for number, fate in enumerate(fates)]
        then = [row for fate, row in rows if fate != "comes"]
        here = [f"{row}v" if fate == "changes" else row for fate, row in rows if fate != "goes"]
        fate = draw(st.sampled_from(["stays", "stays", "focused", "comes", "goes"]))
        if fate != "comes":
            pages[0][window] = section(*then, head=f"--- {window} com.example")
        if fate != "goes":
            pages[1][window] = section(*here, head=f"--- {window}{'*' if fate == 'focused' else ''} com.example")
    return Page(HEAD, pages[0]), Page(HEAD, pages[1])


@given(before_and_now())
def test_changes_are_exact_and_shorter(case: tuple[Page, Page]) -> None:
    before, now = case
    told = now.changes(before)
    if told is None:
        return
    assert len("\n".join(told)) < len("\n".join(now.whole()))
    assert apply(before, told) == {window: list(section.lines.values()) for window, section in now.sections.items()}

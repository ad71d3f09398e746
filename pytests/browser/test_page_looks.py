"""Every view, in both colour schemes and both widths: an audit of its accessibility, its fit, and its speed on a large screen."""

import contextlib
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from neighbourhood import AgentApp
from oracles import CannotInstall, node_with
from playwright.sync_api import Page, expect
from room import DOCUMENTS, NARROW, WIDE, Open, Room

from handheld import codec
from handheld.errors import PermissionDenied
from handheld.screen import tree
from handheld.settings import Token

HERE = Path(__file__).parent
VIEWS = ("now", "setup", "connect", "tools", "history", "settings")
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])
SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])


@pytest.fixture
def look() -> tuple[str, Any]:
    """Each test here says for itself what it looks at."""
    return "light", WIDE


@pytest.fixture(scope="session")
def axe() -> str:
    try:
        return (node_with("axe", HERE / "package.json") / "node_modules/axe-core/axe.min.js").read_text()
    except CannotInstall as why:
        pytest.skip(str(why))


def findings(page: Page, axe: str) -> list[str]:
    """What the audit finds wrong that matters, with the element."""
    page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(result => result.violations)")
    return [
        f"{rule['id']} ({rule['impact']}): {node['html']} {node['failureSummary']}"
        for rule in found
        if rule["impact"] in ("moderate", "serious", "critical")
        for node in rule["nodes"]
    ]


@SCHEMES
@SIZES
def test_no_view_has_a_serious_finding_or_is_wider_than_its_window(
    room: Room, opened: Open, axe: str, scheme: str, size: dict[str, int]
) -> None:
    live_in(room)
    page = opened(scheme=scheme, size=size)
    for view in VIEWS:
        show(page, view)
        page.evaluate("() => document.querySelectorAll('details').forEach(each => (each.open = true))")
        assert findings(page, axe) == [], view
        assert not is_too_wide(page), view


def live_in(room: Room) -> None:
    """Something of everything: calls with and without a picture, tokens of each kind, apps that knock, use and are used."""
    room.phone.install(AgentApp())
    room.app.configure({
        "record_pictures": True, "offer": {"provider": True, "callers": {"com.example.almanac": "0" * 64}},
        "private_apps": ["com.example.a_rather_long_package_name.of_a_bank"],
        "confirm": {"tools": ["tap"], "apps": ["com.example.*"]},
        "storage": {DOCUMENTS: {"free_folders": ["Work/Drafts"]}},
    })  # fmt: skip
    soon = int(time.time()) + 86_400
    kinds = [Token("read", "r"), Token("chosen", "c", "chosen", ("tap", "press_home"), soon), Token("old", "o", "sms", (), 1)]
    room.app.keep(replace(room.app.settings, tokens=(*room.app.settings.tokens, *kinds)))
    with contextlib.suppress(PermissionDenied):
        room.app.running_core.hub.handle("tool_info", {"caller": AgentApp.package})
    room.call("press_home")
    room.app.running_core.recording._worker.submit(lambda: None).result(20)
    room.call("click_element", element_id="node_0000_w1")


def show(page: Page, view: str) -> None:
    page.evaluate(f"location.hash = '{view}'")
    page.wait_for_selector(f".view.{view}:not([aria-busy])")


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def test_longer_words_of_another_language_fit_a_phone_too(room: Room, opened: Open) -> None:
    live_in(room)
    page = opened(size=NARROW, language="de-DE")
    for view in VIEWS:
        show(page, view)
        assert not is_too_wide(page), view


@SCHEMES
def test_dialogs_and_what_is_wrong_have_no_serious_finding(room: Room, opened: Open, axe: str, scheme: str) -> None:
    page = opened("tools", scheme)
    page.get_by_role("button", name="Tap", exact=True).click()
    page.get_by_role("button", name="Try it", exact=True).click()
    assert findings(page, axe) == []
    page.keyboard.press("Escape")
    live_in(room)
    show(page, "history")
    page.locator(".thumbnail").click()
    expect(page.get_by_role("dialog").get_by_role("img")).to_be_visible()
    assert findings(page, axe) == []
    page.keyboard.press("Escape")
    show(page, "settings")
    page.get_by_label("What it may do").select_option(label="Chosen tools")
    page.get_by_role("button", name="Make").click()
    expect(page.get_by_role("alert").last).to_have_text("It needs a name.")
    page.get_by_label("Port", exact=True).fill("x")
    expect(page.locator("#setting-port-problem")).to_be_visible()
    assert findings(page, axe) == []


def large_screen(nodes: int) -> bytes:
    """A list as long as the worst apps have."""
    flags = tree.VISIBLE | tree.ENABLED | tree.CLICKABLE
    strings: list[str | None] = [None, "APPLICATION", "com.example.long", "Long", "android.widget.TextView"]
    rows = [[-1, 4, 0, 0, 0, 0, 0, 1080, 2400, flags]]
    for number in range(nodes - 1):
        strings.append(f"Item number {number}")
        top = 2400 * number // nodes
        rows.append([0, 4, len(strings) - 1, 0, 0, 540 * (number % 2), top, 540 + 540 * (number % 2), top + 40, flags])
    return codec.dumps({
        "snapshot": 1, "display": [1080, 2400, 420, "portrait"], "foreground": ["com.example.long", ".Main"], "degraded": False,
        "strings": strings, "windows": [[1, 1, 2, 3, 0, 1, 0, nodes]], "nodes": rows,
    })  # fmt: skip


def test_the_page_stays_responsive_with_a_screen_of_2000_nodes(
    room: Room, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room.phone, "snapshot", lambda: large_screen(2000))
    page = opened()
    expect(page.locator(".row")).to_have_count(2000)
    moves_ms, drawing_ms = page.evaluate(_WORK)
    assert moves_ms < 8 * drawing_ms  # thirty of them, and none draws the list anew


_WORK = """() => {
  const least = (work) => Math.min(...Array.from({ length: 8 }, (_, run) => {
    const begun = performance.now();
    work(run);
    return performance.now() - begun;
  }));
  const moves = (run) => {
    for (let step = 0; step < 30; step++) {
      const rows = document.querySelectorAll(".row");
      const row = rows[((run * 30 + step) * 37) % rows.length];
      row.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      if (step % 10 === 0) row.click();
      document.body.offsetHeight; // layout, now
    }
  };
  const drawing = () => {
    const list = document.querySelector("[role=listbox]");
    const copy = list.cloneNode(true);
    list.after(copy);
    document.body.offsetHeight;
    copy.remove();
  };
  return [least(moves), least(drawing)];
}"""

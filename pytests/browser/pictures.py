"""Takes the pictures in docs/pictures anew: PYTHONPATH=pytests .venv/bin/python pytests/browser/pictures.py"""

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from neighbourhood import AgentApp
from playwright.sync_api import Browser, Page, sync_playwright
from room import NARROW, WIDE, Room, found_chromium, room_in

from handheld.errors import PermissionDenied

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
TALL = WIDE | {"height": 1180}


def nothing(page: Page) -> None:
    pass


def choose_an_element(page: Page) -> None:
    page.locator(".row", has_text="Network").first.click()


def try_a_tool(page: Page) -> None:
    page.get_by_role("button", name="Find elements", exact=True).click()
    page.get_by_label("value").fill("Display")
    page.get_by_role("button", name="Try it", exact=True).click()
    page.wait_for_selector(".answer pre")


def type_a_wrong_port(page: Page) -> None:
    page.get_by_label("Port", exact=True).fill("808080")
    page.wait_for_selector("#setting-port-problem:not([hidden])")


def pause(page: Page) -> None:
    page.get_by_role("button", name="Pause").click()
    page.wait_for_selector(".big.go")


def choose_tools_for_a_token(page: Page) -> None:
    tokens = page.get_by_role("region", name="Tokens")
    tokens.get_by_label("Name of a new token").fill("Kitchen tablet")
    tokens.get_by_label("What it may do").select_option(label="Chosen tools")
    tokens.get_by_text("Choose tools").click()
    for name in ("Get screen state", "Press Home", "Tap"):
        tokens.get_by_label(name, exact=True).check()
    tokens.get_by_label("How long it works").select_option(label="A week")
    page.locator("#tokens-title").evaluate("title => window.scrollTo(0, title.closest('.card').offsetTop - 24)")


def see_who_knocks(page: Page) -> None:
    page.locator("#callers-title").evaluate("title => window.scrollTo(0, title.closest('.card').offsetTop - 24)")


def wait_for_pictures(page: Page) -> None:
    page.wait_for_selector(".thumbnail img[src]")
    page.wait_for_function("() => [...document.querySelectorAll('.thumbnail img')].every(image => image.naturalWidth > 0)")


SHOTS: list[tuple[str, str, str, Any, Callable[[Page], None]]] = [
    ("now", "now", "light", TALL, choose_an_element),
    ("now-dark", "now", "dark", TALL, choose_an_element),
    ("paused-narrow", "now", "dark", NARROW, pause),
    ("first-run-narrow", "setup", "light", NARROW, nothing),
    ("connect", "connect", "light", WIDE, nothing),
    ("tools-narrow", "tools", "dark", NARROW, nothing),
    ("try", "tools", "light", WIDE, try_a_tool),
    ("history", "history", "light", WIDE, wait_for_pictures),
    ("tokens", "settings", "light", WIDE, choose_tools_for_a_token),
    ("settings", "settings", "dark", WIDE, type_a_wrong_port),
]


def agents_work(room: Room) -> None:
    agent = "claude-code/2.1 (cli)"
    room.call("get_screen_state", agent=agent)
    room.call("open_app", agent=agent, package_id="com.android.settings")
    pictured(room)
    room.call("find_elements", agent=agent, by="text", value="Display")
    room.call("swipe", agent=agent, x1=540, y1=1600, x2=540, y2=700)
    pictured(room)
    room.call("click_element", agent=agent, element_id="node_0000_w1")
    room.call("get_clipboard", agent="cursor/1.9")


def pictured(room: Room) -> None:
    """Waits until what is being recorded is there."""
    room.app.running_core.recording._worker.submit(lambda: None).result(20)


def somebody_knocks(room: Room) -> None:
    room.phone.install(AgentApp())
    room.app.configure({"offer": {"provider": True}})
    with contextlib.suppress(PermissionDenied):
        room.app.running_core.hub.handle("tool_info", {"caller": AgentApp.package})


def take(browser: Browser, room: Room, name: str, view: str, scheme: Any, size: Any, act: Callable[[Page], None]) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(room.page.link())
    page.wait_for_selector(".phone img[src]")
    page.evaluate(f"location.hash = '{view}'")
    page.wait_for_selector(f".view.{view}:not([aria-busy])")
    if view == "now":
        page.wait_for_selector(".row")
        page.wait_for_function("document.querySelector('.phone img').naturalWidth > 0")
    act(page)
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()
    room.app.control.pause.set(False)


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        room_in(Path(folder), record_pictures=True) as room,
    ):
        browser = playwright.chromium.launch(executable_path=found_chromium(), args=["--no-sandbox"])
        agents_work(room)
        for shot in SHOTS:
            take(browser, room, *shot)
        somebody_knocks(room)
        take(browser, room, "callers-narrow", "settings", "light", NARROW, see_who_knocks)
        browser.close()


if __name__ == "__main__":
    main()

"""A real browser on the real page of a real server, with the simulated phone. Without Chromium the tests are skipped."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright
from room import NARROW, WIDE, Open, Room, found_chromium, installed_chromium, room_in

expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = found_chromium() or installed_chromium()
    if chromium is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with room_in(tmp_path) as made:
        yield made


@pytest.fixture(params=[("light", WIDE), ("dark", NARROW)], ids=["wide-light", "narrow-dark"])
def look(request: pytest.FixtureRequest) -> tuple[str, Any]:
    """Every flow is gone through on a desk and on a phone, in light and in dark."""
    found: tuple[str, Any] = request.param
    return found


@pytest.fixture
def opened(browser: Browser, room: Room, look: tuple[str, Any]) -> Iterator[Open]:
    """Opens the page as a person would, with a new link; fails the test on any word in the console."""
    contexts: list[BrowserContext] = []
    said: list[str] = []

    def open_page(view: str = "now", scheme: str = look[0], size: Any = look[1], language: str = "en-GB") -> Page:
        context = browser.new_context(viewport=size, color_scheme=scheme, locale=language, reduced_motion="reduce")  # type: ignore[arg-type]
        contexts.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url) if not _is_ours(request.url, room) else None)
        page.goto(room.page.link())
        page.wait_for_selector("h1")
        page.evaluate(f"location.hash = '{view}'")
        page.wait_for_selector(f".view.{view}:not([aria-busy]) .card")
        return page

    yield open_page
    for context in contexts:
        with contextlib.suppress(Error):
            context.close()
    assert said == []


def _is_ours(url: str, room: Room) -> bool:
    return url.startswith((room.page.url, f"blob:{room.page.url}", "data:"))

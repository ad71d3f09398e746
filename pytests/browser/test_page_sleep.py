"""A phone that slept, a server that was away, a session that ended: the page says so, and comes back by itself."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from room import NARROW, WIDE, Room
from way import Way, way_to

from handheld.page.run import Page as ControlPage

AWAY = "Handheld cannot be reached. This page connects again by itself."
PATIENCE_MS = 20_000


@pytest.fixture
def way(room: Room) -> Iterator[Way]:
    port = urlsplit(room.page.url).port
    assert port is not None
    with way_to(port) as made:
        yield made


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=WIDE, locale="en-GB", reduced_motion="reduce")  # type: ignore[arg-type]
    made.set_default_timeout(PATIENCE_MS)
    yield made
    made.close()


def opened(context: BrowserContext, room: Room, way: Way, view: str) -> Page:
    page = context.new_page()
    page.goto(room.page.link().replace(room.page.url, f"http://127.0.0.1:{way.port}/"))
    page.wait_for_selector("h1")
    page.evaluate(f"location.hash = '{view}'")
    page.wait_for_selector(f".view.{view}:not([aria-busy]) .card")
    return page


def comes(page: Page, selector: str, text: str) -> None:
    expect(page.locator(selector).first).to_contain_text(text, timeout=PATIENCE_MS)


def pause(room: Room) -> None:
    room.app.control.pause.set(True)


def act(room: Room) -> None:
    room.call("press_home", agent="night-owl/1")


def turn_off(room: Room) -> None:
    room.app.configure({"disabled_tools": ["tap"]})


def allow_battery(room: Room) -> None:
    room.phone.open_settings("battery")


@pytest.mark.parametrize(
    ("view", "meanwhile", "place", "text"),
    [
        ("now", pause, ".hero .state", "Paused"),
        ("now", act, ".calls", "android_press_home"),
        ("history", act, "tbody", "android_press_home"),
        ("tools", turn_off, ".bar", "40 of 41 on"),
        ("connect", act, ".test", "night-owl/1"),
        ("settings", act, "[aria-labelledby=tokens-title]", "last used"),
        ("setup", allow_battery, ".checklist li.done >> nth=3", "No battery restrictions"),
    ],
)
def test_after_a_sleep_every_view_shows_what_happened_meanwhile(
    context: BrowserContext, room: Room, way: Way, view: str, meanwhile: Callable[[Room], None], place: str, text: str
) -> None:
    page = opened(context, room, way, view)
    way.cut()
    comes(page, ".away", AWAY)
    expect(page.locator(".badge")).to_have_text("Reconnecting…")
    meanwhile(room)
    way.heal()
    comes(page, place, text)
    expect(page.locator(".away")).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator(".badge")).not_to_have_text("Reconnecting…")


def test_an_order_while_the_page_is_cut_off_says_so_and_does_nothing_later(
    context: BrowserContext, room: Room, way: Way
) -> None:
    page = opened(context, room, way, "now")
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    way.cut()
    comes(page, ".away", AWAY)
    page.get_by_role("button", name="Pause").click()
    comes(page, ".toast", AWAY)
    way.heal()
    expect(page.locator(".away")).to_be_hidden(timeout=PATIENCE_MS)
    assert not room.app.control.pause.on


def test_a_stream_that_died_without_a_word_is_opened_anew(context: BrowserContext, room: Room, way: Way) -> None:
    page = context.new_page()
    page.clock.install()
    with page.expect_request("**/api/events"):
        page.goto(room.page.link().replace(room.page.url, f"http://127.0.0.1:{way.port}/"))
    expect(page.locator(".hero .state")).to_have_text("Running")
    way.deafen()
    room.app.control.pause.set(True)
    page.clock.fast_forward(41_000)
    comes(page, ".away", AWAY)
    way.cut()  # as the browser does with connections that never answer
    way.heal()
    page.clock.fast_forward(2_000)
    comes(page, ".hero .state", "Paused")


def restarted(room: Room) -> None:
    """The process ended and began anew on the same port; nobody's session is known any more."""
    port = urlsplit(room.page.url).port
    room.page.stop()
    room.app.configure({"page_port": port})
    room.page = ControlPage(room.app)


def test_a_session_that_ended_meanwhile_locks_the_page_until_there_is_a_new_link(context: BrowserContext, room: Room) -> None:
    page = context.new_page()
    page.goto(room.page.link())
    expect(page.locator(".hero .state")).to_have_text("Running")
    restarted(room)
    expect(page.get_by_role("heading", level=1)).to_have_text("This page is locked", timeout=PATIENCE_MS)
    expect(page.get_by_text("handheld page")).to_be_visible()
    page.goto(room.page.link())
    expect(page.locator(".hero .state")).to_have_text("Running")


def test_in_the_app_a_session_that_ended_is_opened_again_by_itself(context: BrowserContext, room: Room) -> None:
    context.add_init_script(
        """window.asked = []; window.HandheldApp = { ask(name) { window.asked.push(name); return '{"result": true}'; } };"""
    )
    page = context.new_page()
    page.goto(room.page.link())
    expect(page.locator(".hero .state")).to_have_text("Running")
    restarted(room)
    page.wait_for_function("() => asked.includes('open')")
    page.evaluate(f"location.href = '{room.page.link()}'")  # as the app does then
    expect(page.locator(".hero .state")).to_have_text("Running")
    room.app.control.pause.set(True)
    expect(page.locator(".hero .state")).to_have_text("Paused", timeout=PATIENCE_MS)

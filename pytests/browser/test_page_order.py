"""What comes late, or while something else is under way, does no harm."""

from playwright.sync_api import APIResponse, Page, Route, expect
from room import Open, Room


class Held:
    """Requests that wait in the browser until they are let go."""

    def __init__(self, page: Page, pattern: str) -> None:
        self._page, self._pattern = page, pattern
        self._routes: list[Route] = []
        self._holds = True
        page.route(pattern, self._take)

    def _take(self, route: Route) -> None:
        if self._holds:
            self._routes.append(route)
        else:
            route.continue_()

    def wait(self) -> None:
        while not self._routes:
            self._page.wait_for_timeout(50)

    def let_go(self) -> None:
        self._holds = False
        for route in self._routes:
            route.continue_()
        self._page.unroute(self._pattern)


def test_an_answer_that_comes_late_does_not_undo_a_later_one(room: Room, opened: Open) -> None:
    page = opened("history")
    late: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    page.route("**/api/history*", hold_the_first)
    room.call("press_home")
    while not late:
        page.wait_for_timeout(50)
    room.call("press_back")
    page.wait_for_timeout(500)  # a page that asks again meanwhile has its answer by then
    [(route, answer)] = late
    route.fulfill(response=answer)
    expect(page.locator("tbody code")).to_have_text(["android_press_back", "android_press_home"])
    page.unroute("**/api/history*")


def test_what_is_changed_while_the_rest_is_saved_waits_for_a_save_of_its_own(room: Room, opened: Open) -> None:
    page = opened("settings")
    saving = Held(page, "**/api/settings/save")
    page.get_by_label("Calls at once").fill("33")
    page.get_by_role("button", name="Save").click()
    saving.wait()
    page.get_by_label("Longest call (seconds)").fill("44")
    saving.let_go()
    expect(page.locator(".toast")).to_have_text("Saved")
    assert room.app.settings.max_concurrent_calls == 33
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Save")).to_be_hidden()
    assert (room.app.settings.max_concurrent_calls, room.app.settings.call_timeout_seconds) == (33, 44)


def test_a_view_that_is_left_before_it_is_there_asks_for_nothing_any_more(room: Room, opened: Open) -> None:
    page = opened("tools")
    late = Held(page, "**/api/state")
    page.evaluate("location.hash = 'now'")
    late.wait()
    page.evaluate("location.hash = 'history'")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_response("**/api/state"):
        late.let_go()
    page.wait_for_timeout(3000)
    assert [url for url in asked if "/api/screen" in url] == []

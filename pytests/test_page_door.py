"""Who may use the control page, and who may not."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import FakeClock
from paging import Visitor, paged

from handheld.page import routes
from handheld.page.session import LINK_SECONDS, SESSION_SECONDS, Sessions

PROTECTED = [*routes._QUESTIONS, "events", "picture", "qr", "history.jsonl"]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with paged(tmp_path_factory.mktemp("page")) as stranger:
        yield stranger


@pytest.mark.parametrize("path", PROTECTED)
def test_nothing_is_told_without_a_session(visitor: Visitor, path: str) -> None:
    assert visitor.get(f"/api/{path}").status == 401


@pytest.mark.parametrize("path", routes._ORDERS)
def test_nothing_is_done_without_a_session(visitor: Visitor, path: str) -> None:
    assert visitor.post(path).status == 401


def test_a_link_opens_one_session(visitor: Visitor) -> None:
    link = visitor.page.link().partition("#open=")[2]
    first = visitor.post("session", link=link)
    assert first.status == 200
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert visitor.post("session", link=link).status == 401
    assert visitor.post("session", link=5).status == 401
    assert visitor.post("session").status == 401


@pytest.mark.parametrize("missing", ["cookie", "x-handheld-key"])
def test_cookie_and_key_are_worth_nothing_alone(visitor: Visitor, missing: str) -> None:
    inside = visitor.come_in()
    assert inside.get("/api/state").status == 200
    other = visitor.come_in()
    assert Visitor(visitor.app, visitor.page, inside.headers | {missing: None}).get("/api/state").status == 401
    mixed = inside.headers | {missing: other.headers[missing]}
    assert Visitor(visitor.app, visitor.page, mixed).get("/api/state").status == 401


def test_the_token_of_an_agent_opens_nothing(visitor: Visitor) -> None:
    bearer = f"Bearer {visitor.app.settings.tokens[0].token}"
    assert visitor.get("/api/state", authorization=bearer).status == 401
    assert visitor.post("link", launcher=visitor.app.settings.tokens[0].token).status == 401


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "192.168.1.5", "", "[::1"])
def test_another_host_is_refused(visitor: Visitor, host: str) -> None:
    assert visitor.come_in().get("/api/state", host=host).status == 403
    assert visitor.get("/", host=host).status == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
def test_another_origin_is_refused(visitor: Visitor, origin: str) -> None:
    inside = visitor.come_in()
    assert inside.post("pause", {"origin": origin}, on=True).status == 403
    assert inside.post("pause", {"origin": f"http://{visitor.netloc}"}, on=False).status == 200
    assert not visitor.app.control.pause.on


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_causes_is_refused_but_a_link_may_be_followed(visitor: Visitor, site: str) -> None:
    inside = visitor.come_in()
    assert inside.post("pause", {"sec-fetch-site": site}, on=True).status == 403
    assert inside.get("/api/state", sec_fetch_site=site, sec_fetch_mode="no-cors").status == 403
    assert visitor.get("/", sec_fetch_site=site, sec_fetch_mode="navigate").status == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
def test_only_json_is_an_order(visitor: Visitor, kind: str | None) -> None:
    answer = visitor.come_in().send("POST", "/api/pause", b'{"on": true}', {"content-type": kind})
    assert answer.status == 403
    assert not visitor.app.control.pause.on


@pytest.mark.parametrize("path", ["/", "/static/app.js", "/static/style.css", "/api/state", "/nothing"])
def test_every_answer_forbids_what_the_page_does_not_need(visitor: Visitor, path: str) -> None:
    headers = visitor.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_page_has_no_script_of_its_own_lines_and_asks_nobody_else(visitor: Visitor) -> None:
    html = visitor.get("/").body.decode()
    assert re.findall(r"<script(?![^>]*src=)", html) == []
    assert re.findall(r"\son\w+=|\sstyle=|https?://", html) == []


@pytest.mark.parametrize("path", ["/static/../door.py", "/static/%2e%2e/door.py", "/static/", "/static/texts", "/etc/passwd"])
def test_only_the_files_of_the_page_are_served(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).status == 404


def test_a_command_of_the_same_person_gets_a_new_link(visitor: Visitor) -> None:
    told = json.loads((visitor.app.folder / "page.json").read_text())
    assert (visitor.app.folder / "page.json").stat().st_mode & 0o777 == 0o600
    link = visitor.order("link", launcher=told["launcher"])["link"]
    assert visitor.post("session", link=link.partition("#open=")[2]).status == 200
    assert visitor.post("link", launcher="guess").status == 401


def test_two_pages_on_one_machine_do_not_share_a_cookie(visitor: Visitor, tmp_path: Path) -> None:
    with paged(tmp_path) as neighbour:
        ours, theirs = visitor.come_in(), neighbour.come_in()
        both = f"{theirs.headers['cookie']}; {ours.headers['cookie']}"
        assert Visitor(visitor.app, visitor.page, ours.headers | {"cookie": both}).get("/api/state").status == 200


def test_whoever_locks_the_page_must_come_in_again(visitor: Visitor) -> None:
    inside = visitor.come_in()
    inside.order("lock")
    assert inside.get("/api/state").status == 401


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"null", b'{"on": ' + b"[" * 100_000, b'{"a": "' + b"x" * 1_100_000 + b'"}'])
def test_a_broken_order_is_refused_and_does_nothing(visitor: Visitor, body: bytes) -> None:
    answer = visitor.come_in().send("POST", "/api/pause", body, {"content-type": "application/json"})
    assert answer.status == 400
    assert not visitor.app.control.pause.on


def test_links_and_sessions_end_by_themselves() -> None:
    clock = FakeClock()
    sessions = Sessions(clock)
    late = sessions.new_link()
    clock.time += LINK_SECONDS + 1
    assert sessions.open(late) is None
    session = sessions.open(sessions.new_link())
    assert session is not None
    clock.time += SESSION_SECONDS - 1
    assert sessions.allows(session.cookie, session.key)
    clock.time += SESSION_SECONDS - 1
    assert sessions.allows(session.cookie, session.key)  # each use makes it last
    clock.time += SESSION_SECONDS + 1
    assert not sessions.allows(session.cookie, session.key)


def test_the_page_ends_with_its_file(tmp_path: Path) -> None:
    with paged(tmp_path) as stranger:
        assert (tmp_path / "page.json").exists()
        stranger.come_in()
    assert not (tmp_path / "page.json").exists()
    with pytest.raises(ConnectionRefusedError):
        stranger.get("/")

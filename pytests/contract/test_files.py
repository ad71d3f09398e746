"""What the file tools leave on the disk, and downloads from a real server."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from webserver import Page, Web, make_certificate, nobody_there
from world import DOCUMENTS, DOWNLOADS, INTERNAL, World

from handheld.settings import DownloadRules


def path(world: World, name: str) -> Path:
    found: Path = world.storage / "Download" / name
    return found


def put(world: World, tool: str, name: str, **arguments: Any) -> str:
    return world.say(tool, location_id=DOWNLOADS, path=name, **arguments)


def test_a_written_file_has_its_folders_and_replaces_the_old_one(world: World) -> None:
    put(world, "write_file", "notes/2026/todo.txt", content="first")
    put(world, "write_file", "notes/2026/todo.txt", content="Grüße\n")
    assert path(world, "notes/2026/todo.txt").read_bytes() == "Grüße\n".encode()


def test_an_empty_content_is_an_empty_file(world: World) -> None:
    put(world, "write_file", "empty.txt", content="")
    assert path(world, "empty.txt").read_bytes() == b""


def test_appended_text_comes_after_what_was_there(world: World) -> None:
    path(world, "todo.txt").write_text("Walk the dog")
    put(world, "append_file", "todo.txt", content="\nFeed the cat")
    assert path(world, "todo.txt").read_text() == "Walk the dog\nFeed the cat"


@pytest.mark.parametrize(("replace_all", "becomes"), [(False, "b.* a.*"), (True, "b.* b.*")])
def test_a_replacement_is_literal_and_of_the_first_or_all(world: World, replace_all: bool, becomes: str) -> None:
    path(world, "todo.txt").write_text("a.* a.*")
    put(world, "file_replace", "todo.txt", old_string="a.*", new_string="b.*", replace_all=replace_all)
    assert path(world, "todo.txt").read_text() == becomes


def test_a_deleted_file_is_gone(world: World) -> None:
    put(world, "delete_file", "readme.txt")
    assert not path(world, "readme.txt").exists()


def test_paths_are_relative_to_the_location_and_never_leave_it(world: World) -> None:
    for wrong in ("../Documents/Shopping list.txt", "/etc/passwd", "a/../../b", "."):
        result = world.mcp("read_file", location_id=DOWNLOADS, path=wrong)
        assert result["isError"] is True
        assert result["content"][0]["text"].startswith(f"Invalid path {wrong!r}: ")
    assert put(world, "read_file", "readme.txt") == "1| Files that you download are kept here."


def test_a_location_that_the_person_added_can_always_be_read(world: World) -> None:
    said = world.say("read_file", location_id=INTERNAL, path="Pictures/about.txt")
    assert said == "1| The gallery paints its pictures itself."
    assert world.say("read_file", location_id=DOCUMENTS, path="Shopping list.txt", limit=1).startswith("1| Milk\n--- More")


# Downloads


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as web:
        web.pages["/photo.jpg"] = Page(b"\xff\xd8picture")
        yield web


def fetch(world: World, url: str, **rules: Any) -> Any:
    """What is answered to a download where the rules allow it; this machine is not on the public internet."""
    wanted = DownloadRules(allow_http=True, allow_private_addresses=True)
    world.set(download=replace(wanted, **rules))
    return world.mcp("download_from_url", location_id=DOWNLOADS, path="images/photo.jpg", url=url)


def refusal(world: World, url: str, **rules: Any) -> str:
    result = fetch(world, url, **rules)
    assert result["isError"] is True
    assert world.outcome() == "action_failed"
    assert not path(world, "images/photo.jpg").exists()
    text: str = result["content"][0]["text"]
    return text


def test_a_download_says_where_it_is_and_makes_its_folders(world: World, web: Web) -> None:
    result = fetch(world, web.url("/photo.jpg"))
    assert result == {"content": [{"type": "text", "text": "File downloaded successfully: images/photo.jpg"}]}
    assert path(world, "images/photo.jpg").read_bytes() == b"\xff\xd8picture"


def test_an_http_error_is_a_failed_download(world: World, web: Web) -> None:
    assert refusal(world, web.url("/none")) == "Download failed: HTTP status 404 (Not Found) from 127.0.0.1"


def test_nobody_there_is_a_failed_download(world: World) -> None:
    with nobody_there() as port:
        assert refusal(world, f"http://127.0.0.1:{port}/photo.jpg") == "Download failed: 127.0.0.1: Connection refused"


def test_a_download_has_a_size_limit(world: World, web: Web) -> None:
    world.set(file_size_limit_bytes=8)
    assert refusal(world, web.url("/photo.jpg")) == "File exceeds size limit: it has more than 8 bytes"


def test_a_download_has_a_time_limit(world: World, web: Web) -> None:
    def late() -> Iterator[bytes]:
        yield b"slow"
        world.clock.time += 6
        yield b"slower"

    web.pages["/slow"] = Page(late, length=10)
    assert refusal(world, web.url("/slow"), timeout_seconds=5).startswith("Download failed: timeout")


def test_plain_http_must_be_allowed(world: World, web: Web) -> None:
    assert refusal(world, web.url("/photo.jpg"), allow_http=False).startswith("HTTP not allowed: ")
    assert web.asked == []


def test_a_certificate_that_cannot_be_verified_must_be_allowed(world: World, tmp_path: Path) -> None:
    with Web(make_certificate(tmp_path, "127.0.0.1")) as web:
        web.pages["/photo.jpg"] = Page(b"picture")
        assert refusal(world, web.url("/photo.jpg")).startswith("Unverified HTTPS not allowed: ")
        assert "isError" not in fetch(world, web.url("/photo.jpg"), allow_unverified_https=True)

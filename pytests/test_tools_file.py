"""The file tools, as a caller sees them."""

import dataclasses
import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from fakes import ASK_NOTHING, FakeClock
from hypothesis import given, settings
from hypothesis import strategies as st

from handheld.call import Call, Result
from handheld.device import Location
from handheld.errors import ActionFailed, InvalidArguments, NoSuchFile, PermissionDenied
from handheld.phone import Phone
from handheld.settings import LocationRules, Settings
from handheld.tool import Tool, tools_of
from handheld.tools import file as file_tools
from handheld_desktop.sim.disk import Disk

LOCATIONS = [Location("docs", "Documents", "/Documents", None), Location("music", "Music", "/Music", None)]
SETTINGS = Settings(confirm=ASK_NOTHING, storage={"docs": LocationRules("My papers", allow_write=True, allow_delete=True)})


class Caller:
    def __init__(self, root: Path, settings: Settings = SETTINGS) -> None:
        self.folder = root / "Documents"
        self.phone = Phone(Disk(root, LOCATIONS), settings, FakeClock())  # type: ignore[arg-type]

    def result(self, name: str, **arguments: Any) -> Result:
        found = getattr(file_tools, name)
        assert isinstance(found, Tool)
        return found.run(Call(self.phone), arguments)

    def __call__(self, name: str, path: str = "a.txt", **arguments: Any) -> str:
        (content,) = self.result(name, location_id="docs", path=path, **arguments).content
        text: str = content["text"]
        return text


@pytest.fixture
def ask(tmp_path: Path) -> Caller:
    return Caller(tmp_path)


def test_the_tools_come_in_the_order_of_the_document() -> None:
    assert [tool.name for tool in tools_of(file_tools)] == [
        "list_storage_locations", "list_files", "read_file", "write_file", "append_file", "file_replace", "download_from_url",
        "delete_file",
    ]  # fmt: skip


def test_the_schema_of_a_page_has_its_defaults_and_limits() -> None:
    schema = file_tools.read_file.arguments.schema
    assert schema["required"] == ["location_id", "path"]
    assert schema["properties"]["offset"] == {
        "type": "integer", "description": "Starting line number (1-based)", "minimum": 1, "default": 1,
    }  # fmt: skip
    assert schema["properties"]["limit"]["maximum"] == schema["properties"]["limit"]["default"] == 200


# list_storage_locations


def test_locations_are_listed_with_their_rules(ask: Caller) -> None:
    result = ask.result("list_storage_locations")
    locations = json.loads(result.content[0]["text"])
    assert result.structured == {"result": locations}
    assert all(location.pop("available_bytes") > 0 for location in locations)
    assert locations == [
        {
            "id": "docs", "name": "Documents", "path": "/Documents", "description": "My papers",
            "allow_read": True, "allow_write": True, "allow_delete": True,
        },
        {
            "id": "music", "name": "Music", "path": "/Music", "description": "",
            "allow_read": True, "allow_write": False, "allow_delete": False,
        },
    ]  # fmt: skip


def test_a_location_is_written_in_the_order_of_the_document(ask: Caller) -> None:
    ask.phone.device.storage_locations = lambda: [Location("x/primary:", "Internal Storage", "/", None)]  # type: ignore[method-assign]
    assert ask.result("list_storage_locations").content[0]["text"] == (
        '[{"id":"x/primary:","name":"Internal Storage","path":"/","description":"","available_bytes":null,'
        '"allow_read":true,"allow_write":false,"allow_delete":false}]'
    )


# list_files


def test_folders_come_first_and_both_are_sorted_by_letter(ask: Caller) -> None:
    for name in ("b.txt", "A.txt", "a.txt", "Zebra.txt", "10.txt"):
        (ask.folder / name).write_text("four")
    for name in ("zoo", "Bar"):
        (ask.folder / name).mkdir()
    for entry in ask.folder.iterdir():
        os.utime(entry, ns=(0, 1_700_000_000_000_000_000))
    listed = json.loads(ask("list_files", ""))
    assert [file["name"] for file in listed["files"]] == ["Bar", "zoo", "10.txt", "A.txt", "a.txt", "b.txt", "Zebra.txt"]
    assert (listed["total_count"], listed["has_more"]) == (7, False)
    assert ask("list_files", "", offset=1, limit=2) == (
        '{"files":[{"name":"zoo","path":"docs/zoo","is_directory":true,"size":0,"last_modified":1700000000000,"mime_type":null},'
        '{"name":"10.txt","path":"docs/10.txt","is_directory":false,"size":4,"last_modified":1700000000000,'
        '"mime_type":"text/plain"}],"total_count":7,"has_more":true}'
    )


def test_the_path_of_a_file_in_a_folder_names_the_folder(ask: Caller) -> None:
    ask("write_file", "notes/deep/todo.txt", content="")
    (listed,) = json.loads(ask("list_files", "notes/deep"))["files"]
    assert listed["path"] == "docs/notes/deep/todo.txt"
    assert ask.result("list_files", location_id="docs").structured == {
        "files": [{**json.loads(ask("list_files", ""))["files"][0], "name": "notes", "path": "docs/notes"}],
        "total_count": 1,
        "has_more": False,
    }


@given(count=st.integers(0, 30), offset=st.integers(0, 2**70), limit=st.integers(1, 200))
def test_pages_tell_whether_there_is_more(tmp_path_factory: pytest.TempPathFactory, count: int, offset: int, limit: int) -> None:
    ask = Caller(tmp_path_factory.mktemp("disk"))
    names = [f"{number:02}" for number in range(count)]
    for name in names:
        (ask.folder / name).touch()
    page = json.loads(ask("list_files", "", offset=offset, limit=limit))
    assert [file["name"] for file in page["files"]] == names[offset : offset + limit]
    assert page["total_count"] == count
    assert page["has_more"] == (offset + limit < count)


@pytest.mark.parametrize("wrong", [{"offset": -1}, {"limit": 0}, {"limit": 201}, {"limit": "ten"}, {"offset": 1.5}])
def test_a_wrong_page_is_refused(ask: Caller, wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidArguments, match=f"Invalid argument '{next(iter(wrong))}'"):
        ask("list_files", "", **wrong)
    with pytest.raises(InvalidArguments, match=f"Invalid argument '{next(iter(wrong))}'"):
        ask("read_file", **wrong)


def test_a_folder_that_is_not_there_is_said(ask: Caller) -> None:
    with pytest.raises(NoSuchFile, match=r"^Path not found: none in Documents$"):
        ask("list_files", "none")
    (ask.folder / "a.txt").touch()
    with pytest.raises(ActionFailed):
        ask("list_files", "a.txt")
    with pytest.raises(ActionFailed, match=r"^Storage location not found: 'nowhere'"):
        ask.result("list_files", location_id="nowhere")
    with pytest.raises(InvalidArguments, match="Missing required argument 'location_id'"):
        ask.result("list_files")


# read_file


def test_a_page_of_lines_says_how_to_go_on(ask: Caller) -> None:
    (ask.folder / "a.txt").write_text("First line of the file\nSecond line of the file\n" + "more\n" * 98)
    assert ask("read_file", limit=2) == (
        "1| First line of the file\n2| Second line of the file\n"
        "--- More lines available. Use offset=3 to continue reading. Total lines: 100 ---"
    )
    assert ask("read_file", offset=99) == "99| more\n100| more"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"\xef\xbb\xbf", ""),
        (b"\n", "1| "),
        (b"no newline", "1| no newline"),
        (b"one\ntwo", "1| one\n2| two"),
        (b"one\r\ntwo\r\n", "1| one\n2| two"),
        (b"old\rmac", "1| old\n2| mac"),
        (b"a\n\nb\n\n", "1| a\n2| \n3| b\n4| "),
        (b"\xef\xbb\xbfmarked", "1| marked"),
        ("page\x0cbreak\u2028é😀".encode(), "1| page\x0cbreak\u2028é😀"),
    ],
)
def test_lines_are_counted_as_an_editor_does(ask: Caller, data: bytes, text: str) -> None:
    (ask.folder / "a.txt").write_bytes(data)
    assert ask("read_file") == text


def test_a_very_long_line_is_one_line(ask: Caller) -> None:
    (ask.folder / "a.txt").write_text("é" * 3_000_000 + "\nend")
    assert ask("read_file") == "1| " + "é" * 3_000_000 + "\n2| end"


def test_an_offset_past_the_end_says_how_long_the_file_is(ask: Caller) -> None:
    (ask.folder / "a.txt").write_text("one\ntwo\n")
    for offset in (3, 2**70):
        with pytest.raises(InvalidArguments, match=r"^Invalid argument 'offset': a\.txt has 2 line\(s\)$"):
            ask("read_file", offset=offset)


@given(
    lines=st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0\ufeff"), max_size=5), max_size=12),
    limit=st.integers(1, 5),
)
def test_reading_page_by_page_gives_every_line(tmp_path_factory: pytest.TempPathFactory, lines: list[str], limit: int) -> None:
    ask = Caller(tmp_path_factory.mktemp("disk"))
    ask("write_file", content="".join(line + "\n" for line in lines))
    seen: list[str] = []
    while True:
        page = ask("read_file", offset=len(seen) + 1, limit=limit).split("\n")
        more = page[-1].startswith("--- More lines available. ")
        seen += page[:-1] if more else page
        if not more:
            break
        assert page[-1].endswith(f"Use offset={len(seen) + 1} to continue reading. Total lines: {len(lines)} ---")
    assert seen == ([f"{number}| {line}" for number, line in enumerate(lines, 1)] or [""])


def test_only_text_within_the_limit_is_read(tmp_path: Path) -> None:
    ask = Caller(tmp_path, dataclasses.replace(SETTINGS, file_size_limit_bytes=10))
    (ask.folder / "large.txt").write_text("é" * 5 + "x")
    (ask.folder / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(ActionFailed, match=r"^File exceeds size limit"):
        ask("read_file", "large.txt")
    with pytest.raises(ActionFailed, match=r"^File is not a text file"):
        ask("read_file", "photo.jpg")
    with pytest.raises(NoSuchFile, match=r"^File not found: none\.txt in Documents$"):
        ask("read_file", "none.txt")
    (ask.folder / "sub").mkdir()
    with pytest.raises(ActionFailed, match=r"^Not a file: sub$"):
        ask("read_file", "sub")
    with pytest.raises(InvalidArguments, match=r"^Invalid path '': it must name a file"):
        ask("read_file", "")


# write_file


def test_a_file_is_written_with_its_folders_and_over_the_old_one(ask: Caller) -> None:
    said = ask("write_file", "notes/todo.txt", content="Buy groceries\nWalk the dog")
    assert said == "File written successfully: notes/todo.txt"
    assert (ask.folder / "notes/todo.txt").read_bytes() == b"Buy groceries\nWalk the dog"
    ask("write_file", "notes/todo.txt", content="é\r\n")
    assert (ask.folder / "notes/todo.txt").read_bytes() == b"\xc3\xa9\r\n"
    ask("write_file", "notes/todo.txt", content="")
    assert (ask.folder / "notes/todo.txt").read_bytes() == b""


def test_the_limit_counts_bytes_and_not_characters(tmp_path: Path) -> None:
    ask = Caller(tmp_path, dataclasses.replace(SETTINGS, file_size_limit_bytes=10))
    ask("write_file", content="é" * 5)
    with pytest.raises(ActionFailed, match=r"^Content exceeds file size limit: 11 bytes, and the limit is 10$"):
        ask("write_file", content="é" * 5 + "x")
    assert (ask.folder / "a.txt").read_text() == "é" * 5


CHANGES: dict[str, dict[str, Any]] = {
    "write_file": {"content": "new"},
    "append_file": {"content": "new"},
    "file_replace": {"old_string": "old", "new_string": "new"},
    "download_from_url": {"url": "https://example.com/"},
}


@pytest.mark.parametrize("name", CHANGES)
def test_nothing_is_written_where_it_is_not_allowed(tmp_path: Path, name: str) -> None:
    ask = Caller(tmp_path, Settings(confirm=ASK_NOTHING, storage={"docs": LocationRules(allow_delete=True)}))
    (ask.folder / "a.txt").write_text("old")
    with pytest.raises(PermissionDenied, match=r"^Write not allowed in Documents \(docs\)"):
        ask(name, **CHANGES[name])
    assert (ask.folder / "a.txt").read_text() == "old"


@pytest.mark.parametrize("name", [*CHANGES, "read_file", "delete_file"])
def test_no_tool_leaves_its_location(ask: Caller, name: str) -> None:
    (ask.folder.parent / "Music" / "song.txt").write_text("old")
    for path in ("../Music/song.txt", "/Music/song.txt", "..\\Music\\song.txt", "x/../../Music/song.txt", "song.txt\0"):
        with pytest.raises(InvalidArguments, match=r"^Invalid path"):
            ask(name, path, **CHANGES.get(name, {}))
    assert (ask.folder.parent / "Music" / "song.txt").read_text() == "old"
    with pytest.raises(ActionFailed, match=r"^Storage location not found: 'Docs'"):
        ask.result(name, location_id="Docs", path="a.txt", **CHANGES.get(name, {}))


# append_file


def test_text_is_appended_to_a_file_that_exists(ask: Caller) -> None:
    (ask.folder / "a.txt").write_text("Walk the dog")
    assert ask("append_file", content="\nFeed the cat 😀") == "Content appended successfully to: a.txt"
    assert (ask.folder / "a.txt").read_text() == "Walk the dog\nFeed the cat 😀"
    with pytest.raises(NoSuchFile, match=r"^File not found: none\.txt in Documents$"):
        ask("append_file", "none.txt", content="x")
    assert not (ask.folder / "none.txt").exists()


# file_replace


def test_the_first_or_every_occurrence_is_replaced(ask: Caller) -> None:
    (ask.folder / "a.txt").write_bytes(b"\xef\xbb\xbfred fish, red car, red wine\r\n")
    assert ask("file_replace", old_string="red", new_string="blue") == "Replaced 1 occurrence(s) in: a.txt"
    assert (ask.folder / "a.txt").read_bytes() == b"\xef\xbb\xbfblue fish, red car, red wine\r\n"
    assert ask("file_replace", old_string="red", new_string="", replace_all=True) == "Replaced 2 occurrence(s) in: a.txt"
    assert (ask.folder / "a.txt").read_bytes() == b"\xef\xbb\xbfblue fish,  car,  wine\r\n"


def test_a_search_is_literal(ask: Caller) -> None:
    (ask.folder / "a.txt").write_text("price: $1.00 (a+b) \\1")
    ask("file_replace", old_string="$1.00 (a+b)", new_string="\\1 \\g<0> $0")
    assert (ask.folder / "a.txt").read_text() == "price: \\1 \\g<0> $0 \\1"


@settings(max_examples=50)  # each writes to the disk and waits for it
@given(st.text(max_size=20), st.text(min_size=1, max_size=2), st.text(max_size=2), st.booleans())
def test_replacing_is_what_python_does_with_strings(
    tmp_path_factory: pytest.TempPathFactory, text: str, old: str, new: str, replace_all: bool
) -> None:
    ask = Caller(tmp_path_factory.mktemp("disk"))
    text = (text + old).replace("\0", "")
    (ask.folder / "a.txt").write_bytes(text.encode())
    if old in text:
        count = text.count(old) if replace_all else 1
        said = ask("file_replace", old_string=old, new_string=new, replace_all=replace_all)
        assert said == f"Replaced {count} occurrence(s) in: a.txt"
        assert (ask.folder / "a.txt").read_bytes() == text.replace(old, new, -1 if replace_all else 1).encode()
    else:
        with pytest.raises(ActionFailed, match=r"^old_string not found in file"):
            ask("file_replace", old_string=old, new_string=new, replace_all=replace_all)


def test_text_that_is_not_there_is_said_and_line_ends_explained(ask: Caller) -> None:
    (ask.folder / "a.txt").write_bytes(b"one\r\ntwo\r\n")
    with pytest.raises(ActionFailed, match=r"^old_string not found in file: a\.txt$"):
        ask("file_replace", old_string="three", new_string="")
    with pytest.raises(ActionFailed, match=r"a\.txt\. The file's lines end with \\r\\n; write them so"):
        ask("file_replace", old_string="one\ntwo", new_string="")
    with pytest.raises(InvalidArguments, match=r"^Invalid argument 'old_string'"):
        ask("file_replace", old_string="", new_string="x")
    assert (ask.folder / "a.txt").read_bytes() == b"one\r\ntwo\r\n"


def test_replacements_that_meet_are_all_done(ask: Caller) -> None:
    (ask.folder / "a.txt").write_text("".join(f"<{number}>" for number in range(8)))

    def replace(number: int) -> None:
        ask("file_replace", old_string=f"<{number}>", new_string=f"[{number}]")

    threads = [threading.Thread(target=replace, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (ask.folder / "a.txt").read_text() == "".join(f"[{number}]" for number in range(8))


# delete_file


def test_a_file_is_deleted_and_a_folder_is_not(ask: Caller) -> None:
    ask("write_file", "notes/old-todo.txt", content="")
    with pytest.raises(ActionFailed, match=r"^Not a file but a folder: notes in Documents$"):
        ask("delete_file", "notes")
    assert ask("delete_file", "notes/old-todo.txt") == "File deleted successfully: notes/old-todo.txt"
    with pytest.raises(NoSuchFile, match=r"^File not found: notes/old-todo\.txt in Documents$"):
        ask("delete_file", "notes/old-todo.txt")
    assert (ask.folder / "notes").is_dir()


def test_nothing_is_deleted_where_it_is_not_allowed(tmp_path: Path) -> None:
    ask = Caller(tmp_path, Settings(confirm=ASK_NOTHING, storage={"docs": LocationRules(allow_write=True)}))
    (ask.folder / "a.txt").touch()
    with pytest.raises(PermissionDenied, match=r"^Delete not allowed in Documents \(docs\)"):
        ask("delete_file")
    assert (ask.folder / "a.txt").exists()

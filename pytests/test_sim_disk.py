"""The simulated phone's storage keeps to its folder, whatever is asked and whatever lies in it."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld.device import Entry, Location
from handheld.errors import ActionFailed, HandheldError, InvalidArguments, NoSuchFile
from handheld_desktop.sim.disk import Disk

INNER = Location("inner", "Inner", "/inner", None)
WHOLE = Location("whole", "Whole", "/", None)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("secret")
    return tmp_path / "root"


@pytest.fixture
def disk(root: Path) -> Disk:
    return Disk(root, [INNER, WHOLE])


def put(disk: Disk, path: str, data: bytes, location: str = "inner") -> None:
    with open(disk.open_file(location, path, "w"), "wb") as out:
        out.write(data)


def get(disk: Disk, path: str, location: str = "inner") -> bytes:
    with open(disk.open_file(location, path, "r"), "rb") as source:
        return source.read()


def test_a_location_is_a_folder_under_the_root_and_says_what_is_free(disk: Disk, root: Path) -> None:
    inner, whole = disk.storage_locations()
    assert (inner.id, inner.name, inner.path) == ("inner", "Inner", "/inner")
    assert whole.available_bytes is not None
    assert whole.available_bytes > 0
    put(disk, "a.txt", b"a")
    assert (root / "inner" / "a.txt").read_bytes() == b"a"
    assert get(disk, "inner/a.txt", "whole") == b"a"


def test_entries_tell_size_time_and_type(disk: Disk, root: Path) -> None:
    put(disk, "folder/note.txt", b"four")
    put(disk, "photo.jpg", b"")
    put(disk, "backup.tar.gz", b"")
    put(disk, "strange.xyzzy", b"")
    os.utime(root / "inner" / "folder" / "note.txt", ns=(0, 1_700_000_000_123_456_789))
    assert disk.list_directory("inner", "folder") == [Entry("note.txt", False, 4, 1_700_000_000_123, "text/plain")]
    assert disk.stat_file("inner", "folder/note.txt") == Entry("note.txt", False, 4, 1_700_000_000_123, "text/plain")
    types = {entry.name: (entry.is_directory, entry.mime_type) for entry in disk.list_directory("inner", "")}
    assert types == {
        "folder": (True, None),
        "photo.jpg": (False, "image/jpeg"),
        "backup.tar.gz": (False, "application/gzip"),
        "strange.xyzzy": (False, "application/octet-stream"),
    }


def test_writing_makes_the_folders_and_empties_the_file(disk: Disk) -> None:
    put(disk, "a/b/c.txt", b"long content")
    put(disk, "a/b/c.txt", b"short")
    assert get(disk, "a/b/c.txt") == b"short"


def test_appending_needs_a_file_that_exists(disk: Disk) -> None:
    with pytest.raises(NoSuchFile):
        disk.open_file("inner", "none.txt", "a")
    put(disk, "log.txt", b"one")
    with open(disk.open_file("inner", "log.txt", "a"), "wb") as out:
        out.write(b" two")
    assert get(disk, "log.txt") == b"one two"


def test_replacing_renames_over_the_old_file(disk: Disk) -> None:
    put(disk, "a/old.txt", b"old")
    put(disk, "a/new.tmp", b"new")
    disk.replace_file("inner", "a/old.txt", "a/new.tmp")
    assert get(disk, "a/old.txt") == b"new"
    assert [entry.name for entry in disk.list_directory("inner", "a")] == ["old.txt"]


def test_deleting_takes_a_file_and_never_a_folder(disk: Disk) -> None:
    put(disk, "a/b.txt", b"")
    with pytest.raises(ActionFailed):
        disk.delete_file("inner", "a")
    disk.delete_file("inner", "a/b.txt")
    with pytest.raises(NoSuchFile):
        disk.delete_file("inner", "a/b.txt")


def test_what_is_not_there_is_said(disk: Disk) -> None:
    put(disk, "file.txt", b"")
    for ask in (disk.list_directory, disk.stat_file):
        with pytest.raises(NoSuchFile):
            ask("inner", "none")
        with pytest.raises(ActionFailed, match="Not a folder, or below something that is not one"):
            ask("inner", "file.txt/below")
        with pytest.raises(ActionFailed, match="Storage location not found"):
            ask("elsewhere", "none")
    with pytest.raises(ActionFailed):
        disk.open_file("inner", "", "r")
    with pytest.raises(ActionFailed, match="Not a file"):
        disk.open_file("whole", "inner", "r")


ASKS: dict[str, Callable[[Disk, str], object]] = {
    "list": lambda disk, path: disk.list_directory("inner", path),
    "stat": lambda disk, path: disk.stat_file("inner", path),
    "read": lambda disk, path: os.close(disk.open_file("inner", path, "r")),
    "write": lambda disk, path: os.close(disk.open_file("inner", path, "w")),
    "append": lambda disk, path: os.close(disk.open_file("inner", path, "a")),
    "delete": lambda disk, path: disk.delete_file("inner", path),
    "replace": lambda disk, path: disk.replace_file("inner", path, "mine.txt"),
    "replace by": lambda disk, path: disk.replace_file("inner", "mine.txt", path),
}


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("path", ["link/secret.txt", "deep/up/secret.txt"])
def test_no_link_to_a_folder_is_followed(disk: Disk, root: Path, ask: str, path: str) -> None:
    put(disk, "mine.txt", b"mine")
    (root / "inner" / "link").symlink_to(root.parent / "outside")
    (root / "inner" / "deep").mkdir()
    (root / "inner" / "deep" / "up").symlink_to("../../../outside")
    with pytest.raises(ActionFailed):
        ASKS[ask](disk, path)
    assert [file.name for file in (root.parent / "outside").iterdir()] == ["secret.txt"]
    assert (root.parent / "outside" / "secret.txt").read_text() == "secret"


@pytest.mark.parametrize("ask", ["list", "stat", "read", "write", "append"])
def test_no_link_to_a_file_is_followed(disk: Disk, root: Path, ask: str) -> None:
    (root / "inner" / "link.txt").symlink_to(root.parent / "outside" / "secret.txt")
    with pytest.raises(ActionFailed):
        ASKS[ask](disk, "link.txt")
    assert (root.parent / "outside" / "secret.txt").read_text() == "secret"


def test_links_pipes_and_names_that_are_not_unicode_are_not_listed(disk: Disk, root: Path) -> None:
    (root / "inner" / "link").symlink_to("/etc")
    os.mkfifo(root / "inner" / "pipe")
    (root / "inner" / os.fsdecode(b"caf\xe9.txt")).write_text("")
    put(disk, "plain.txt", b"")
    assert [entry.name for entry in disk.list_directory("inner", "")] == ["plain.txt"]
    for mode in ("r", "w", "a"):
        with pytest.raises(ActionFailed):
            disk.open_file("inner", "pipe", mode)  # type: ignore[arg-type]


def test_replacing_or_deleting_a_link_touches_the_link_alone(disk: Disk, root: Path) -> None:
    secret = root.parent / "outside" / "secret.txt"
    for name in ("one", "two"):
        (root / "inner" / name).symlink_to(secret)
    put(disk, "mine.txt", b"mine")
    disk.replace_file("inner", "one", "mine.txt")
    disk.delete_file("inner", "two")
    assert get(disk, "one") == b"mine"
    assert secret.read_text() == "secret"


PARTS = st.sampled_from(["..", ".", "", "link", "a", "secret.txt", "outside", "\0", "a\0b"]) | st.text(max_size=5)


@given(ask=st.sampled_from(sorted(ASKS)), parts=st.lists(PARTS, min_size=1, max_size=5))
def test_no_path_leaves_the_root(tmp_path_factory: pytest.TempPathFactory, ask: str, parts: list[str]) -> None:
    base = tmp_path_factory.mktemp("disk")
    (base / "outside").mkdir()
    (base / "outside" / "secret.txt").write_text("secret")
    disk = Disk(base / "root", [INNER])
    (base / "root" / "inner" / "link").symlink_to(base / "outside")
    path = "/".join(parts)
    with contextlib.suppress(HandheldError):
        ASKS[ask](disk, path)
    assert sorted(found.name for found in base.iterdir()) == ["outside", "root"]
    assert [found.name for found in (base / "outside").iterdir()] == ["secret.txt"]
    assert [found.name for found in (base / "root").iterdir()] == ["inner"]


@pytest.mark.parametrize("path", ["..", "a/../b", "./a", "a//b", "/etc/passwd", "a/", "a\0b"])
def test_a_path_that_was_not_checked_is_refused_here_too(disk: Disk, path: str) -> None:
    with pytest.raises(InvalidArguments):
        disk.stat_file("inner", path)


def test_no_descriptor_is_left_open(disk: Disk) -> None:
    put(disk, "a/b.txt", b"")
    before = len(os.listdir("/proc/self/fd"))
    for path in ("a/b.txt", "a", "none/x", "a/b.txt/x"):
        for ask in ASKS.values():
            with contextlib.suppress(ActionFailed):
                ask(disk, path)
    assert len(os.listdir("/proc/self/fd")) == before

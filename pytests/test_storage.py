"""Paths, rules, and files that are written whole or not at all."""

import dataclasses
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import FakeClock
from hypothesis import given
from hypothesis import strategies as st

from handheld import storage
from handheld.call import Call
from handheld.device import Entry, FileMode, Location
from handheld.errors import ActionFailed, Cancelled, HandheldError, InvalidArguments, NoSuchFile, PermissionDenied, Unsupported
from handheld.phone import Phone
from handheld.settings import LocationRules, Settings
from handheld_desktop.sim.disk import Disk

DOCS = Location("docs", "Documents", "/Documents", None)
OPEN = Settings(storage={"docs": LocationRules(allow_write=True, allow_delete=True)})


def call_on(device: object, settings: Settings = OPEN) -> Call:
    return Call(Phone(device, settings, FakeClock()))  # type: ignore[arg-type]


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path, [DOCS])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "Documents"


@pytest.fixture
def call(disk: Disk) -> Call:
    return call_on(disk)


def save(call: Call, path: str, data: bytes) -> None:
    storage.write(call, storage.to_write(call.phone, "docs", path), [data])


def text_of(phone: Phone, path: str) -> str:
    with storage.reading(phone, storage.to_read(phone, "docs", path)) as text:
        return text.read()


# Rules


def test_a_location_without_rules_can_be_read_only(disk: Disk, folder: Path) -> None:
    (folder / "a.txt").write_text("hello")
    phone = call_on(disk, Settings()).phone
    assert text_of(phone, "a.txt") == "hello"
    with pytest.raises(PermissionDenied, match=r"^Write not allowed in Documents \(docs\)\. Allow writing \(allow_write\)"):
        storage.to_write(phone, "docs", "a.txt")
    with pytest.raises(PermissionDenied, match=r"^Delete not allowed in Documents \(docs\)\. Allow deleting \(allow_delete\)"):
        storage.to_delete(phone, "docs", "a.txt")


def test_writing_and_deleting_are_allowed_one_by_one(disk: Disk) -> None:
    writer = call_on(disk, Settings(storage={"docs": LocationRules(allow_write=True)})).phone
    assert storage.to_write(writer, "docs", "a").path == "a"
    with pytest.raises(PermissionDenied):
        storage.to_delete(writer, "docs", "a")
    cleaner = call_on(disk, Settings(storage={"docs": LocationRules(allow_delete=True)})).phone
    assert storage.to_delete(cleaner, "docs", "a").path == "a"
    with pytest.raises(PermissionDenied):
        storage.to_write(cleaner, "docs", "a")


@pytest.mark.parametrize("location_id", ["", "DOCS", "docs ", "docs/..", "\ud800"])
def test_only_a_location_that_the_phone_names_is_taken(call: Call, location_id: str) -> None:
    with pytest.raises(ActionFailed, match=r"^Storage location not found: .*android_list_storage_locations") as refused:
        storage.to_read(call.phone, location_id, "a.txt")
    str(refused.value).encode()


def test_rules_left_over_from_a_removed_location_give_nothing(disk: Disk) -> None:
    phone = call_on(disk, Settings(storage={"gone": LocationRules(allow_write=True)})).phone
    with pytest.raises(ActionFailed, match="Storage location not found"):
        storage.to_write(phone, "gone", "a.txt")


def test_the_hint_names_the_tools_as_they_are_called_here(disk: Disk) -> None:
    phone = call_on(disk, dataclasses.replace(OPEN, slug="pixel7")).phone
    with pytest.raises(ActionFailed, match="android_pixel7_list_storage_locations"):
        storage.to_read(phone, "none", "a.txt")


# Reading


def test_text_comes_without_its_byte_order_mark_and_with_plain_line_ends(call: Call, folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    assert text_of(call.phone, "a.txt") == "one\ntwo\nthree\n"


def test_bytes_come_as_they_are_within_the_limit(disk: Disk, folder: Path) -> None:
    phone = call_on(disk, dataclasses.replace(OPEN, file_size_limit_bytes=6)).phone
    (folder / "a.bin").write_bytes(b"\xff\0\r\n\0\0")
    assert storage.read_bytes(phone, storage.to_read(phone, "docs", "a.bin")) == b"\xff\0\r\n\0\0"
    (folder / "b.bin").write_bytes(b"\0" * 7)
    with pytest.raises(ActionFailed, match=r"^File exceeds size limit"):
        storage.read_bytes(phone, storage.to_read(phone, "docs", "b.bin"))


@pytest.mark.parametrize(
    "data", [b"caf\xe9", b"a\0b", b"\xff\xfeh\0i\0", b"\xfe\xff\0h\0i", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"x" * 70_000 + b"\0"]
)
def test_what_is_not_utf_8_is_not_text(call: Call, folder: Path, data: bytes) -> None:
    (folder / "a.bin").write_bytes(data)
    with pytest.raises(ActionFailed, match=r"^File is not a text file: a\.bin in Documents"):
        text_of(call.phone, "a.bin")
    with pytest.raises(ActionFailed, match=r"^File is not a text file"):
        storage.edit(call, storage.to_write(call.phone, "docs", "a.bin"), lambda data: b"")
    assert (folder / "a.bin").read_bytes() == data


def test_a_character_across_two_reads_is_whole(call: Call, folder: Path) -> None:
    text = "x" * 65_535 + "😀é" * 40_000
    (folder / "a.txt").write_text(text)
    assert text_of(call.phone, "a.txt") == text


def test_a_file_of_exactly_the_limit_is_read_and_one_byte_more_is_not(disk: Disk, folder: Path) -> None:
    phone = call_on(disk, dataclasses.replace(OPEN, file_size_limit_bytes=4)).phone
    (folder / "four.txt").write_text("éé")
    (folder / "five.txt").write_text("éée")
    assert text_of(phone, "four.txt") == "éé"
    with pytest.raises(ActionFailed, match=r"^File exceeds size limit: five\.txt in Documents is larger than 4 bytes"):
        text_of(phone, "five.txt")


class CloudDisk(Disk):
    """A storage that hands out pipes: no size beforehand, no append, no sync."""

    def open_file(self, location: str, path: str, mode: FileMode) -> int:
        if mode == "a":
            raise Unsupported("no append")
        if mode == "w":
            super_fd = super().open_file(location, path, mode)
            reader, writer = os.pipe()
            self.uploading = threading.Thread(target=self._copy, args=(reader, super_fd))
            self.uploading.start()
            return writer
        reader, writer = os.pipe()
        threading.Thread(target=self._copy, args=(super().open_file(location, path, mode), writer)).start()
        return reader

    def replace_file(self, location: str, path: str, by: str) -> None:
        self.uploading.join()
        super().replace_file(location, path, by)

    @staticmethod
    def _copy(source: int, target: int) -> None:
        with open(source, "rb") as read, open(target, "wb", buffering=0) as write:
            try:
                while chunk := read.read(1000):
                    write.write(chunk)
            except BrokenPipeError:
                return


def test_a_storage_of_pipes_is_read_and_written_too(tmp_path: Path) -> None:
    call = call_on(CloudDisk(tmp_path, [DOCS]), dataclasses.replace(OPEN, file_size_limit_bytes=200_000))
    save(call, "a.txt", b"cloud" * 30_000)
    assert text_of(call.phone, "a.txt") == "cloud" * 30_000
    (tmp_path / "Documents" / "b.txt").write_bytes(b"x" * 200_001)
    with pytest.raises(ActionFailed, match="File exceeds size limit"):
        text_of(call.phone, "b.txt")


# Writing


def test_a_folder_is_never_written_over(call: Call, folder: Path) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "keep.txt").write_text("keep")
    with pytest.raises(ActionFailed, match=r"^Not a file but a folder: a in Documents"):
        save(call, "a", b"new")
    with pytest.raises(ActionFailed, match="Not a folder, or below something that is not one"):
        save(call, "a/keep.txt/below", b"new")
    assert (folder / "a" / "keep.txt").read_text() == "keep"


def test_a_link_is_neither_written_over_nor_deleted(call: Call, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(ActionFailed, match="Neither a file nor a folder"):
        save(call, "link.txt", b"new")
    with pytest.raises(ActionFailed, match="Neither a file nor a folder"):
        storage.delete(call, storage.to_delete(call.phone, DOCS.id, "link.txt"))
    assert (folder / "link.txt").is_symlink()
    assert (tmp_path / "secret.txt").read_text() == "secret"


def break_off(data: bytes, error: Exception) -> Iterator[bytes]:
    yield data
    raise error


@pytest.mark.parametrize("error", [Cancelled("cancelled"), ActionFailed("the network broke off"), OSError(5, "I/O error")])
def test_a_write_that_breaks_off_leaves_the_old_file_and_nothing_else(call: Call, folder: Path, error: Exception) -> None:
    save(call, "a.txt", b"old")
    with pytest.raises(HandheldError, match=r"cancelled|the network broke off|Writing failed: a.txt in Documents: I/O error"):
        storage.write(call, storage.to_write(call.phone, "docs", "a.txt"), break_off(b"new" * 10_000, error))
    assert (folder / "a.txt").read_text() == "old"
    assert os.listdir(folder) == ["a.txt"]


class BreakingDisk(Disk):
    """The descriptor it hands out for writing breaks at the first byte."""

    def open_file(self, location: str, path: str, mode: FileMode) -> int:
        fd = super().open_file(location, path, mode)
        if mode == "r":
            return fd
        os.close(fd)
        reader, writer = os.pipe()
        os.close(reader)
        return writer


def test_a_descriptor_that_breaks_leaves_the_old_file(tmp_path: Path) -> None:
    call = call_on(BreakingDisk(tmp_path, [DOCS]))
    (tmp_path / "Documents" / "a.txt").write_text("old")
    with pytest.raises(ActionFailed, match=r"^Writing failed: a\.txt in Documents: Broken pipe"):
        save(call, "a.txt", b"new")
    with pytest.raises(ActionFailed, match=r"^Writing failed"):
        storage.edit(call, storage.to_write(call.phone, "docs", "a.txt"), lambda data: data + b"!")
    with pytest.raises(ActionFailed, match=r"^Appending failed"):
        storage.append(call, storage.to_write(call.phone, "docs", "a.txt"), b"more")
    assert (tmp_path / "Documents" / "a.txt").read_text() == "old"
    assert os.listdir(tmp_path / "Documents") == ["a.txt"]


class FullDisk(Disk):
    def replace_file(self, location: str, path: str, by: str) -> None:
        raise ActionFailed("The storage is full")


def test_a_replacement_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    call = call_on(FullDisk(tmp_path, [DOCS]))
    (tmp_path / "Documents" / "a.txt").write_text("old")
    with pytest.raises(ActionFailed, match="The storage is full"):
        save(call, "a.txt", b"new")
    assert (tmp_path / "Documents" / "a.txt").read_text() == "old"
    assert os.listdir(tmp_path / "Documents") == ["a.txt"]


WRITE_FOR_EVER = """
import sys
from pathlib import Path
from handheld_desktop.sim.disk import Disk
from handheld import storage
from handheld.device import Location
from handheld.phone import Phone
from handheld.settings import LocationRules, Settings
from handheld.call import Call

def chunks():
    yield b"new" * 100_000
    print("half-way", flush=True)
    sys.stdin.read()

disk = Disk(Path(sys.argv[1]), [Location("docs", "Documents", "/Documents", None)])
call = Call(Phone(disk, Settings(storage={"docs": LocationRules(allow_write=True)})))
storage.write(call, storage.to_write(call.phone, "docs", "a.txt"), chunks())
"""


def test_a_killed_write_leaves_the_old_file_and_its_rest_is_hidden_then_removed(tmp_path: Path, call: Call, folder: Path) -> None:
    (folder / "a.txt").write_text("old")
    command = [sys.executable, "-c", WRITE_FOR_EVER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"half-way\n"
        writer.send_signal(signal.SIGKILL)
    assert (folder / "a.txt").read_text() == "old"
    assert len(os.listdir(folder)) == 2
    assert [entry.name for entry in storage.list_directory(call.phone, storage.to_list(call.phone, "docs", ""))] == ["a.txt"]
    save(call, "other.txt", b"other")
    assert sorted(os.listdir(folder)) == ["a.txt", "other.txt"]


def test_the_draft_of_a_write_under_way_is_hidden_and_not_swept_away(call: Call, folder: Path, disk: Disk) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"slow "
        listed = storage.list_directory(call.phone, storage.to_list(call.phone, "docs", ""))
        assert [entry.name for entry in listed] == []
        save(call_on(disk), "quick.txt", b"quick")
        yield b"writer"

    storage.write(call, storage.to_write(call.phone, "docs", "slow.txt"), chunks())
    assert (folder / "slow.txt").read_text() == "slow writer"
    assert (folder / "quick.txt").read_text() == "quick"


class CountingDisk(Disk):
    listed = 0

    def list_directory(self, location: str, path: str) -> list[Entry]:
        self.listed += 1
        return super().list_directory(location, path)


def test_a_folder_is_searched_for_leftovers_once(tmp_path: Path) -> None:
    disk = CountingDisk(tmp_path, [DOCS])
    call = call_on(disk)
    for number in range(3):
        save(call, f"notes/{number}.txt", b"")
    assert disk.listed == 1


def test_one_file_has_one_writer_at_a_time(call: Call, folder: Path) -> None:
    """Two edits that meet: without the lock one of them would be lost."""
    save(call, "count.txt", b"0")
    file = storage.to_write(call.phone, "docs", "count.txt")
    inside, go_on = threading.Event(), threading.Event()

    def slowly(data: bytes) -> bytes:
        inside.set()
        assert go_on.wait(10)
        return str(int(data) + 1).encode()

    first = threading.Thread(target=storage.edit, args=(call, file, slowly))
    first.start()
    assert inside.wait(10)
    impatient = Call(call.phone)
    impatient.cancelled.set()
    with pytest.raises(Cancelled):
        storage.edit(impatient, file, lambda data: b"never")
    second = threading.Thread(target=storage.edit, args=(call, file, lambda data: str(int(data) + 1).encode()))
    second.start()
    assert (folder / "count.txt").read_text() == "0"
    go_on.set()
    first.join()
    second.join()
    assert (folder / "count.txt").read_text() == "2"


def test_appending_counts_what_is_there_already(disk: Disk, folder: Path) -> None:
    call = call_on(disk, dataclasses.replace(OPEN, file_size_limit_bytes=10))
    (folder / "a.txt").write_text("seven77")
    file = storage.to_write(call.phone, "docs", "a.txt")
    storage.append(call, file, b"abc")
    with pytest.raises(ActionFailed, match=r"^Content exceeds file size limit: 11 bytes, and the limit is 10"):
        storage.append(call, file, b"d")
    assert (folder / "a.txt").read_text() == "seven77abc"


def test_an_edit_must_not_grow_past_the_limit(disk: Disk, folder: Path) -> None:
    call = call_on(disk, dataclasses.replace(OPEN, file_size_limit_bytes=4))
    (folder / "a.txt").write_text("aa")
    with pytest.raises(ActionFailed, match=r"^Content exceeds file size limit"):
        storage.edit(call, storage.to_write(call.phone, "docs", "a.txt"), lambda data: data * 3)
    assert (folder / "a.txt").read_text() == "aa"


def test_a_storage_without_append_gets_a_hint(tmp_path: Path) -> None:
    call = call_on(CloudDisk(tmp_path, [DOCS]))
    (tmp_path / "Documents" / "a.txt").write_text("old")
    with pytest.raises(Unsupported, match=r"^Append mode not supported by Documents\. Use android_read_file.*android_write_file"):
        storage.append(call, storage.to_write(call.phone, "docs", "a.txt"), b"more")


def test_a_folder_is_never_deleted(call: Call, folder: Path) -> None:
    (folder / "a").mkdir()
    with pytest.raises(ActionFailed, match=r"^Not a file but a folder: a in Documents"):
        storage.delete(call, storage.to_delete(call.phone, "docs", "a"))
    assert (folder / "a").is_dir()


def test_a_path_copied_from_a_listing_gets_a_hint(call: Call) -> None:
    with pytest.raises(NoSuchFile, match=r"^File not found: docs/a\.txt in Documents\. Leave out 'docs/'"):
        text_of(call.phone, "docs/a.txt")


@given(st.text(), st.text())
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, before: str, text: str) -> None:
    call = call_on(Disk(tmp_path_factory.mktemp("disk"), [DOCS]))
    save(call, "a.txt", before.encode())
    save(call, "a.txt", storage.encode(call.phone, text))
    assert storage.read_bytes(call.phone, storage.to_read(call.phone, "docs", "a.txt")) == text.encode()


def test_half_a_surrogate_pair_cannot_be_written(call: Call) -> None:
    with pytest.raises(InvalidArguments, match="broken Unicode"):
        storage.encode(call.phone, "\ud83d")

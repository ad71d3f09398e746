import errno
import json
import os
import threading

import pytest
from fakes import FakeClock
from hypothesis import given
from hypothesis import strategies as st

from handheld.audit import AuditLog, masked

SCHEMA = {
    "properties": {
        "text": {"type": "string"},
        "key": {"type": "string", "enum": ["ENTER"]},
        "element_id": {"type": "string"},
        "package_name": {"type": "string"},
        "path": {"type": "string"},
        "x": {"type": "number"},
        "paths": {"type": "array"},
    }
}


def lines(folder, name="audit.jsonl"):
    return [json.loads(line) for line in (folder / name).read_bytes().splitlines()]


def test_whoever_is_told_of_a_call_finds_it_in_the_log(tmp_path):
    found = []
    log = AuditLog(tmp_path, FakeClock(), told=lambda entry: found.append(next(log.entries()) == entry))
    log.write("claude", "android_tap", {"x": 1}, "ok", 0.01)
    log.write("claude", "android_tap", {"x": 2}, "ok", 0.01)
    assert found == [True, True]


def test_a_call_is_one_line(tmp_path):
    log = AuditLog(tmp_path, FakeClock(1_770_000_000.25))
    log.write("claude", "android_tap", {"x": 1}, "ok", 0.01234)
    assert lines(tmp_path) == [
        {
            "time": "2026-02-02T02:40:00.250Z",
            "client": "claude",
            "tool": "android_tap",
            "arguments": {"x": 1},
            "outcome": "ok",
            "ms": 12.3,
        }
    ]


def test_only_the_owner_can_read_it(tmp_path):
    log = AuditLog(tmp_path, FakeClock())
    log.write("c", "t", {}, "ok", 0)
    assert (tmp_path / "audit.jsonl").stat().st_mode & 0o777 == 0o600


def test_it_grows_and_never_forgets_what_was_there_before(tmp_path):
    for number in range(3):
        log = AuditLog(tmp_path, FakeClock())
        log.write("c", str(number), {}, "ok", 0)
    assert [line["tool"] for line in lines(tmp_path)] == ["0", "1", "2"]


def test_when_it_is_full_older_lines_move_to_other_files_and_the_oldest_go(tmp_path):
    log = AuditLog(tmp_path, FakeClock(), max_bytes=1000)
    for number in range(100):
        log.write("c", f"{number:03}", {}, "ok", 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["audit.1.jsonl", "audit.2.jsonl", "audit.jsonl"]
    kept = [line["tool"] for name in ("audit.2.jsonl", "audit.1.jsonl", "audit.jsonl") for line in lines(tmp_path, name)]
    assert kept == [f"{number:03}" for number in range(100 - len(kept), 100)]
    assert all(path.stat().st_size <= 1000 for path in tmp_path.iterdir())


def test_a_log_that_was_full_when_it_was_opened_is_rotated_too(tmp_path):
    (tmp_path / "audit.jsonl").write_text('{"tool":"old"}\n' * 100)
    log = AuditLog(tmp_path, FakeClock(), max_bytes=1000)
    log.write("c", "new", {}, "ok", 0)
    assert [line["tool"] for line in lines(tmp_path)] == ["new"]
    assert len(lines(tmp_path, "audit.1.jsonl")) == 100


def test_a_line_is_in_the_file_as_soon_as_it_is_written(tmp_path):
    log = AuditLog(tmp_path, FakeClock())
    for tool in ("first", "second"):
        log.write("c", tool, {}, "ok", 0)
        assert lines(tmp_path)[-1]["tool"] == tool


@pytest.mark.parametrize("cut", range(1, 40, 6))
def test_a_line_that_was_cut_off_does_not_spoil_the_next(tmp_path, cut):
    path = tmp_path / "audit.jsonl"
    first = AuditLog(tmp_path, FakeClock())
    for tool in ("one", "two"):
        first.write("c", tool, {}, "ok", 0)
    first.close()
    path.write_bytes(path.read_bytes()[:-cut])
    again = AuditLog(tmp_path, FakeClock())
    again.write("c", "three", {}, "ok", 0)
    kept = ["three", "one"] if cut > 1 else ["three", "two", "one"]
    assert [entry["tool"] for entry in again.entries()] == kept


def test_a_disk_that_is_full_for_a_while_leaves_a_gap_that_says_how_large_it_is(tmp_path, monkeypatch, caplog):
    real, room = os.write, [10_000]

    def write(fd, data):
        done = real(fd, bytes(data[: room[0]])) if room[0] else 0
        room[0] -= done
        if not done:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return done

    monkeypatch.setattr(os, "write", write)
    log = AuditLog(tmp_path, FakeClock())
    log.write("c", "before", {}, "ok", 0)
    room[0] = 30
    for _ in range(3):
        log.write("c", "lost", {}, "ok", 0)
    room[0] = 10_000
    log.write("c", "after", {}, "ok", 0)
    shown = [(entry["client"], entry["tool"], entry["arguments"]) for entry in log.entries()]
    assert shown == [("c", "after", {}), ("handheld", "audit_log", {"lines_lost": 3}), ("c", "before", {})]
    assert caplog.text.count("Cannot write") == 1


def test_who_reads_while_files_are_rotated_sees_every_line_once(tmp_path):
    log = AuditLog(tmp_path, FakeClock(), max_bytes=2000)
    over = threading.Event()

    def write():
        for number in range(1500):
            log.write("c", str(number), {}, "ok", 0)
        over.set()

    writer = threading.Thread(target=write)
    writer.start()
    while not over.is_set():
        seen = [int(entry["tool"]) for entry in log.entries()]
        assert seen == sorted(set(seen), reverse=True)
    writer.join()


def test_what_is_no_line_of_ours_is_left_out(tmp_path):
    (tmp_path / "audit.jsonl").write_bytes(b'[1]\n\xff\n{"tool":"x"\n' + b"[" * 100_000 + b"\n7\n")
    log = AuditLog(tmp_path, FakeClock())
    log.write("c", "ours", {}, "ok", 0)
    assert [entry["tool"] for entry in log.entries()] == ["ours"]


def test_threads_do_not_mix_their_lines(tmp_path):
    log = AuditLog(tmp_path, FakeClock(), max_bytes=100_000)
    writers = [threading.Thread(target=lambda: [log.write("c", "t" * 50, {}, "ok", 0) for _ in range(50)]) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(lines(tmp_path)) == 200


def test_a_log_that_cannot_be_written_is_said_and_stops_nobody(tmp_path, caplog):
    if os.geteuid() == 0:
        (tmp_path / "audit.jsonl").mkdir()
    else:
        tmp_path.chmod(0o500)
    log = AuditLog(tmp_path, FakeClock())
    log.write("c", "t", {}, "ok", 0)
    assert "Cannot write" in caplog.text


def test_what_a_person_wrote_is_not_kept():
    shown = {"key": "ENTER", "element_id": "node_a_w1", "package_name": "com.x", "path": "a.txt", "x": 5}
    assert masked(shown | {"text": "my password"}, SCHEMA) == shown | {"text": "<11 characters>"}


@pytest.mark.parametrize(
    ("value", "shown"), [([1, 2], "<2 items>"), ({"a": 1}, "<1 items>"), (None, None), (True, True), (float("inf"), "inf")]
)
def test_values_of_any_kind_can_be_shown(value, shown):
    assert masked({"text": value}, SCHEMA) == {"text": shown}


def test_a_long_path_is_cut():
    assert len(masked({"path": "a" * 5000}, SCHEMA)["path"]) == 200


scalars = st.none() | st.booleans() | st.floats() | st.text()
names = st.sampled_from(list(SCHEMA["properties"]))


@given(st.dictionaries(names, scalars | st.lists(scalars) | st.dictionaries(st.text(), scalars)) | scalars)
def test_whatever_was_sent_can_be_written(tmp_path_factory, arguments):
    folder = tmp_path_factory.mktemp("log")
    log = AuditLog(folder, FakeClock())
    log.write("c", "t", masked(arguments, SCHEMA), "ok", 0)
    assert [(line["client"], line["tool"]) for line in lines(folder)] == [("c", "t")]

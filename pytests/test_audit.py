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
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def test_a_call_is_one_line(tmp_path):
    log = AuditLog(tmp_path, FakeClock(1_770_000_000.25))
    log.write("claude", "android_tap", {"x": 1}, "ok", 0.01234)
    log.flush()
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
    log.flush()
    assert (tmp_path / "audit.jsonl").stat().st_mode & 0o777 == 0o600


def test_it_grows_and_never_forgets_what_was_there_before(tmp_path):
    for number in range(3):
        log = AuditLog(tmp_path, FakeClock())
        log.write("c", str(number), {}, "ok", 0)
        log.flush()
    assert [line["tool"] for line in lines(tmp_path)] == ["0", "1", "2"]


def test_when_it_is_full_older_lines_move_to_other_files_and_the_oldest_go(tmp_path):
    log = AuditLog(tmp_path, FakeClock(), max_bytes=1000)
    for number in range(100):
        log.write("c", f"{number:03}", {}, "ok", 0)
    log.flush()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["audit.1.jsonl", "audit.2.jsonl", "audit.jsonl"]
    kept = [line["tool"] for name in ("audit.2.jsonl", "audit.1.jsonl", "audit.jsonl") for line in lines(tmp_path, name)]
    assert kept == [f"{number:03}" for number in range(100 - len(kept), 100)]
    assert all(path.stat().st_size <= 1000 for path in tmp_path.iterdir())


def test_a_log_that_was_full_when_it_was_opened_is_rotated_too(tmp_path):
    (tmp_path / "audit.jsonl").write_text('{"tool":"old"}\n' * 100)
    log = AuditLog(tmp_path, FakeClock(), max_bytes=1000)
    log.write("c", "new", {}, "ok", 0)
    log.flush()
    assert [line["tool"] for line in lines(tmp_path)] == ["new"]
    assert len(lines(tmp_path, "audit.1.jsonl")) == 100


def test_lines_reach_the_disk_by_themselves(tmp_path):
    log = AuditLog(tmp_path, FakeClock())
    log.write("c", "first", {}, "ok", 0)
    log.write("c", "second", {}, "ok", 0)
    timer = log._timer
    assert timer is not None
    timer.join(10)
    assert [line["tool"] for line in lines(tmp_path)] == ["first", "second"]
    assert log._timer is None


def test_threads_do_not_mix_their_lines(tmp_path):
    log = AuditLog(tmp_path, FakeClock(), max_bytes=100_000)
    writers = [threading.Thread(target=lambda: [log.write("c", "t" * 50, {}, "ok", 0) for _ in range(50)]) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    log.flush()
    assert len(lines(tmp_path)) == 200


def test_a_log_that_cannot_be_written_is_said_and_stops_nobody(tmp_path, caplog):
    if os.geteuid() == 0:
        (tmp_path / "audit.jsonl").mkdir()
    else:
        tmp_path.chmod(0o500)
    log = AuditLog(tmp_path, FakeClock())
    log.write("c", "t", {}, "ok", 0)
    log.flush()
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
    log.flush()
    assert [(line["client"], line["tool"]) for line in lines(folder)] == [("c", "t")]

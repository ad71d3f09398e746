"""When each token was last used: after a clean stop, a kill, a rotated log, and with a file that somebody broke."""

import logging

import pytest
from fakes import FakeClock

from handheld import last_used
from handheld.audit import AuditLog


@pytest.fixture
def clock():
    return FakeClock()


def called(folder, clock, *names):
    log = AuditLog(folder, clock)
    for name in names:
        log.write(name, "tap", {}, "ok", 0.1)
    log.close()


def test_nobody_was_here_before(tmp_path, clock):
    assert last_used.before(tmp_path, clock) == {}


def test_a_clean_stop_keeps_it_and_a_kill_leaves_it_in_the_log(tmp_path, clock):
    last_used.keep(tmp_path, {"laptop": clock.time - 5, "old": 7.5})
    called(tmp_path, clock, "laptop", "phone")
    assert last_used.before(tmp_path, clock) == {"laptop": clock.time, "phone": clock.time, "old": 7.5}


def test_a_visit_after_the_last_call_counts(tmp_path, clock):
    called(tmp_path, clock, "laptop")
    last_used.keep(tmp_path, {"laptop": clock.time + 60})
    assert last_used.before(tmp_path, clock) == {"laptop": clock.time + 60}


@pytest.mark.parametrize("broken", [b"", b"[1]", b'{"a":', b'{"laptop": "yesterday"}', b"\xff"])
def test_a_broken_file_is_as_none(tmp_path, clock, broken):
    (tmp_path / "last-used.json").write_bytes(broken)
    assert last_used.before(tmp_path, clock) == {}


def test_a_line_of_the_log_that_says_nothing_is_passed_over(tmp_path, clock):
    (tmp_path / "audit.jsonl").write_text('{"client":"a"}\n{"client":"b","time":"soon"}\n{"client":"c","time":4}\n')
    called(tmp_path, clock, "d")
    assert {name for name in last_used.before(tmp_path, clock) if name} == {"d"}


def test_a_place_that_takes_no_file_does_not_keep_a_server_from_stopping(tmp_path, caplog):
    with caplog.at_level(logging.ERROR):
        last_used.keep(tmp_path / "gone", {"laptop": 1.0})
    assert "Cannot write" in caplog.text

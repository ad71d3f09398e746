import json
import time

import pytest
from fakes import FakeDevice, say
from hypothesis import given
from hypothesis import strategies as st

from handheld import logcat
from handheld.errors import ActionFailed, InvalidArguments, PermissionDenied
from handheld.tools.system import (
    get_device_logs,
    open_notifications,
    open_quick_settings,
    press_back,
    press_home,
    press_recents,
)

LOG = """\
--------- beginning of main
2026-02-11 16:29:59.999  1201  1330 V Chatty  : nothing much
2026-02-11 16:30:00.123  1201  1330 D MCP:ServerService: Server started on port 8080
--------- beginning of system
2026-02-11 16:30:01.456  1201  1330 I MCP:ServerService: Client connected
2026-02-11 16:30:02.000 10042 10042 W Wifi    : signal: weak
2026-02-11 16:30:03.000   900   901 E AndroidRuntime: FATAL EXCEPTION: main
\tat com.example.Main.run(Main.java:7)
2026-02-11 16:30:04.000   900   901 F libc    :
"""

STARTED = "02-11 16:30:00.123 D/MCP:ServerService: Server started on port 8080"
CONNECTED = "02-11 16:30:01.456 I/MCP:ServerService: Client connected"
WEAK = "02-11 16:30:02.000 W/Wifi: signal: weak"
FATAL = "02-11 16:30:03.000 E/AndroidRuntime: FATAL EXCEPTION: main"
TRACE = "02-11 16:30:03.000 E/AndroidRuntime: \tat com.example.Main.run(Main.java:7)"
LIBC = "02-11 16:30:04.000 F/libc: "


@pytest.mark.parametrize(
    ("tool", "action", "said"),
    [
        (press_back, "back", "Back button press executed successfully"),
        (press_home, "home", "Home button press executed successfully"),
        (press_recents, "recents", "Recents button press executed successfully"),
        (open_notifications, "notifications", "Open notifications executed successfully"),
        (open_quick_settings, "quick_settings", "Open quick settings executed successfully"),
    ],
)
def test_a_system_action_is_one_call_and_says_so(tool, action, said):
    device = FakeDevice()
    assert say(tool, device) == said
    assert device.calls == [("global_action", action)]


def test_a_system_action_needs_the_accessibility_service():
    with pytest.raises(PermissionDenied, match=r"^Accessibility service not enabled"):
        say(press_back, FakeDevice(global_action=PermissionDenied("Accessibility service not enabled. Turn it on.")))


def logs(raw=LOG, /, **arguments):
    answer = json.loads(say(get_device_logs, FakeDevice(read_logs=raw), **arguments))
    lines = answer["logs"].split("\n") if answer["logs"] else []
    assert answer["line_count"] == len(lines)
    return lines, answer["truncated"]


def test_logs_are_said_as_compact_json_in_the_documented_form():
    device = FakeDevice(read_logs="2026-02-11 16:30:00.123  1201  1330 D Tag     : message\n")
    assert say(get_device_logs, device) == (
        '{"logs":"02-11 16:30:00.123 D/Tag: message","line_count":1,"truncated":false}'
    )


def test_debug_and_above_are_shown_and_a_headless_line_belongs_to_the_one_above():
    assert logs() == ([STARTED, CONNECTED, WEAK, FATAL, TRACE, LIBC], False)


def test_everything_is_shown_from_verbose_on():
    assert logs(level="V")[0][0] == "02-11 16:29:59.999 V/Chatty: nothing much"


def test_the_level_is_a_minimum():
    assert logs(level="W") == ([WEAK, FATAL, TRACE, LIBC], False)
    assert logs(level="F") == ([LIBC], False)


def test_the_tag_is_matched_exactly():
    assert logs(tag="MCP:ServerService") == ([STARTED, CONNECTED], False)
    assert logs(tag="MCP") == ([], False)


def test_only_the_newest_lines_are_returned_and_it_says_that_there_were_more():
    assert logs(last_lines=2) == ([TRACE, LIBC], True)
    assert logs(last_lines=6)[1] is False


def test_a_time_range_includes_its_ends():
    assert logs(since="2026-02-11T16:30:01.456", until="2026-02-11T16:30:02") == ([CONNECTED, WEAK], False)


def test_either_end_of_the_range_may_be_open():
    assert logs(since="2026-02-11 16:30:04") == ([LIBC], False)
    assert logs(until="2026-02-11T16:30:00.123") == ([STARTED], False)
    assert logs(since="2026-02-12") == ([], False)


@pytest.fixture
def five_hours_behind_utc(monkeypatch):
    monkeypatch.setenv("TZ", "EST5")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("five_hours_behind_utc")
@pytest.mark.parametrize("moment", ["2026-02-11T21:30:01.456Z", "2026-02-11T22:30:01.456+01:00", "2026-02-11T16:30:01.456"])
def test_a_time_with_a_zone_is_turned_into_the_phones_time(moment):
    assert logs(since=moment, until=moment) == ([CONNECTED], False)


def test_the_package_is_filtered_by_the_phone():
    device = FakeDevice(read_logs="")
    assert say(get_device_logs, device, package_name="com.example") == '{"logs":"","line_count":0,"truncated":false}'
    say(get_device_logs, device)
    assert device.calls == [("read_logs", "com.example"), ("read_logs", None)]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"last_lines": 0}, "last_lines"),
        ({"last_lines": 1001}, "last_lines"),
        ({"level": "X"}, "level"),
        ({"since": "yesterday"}, "'since': 'yesterday' is not an ISO 8601 timestamp"),
        ({"until": "2026-13-01"}, "'until'"),
        ({"since": "0001-01-01T00:00:00+14:00"}, "'since'"),
        ({"since": "2026-02-12", "until": "2026-02-11"}, "later than 'until'"),
        ({"package_name": ""}, "package_name"),
    ],
)
def test_bad_arguments_are_refused_before_the_log_is_read(arguments, named):
    device = FakeDevice(read_logs=LOG)
    with pytest.raises(InvalidArguments, match=named):
        say(get_device_logs, device, **arguments)
    assert device.calls == []


def test_a_log_that_cannot_be_read_is_an_error_not_an_empty_log():
    with pytest.raises(ActionFailed, match="logcat"):
        say(get_device_logs, FakeDevice(read_logs=ActionFailed("logcat ended with code 1")))


def test_lines_before_the_first_head_are_left_out_and_line_ends_of_windows_too():
    raw = "\r\ntorn off\r\n2026-02-11 16:30:00.123  1  2 I T: a\r\n"
    assert [line.brief() for line in logcat.parse(raw)] == ["02-11 16:30:00.123 I/T: a"]


def test_finer_time_stamps_are_read_to_the_millisecond():
    (line,) = logcat.parse("2026-02-11 16:30:00.123456  1  2 I T: a")
    assert line.moment == "2026-02-11 16:30:00.123"


tags = st.from_regex(r"[A-Za-z][A-Za-z0-9_.:/-]{0,22}[A-Za-z0-9]", fullmatch=True)
messages = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]))


@given(st.lists(st.tuples(st.sampled_from(logcat.LEVELS), tags, messages)))
def test_whatever_logcat_writes_is_read_back(entries):
    raw = "".join(f"2026-02-11 16:30:00.123 {pid:5} {pid:5} {level} {tag:<8}: {message}\n"
                  for pid, (level, tag, message) in enumerate(entries))  # fmt: skip
    assert [(line.level, line.tag, line.message) for line in logcat.parse(raw)] == entries

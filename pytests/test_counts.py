from pathlib import Path

from handheld_desktop.counts import counted


def test_tests_that_were_skipped_are_counted_apart(tmp_path: Path) -> None:
    report = tmp_path / "End to end.xml"
    report.write_text(
        '<testsuites><testsuite><testcase name="a"/><testcase name="b"><skipped/></testcase><testcase name="c"/></testsuite>'
        "</testsuites>"
    )
    assert counted(report) == "End to end: 2 tests passed, 1 skipped"

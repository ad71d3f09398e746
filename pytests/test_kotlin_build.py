import shutil
from pathlib import Path

import pytest

from handheld_desktop import kotlin_build
from handheld_desktop.kotlin_build import BuildFailed

REPORT = """<testsuite>
  <testcase name="reads a list[26]" classname="a.B" time="0.1"/>
  <testcase name="reads a list[35]" classname="a.B" time="0.1"/>
  <testcase name="needs Android 11[26]" classname="a.B" time="0.1"><skipped/></testcase>
</testsuite>"""


def test_a_run_is_summed_up_by_api_level(tmp_path: Path) -> None:
    (tmp_path / "TEST-a.B.xml").write_text(REPORT)
    assert kotlin_build.summary(tmp_path) == "Kotlin: 2 tests passed (1 on API 26, 1 on API 35), 1 skipped"


def test_a_run_without_tests_is_no_success(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match="No Kotlin test ran"):
        kotlin_build.summary(tmp_path)


def test_without_java_it_is_said_exactly_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(BuildFailed, match=r"JDK 17 .* Maven .* apt-get install openjdk-17-jdk-headless maven"):
        kotlin_build.require_tools()


@pytest.mark.parametrize(("version", "enough"), [("javac 11.0.2", False), ("javac 17.0.15", True), ("javac 21", True)])
def test_an_old_java_is_not_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, enough: bool) -> None:
    for name in ("java", "javac", "mvn"):
        tool = tmp_path / name
        tool.write_text(f"#!/bin/sh\necho {version}\n")
        tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    if enough:
        kotlin_build.require_tools()
    else:
        with pytest.raises(BuildFailed):
            kotlin_build.require_tools()


def test_the_app_says_everything_that_the_manifest_needs() -> None:
    told = kotlin_build._gradle_properties()
    assert told["namespace"] == told["applicationId"] == "dev.handheld"
    merged = kotlin_build._merged(kotlin_build.APP / "src/main/AndroidManifest.xml", told)
    assert '<manifest package="dev.handheld"' in merged
    assert "${" not in merged


def test_without_the_source_there_is_no_robolectric_phone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kotlin_build, "APP", tmp_path)
    with pytest.raises(BuildFailed, match="checkout of the source"):
        kotlin_build.classes()

"""How many tests ran, of each kind: the last thing that `make test` says."""

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from .kotlin_build import TARGET, summary


def counted(report: Path) -> str:
    """A line for what pytest wrote with --junitxml."""
    cases = list(ET.parse(report).getroot().iter("testcase"))
    skipped = sum(case.find("skipped") is not None for case in cases)
    return f"{report.stem}: {len(cases) - skipped} tests passed, {skipped} skipped"


def main(reports: list[str]) -> None:
    for report in reports:
        print(counted(Path(report)))
    print(summary(TARGET / "surefire-reports"))


if __name__ == "__main__":
    main(sys.argv[1:])

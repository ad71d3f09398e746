import re
from pathlib import Path

import pytest

from handheld_desktop import readme

ROOT = readme.PATH.parent
PAGES = [page for page in ("README.md", "bench/README.md", "bench/report.md") if (ROOT / page).exists()]


def test_the_tools_and_the_screen_in_the_readme_are_those_of_the_program():
    page = readme.PATH.read_text(encoding="utf-8")
    assert page == readme.written(page), "run: .venv/bin/python -m handheld_desktop.readme"


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_links_to_exists(page):
    path: Path = ROOT / page
    links = [link for link in re.findall(r"]\(([^)#]+)", path.read_text(encoding="utf-8")) if "://" not in link]
    assert links
    assert [link for link in links if not (path.parent / link).exists()] == []
